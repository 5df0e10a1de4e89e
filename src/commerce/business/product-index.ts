/**
 * Words, names and filters by which products are found, and what a catalog refuses to keep. All stores use these, so that they find
 * the same.
 */

import { isWellFormed } from '../../json/value.ts'
import type { SearchQuery, StoredProduct, StoredVariant } from './store.ts'

/**
 * The order of a search, the same in every store. A product's rank is a sum: each word of the query adds the weight of
 * each part of the product that has it. A word counts once in a part, so a long description is no better match than a
 * short one. The best rank comes first; of equal ranks the product that was saved first.
 */
export const rankWeights = { A: 5, B: 2, C: 1 } as const

/** Words of a product by part: A is the title, B what it is sorted by, C the description. */
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
const wordLimits = { length: 64, text: 4000, query: 32 }

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
      words.push(...read([...characters].slice(0, wordLimits.text)))
      end = index + characters.length
    }
    if (end < run.length) words.push(wordOf(run.slice(end)))
    if (words.length > wordLimits.text) break
  }
  return words.slice(0, wordLimits.text)
}

/** A voiced sound mark of Japanese is no accent. Hangul is put together again: its parts are letters of their own. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?![\u3099\u309a])\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
}

function wordOf(letters: string): string {
  // Not within a character of two UTF-16 units: PostgreSQL refuses a half.
  return singular(letters.slice(0, wordLimits.length).replace(/[\uD800-\uDBFF]$/, ''))
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
  return (distinct.length > 0 ? distinct : words).slice(0, wordLimits.query)
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

/** What a name stands for. Where two products share a name, the lower `kind` counts, then the older product. */
export interface Identifier {
  readonly identifier: string
  /** 0: id of the product; 1: id of a variant; 2: SKU; 3: handle. */
  readonly kind: 0 | 1 | 2 | 3
  readonly productId: string
  readonly variantId?: string
}

export function identifiersOf(product: StoredProduct): readonly Identifier[] {
  const productId = product.id
  const named: Identifier[] = [{ identifier: productId, kind: 0, productId }]
  for (const { id, sku } of product.variants) {
    named.push({ identifier: id, kind: 1, productId, variantId: id })
    if (sku !== undefined) named.push({ identifier: sku, kind: 2, productId, variantId: id })
  }
  if (product.handle !== undefined) named.push({ identifier: product.handle, kind: 3, productId })
  const seen = new Set<string>()
  return named.filter(({ identifier }) => !seen.has(identifier) && seen.add(identifier))
}

/** Whether a text can be in a store. PostgreSQL knows neither NUL nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && isWellFormed(text)
}

/** Throws a TypeError that names the product: without a variant, a price that is no integer, a name twice. */
export function checkProducts(products: readonly StoredProduct[]): void {
  for (const product of products) {
    const fault = productFault(product)
    if (fault !== undefined) throw new TypeError(`The product ${JSON.stringify(product.id)} ${fault}`)
  }
}

function productFault(product: StoredProduct): string | undefined {
  const { variants, categories = [] } = product
  const ids = variants.map(({ id }) => id)
  if (variants.length === 0) return 'has no variant'
  if (new Set(ids).size < ids.length) return 'has two variants with one id'
  for (const { id, prices, stock } of variants) {
    const currencies = prices.map(({ currency }) => currency)
    if (prices.length === 0) return `has no price for ${id}`
    if (new Set(currencies).size < currencies.length) return `has two prices in one currency for ${id}`
    if (!prices.every(isPrice))
      return `has a price for ${id} that is no integer from 0 with a currency of three letters`
    if (stock !== undefined && !isCount(stock)) return `has a stock for ${id} that is no integer from 0`
  }
  const texts = [...identifiersOf(product).map(({ identifier }) => identifier), ...categories.map(({ value }) => value)]
  if (texts.some((text) => text === '' || !isStorable(text)))
    return 'has an id or a category that is empty or not Unicode'
  return undefined
}

function isPrice({ amount, currency }: { readonly amount: number; readonly currency: string }): boolean {
  return isCount(amount) && /^[A-Z]{3}$/.test(currency)
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** Whether a product has one of the categories and a price within the range, as far as a search names them. */
export function fits(
  product: StoredProduct,
  { categories, price, options = [] }: Pick<SearchQuery, 'categories' | 'price' | 'options'>,
): boolean {
  if (categories && !product.categories?.some(({ value }) => categories.includes(value))) return false
  return product.variants.some(
    (variant) =>
      hasPrice(variant, price) &&
      options.every(({ name, labels }) =>
        optionsOf(variant).some((one) => one.name === name && labels.includes(one.label)),
      ),
  )
}

/** By what a search finds the variant; empty for a variant that is sold out. */
export function optionsOf({
  stock,
  selected_options: options = [],
}: StoredVariant): readonly { readonly name: string; readonly label: string }[] {
  return stock === 0 ? [] : options.map(({ name, label }) => ({ name: folded(name), label: folded(label) }))
}

/** Whether a variant has a price within a range. Each has one without a range. */
export function hasPrice({ prices }: StoredVariant, price: SearchQuery['price']): boolean {
  if (!price) return true
  const { currency, min = 0, max = Number.POSITIVE_INFINITY } = price
  return prices.some((each) => each.currency === currency && each.amount >= min && each.amount <= max)
}
