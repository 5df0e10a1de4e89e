/** The plan that needs no model: what a message wants is read from its words. */
import type { SurfaceAction, Yielded } from '../../../src/agent/server/index.ts'
import { matches } from '../catalog/matches.ts'
import { answerWords } from './answer-words.ts'
import { type Addition, addToCart, adoptCart, rebuildCart, updateCart } from './change-cart.ts'
import { askToCheckOut, checkOut, keepShopping } from './check-out.ts'
import { inEnglish } from './german.ts'
import type { Memory } from './memory.ts'
import type { PlanMessage } from './message.ts'
import { addPicked } from './picks.ts'
import type { Plan, PlanContext } from './plan.ts'
import { showDetail } from './show-detail.ts'
import { filterResults, showMore } from './show-results.ts'
import { countOf, listOf, type ShownCart, textOf } from './shown-cart.ts'
import { yesOrNo } from './small-talk.ts'
import { removeSurfaces } from './surfaces.ts'
import type { WantedLine } from './wanted-lines.ts'

export const keywordPlan: Plan = async function* (message, context) {
  const [action] = message.actions
  // A question counts for the message after it.
  const answered = removeSurfaces(context, ['question'])
  if (answered.length > 0) yield { surface: answered }
  if (action) yield* planForAction(action, message, context)
  // Reports of errors alone: nothing was asked.
  else if (message.text.trim() !== '') {
    await adoptShownCart(context)
    leaveOutHidden(message, context.memory)
    yield* planForText(message, context)
  }
}

/** What the filter in the page hides does not stand there: “the first” is the first that the user sees. */
function leaveOutHidden({ dataModels }: PlanMessage, memory: Memory): void {
  const { results, listed } = memory
  if (!results || listed?.request !== results.request) return
  const { filter, items } = (dataModels[results.surfaceId] ?? {}) as {
    readonly filter?: unknown
    readonly items?: unknown
  }
  const shown = listOf(items) as readonly ({ readonly id?: unknown; readonly words?: unknown } | null)[]
  const hidden = new Set(shown.filter((item) => !matches(textOf(item?.words), textOf(filter))).map((item) => item?.id))
  const ids = results.products.map(({ id }) => id).filter((id) => !hidden.has(id))
  memory.listed = { ...listed, ids }
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
    case 'choose':
      return yield* answerWords(
        textOf(given['says']).slice(0, longestSentence),
        message.id,
        context,
        textOf(given['thing']),
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
  const sentence = inEnglish(text.trim().slice(0, longestSentence))
  if (context.waiting) {
    const answer = yesOrNo(text)
    if (answer === 'yes') return yield* checkOut(id, context)
    yield* keepShopping(context)
    if (answer === 'no') return yield* [{ text: context.memory.words.cartStays }]
  }
  if (/^(?:hello|hi)\b[\s!.?]*$|\bwhat can you do\b/i.test(sentence)) yield { text: context.memory.words.help }
  else yield* answerWords(sentence, id, context)
}

/** Characters of a message that are read. */
const longestSentence = 500

async function* addChosen(
  { variant, quantity, ...addition }: PressedAddition,
  context: PlanContext,
): AsyncGenerator<Yielded> {
  const { words, asked } = context.memory
  if (variant === '') return yield* [{ text: words.chooseFirst }]
  if (quantity === 0) return yield* [{ text: words.badQuantity(1) }]
  yield* addToCart({ ...addition, lines: [{ variant, quantity }] }, context)
  // Of two that were wanted the second is asked for when the first is there.
  context.memory.asked = undefined
  if (asked?.ids[0] === addition.product) yield* addPicked(asked.rest, { key: `${addition.key}.rest` }, context)
}

async function* addProduct(
  { product, quantity, key, from }: PressedAddition,
  context: PlanContext,
): AsyncGenerator<Yielded> {
  yield* addPicked([{ product, quantity, text: '', points: false }], { key, ...(from && { from }) }, context)
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

interface PressedAddition extends Omit<Addition, 'lines'> {
  readonly variant: string
  readonly quantity: number
  /** Id of a product. */
  readonly product: string
}

function additionOf({ context, surfaceId }: SurfaceAction, { id }: PlanMessage): PressedAddition {
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
