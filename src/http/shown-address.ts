/** Addresses as messages and logs may show them. */

/**
 * An address for a message or a log: without user name, password, query and fragment, which may hold secrets. At most 200
 * characters.
 */
export function shownAddress(address: string): string {
  return (partsOf(address) ?? withoutSecrets(address)).slice(0, 200)
}

function partsOf(address: string): string | undefined {
  try {
    const { protocol, host, pathname } = new URL(address)
    return host ? `${protocol}//${host}${pathname}` : undefined
  } catch {
    return undefined
  }
}

/** A password may hold any sign, so a text that is no address is shown from its last "@" on. */
function withoutSecrets(text: string): string {
  return text.replace(/^.*@/s, '').replace(/[?#].*/s, '')
}
