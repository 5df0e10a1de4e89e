/** SHA-256, in base64 without padding. */
export async function digestOf(...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const bytes = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part))
  const whole = new Uint8Array(bytes.reduce((size, part) => size + part.length, 0))
  let offset = 0
  for (const part of bytes) {
    whole.set(part, offset)
    offset += part.length
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
  return btoa(String.fromCharCode(...digest)).replace(/=+$/, '')
}
