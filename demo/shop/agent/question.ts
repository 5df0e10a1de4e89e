/** One question with a button for each answer, where a sentence may mean several things. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import { button, card, event, row, text } from '../../../src/builders/index.ts'
import type { SurfaceMessage } from '../../../src/entries/core.ts'
import { wholeSurface } from '../../agent/surface-writer.ts'
import { clausesOf } from './clause.ts'
import type { Thing } from './meant.ts'
import { oneLine, plain } from './plain.ts'
import type { PlanContext } from './plan.ts'
import { priceWords } from './price.ts'
import type { ShopSurface } from './shop-surface.ts'
import { openSurface } from './surfaces.ts'

/** Buttons of one question. */
const mostChoices = 6

interface Choice {
  readonly label: string
  /** A sentence of the user's that the button stands for, and the thing that it is about: a product or a line of the cart. */
  readonly says: string
  readonly thing: string
}

/** @param says What is to be done with the one that the user chooses, as a sentence: “add 2”. */
export function* askWhich(
  things: readonly Thing[],
  says: string,
  question: string,
  context: PlanContext,
): Generator<Yielded> {
  const { memory } = context
  const offered = things.slice(0, mostChoices)
  const [clause] = clausesOf(says)
  if (clause) memory.asked = { clause, ids: offered.map(({ id }) => id), rest: [] }
  yield* ask(
    question,
    offered.map((thing) => ({ label: labelOf(thing), says, thing: thing.id })),
    context,
  )
}

function labelOf({ title, product }: Thing): string {
  return product ? `${title}, ${priceWords(product.price_range.min)}` : title
}

/** What the user may have meant, each as a sentence of their own. */
export function* askWhat(
  question: string,
  sentences: Readonly<Record<string, string>>,
  context: PlanContext,
): Generator<Yielded> {
  yield* ask(
    question,
    Object.entries(sentences).map(([label, says]) => ({ label, says, thing: '' })),
    context,
  )
}

function* ask(question: string, choices: readonly Choice[], context: PlanContext): Generator<Yielded> {
  const surface = openSurface(context, 'question')
  const listed = choices.map(({ label }, index) => `${index + 1}. ${oneLine(label)}`)
  yield { text: surface ? question : [question, ...listed].join('\n') }
  if (surface) yield { surface: questionSurface(surface, choices) }
}

/** The question itself stands above it in the chat. */
function questionSurface(surface: ShopSurface, choices: readonly Choice[]): readonly SurfaceMessage[] {
  const buttons = choices.map(({ label, says, thing }) =>
    button({ child: text({ text: plain(label) }), action: event('choose', { says, thing }) }),
  )
  return wholeSurface(surface, card({ child: row({ children: buttons }) }))
}
