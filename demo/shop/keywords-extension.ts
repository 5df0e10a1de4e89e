/** On the card of an agent that reads keywords and asks no model: a page may say so. */
export const keywordsExtension = 'https://surface-runtime.example/plans-by-keywords'
