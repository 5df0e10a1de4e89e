/** Addresses from outside: read, and as messages and logs may show them. */

/**
 * An address for a message or a log: without user name, password, query and fragment, which may hold secrets. At most 200
 * characters.
 */
export function shownAddress(address: string): string {
  return (withoutQuery(address) ?? withoutSecrets(address)).slice(0, 200)
}

function withoutQuery(address: string): string | undefined {
  const { protocol, host, pathname } = addressIn(address) ?? {}
  return host ? `${protocol}//${host}${pathname}` : undefined
}

/** A password may hold any sign, so a text that is no address is shown from its last "@" on. */
function withoutSecrets(text: string): string {
  return text.replace(/^.*@/s, '').replace(/[?#].*/s, '')
}

/**
 * The address, or `undefined` for a text that is none. Not by `URL.canParse`: Node 20 answers false for letters such as "ü" once
 * the function is hot.
 */
export function addressIn(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
