/** Which addresses a surface may load from. Nothing is loaded whose scheme could run code. */

/** `all`: any web address. `none`: nothing. A function: asked for each address. */
export type MediaPolicy = 'all' | 'none' | ((url: URL) => boolean)

/** The address if it may be loaded, else `undefined`. Relative addresses are refused: an agent has no place in the page. */
export function allowedMedia(address: string, policy: MediaPolicy): string | undefined {
  const url = parsed(address)
  if (!url || policy === 'none') return undefined
  const safe = url.protocol === 'https:' || url.protocol === 'http:' || /^data:image\/(?!svg)/i.test(address)
  if (!safe || url.username !== '' || url.password !== '') return undefined
  return policy === 'all' || policy(url) ? url.href : undefined
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
