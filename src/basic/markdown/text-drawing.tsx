/**
 * What all that draw a text share: `Text`, the drawing without the parser, and the parser's part, which comes late.
 *
 * A search or two finds out whether a text may be Markdown. A long text is drawn in pieces, which the browser lays out near
 * the viewport only.
 */
import { createElement, Fragment, type ReactNode } from 'react'
import type { Link } from '../../surface/media.ts'

/** What the host and the place of a text decide about its Markdown. */
export interface MarkdownOptions {
  /** Added to the level of each heading. */
  readonly headingOffset: number
  /** Checks the address of a link. `undefined`: only the text of the link is drawn. */
  readonly link: (address: string) => Link | undefined
}

/** A text as one element. */
export interface DrawnText {
  readonly tag: 'p' | 'div'
  readonly content: ReactNode
}

/** What draws a text that may be Markdown: the parser's part, or what draws without the parser. */
export interface TextDrawing {
  readonly drawBody: (text: string, options: MarkdownOptions) => DrawnText
  /** A text that stands on one line: inline content only. */
  readonly drawLine: (text: string, options: MarkdownOptions) => ReactNode
}

/** Fast path: most texts hold none of these characters. */
export const anyMark: RegExp = /[\n#*_`[\\&<]/
/** Every inline construct holds one of these. `<` begins an address only, `&` a name that ends with a semicolon. */
export const inlineMark: RegExp = /[*_`[\\]|&#?\w+;|<(?:[A-Za-z][\w+.-]*:|[^\s<>]+@)/
/** The beginning of a block in a text of several lines. */
export const blockMark: RegExp = /^\s{0,3}(?:#{1,6}\s|[-+*>]|\d{1,9}[.)]\s|```|~~~|(?:-|=)+\s*$|\|[ \t]*:?-|:-)/m

/** Whether a parse is needed to find out what a text is. */
export function mayBeMarkdown(text: string): boolean {
  return anyMark.test(text) && (inlineMark.test(text) || blockMark.test(text) || text.includes('\n\n'))
}

/** The tag of a heading. */
export type Heading = 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'

/** The element for a heading of a level from 1 to 6. HTML has six levels: a deeper heading is an `h6`. */
export function headingAt(level: number, offset: number): Heading {
  return `h${Math.min(Math.max(Math.trunc(level + offset), 1), 6)}` as Heading
}

/** The class of a heading, which is as large as the heading of a `Text` one level below. `level`: 1 to 6. */
export function headingClass(level: number): string {
  return `sf-md-heading sf-text--h${Math.min(level + 1, 5)}`
}

/** Joins nodes without keys: of a text that changes, all is drawn; a text that grows keeps the elements of its beginning. */
export function joined(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, undefined, ...nodes)
}

/**
 * Longer texts are cut into pieces. A viewport shows about as many characters. Where fonts are missing, Chromium searches
 * for one at each change of script: 100,000 characters took 5.7 s of layout, and 0.3 s in pieces.
 */
export const longest = 5_000

/** Ends with a line, else with a word. A letter keeps its marks, and a family of emoji its members. */
const piece = /.{0,999}\n|.{0,999} |.{1,1000}(?<!\u200d)(?![\p{M}\p{EMod}\p{Cf}])|./gsu

/** Draws a text without marks. */
export function drawText(text: string): ReactNode {
  return text.length <= longest ? text : joined((text.match(piece) ?? []).map(drawPiece))
}

function drawPiece(text: string): ReactNode {
  return <span className="sf-near">{text}</span>
}
