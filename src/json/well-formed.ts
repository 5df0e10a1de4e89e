/** Texts for the page without halves of surrogate pairs. JSON may hold such a half: `\ud800`. */

/** With the flag `u` a whole pair is one character, so only halves are in this range. */
const half = /[\ud800-\udfff]/u
const halves = /[\ud800-\udfff]+/gu

/**
 * Each run of halves becomes one U+FFFD, the sign for what cannot be shown. A half has no glyph, so Chromium searches other
 * fonts, and shapes a run anew for each line: 90,000 halves took 0.9 s of layout, and as many U+FFFD 0.8 s.
 */
export function wellFormed(text: string): string {
  return half.test(text) ? text.replace(halves, '\ufffd') : text
}
