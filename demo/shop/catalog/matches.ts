/** Whether a card has each word of the filter, or a part of a word: what `Match` shows. */
export function matches(text: string, words: string): boolean {
  const searched = text.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}
