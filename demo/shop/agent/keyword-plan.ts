/** The plan that needs no model: what a message wants is read from its words. */
import type { SurfaceAction, Yielded } from '../../../src/agent/server/index.ts'
import { type Addition, addToCart, adoptCart, currentCart, rebuildCart, updateCart } from './change-cart.ts'
import { askToCheckOut, checkOut, keepShopping } from './check-out.ts'
import { compareNamed } from './compare-named.ts'
import { inEnglish } from './german.ts'
import type { PlanMessage } from './message.ts'
import { addNamed, addProduct, removeNamed } from './named-changes.ts'
import { isOffTopic } from './off-topic.ts'
import type { Plan, PlanContext } from './plan.ts'
import { searchRequest } from './search-words.ts'
import { showDetail } from './show-detail.ts'
import { filterResults, showMore, showResults } from './show-results.ts'
import { countOf, listOf, type ShownCart, textOf } from './shown-cart.ts'
import { removeSurfaces } from './surfaces.ts'
import type { WantedLine } from './wanted-lines.ts'

export const keywordPlan: Plan = async function* (message, context) {
  const [action] = message.actions
  if (action) yield* planForAction(action, message, context)
  // Reports of errors alone: nothing was asked.
  else if (message.text.trim() !== '') {
    await adoptShownCart(context)
    yield* planForText(message, context)
  }
}

/**
 * A sentence names no cart. The newest cart surface does, where this process was asked for nothing yet: later an empty
 * memory means an empty cart. v0.8 sends no data models, so there the saved cart counts.
 */
async function adoptShownCart(context: PlanContext): Promise<void> {
  const { memory } = context
  if (memory.agreed !== undefined && memory.savedCart === undefined) return
  await adoptCart(memory.shown?.id ?? '', wantedOf(memory.shown?.lines), context)
}

function wantedOf(lines: ShownCart['lines'] = []): readonly WantedLine[] {
  return lines.map(({ id, item, quantity }) => ({ id, item, quantity }))
}

async function* planForAction(
  action: SurfaceAction,
  message: PlanMessage,
  context: PlanContext,
): AsyncGenerator<Yielded> {
  const { name, context: given } = action
  await adoptCart(
    textOf(given['cart']),
    given['cart'] === undefined ? [] : wantedOf(context.memory.shown?.lines),
    context,
  )
  if (name === 'confirm') return yield* checkOut(message.id, context)
  yield* keepShopping(context)
  switch (name) {
    case 'more':
      return yield* showMore(context)
    case 'filter':
      return yield* filterResults(
        {
          words: textOf(given['words']).slice(0, longestSentence),
          ...{ colours: listOf(given['colours']).map(textOf), sizes: listOf(given['sizes']).map(textOf) },
        },
        context,
      )
    case 'details':
      return yield* showDetail(textOf(given['product']), context)
    case 'add':
      return yield* addChosen(additionOf(action, message), context)
    case 'addProduct':
      return yield* addProduct(additionOf(action, message), context)
    case 'update':
      return yield* updateShown(message, context)
    case 'remove':
      return yield* updateCart(new Map([[textOf(given['line']), 0]]), message.id, context)
    case 'checkout':
      return yield* askToCheckOut(message.id, context)
    case 'keep':
      return yield* [{ text: context.memory.words.cartStays }]
    case 'rebuild':
      yield { surface: removeSurfaces(context, ['problem']) }
      return yield* rebuildCart(context)
    case 'retry':
      return yield* retry(context)
  }
}

async function* planForText({ text, id }: PlanMessage, context: PlanContext): AsyncGenerator<Yielded> {
  const { words } = context.memory
  const sentence = inEnglish(text.trim().slice(0, longestSentence))
  const says = (pattern: RegExp): boolean => pattern.test(sentence)
  if (context.waiting) {
    if (says(/^(?:yes|yep|ok(?:ay)?|sure|confirm|go ahead|please do)\b/i)) return yield* checkOut(id, context)
    yield* keepShopping(context)
    if (says(/^(?:no|nope|not (?:yet|now)|cancel|wait|stop)\b/i))
      return yield* [{ text: context.memory.words.cartStays }]
  }
  if (says(/^(?:help|hello|hi)\b[\s!.?]*$|\bwhat can you do\b/i)) return yield* [{ text: words.help }]
  if (says(/^(?:show )?(?:me )?(?:some )?more\b[\s!.?]*$|^next\b/i)) return yield* showMore(context)
  if (says(/\bcompare\b/i)) return yield* compareNamed(sentence, context)
  if (says(/\bcheck ?out\b|^(?:pay|order)\b/i)) return yield* askToCheckOut(id, context)
  if (says(/^(?:please )?(?:add|put|buy|take)\b/i)) return yield* addNamed(sentence, id, context)
  if (says(/^(?:please )?(?:remove|delete|drop|empty)\b/i)) return yield* removeNamed(sentence, id, context)
  if (says(/\b(?:cart|basket)\b/i)) return yield* currentCart(context)
  if (isOffTopic(sentence)) return yield* [{ text: `${words.offTopic} ${words.help}` }]
  yield* showResults(searchRequest(sentence), context)
}

/** Characters of a message that are read. */
const longestSentence = 500

async function* addChosen(addition: Addition, context: PlanContext): AsyncGenerator<Yielded> {
  const { words } = context.memory
  if (addition.variant === '') yield { text: words.chooseFirst }
  else if (addition.quantity === 0) yield { text: words.badQuantity(1) }
  else yield* addToCart(addition, context)
}

/** A quantity that is none stays on the surface as it was typed. */
async function* updateShown({ id }: PlanMessage, context: PlanContext): AsyncGenerator<Yielded> {
  const { lines = [], odd = false } = context.memory.shown ?? {}
  if (odd) yield { text: context.memory.words.badQuantity(0) }
  else yield* updateCart(new Map(lines.map(({ id, quantity }) => [id, quantity])), id, context)
}

/** What failed, once more. */
async function* retry(context: PlanContext): AsyncGenerator<Yielded> {
  const { memory } = context
  const { failed } = memory
  memory.failed = undefined
  yield { surface: removeSurfaces(context, ['problem']) }
  if (failed) yield* keywordPlan(failed, context)
}

function additionOf(
  { context, surfaceId }: SurfaceAction,
  { id }: PlanMessage,
): Addition & { readonly product: string } {
  const { variant, quantity, key, product } = context
  // A list of one.
  const [chosen] = typeof variant === 'string' ? [variant] : listOf(variant)
  return {
    ...{
      variant: textOf(chosen),
      quantity: quantity === undefined ? 1 : (countOf(quantity) ?? 0),
      key: textOf(key) || id,
    },
    ...{ product: textOf(product), from: { surfaceId, product: textOf(product) } },
  }
}
