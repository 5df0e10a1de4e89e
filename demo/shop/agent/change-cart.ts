/** Adding, changing, emptying and rebuilding the cart: the business is asked, and its answer is shown. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Cart, CartOutcome, Message } from '../../../src/commerce/index.ts'
import { cartDone, cartSurface, cartUpdate, emptyCart } from './cart-surface.ts'
import { addedPress } from './detail-surface.ts'
import { type Memory, type Press, surfaceName } from './memory.ts'
import type { PlanContext } from './plan.ts'
import { priceWords } from './price.ts'
import { problemSurface } from './problem-surface.ts'
import { itemData } from './results-surface.ts'
import { refusalError, type ShopOperations } from './shop-operations.ts'
import { openSurface, removeSurfaces, surfaceOf } from './surfaces.ts'
import { changedLines, type WantedLine, wantedLines, withMore, withoutIds } from './wanted-lines.ts'
import type { AgentWords } from './words/words.ts'

export interface Addition {
  /** Ids of variants. */
  readonly lines: readonly { readonly variant: string; readonly quantity: number }[]
  /** Two additions of the same with one key are one. */
  readonly key: string
  /** The surface that was pressed on, and the product there. */
  readonly from?: { readonly surfaceId: string; readonly product: string }
}

export async function* addToCart(addition: Addition, context: PlanContext): AsyncGenerator<Yielded> {
  const { memory, shop } = context
  const wanted = addition.lines.flatMap(({ variant, quantity }) => [variant, String(quantity)])
  const key = idempotencyKey(addition.key, ...wanted)
  const { outcome, repeated, less } = await memory.inTurn(async () => {
    const press = memory.presses.get(key) ?? newPress(addition, memory)
    const repeated = press.answered
    keepPress(memory, key, press)
    const before = memory.cart
    const outcome = await ask(press, key, shop)
    press.answered = true
    // An answer that is repeated is as old as the first press: the cart may be another one by now.
    if (outcome.kind === 'refused') expire(outcome, press.lines, memory)
    else if (!repeated) keepCart(memory, outcome.cart)
    const less =
      repeated || outcome.kind === 'refused' ? [] : await takeBack(outcome, before, press.lines, key, context)
    return { outcome, repeated, less }
  })
  // The second of two presses at once: the shop has repeated its answer, and what it says is there already.
  if (repeated) return
  yield { surface: removeSurfaces(context, ['problem']) }
  yield* newKey(addition, context)
  if (outcome.kind !== 'refused') memory.focus = focusOn(addition, memory)
  if (outcome.kind === 'refused') yield* refusedCart(outcome, context)
  else if (less.length === 0) yield* showCart(outcome.cart, context, memory.words.added)
  else {
    yield { text: reasonsOf(less) }
    const surface = surfaceOf(context, memory.surfaceId('cart'))
    if (surface && memory.cart) yield { surface: cartUpdate(surface, memory.cart) }
  }
}

/** What went into the cart last. */
function focusOn({ lines }: Addition, { products }: Memory): Memory['focus'] {
  const id = lines.at(-1)?.variant
  const product = [...products.values()].find(({ variants }) => variants.some((variant) => variant.id === id))
  return product && { id: product.id, inCart: true }
}

/**
 * Where the shop has fewer than were wanted it puts those into the cart that it has. Nobody asked for so many, so the line
 * goes back to what it was. Gives what the shop says of it, with the greatest number.
 */
async function takeBack(
  { cart }: Extract<CartOutcome, { kind: 'cart' }>,
  before: Cart | undefined,
  wanted: readonly WantedLine[],
  key: string,
  { memory, shop }: PlanContext,
): Promise<readonly Message[]> {
  const countIn = (lines: readonly WantedLine[], variant: string): number =>
    lines.reduce((sum, { item, quantity }) => (item.id === variant ? sum + quantity : sum), 0)
  const old = before ? wantedLines(before) : []
  const now = wantedLines(cart)
  const cut = now.filter(({ item: { id } }) => {
    const count = countIn(now, id)
    return count < countIn(wanted, id) && count > countIn(old, id)
  })
  if (cut.length === 0) return []
  const ids = new Set(cut.map(({ item }) => item.id))
  const lines = now
    .map((line) => (ids.has(line.item.id) ? { ...line, quantity: countIn(old, line.item.id) } : line))
    .filter(({ quantity }) => quantity > 0)
  const said = (cart.messages ?? []).filter(({ code }) => code === 'out_of_stock')
  if (lines.length === 0) {
    await shop.cancelCart(cart.id, idempotencyKey('back', key))
    memory.cart = undefined
    return said
  }
  const back = await shop.updateCart(cart.id, lines, idempotencyKey('back', key))
  // The line that it is about may be gone from the cart: then it is said in words alone.
  const kept = lines.length === now.length ? said : []
  if (back.kind === 'cart') keepCart(memory, { ...back.cart, messages: [...kept, ...(back.cart.messages ?? [])] })
  return said
}

