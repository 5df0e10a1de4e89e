/** Web addresses, as browsers read them. */

/**
 * Parses an address. `undefined` for a text that is not an address. `base` resolves relative addresses; without `base`
 * a relative address gives `undefined`. `URL.canParse` is not used: in Node 20 it returns false for letters such as "ü"
 * once the function is optimised.
 */
export function parseAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/**
 * Whether the address holds a user name or a password. Such addresses mislead readers:
 * https://bank.example@evil.example belongs to evil.example.
 */
export function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}
