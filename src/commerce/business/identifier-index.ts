/** Identifier → products: the second index of the memory store. */
import { type Identifier, identifiersOf } from './identifiers.ts'
import type { StoredProduct } from './store.ts'

export interface IdentifierIndex {
  readonly add: (product: StoredProduct) => void
  readonly remove: (product: StoredProduct) => void
  /** What the text stands for. `age` of a product's id: the lower number is the older product. */
  readonly find: (identifier: string, age: (productId: string) => number) => Identifier | undefined
}

export function createIdentifierIndex(): IdentifierIndex {
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
