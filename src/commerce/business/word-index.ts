/** Word → products: the index of the memory store. */
import type { SearchPlace, StoredProduct } from './store.ts'
import { productWords } from './words.ts'

/** The weights of PostgreSQL's `ts_rank`. */
const weights = { A: 1, B: 0.4, C: 0.2 }

interface Indexed extends SearchPlace {
  readonly product: StoredProduct
}

/** Products by word. Costs grow with the products that have a word, not with all that there are. */
export interface WordIndex {
  readonly add: (product: StoredProduct, position: number) => void
  readonly remove: (id: string) => void
  readonly search: (words: readonly string[], match: 'all' | 'any') => Indexed[]
}

export function createWordIndex(): WordIndex {
  const products = new Map<string, { product: StoredProduct; position: number; words: ReadonlyMap<string, number> }>()
  const byWord = new Map<string, Map<string, number>>()

  function remove(id: string): void {
    for (const word of products.get(id)?.words.keys() ?? []) {
      const ids = byWord.get(word)
      ids?.delete(id)
      if (ids?.size === 0) byWord.delete(word)
    }
    products.delete(id)
  }

  function add(product: StoredProduct, position: number): void {
    remove(product.id)
    const words = weighted(product)
    products.set(product.id, { product, position, words })
    for (const [word, weight] of words) {
      const ids = byWord.get(word) ?? new Map<string, number>()
      byWord.set(word, ids.set(product.id, weight))
    }
  }

  function search(words: readonly string[], match: 'all' | 'any'): Indexed[] {
    const ranks = words.length === 0 ? new Map([...products.keys()].map((id) => [id, 0])) : ranked(words, match)
    return [...ranks].flatMap(([id, rank]) => {
      const found = products.get(id)
      return found ? [{ rank, position: found.position, product: found.product }] : []
    })
  }

  function ranked(words: readonly string[], match: 'all' | 'any'): Map<string, number> {
    const hits = words.map((word) => byWord.get(word) ?? new Map<string, number>())
    // The rarest word first: no other can add a product to the intersection.
    const rarest = hits.reduce((min, ids) => (ids.size < min.size ? ids : min))
    const ids = match === 'all' ? rarest.keys() : new Set(hits.flatMap((ids) => [...ids.keys()]))
    const ranks = new Map<string, number>()
    for (const id of ids) {
      if (match === 'all' && !hits.every((hit) => hit.has(id))) continue
      ranks.set(
        id,
        hits.reduce((sum, hit) => sum + (hit.get(id) ?? 0), 0),
      )
    }
    return ranks
  }

  return { add, remove, search }
}

/** The words of a product, each with the sum of its weights. */
function weighted(product: StoredProduct): ReadonlyMap<string, number> {
  const words = new Map<string, number>()
  const byWeight = productWords(product)
  for (const weight of ['A', 'B', 'C'] as const) {
    // A word counts once in each part: a long description is no better match than a short one.
    for (const word of new Set(byWeight[weight])) words.set(word, (words.get(word) ?? 0) + weights[weight])
  }
  return words
}
