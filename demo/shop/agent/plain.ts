/** Texts of the shop, as texts: surfaces show Markdown, and a title must not be a heading or a link. */
import { parseAddress } from '../../../src/text/address.ts'

/** Every sign that could be Markdown is escaped; white space becomes one blank. */
export function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>&#~|]/g, '\\$&')
}

/** The same, bold. */
export function strong(text: string): string {
  const words = plain(text)
  return words === '' ? '' : `**${words}**`
}

/** For labels, which are no Markdown. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** A link in Markdown; `undefined` for an address that does not lead to the web. */
export function linkTo(address: string | undefined, words: string): string | undefined {
  const url = parseAddress(address ?? '')
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return `[${plain(words)}](${url.href.replaceAll('(', '%28').replaceAll(')', '%29')})`
}
