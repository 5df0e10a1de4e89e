/** The products of the memory store. */
import { createIdentifierIndex } from './identifier-index.ts'
import { checkProducts } from './identifiers.ts'
import type { FoundProduct, SearchPage, SearchPlace, SearchQuery, StoredProduct } from './store.ts'
import { createWordIndex } from './word-index.ts'

export interface MemoryCatalog {
  readonly save: (products: readonly StoredProduct[]) => void
  readonly remove: (id: string) => void
  readonly search: (query: SearchQuery) => SearchPage
  readonly find: (identifiers: readonly string[]) => readonly FoundProduct[]
}

export function createMemoryCatalog(): MemoryCatalog {
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

  function search({ categories, price, limit, after, ...query }: SearchQuery): SearchPage {
    const all = words
      .search(query.words, query.match)
      .filter(({ product }) => !categories || product.categories?.some(({ value }) => categories.includes(value)))
      .filter(({ product }) => !price || hasPrice(product, price))
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

function hasPrice({ variants }: StoredProduct, { currency, min, max }: NonNullable<SearchQuery['price']>): boolean {
  const prices = variants.flatMap((variant) => variant.prices.filter((price) => price.currency === currency))
  return prices.some(({ amount }) => amount >= (min ?? amount) && amount <= (max ?? amount))
}

function isAfter(place: SearchPlace, after: SearchPlace): boolean {
  return place.rank < after.rank || (place.rank === after.rank && place.position > after.position)
}
