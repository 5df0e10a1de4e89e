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
const limits = { length: 64, text: 4000, query: 32 }

/**
 * Scripts that are written without spaces, and Hangul, where endings join a word. Scripts are named by their extensions:
 * the sign for a long vowel belongs to Hiragana and Katakana.
 */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu

/** How a run of such a script is split into words. A text gives its characters and each two neighbours, a query the neighbours. */
type Reading = (characters: readonly string[]) => readonly string[]

/**
 * Words in lower case, without accents and without the plural's s. Each is letters and digits only, so a store may put
 * it into its own query language as it is.
 */
function wordsIn(text: string, read: Reading): readonly string[] {
  const words: string[] = []
  for (const [run] of folded(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    let end = 0
    for (const { 0: characters, index } of run.matchAll(unspaced)) {
      if (index > end) words.push(wordOf(run.slice(end, index)))
      // A run has no bound of its own.
      words.push(...read([...characters].slice(0, limits.text)))
      end = index + characters.length
    }
    if (end < run.length) words.push(wordOf(run.slice(end)))
    if (words.length > limits.text) break
  }
  return words.slice(0, limits.text)
}

/** A voiced sound mark of Japanese is no accent. Hangul is put together again: its parts are letters of their own. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?![\u3099\u309a])\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
}

function wordOf(letters: string): string {
  return singular(cut(letters))
}

/** Not within a character of two UTF-16 units: PostgreSQL refuses a half. */
function cut(word: string): string {
  return word.length > limits.length ? word.slice(0, limits.length).replace(/[\uD800-\uDBFF]$/, '') : word
}

function neighbours(characters: readonly string[]): readonly string[] {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** Single characters are in the index, so that a query of one character finds them. */
const inText: Reading = (characters) => [...characters, ...neighbours(characters)]
/** A product that has all the neighbours nearly always has the whole part. */
const inQuery: Reading = (characters) => (characters.length === 1 ? characters : neighbours(characters))

/** The words of a query, each once. Stop words are left out, unless there is nothing else. */
export function wordsOf(query: string): readonly string[] {
  const words = [...new Set(wordsIn(query, inQuery))]
  const distinct = words.filter((word) => !stopWords.has(word))
  return (distinct.length > 0 ? distinct : words).slice(0, limits.query)
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
    A: wordsIn(product.title, inText),
    B: wordsIn(sorted.join(' '), inText),
    C: wordsIn(product.description.plain ?? '', inText),
  }
}

/** The English plural, roughly: "shoes" and "shoe" are one word, "glass" and "bus" stay. */
function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word) || !word.endsWith('s')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?<=ss|sh|ch|x)es$|s$/, '')
}
