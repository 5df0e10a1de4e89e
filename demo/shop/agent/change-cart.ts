/** Adding, changing, emptying and rebuilding the cart: the business is asked, and its answer is shown. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Cart, CartOutcome } from '../../../src/commerce/index.ts'
import { cartSurface, cartUpdate, emptyCart } from './cart-surface.ts'
import { addedPress } from './detail-surface.ts'
import { type Memory, type Press, surfaceName, type WantedLine } from './memory.ts'
import type { PlanContext } from './plan.ts'
import { priceWords } from './price.ts'
import { problemSurface } from './problem-surface.ts'
import { itemData } from './results-surface.ts'
import { refusalError, type ShopOperations } from './shop-operations.ts'
import { openSurface, removeSurfaces, surfaceOf } from './surfaces.ts'
import { changedLines, wantedLines, withMore, withoutIds } from './wanted-lines.ts'

export interface Addition {
  /** Id of a variant. */
  readonly variant: string
  readonly quantity: number
  /** Two additions of the same with one key are one. */
  readonly key: string
  /** The surface that was pressed on, and the product there. */
  readonly from?: { readonly surfaceId: string; readonly product: string }
}

export async function* addToCart(addition: Addition, context: PlanContext): AsyncGenerator<Yielded> {
  const { memory, shop } = context
  const key = idempotencyKey(addition.key, addition.variant, String(addition.quantity))
  const { outcome, repeated } = await memory.inTurn(async () => {
    const press = memory.presses.get(key) ?? newPress(addition, memory)
    const repeated = press.answered
    keepPress(memory, key, press)
    const outcome = await ask(press, key, shop)
    press.answered = true
    // An answer that is repeated is as old as the first press: the cart may be another one by now.
    if (outcome.kind === 'refused') expire(outcome, press.lines, memory)
    else if (!repeated) keepCart(memory, outcome.cart)
    return { outcome, repeated }
  })
  // The second of two presses at once: the shop has repeated its answer, and what it says is there already.
  if (repeated) return
  yield { surface: removeSurfaces(context, ['problem']) }
  yield* newKey(addition, context)
  if (outcome.kind === 'refused') yield* refusedCart(outcome, context)
  else yield* showCart(outcome.cart, context, 'It is in your cart.')
}

/** Presses that are remembered: of two at once the second comes soon. */
const mostPresses = 100

function keepPress({ presses }: Memory, key: string, press: Press): void {
  presses.set(key, press)
  for (const oldest of presses.keys()) {
    if (presses.size <= mostPresses) return
    presses.delete(oldest)
  }
}

/** What an expired cart held comes along. */
function newPress({ variant, quantity }: Addition, { cart, expired }: Memory): Press {
  const lines = cart ? wantedLines(cart) : withoutIds(expired?.lines ?? [])
  return { cartId: cart?.id, lines: withMore(lines, variant, quantity), answered: false }
}

function ask({ cartId, lines }: Press, key: string, shop: ShopOperations): Promise<CartOutcome> {
  return cartId === undefined ? shop.createCart(lines, key) : shop.updateCart(cartId, lines, key)
}

/** The next press on the same button is another one. */
function* newKey({ from }: Addition, context: PlanContext): Generator<Yielded> {
  const surface = surfaceOf(context, from?.surfaceId)
  if (!surface || !from) return
  const { results, products } = context.memory
  const key = crypto.randomUUID()
  if (surfaceName(from.surfaceId) === 'detail') yield { surface: addedPress(surface, key) }
  const place = results?.surfaceId === from.surfaceId ? results.products.findIndex(({ id }) => id === from.product) : -1
  const product = products.get(from.product)
  if (place >= 0 && product) yield { surface: surface.data(`/items/${place}`, itemData(product, key)) }
}

function keepCart(memory: Memory, cart: Cart): void {
  memory.cart = cart
  memory.expired = undefined
}

/** @param wanted Line id → quantity; 0 removes it. Lines that are not named stay. */
export async function* updateCart(
  wanted: ReadonlyMap<string, number>,
  messageId: string,
  context: PlanContext,
): AsyncGenerator<Yielded> {
  const { memory, shop } = context
  const outcome = await memory.inTurn(async () => {
    const { cart, expired } = memory
    if (expired) memory.expired = { ...expired, lines: changedLines(expired.lines, wanted) }
    if (!cart) return undefined
    const lines = changedLines(wantedLines(cart), wanted)
    const key = idempotencyKey(messageId)
    if (lines.length === 0) {
      const canceled = await shop.cancelCart(cart.id, key)
      memory.cart = undefined
      return canceled.kind === 'cart' ? 'empty' : undefined
    }
    const changed = await shop.updateCart(cart.id, lines, key)
    if (changed.kind === 'cart') keepCart(memory, changed.cart)
    else expire(changed, lines, memory)
    return changed
  })
  if (!outcome && memory.expired) return yield* offerRebuild(context)
  const surface = surfaceOf(context, memory.surfaceId('cart'))
  if (outcome === undefined || outcome === 'empty') {
    yield { text: 'Your cart is empty now.' }
    if (surface) yield { surface: emptyCart(surface) }
  } else if (outcome.kind === 'refused') yield* refusedCart(outcome, context)
  else {
    yield { text: `The total is ${totalWords(outcome.cart)}.` }
    if (surface) yield { surface: cartUpdate(surface, outcome.cart) }
  }
}

