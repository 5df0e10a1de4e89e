/** Changes of the cart that are asked for in words. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Product, Variant } from '../../../src/commerce/index.ts'
import { type Addition, addToCart, updateCart } from './change-cart.ts'
import { namedIds, titleHas } from './named-products.ts'
import type { PlanContext } from './plan.ts'
import { isAvailable } from './results-surface.ts'
import { searchRequest } from './search-words.ts'
import { showDetail } from './show-detail.ts'
import { showResults } from './show-results.ts'

/** With the number of pieces. */
const verb = /^(?:please )?(?:add|put|buy|take)\b(?:\s+(?:\d{1,6}|two|three|four|five)\b)?/i
const intoCart = /\b(?:in)?to (?:my|the) (?:cart|basket)\b/i

/** “add the first one”, “add two Amble 42”. What is not clear is asked on the product's surface. */
export async function* addNamed(sentence: string, messageId: string, context: PlanContext): AsyncGenerator<Yielded> {
  const { memory } = context
  const [id] = namedIds(sentence, memory)
  const product = id === undefined ? undefined : memory.products.get(id)
  const wanted = { quantity: countIn(sentence), key: messageId }
  if (product) yield* addMeant(product, sentence, wanted, context)
  else if (id !== undefined) yield* showDetail(id, context, wanted.quantity)
  else {
    const request = searchRequest(sentence.replace(verb, ' ').replace(intoCart, ' '))
    const found = yield* showResults(request, context)
    const [meant, ...more] = found.filter((one) => found.length === 1 || titleHas(one, request.query ?? ''))
    if (meant && more.length === 0) yield* addMeant(meant, sentence, wanted, context)
  }
}

/** The one whose size or colour the sentence names, where it names one. */
async function* addMeant(
  product: Product,
  sentence: string,
  wanted: Pick<Addition, 'quantity' | 'key'>,
  context: PlanContext,
): AsyncGenerator<Yielded> {
  const words = sentence.toLowerCase().split(/[\s,.]+/)
  const has = (variant: Variant): boolean =>
    (variant.selected_options ?? []).some(({ label }) => words.includes(label.toLowerCase()))
  // A label that all have says nothing.
  const [variant, ...others] = product.variants.filter(has)
  if (variant && others.length === 0) yield* addToCart({ ...wanted, variant: variant.id }, context)
  else yield* addProduct({ ...wanted, product: product.id }, context)
}

interface ProductAddition extends Omit<Addition, 'variant'> {
  /** Id of a product. */
  readonly product: string
}

/** Without a question where there is one to be had; else the user chooses on the product's surface. */
export async function* addProduct(
  { product, ...addition }: ProductAddition,
  context: PlanContext,
): AsyncGenerator<Yielded> {
  const there = context.memory.products.get(product)?.variants.filter(isAvailable) ?? []
  const [only] = there
  if (there.length === 1 && only) yield* addToCart({ ...addition, variant: only.id }, context)
  else yield* showDetail(product, context, addition.quantity)
}

/** “add 2 Amble 42”: the number right after the verb. */
function countIn(sentence: string): number {
  const word = /^(?:please )?\w+ (\d{1,6}|two|three|four|five)\b/i.exec(sentence)?.[1]?.toLowerCase() ?? '1'
  const place = ['two', 'three', 'four', 'five'].indexOf(word)
  return place >= 0 ? place + 2 : Math.max(1, Number(word))
}

/** “remove the oat bars”, “empty my cart”. */
export async function* removeNamed(sentence: string, messageId: string, context: PlanContext): AsyncGenerator<Yielded> {
  const lines = context.memory.cart?.line_items ?? []
  const words = new Set(sentence.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
  const all = /^(?:please )?empty\b|\beverything\b|\ball(?: of it)?[.!]*$/i.test(sentence)
  const wordsOf = (title: string): readonly string[] => title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const named = lines.filter(({ item }) => all || words.has(wordsOf(item.title)[0] ?? ''))
  if (named.length === 0) yield { text: context.memory.words.notInCart }
  else yield* updateCart(new Map(named.map(({ id }) => [id, 0])), messageId, context)
}
