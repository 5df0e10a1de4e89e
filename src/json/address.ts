/** Web addresses, as browsers read them. */

/**
 * `undefined` for what is no address. `base`: what a relative one starts from; without it there are none. Not by
 * `URL.canParse`: Node 20 answers false for letters such as "ü" once the function is hot.
 */
export function parseAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** https://bank.example@evil.example is an address of evil.example. */
export function namesUser({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}