function reasonsOf(messages: readonly Message[]): string {
  return messages.map(({ content }) => content).join(' ')
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
function newPress(addition: Addition, memory: Memory): Press {
  const { cart, expired } = memory
  const before = cart ? changedLines(wantedLines(cart), typedQuantities(memory)) : withoutIds(expired?.lines ?? [])
  const lines = addition.lines.reduce((all, { variant, quantity }) => withMore(all, variant, quantity), before)
  return { cartId: cart?.id, lines, answered: false }
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
  if (place >= 0 && product)
    yield { surface: surface.data(`/items/${place}`, itemData(product, key, context.memory.words)) }
}

function keepCart(memory: Memory, cart: Cart): void {
  memory.cart = cart
  memory.expired = undefined
  memory.shown = undefined
}

/** Line id → what the user has typed on the cart's surface since it was told last. */
export function typedQuantities({ cart, shown }: Memory): ReadonlyMap<string, number> {
  if (!cart || shown?.id !== cart.id) return new Map()
  return new Map(shown.lines.filter(({ typed }) => typed).map(({ id, quantity }) => [id, quantity]))
}

/**
 * Gives false where the cart is not as it was wanted.
 *
 * @param wanted Line id → quantity; 0 removes it. Lines that are not named stay, but for what was typed there.
 */
export async function* updateCart(
  wanted: ReadonlyMap<string, number>,
  messageId: string,
  context: PlanContext,
): AsyncGenerator<Yielded, boolean> {
  const { memory, shop } = context
  let less: readonly Message[] = []
  const outcome = await memory.inTurn(async () => {
    const { cart, expired } = memory
    if (expired) {
      const lines = changedLines(expired.lines, wanted)
      memory.expired = lines.length > 0 ? { ...expired, lines } : undefined
    }
    if (!cart) return undefined
    const lines = changedLines(wantedLines(cart), new Map([...typedQuantities(memory), ...wanted]))
    const key = idempotencyKey(messageId)
    if (lines.length === 0) {
      const canceled = await shop.cancelCart(cart.id, key)
      memory.cart = undefined
      return canceled.kind === 'cart' ? 'empty' : undefined
    }
    const changed = await shop.updateCart(cart.id, lines, key)
    if (changed.kind === 'cart') {
      keepCart(memory, changed.cart)
      less = await takeBack(changed, cart, lines, key, context)
    } else expire(changed, lines, memory)
    return changed
  })
  if (!outcome && memory.expired) {
    yield* offerRebuild(context)
    return false
  }
  const surface = surfaceOf(context, memory.surfaceId('cart'))
  if (outcome === undefined || outcome === 'empty') {
    yield { text: memory.words.emptyCart }
    if (surface) {
      memory.endings.delete(surface.surfaceId)
      yield { surface: emptyCart(surface) }
    }
    return false
  }
  if (outcome.kind === 'refused') {
    yield* refusedCart(outcome, context)
    return false
  }
  const cart = memory.cart ?? outcome.cart
  yield { text: less.length > 0 ? reasonsOf(less) : memory.words.total(totalWords(cart)) }
  if (surface) yield { surface: cartUpdate(surface, cart) }
  return less.length === 0
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
  if (!outcome) yield { text: memory.words.nothingToRebuild }
  else if (outcome.kind === 'refused') yield* refusedCart(outcome, context)
  else yield* showCart(outcome.cart, context, memory.words.cartAgain)
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
    else yield { text: memory.words.emptyCart }
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
  if (cart) yield* showCart(cart, context, context.memory.words.inCart)
}

async function* showCart(cart: Cart, context: PlanContext, said: string): AsyncGenerator<Yielded> {
  const surface = openSurface(context, 'cart')
  if (surface) {
    const { endings } = context.memory
    // The older ones show another cart than the one that is checked out.
    for (const id of endings.keys()) if (surfaceName(id) === 'cart') endings.delete(id)
    endings.set(surface.surfaceId, cartDone(surface))
  }
  yield { text: surface ? said : `${said} ${inWords(cart, context.memory.words)}` }
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
  const { words } = context.memory
  yield { text: words.expired }
  if (!surface) return
  const { expiredTitle: title, expiredHint: hint, rebuild: label } = words
  const problem = { title, hint, action: 'rebuild', label }
  yield { surface: problemSurface(surface, problem) }
}

function inWords(cart: Cart, words: AgentWords): string {
  const lines = cart.line_items.map(({ item, quantity }) => `${quantity} × ${item.title}`)
  return words.inWords(lines.join(', '), totalWords(cart))
}

export function totalWords({ totals, currency }: Cart): string {
  const amount = totals.find(({ type }) => type === 'total')?.amount ?? 0
  return priceWords({ amount, currency })
}

/** Visible ASCII, 255 characters at most (document 000, `Idempotency-Key`). */
function idempotencyKey(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join('.').slice(0, 255)
}
