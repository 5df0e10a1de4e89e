/** The way out: a question, the cart as the shop has it now, and the link to the shop's own checkout. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Cart } from '../../../src/commerce/index.ts'
import { cartUpdate } from './cart-surface.ts'
import { freshCart, oddQuantity, totalWords, typedQuantities, updateCart } from './change-cart.ts'
import { confirmSurface, linkSurface } from './confirm-surface.ts'
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
    yield { text: oddQuantity }
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
  const question = questionOf(memory.cart)
  memory.question = question
  const surface = openSurface(context, 'confirm')
  if (surface) yield { surface: confirmSurface(surface, question, shop.name) }
  yield {
    status: 'input-required',
    text: surface ? 'Shall I take your cart to the shop?' : `${question} Say yes or no.`,
  }
}

function questionOf(cart: Cart): string {
  const count = cart.line_items.reduce((sum, { quantity }) => sum + quantity, 0)
  return `Check out ${count === 1 ? 'one thing' : `${count} things`} for ${totalWords(cart)}?`
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
  if (memory.question !== undefined && memory.question !== questionOf(cart)) {
    yield* keepShopping(context)
    const shown = surfaceOf(context, memory.surfaceId('cart'))
    if (shown) yield { surface: cartUpdate(shown, cart) }
    yield { text: 'Your cart has changed, so I ask again.' }
    yield* ask(context)
    return
  }
  memory.question = undefined
  const url = cart.continue_url ?? shop.address
  const surface = surfaceOf(context, asked) ?? openSurface(context, 'confirm')
  if (!surface) {
    yield { status: 'completed', text: `Your cart waits at ${shop.name}: ${url}` }
    return
  }
  // The link stays, whatever comes next.
  memory.surfaces.delete(surface.surfaceId)
  const messages = linkSurface(surface, { title: `Your cart waits at ${shop.name}`, url, isNew: asked === undefined })
  // What was answered before stays as well, and is done with.
  yield { surface: [...messages, ...endSurfaces(context), ...removeSurfaces(context, ['problem'])] }
  yield { status: 'completed', text: 'The rest is between you and the shop.' }
}

/** The answer was no, or something else. */
export function* keepShopping(context: PlanContext): Generator<Yielded> {
  context.memory.question = undefined
  const removed = removeSurfaces(context, ['confirm'])
  if (removed.length > 0) yield { surface: removed }
}