/** The cart as it was wanted last, in a new one. */
export async function* rebuildCart(context: PlanContext): AsyncGenerator<Yielded> {
  const { memory, shop } = context
  const outcome = await memory.inTurn(async () => {
    const { expired } = memory
    if (!expired) return undefined
    const made = await shop.createCart(withoutIds(expired.lines), expired.key)
    if (made.kind === 'cart') keepCart(memory, made.cart)
    else memory.expired = undefined
    return made
  })
  if (!outcome) yield { text: 'There is nothing to rebuild.' }
  else if (outcome.kind === 'refused') yield* refusedCart(outcome, context)
  else yield* showCart(outcome.cart, context, 'Here is your cart again.')
}

/** Remembers what a cart that is not there any more should hold. */
function expire(refusal: Refused, lines: readonly WantedLine[], memory: Memory): void {
  if (!memory.cart || refusal.messages[0]?.code !== 'not_found') return
  memory.cart = undefined
  memory.expired = { key: crypto.randomUUID(), lines }
}

/**
 * The cart of a surface that is older than this process, or else the saved one. Another one than the conversation's own is left alone.
 *
 * @param lines As the surface shows them: where the cart has expired, they are what it should hold.
 */
export async function adoptCart(id: string, lines: readonly WantedLine[], context: PlanContext): Promise<void> {
  const { memory, shop } = context
  const known = id || memory.savedCart
  if (!known || memory.cart || memory.expired) return
  const outcome = await shop.getCart(known)
  memory.savedCart = undefined
  if (outcome.kind === 'cart') memory.cart = outcome.cart
  else if (lines.length > 0) memory.expired = { key: crypto.randomUUID(), lines }
}

/** As the shop has it now; a refusal has been answered already. */
export async function* freshCart(context: PlanContext): AsyncGenerator<Yielded, Cart | undefined> {
  const { memory, shop } = context
  const { cart } = memory
  if (!cart) {
    if (memory.expired) yield* offerRebuild(context)
    else yield { text: 'Your cart is empty. Tell me what you are looking for.' }
    return undefined
  }
  const outcome = await shop.getCart(cart.id)
  if (outcome.kind === 'cart') {
    keepCart(memory, outcome.cart)
    return outcome.cart
  }
  expire(outcome, wantedLines(cart), memory)
  yield* refusedCart(outcome, context)
  return undefined
}

export async function* currentCart(context: PlanContext): AsyncGenerator<Yielded> {
  const cart = yield* freshCart(context)
  if (cart) yield* showCart(cart, context, 'This is in your cart.')
}

async function* showCart(cart: Cart, context: PlanContext, said: string): AsyncGenerator<Yielded> {
  const surface = openSurface(context, 'cart')
  yield { text: surface ? said : `${said} ${inWords(cart)}` }
  if (surface) yield { surface: cartSurface(surface, cart) }
}

type Refused = Extract<CartOutcome, { kind: 'refused' }>

/** What the shop says for itself; anything else is answered where all errors are. */
const soldOut = new Set(['out_of_stock', 'item_unavailable', 'not_found'])

/** Nothing was changed. A cart that is not there any more can be made again. */
function* refusedCart(outcome: Refused, context: PlanContext): Generator<Yielded> {
  const code = outcome.messages[0]?.code ?? ''
  if (!soldOut.has(code)) throw refusalError(outcome)
  if (code === 'not_found' && context.memory.expired) yield* offerRebuild(context)
  else yield { text: outcome.messages.map(({ content }) => content).join(' ') }
}

function* offerRebuild(context: PlanContext): Generator<Yielded> {
  // One question at a time.
  yield { surface: removeSurfaces(context, ['problem']) }
  const surface = openSurface(context, 'problem')
  yield { text: 'Your cart has expired. Shall I rebuild it?' }
  if (!surface) return
  const hint = 'It will hold the same things. Prices may have changed.'
  const problem = { title: 'The cart has expired', hint, action: 'rebuild', label: 'Rebuild' }
  yield { surface: problemSurface(surface, problem) }
}

function inWords(cart: Cart): string {
  const lines = cart.line_items.map(({ item, quantity }) => `${quantity} × ${item.title}`)
  return `${lines.join(', ')}. Total: ${totalWords(cart)}.`
}

export function totalWords({ totals, currency }: Cart): string {
  const amount = totals.find(({ type }) => type === 'total')?.amount ?? 0
  return priceWords({ amount, currency })
}

/** Visible ASCII, 255 characters at most (document 000, `Idempotency-Key`). */
function idempotencyKey(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join('.').slice(0, 255)
}
