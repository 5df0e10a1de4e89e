/** Text → the words that a search compares. Both stores use the same, so they find the same. */
import type { StoredProduct } from './store.ts'

/** Words of a product by weight: A is the title, B what it is sorted by, C the description. */
export interface ProductWords {
  readonly A: readonly string[]
  readonly B: readonly string[]
  readonly C: readonly string[]
}

/** Words that say nothing about a product. */
const stopWords = new Set(
  'a an and any at by for from i in is it me my of on one or show some that the to want with'.split(' '),
)

/** Longest word that is kept whole, and most words that a text or a query is read for. */
const limits = { length: 64, text: 2000, query: 32 }

/**
 * Words in lower case, without accents and without the plural's s. Each is letters and digits only, so a store may put
 * it into its own query language as it is.
 */
function wordsIn(text: string): readonly string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, limits.text).map((word) => singular(cut(word)))
}

/** Not within a character of two UTF-16 units: PostgreSQL refuses a half. */
function cut(word: string): string {
  return word.length > limits.length ? word.slice(0, limits.length).replace(/[\uD800-\uDBFF]$/, '') : word
}

/** The words of a query, each once. Stop words are left out, unless there is nothing else. */
export function wordsOf(query: string): readonly string[] {
  const words = [...new Set(wordsIn(query))]
  const telling = words.filter((word) => !stopWords.has(word))
  return (telling.length > 0 ? telling : words).slice(0, limits.query)
}

export function productWords(product: StoredProduct): ProductWords {
  const { variants } = product
  const sorted = [
    ...(product.categories ?? []).map(({ value }) => value),
    ...(product.tags ?? []),
    ...variants.flatMap(({ title, sku, tags }) => [title, sku ?? '', ...(tags ?? [])]),
    ...(product.options ?? []).flatMap(({ name, values }) => [name, ...values.map(({ label }) => label)]),
  ]
  return {
    A: wordsIn(product.title),
    B: wordsIn(sorted.join(' ')),
    C: wordsIn(product.description.plain ?? ''),
  }
}

/** The English plural, roughly: "shoes" and "shoe" are one word, "glass" and "bus" stay. */
function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word) || !word.endsWith('s')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?<=ss|sh|ch|x)es$|s$/, '')
}
