/** What is said without wanting anything of the shop, and the question what is wanted. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import { type Clause, clausesOf } from './clause.ts'
import { inEnglish } from './german.ts'
import type { PlanContext } from './plan.ts'
import { askWhat } from './question.ts'
import { talk } from './word-classes.ts'

/** Names nothing, points at nothing, and has nothing to be done. */
export function isSmallTalk({ verb, asks, denies, more, pointers, measure, wanted, except, numbers }: Clause): boolean {
  const names = wanted !== '' || more || pointers.length > 0 || measure !== undefined || numbers.length > 0
  if (names || (except !== undefined && !isSmallTalk(except))) return false
  return verb === undefined ? !asks : denies || talk.has(verb)
}

/** An answer to the question before the checkout. “Yes, but first …” is none, and “no, take that out” wants more than a no. */
export function yesOrNo(text: string): 'yes' | 'no' | undefined {
  const sentence = inEnglish(text.trim())
  if (!clausesOf(sentence).every(isSmallTalk)) return undefined
  if (/^(?:yes|yep|ok(?:ay)?|sure|confirm|go ahead|please do)\b/i.test(sentence)) return 'yes'
  return /^(?:no|nope|not (?:yet|now)|cancel|wait|stop)\b/i.test(sentence) ? 'no' : undefined
}

export function* smallTalk(clause: Clause | undefined, context: PlanContext): Generator<Yielded> {
  const { words, cart } = context.memory
  if (clause?.verb === 'help') yield { text: words.help }
  else if (clause?.verb === 'ready' && cart)
    yield* askWhat(words.welcome, { [words.checkOut]: 'check out', [words.showCart]: 'cart' }, context)
  else if (clause?.verb === 'thanks' || clause?.verb === 'ready') yield { text: words.welcome }
  else if (clause?.verb === 'dismiss') yield { text: words.fine }
  else if (clause?.denies) yield* askWhat(words.instead, usualWishes(context), context)
  else yield* askWhat(words.whatNext, usualWishes(context), context)
}

/** What people want next, each as a sentence. */
export function usualWishes({ memory }: PlanContext): Readonly<Record<string, string>> {
  const { words, listed, cart } = memory
  return {
    ...(listed && { [words.first.cheap]: 'cheapest first', [words.first.good]: 'best first' }),
    ...(cart && { [words.showCart]: 'cart', [words.checkOut]: 'check out' }),
    [words.showEverything]: 'show everything',
  }
}
