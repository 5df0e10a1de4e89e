/** A store in memory: for tests and for development. It ends with the process. */
import { checkProducts, fits, type Identifier, identifiersOf, productWords, rankWeights } from './product-index.ts'
import type {
  AnswerKey,
  Change,
  FoundProduct,
  Outcome,
  SearchPage,
  SearchPlace,
  SearchQuery,
  Store,
  StoredAnswer,
  StoredCart,
  StoredProduct,
} from './store.ts'

/**
 * A `Store` that keeps everything in memory. Each method does its work in one turn, so nothing comes between the parts
 * of a change. Expired carts and answers stay until `removeExpired` is called.
 */
export function memoryStore(products: readonly StoredProduct[] = []): Store {
  const catalog = createMemoryCatalog()
  catalog.save(products)
  const carts = new Map<string, StoredCart>()
  const answers = new Map<string, StoredAnswer>()

  function answer(key: AnswerKey, now: number): StoredAnswer | undefined {
    const kept = answers.get(nameOf(key))
    return kept && kept.keepUntil > now ? kept : undefined
  }

  function commit({ write, answer: next, now }: Change): Outcome {
    if (write && write.kind !== 'insert') {
      const id = write.kind === 'replace' ? write.cart.id : write.id
      if (carts.get(id)?.version !== write.expected) return 'conflict'
    }
    if (next && answer(next, now)) return 'answered'
    if (write?.kind === 'remove') carts.delete(write.id)
    else if (write) carts.set(write.cart.id, write.cart)
    if (next) answers.set(nameOf(next), next)
    return 'done'
  }

  function removeExpired(now: number): number {
    const before = carts.size + answers.size
    for (const [id, cart] of carts) if (cart.expiresAt <= now) carts.delete(id)
    for (const [name, kept] of answers) if (kept.keepUntil <= now) answers.delete(name)
    return before - carts.size - answers.size
  }

  return {
    saveProducts: async (products) => catalog.save(products),
    removeProducts: async (ids) => ids.forEach(catalog.remove),
    search: async (query) => catalog.search(query),
    find: async (identifiers) => catalog.find(identifiers),
    cart: async (id) => carts.get(id),
    answer: async (key, now) => answer(key, now),
    commit: async (change) => commit(change),
    removeExpired: async (now) => removeExpired(now),
    close: async () => undefined,
  }
}

function nameOf({ client, key }: AnswerKey): string {
  return JSON.stringify([client, key])
}

interface MemoryCatalog {
  readonly save: (products: readonly StoredProduct[]) => void
  readonly remove: (id: string) => void
  readonly search: (query: SearchQuery) => SearchPage
  readonly find: (identifiers: readonly string[]) => readonly FoundProduct[]
}

function createMemoryCatalog(): MemoryCatalog {
  const words = createWordIndex()
  const identifiers = createIdentifierIndex()
  const byId = new Map<string, { readonly product: StoredProduct; readonly position: number }>()
  let saved = 0

  function save(products: readonly StoredProduct[]): void {
    checkProducts(products)
    // A copy: what the caller changes later is not the catalog's.
    for (const product of structuredClone(products)) {
      const position = byId.get(product.id)?.position ?? ++saved
      remove(product.id)
      byId.set(product.id, { product, position })
      words.add(product, position)
      identifiers.add(product)
    }
  }

  function remove(id: string): void {
    const kept = byId.get(id)
    if (!kept) return
    identifiers.remove(kept.product)
    words.remove(id)
    byId.delete(id)
  }

  function search({ limit, after, leastRank = 0, ...query }: SearchQuery): SearchPage {
    const all = words
      .search(query.words, query.match)
      .filter(({ product, rank }) => rank >= leastRank && fits(product, query))
      .sort((a, b) => b.rank - a.rank || a.position - b.position)
    const rest = after ? all.filter((place) => isAfter(place, after)) : all
    return { found: rest.slice(0, limit), total: all.length }
  }

  function find(names: readonly string[]): readonly FoundProduct[] {
    const found = new Map<string, FoundProduct['matches'][number][]>()
    for (const identifier of new Set(names)) {
      const named = identifiers.find(identifier, (productId) => byId.get(productId)?.position ?? 0)
      if (!named) continue
      const { productId, variantId } = named
      const match = variantId === undefined ? { identifier } : { identifier, variantId }
      found.set(productId, [...(found.get(productId) ?? []), match])
    }
    return [...found].flatMap(([id, matches]) => {
      const kept = byId.get(id)
      return kept ? [{ product: kept.product, matches }] : []
    })
  }

  return { save, remove, search, find }
}

function isAfter(place: SearchPlace, after: SearchPlace): boolean {
  return place.rank < after.rank || (place.rank === after.rank && place.position > after.position)
}

interface Indexed extends SearchPlace {
  readonly product: StoredProduct
}

/** Products by word. Costs grow with the products that have a word, not with all that there are. */
interface WordIndex {
  readonly add: (product: StoredProduct, position: number) => void
  readonly remove: (id: string) => void
  readonly search: (words: readonly string[], match: 'all' | 'any') => Indexed[]
}

function createWordIndex(): WordIndex {
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
  for (const part of ['A', 'B', 'C'] as const)
    for (const word of new Set(byWeight[part])) words.set(word, (words.get(word) ?? 0) + rankWeights[part])
  return words
}

interface IdentifierIndex {
  readonly add: (product: StoredProduct) => void
  readonly remove: (product: StoredProduct) => void
  /** What the text stands for. `age` of a product's id: the lower number is the older product. */
  readonly find: (identifier: string, age: (productId: string) => number) => Identifier | undefined
}

function createIdentifierIndex(): IdentifierIndex {
  const byText = new Map<string, readonly Identifier[]>()
  return {
    add(product) {
      for (const named of identifiersOf(product)) {
        byText.set(named.identifier, [...(byText.get(named.identifier) ?? []), named])
      }
    },
    remove(product) {
      for (const { identifier } of identifiersOf(product)) {
        const others = (byText.get(identifier) ?? []).filter(({ productId }) => productId !== product.id)
        if (others.length > 0) byText.set(identifier, others)
        else byText.delete(identifier)
      }
    },
    find(identifier, age) {
      const named = byText.get(identifier) ?? []
      return [...named].sort((a, b) => a.kind - b.kind || age(a.productId) - age(b.productId))[0]
    },
  }
}
