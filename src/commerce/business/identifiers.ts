/** The names that a product goes by, and what a catalog refuses to keep. */
import { isWellFormed } from '../../json/value.ts'
import type { StoredProduct } from './store.ts'

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
    const fault = faultOf(product)
    if (fault !== undefined) throw new TypeError(`The product ${JSON.stringify(product.id)} ${fault}`)
  }
}

function faultOf(product: StoredProduct): string | undefined {
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
