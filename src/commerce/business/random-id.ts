/** An id that cannot be guessed: a prefix and 128 random bits in base64url. */
export function randomId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
  return `${prefix}_${text}`
}
