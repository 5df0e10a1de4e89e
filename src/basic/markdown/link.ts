/** Where a link of an agent may lead. */

const allowed = new Set(['http:', 'https:', 'mailto:'])

/** The address if its scheme only leads somewhere, and it names no user of another's; else `undefined`. */
export function linkTarget(address: string): string | undefined {
  try {
    const url = new URL(address)
    return allowed.has(url.protocol) && url.username === '' && url.password === '' ? url.href : undefined
  } catch {
    return undefined
  }
}
