/** Names for requests that nobody else makes up. */

/** 128 random bits as 32 hexadecimal digits. `crypto.randomUUID` has 122, and is absent on pages without TLS. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
