/** The levels of an agent's headings among the headings of the page. */

export type Heading = 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'

/** The element for a heading of a level from 1 to 6. HTML has six levels: a deeper heading is an `h6`. */
export function headingAt(level: number, offset: number): Heading {
  return `h${Math.min(Math.max(Math.trunc(level + offset), 1), 6)}` as Heading
}
