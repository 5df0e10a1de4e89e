/** The way out: a question, the cart as the shop has it now, and the link to the shop's own checkout. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import { freshCart, totalWords } from './change-cart.ts'
import { confirmSurface, linkSurface } from './confirm-surface.ts'
import type { PlanContext } from './plan.ts'
import { openSurface, removeSurfaces, surfaceOf } from './surfaces.ts'

/** Asks first: the task waits for the answer. */
export async function* askToCheckOut(context: PlanContext): AsyncGenerator<Yielded> {
  const { memory, shop } = context
  if (!memory.cart) {
    // It says why there is none.
    yield* freshCart(context)
    return
  }
  const count = memory.cart.line_items.reduce((sum, { quantity }) => sum + quantity, 0)
  const things = count === 1 ? 'one thing' : `${count} things`
  const question = `Check out ${things} for ${totalWords(memory.cart)}?`
  const surface = openSurface(context, 'confirm')
  if (surface) yield { surface: confirmSurface(surface, question, shop.name) }
  yield {
    status: 'input-required',
    text: surface ? 'Shall I take your cart to the shop?' : `${question} Say yes or no.`,
  }
}

export async function* checkOut(context: PlanContext): AsyncGenerator<Yielded> {
  const { memory, shop } = context
  const cart = yield* freshCart(context)
  const asked = memory.surfaceId('confirm')
  if (!cart) {
    yield* keepShopping(context)
    return
  }
  const url = cart.continue_url ?? shop.address
  const surface = surfaceOf(context, asked) ?? openSurface(context, 'confirm')
  if (!surface) {
    yield { status: 'completed', text: `Your cart waits at ${shop.name}: ${url}` }
    return
  }
  // The link stays, whatever comes next.
  memory.surfaces.delete(surface.surfaceId)
  const messages = linkSurface(surface, { title: `Your cart waits at ${shop.name}`, url, isNew: asked === undefined })
  yield { surface: [...messages, ...removeSurfaces(context, ['results', 'compare', 'detail', 'problem'])] }
  yield { status: 'completed', text: 'The rest is between you and the shop.' }
}

/** The answer was no, or something else. */
export function* keepShopping(context: PlanContext): Generator<Yielded> {
  const removed = removeSurfaces(context, ['confirm'])
  if (removed.length > 0) yield { surface: removed }
}
