/**
 * An address for a message or a log: without user name, password, query and fragment, which may hold secrets. At most 200
 * characters.
 */
export function shownAddress(address: string): string {
  return address
    .replace(/[?#].*/s, '')
    .replace(/^([^/]*\/\/)?[^/]*@/, '$1')
    .slice(0, 200)
}
