/** The way out: a question, the cart as the shop has it now, and the link to the shop's own checkout. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Cart } from '../../../src/commerce/index.ts'
import { cartUpdate } from './cart-surface.ts'
import { freshCart, totalWords, typedQuantities, updateCart } from './change-cart.ts'
import { confirmSurface, linkSurface } from './confirm-surface.ts'
import type { Memory } from './memory.ts'
import type { PlanContext } from './plan.ts'
import { endSurfaces, openSurface, removeSurfaces, surfaceOf } from './surfaces.ts'

/** Asks first: the task waits for the answer. What was typed on the cart counts. */
export async function* askToCheckOut(messageId: string, context: PlanContext): AsyncGenerator<Yielded> {
  if (yield* takeTyped(messageId, context)) yield* ask(context)
}

/** Brings the cart to what its surface shows. Gives false where that cannot be: the user is told why. */
async function* takeTyped(messageId: string, context: PlanContext): AsyncGenerator<Yielded, boolean> {
  const { memory } = context
  if (memory.cart && memory.shown?.id === memory.cart.id && memory.shown.odd) {
    yield { text: memory.words.badQuantity(0) }
    return false
  }
  const typed = typedQuantities(memory)
  return typed.size === 0 || (yield* updateCart(typed, messageId, context))
}

async function* ask(context: PlanContext): AsyncGenerator<Yielded> {
  const { memory, shop } = context
  if (!memory.cart) {
    // It says why there is none.
    yield* freshCart(context)
    return
  }
  const { words } = memory
  const asked = askedOf(memory.cart)
  const question = words.question(asked.count, asked.total)
  memory.question = asked
  const surface = openSurface(context, 'confirm')
  if (surface) yield { surface: confirmSurface(surface, question, shop.name) }
  yield {
    status: 'input-required',
    text: surface ? words.shallI : `${question} ${words.yesOrNo}`,
  }
}

function askedOf(cart: Cart): NonNullable<Memory['question']> {
  return { count: cart.line_items.reduce((sum, { quantity }) => sum + quantity, 0), total: totalWords(cart) }
}

/** The answer was yes. It counts for what was asked: where the cart is another one by now, the question comes again. */
export async function* checkOut(messageId: string, context: PlanContext): AsyncGenerator<Yielded> {
  const { memory, shop } = context
  if (!(yield* takeTyped(messageId, context))) {
    yield* keepShopping(context)
    return
  }
  const cart = yield* freshCart(context)
  const asked = memory.surfaceId('confirm')
  if (!cart) {
    yield* keepShopping(context)
    return
  }
  const now = askedOf(cart)
  if (memory.question && (memory.question.count !== now.count || memory.question.total !== now.total)) {
    yield* keepShopping(context)
    const shown = surfaceOf(context, memory.surfaceId('cart'))
    if (shown) yield { surface: cartUpdate(shown, cart) }
    yield { text: memory.words.askAgain }
    yield* ask(context)
    return
  }
  memory.question = undefined
  const url = cart.continue_url ?? shop.address
  const surface = surfaceOf(context, asked) ?? openSurface(context, 'confirm')
  if (!surface) {
    yield { status: 'completed', text: `${memory.words.waitsAt(shop.name)}: ${url}` }
    return
  }
  // The link stays, whatever comes next.
  memory.surfaces.delete(surface.surfaceId)
  const messages = linkSurface(surface, { title: memory.words.waitsAt(shop.name), url, isNew: asked === undefined })
  // What was answered before stays as well, and is done with.
  yield { surface: [...messages, ...endSurfaces(context), ...removeSurfaces(context, ['problem'])] }
  yield { status: 'completed', text: memory.words.rest }
}

/** The answer was no, or something else. */
export function* keepShopping(context: PlanContext): Generator<Yielded> {
  context.memory.question = undefined
  const removed = removeSurfaces(context, ['confirm'])
  if (removed.length > 0) yield { surface: removed }
}
