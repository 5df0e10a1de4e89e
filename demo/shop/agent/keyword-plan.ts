/** The plan that needs no model: what a message wants is read from its words. */
import type { SurfaceAction, Yielded } from '../../../src/agent/server/index.ts'
import { type Addition, addToCart, adoptCart, currentCart, rebuildCart, updateCart } from './change-cart.ts'
import { askToCheckOut, checkOut, keepShopping } from './check-out.ts'
import { compareNamed } from './compare-named.ts'
import { inEnglish } from './german.ts'
import type { WantedLine } from './memory.ts'
import type { PlanMessage } from './message.ts'
import { addNamed, addProduct, removeNamed } from './named-changes.ts'
import { isOffTopic } from './off-topic.ts'
import type { Plan, PlanContext } from './plan.ts'
import { searchRequest } from './search-words.ts'
import { showDetail } from './show-detail.ts'
import { showMore, showResults } from './show-results.ts'
import { removeSurfaces } from './surfaces.ts'

export const keywordPlan: Plan = async function* (message, context) {
  const [action] = message.actions
  if (action) yield* planForAction(action, message, context)
  // Reports of errors alone: nothing was asked.
  else if (message.text.trim() !== '') {
    await adoptShownCart(message, context)
    yield* planForText(message, context)
  }
}

/**
 * A sentence names no cart. The newest cart surface does, where this process was asked for nothing yet: later an empty
 * memory means an empty cart. v0.8 sends no data models, so there the saved cart counts.
 */
async function adoptShownCart({ dataModels }: PlanMessage, context: PlanContext): Promise<void> {
  const { memory } = context
  if (memory.agreed !== undefined && memory.savedCart === undefined) return
  const { cart } = (dataModels[memory.surfaceId('cart') ?? ''] ?? {}) as {
    readonly cart?: Readonly<Record<string, unknown>> | null
  }
  await adoptCart(textOf(cart?.['id']), linesIn(cart?.['lines']), context)
}

async function* planForAction(
  action: SurfaceAction,
  message: PlanMessage,
  context: PlanContext,
): AsyncGenerator<Yielded> {
  const { name, context: given } = action
  await adoptCart(textOf(given['cart']), linesIn(given['lines']), context)
  if (name === 'confirm') return yield* checkOut(context)
  yield* keepShopping(context)
  switch (name) {
    case 'more':
      return yield* showMore(context)
    case 'details':
      return yield* showDetail(textOf(given['product']), context)
    case 'add':
      return yield* addChosen(additionOf(action, message), context)
    case 'addProduct':
      return yield* addProduct(additionOf(action, message), context)
    case 'update':
      return yield* updateShown(given['lines'], message, context)
    case 'remove':
      return yield* updateCart(new Map([[textOf(given['line']), 0]]), message.id, context)
    case 'checkout':
      return yield* askToCheckOut(context)
    case 'keep':
      return yield* [{ text: 'Your cart stays as it is.' }]
    case 'rebuild':
      yield { surface: removeSurfaces(context, ['problem']) }
      return yield* rebuildCart(context)
    case 'retry':
      return yield* retry(context)
  }
}

async function* planForText({ text, id }: PlanMessage, context: PlanContext): AsyncGenerator<Yielded> {
  const sentence = inEnglish(text.trim().slice(0, longestSentence))
  const says = (pattern: RegExp): boolean => pattern.test(sentence)
  if (context.waiting) {
    if (says(/^(?:yes|yep|ok(?:ay)?|sure|confirm|go ahead|please do)\b/i)) return yield* checkOut(context)
    yield* keepShopping(context)
    if (says(/^(?:no|nope|not (?:yet|now)|cancel|wait|stop)\b/i)) return yield* [{ text: 'Your cart stays as it is.' }]
  }
  if (says(/^(?:help|hello|hi)\b[\s!.?]*$|\bwhat can you do\b/i)) return yield* [{ text: helpWords }]
  if (says(/^(?:show )?(?:me )?(?:some )?more\b[\s!.?]*$|^next\b/i)) return yield* showMore(context)
  if (says(/\bcompare\b/i)) return yield* compareNamed(sentence, context)
  if (says(/\bcheck ?out\b|^(?:pay|order)\b/i)) return yield* askToCheckOut(context)
  if (says(/^(?:please )?(?:add|put|buy|take)\b/i)) return yield* addNamed(sentence, id, context)
  if (says(/^(?:please )?(?:remove|delete|drop|empty)\b/i)) return yield* removeNamed(sentence, id, context)
  if (says(/\b(?:cart|basket)\b/i)) return yield* currentCart(context)
  if (isOffTopic(sentence)) return yield* [{ text: `I only know this shop. ${helpWords}` }]
  yield* showResults(searchRequest(sentence), context)
}

/** Characters of a message that are read. */
const longestSentence = 500

const helpWords =
  'Tell me what you are looking for, such as “running shoes under 150”. I can also compare things, fill a cart, and take you to the checkout. I read English and German.'

async function* addChosen(addition: Addition, context: PlanContext): AsyncGenerator<Yielded> {
  if (addition.variant === '') yield { text: 'Which one would you like? Choose one of the options above.' }
  else yield* addToCart(addition, context)
}

/** A quantity that is none stays on the surface as it was typed. */
async function* updateShown(shown: unknown, { id }: PlanMessage, context: PlanContext): AsyncGenerator<Yielded> {
  const lines = linesIn(shown)
  if (lines.length < listOf(shown).length) yield { text: 'A quantity is a whole number up to 999.' }
  else yield* updateCart(quantitiesOf(lines), id, context)
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
    ...{ variant: textOf(chosen), quantity: countOf(quantity) || 1, key: textOf(key) || id },
    ...{ product: textOf(product), from: { surfaceId, product: textOf(product) } },
  }
}

/** Lists as surfaces have them; in v0.8 a list is an object of its indices. */
function listOf(list: unknown): readonly unknown[] {
  return typeof list === 'object' && list !== null ? Object.values(list) : []
}

/** The lines of a cart. What is no number is left out. */
function linesIn(lines: unknown): readonly (WantedLine & { readonly id: string })[] {
  return listOf(lines).flatMap((line) => {
    const { id, variant, quantity } = (line ?? {}) as Readonly<Record<string, unknown>>
    const count = countOf(quantity)
    return count === undefined ? [] : [{ id: textOf(id), item: { id: textOf(variant) }, quantity: count }]
  })
}

function quantitiesOf(
  lines: readonly { readonly id: string; readonly quantity: number }[],
): ReadonlyMap<string, number> {
  return new Map(lines.map(({ id, quantity }) => [id, quantity]))
}

function countOf(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return /^\d{1,3}$/.test(text) ? Number(text) : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
