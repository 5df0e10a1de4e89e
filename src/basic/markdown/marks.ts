/** Finds out with a search or two whether a text may be Markdown. Most texts are not, and then cost no parse. */

/** Fast path: most texts hold none of these characters. */
export const anyMark: RegExp = /[\n#*_`[\\&<]/
/** Every inline construct holds one of these. `<` begins an address only, `&` a name that ends with a semicolon. */
export const inlineMark: RegExp = /[*_`[\\]|&#?\w+;|<(?:[A-Za-z][\w+.-]*:|[^\s<>]+@)/
/** The beginning of a block in a text of several lines. */
export const blockMark: RegExp = /^\s{0,3}(?:#{1,6}\s|[-+*>]|\d{1,9}[.)]\s|```|~~~|(?:-|=)+\s*$)/m

/** Whether a parse is needed to find out what a text is. */
export function mayBeMarkdown(text: string): boolean {
  return anyMark.test(text) && (inlineMark.test(text) || blockMark.test(text) || text.includes('\n\n'))
}
