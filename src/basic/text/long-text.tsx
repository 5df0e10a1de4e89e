/** Draws a text. A long one is drawn in parts, which the browser lays out near the viewport only. */
import { createElement, Fragment, type ReactNode } from 'react'

/**
 * Longer texts have parts. A viewport shows about as many characters. Where fonts are missing, Chromium searches for one at each
 * change of script: 100,000 characters took 5.7 s of layout, and 0.3 s in parts.
 */
export const longest = 5_000

/** Ends with a line, else with a word. A letter keeps its marks, and a family of emoji its members. */
const part = /.{0,999}\n|.{0,999} |.{1,1000}(?<!\u200d)(?![\p{M}\p{EMod}\p{Cf}])|./gsu

export function drawText(text: string): ReactNode {
  if (text.length <= longest) return text
  // Without keys: a text that grows keeps the elements of its first parts.
  return createElement(Fragment, null, ...(text.match(part) ?? []).map(drawPart))
}

function drawPart(part: string): ReactNode {
  return <span className="sf-near">{part}</span>
}
