/** Texts of the shop, as texts: surfaces show Markdown, and a title must not be a heading or a link. */

/** Every sign that could be Markdown is escaped; white space becomes one blank. */
export function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>&#~|]/g, '\\$&')
}

/** For labels, which are no Markdown. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
