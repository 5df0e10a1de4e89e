/** Searches that a clause asks for: by its words, or by those of the list that is there. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Filters, Product, SearchRequest } from '../../../src/commerce/index.ts'
import type { Clause } from './clause.ts'
import { byMeasure, hasWord, thingOf, thingsOf } from './meant.ts'
import { titleHas } from './named-products.ts'
import type { PlanContext } from './plan.ts'
import { askWhat, askWhich } from './question.ts'
import { searchRequest } from './search-words.ts'
import { showDetail } from './show-detail.ts'
import { showResults } from './show-results.ts'
import { usualWishes } from './small-talk.ts'
import type { Measure } from './word-classes.ts'

/** A query of so many words is a sentence. */
const sentenceLength = 4

/**
 * Of a sentence the shop may know some words alone: those are looked for, and where they lead to nothing the user is asked.
 * Gives the products that fit.
 */
export async function* findWords(clause: Clause, context: PlanContext): AsyncGenerator<Yielded, readonly Product[]> {
  const request = searchRequest(clause.wanted, clause.text)
  const { bare, verb, asks, words } = clause
  const looks =
    !isOneOf(clause) &&
    ((bare && !asks) || verb === 'add' || verb === 'find' || verb === 'show' || (verb === 'want' && !asks))
  if (looks && words.length < sentenceLength) return yield* showResults(request, context)
  return yield* showResults(request, context, {
    // “and the weight?” is no search for what has one.
    accepts: (found) =>
      verb !== undefined || !asks || found.some(({ title }) => words.some((word) => titleHas({ title }, word))),
    otherwise: (near) => findKnown(clause, near, context),
  })
}

async function* findKnown(
  clause: Clause,
  near: readonly Product[],
  context: PlanContext,
): AsyncGenerator<Yielded, readonly Product[]> {
  const { words, focus, listed } = context.memory
  const things = near.map(thingOf)
  const known = clause.words.filter((word) => things.some((thing) => hasWord(thing, word)))
  // “the comfy one”: nothing here says so.
  if (isOneOf(clause) && listed) yield* askForThing(clause, context)
  else if (clause.asks && focus && clause.verb === undefined)
    yield* showDetail(focus.id, context, { said: words.allIKnow(context.memory.products.get(focus.id)?.title ?? '') })
  else if (known.length > 0 && known.length < clause.words.length)
    return yield* showResults(searchRequest(known.join(' '), clause.text), context, {
      otherwise: (closer) => nothingFound(askWhich(closer.map(thingOf), 'show', words.unsure, context)),
    })
  else if (things.length > 0) yield* askWhich(things, 'show', words.unsure, context)
  else if (clause.verb === 'help') yield { text: words.help }
  else yield* askWhat(words.unclear, usualWishes(context), context)
  return []
}

function isOneOf({ definite, text }: Clause): boolean {
  return definite && /\bones?\b/.test(text)
}

/** It points at what is not there, or counts without a name. */
export function* askForThing({ text, numbers }: Clause, context: PlanContext): Generator<Yielded> {
  const { words, listed, products } = context.memory
  const things = thingsOf(listed?.ids ?? [], products)
  if (things.length > 0) yield* askWhich(things, text, words.whichDoYouMean, context)
  else yield { text: numbers.length > 0 ? words.ofWhat : words.nothingShown }
}

async function* nothingFound(said: Iterable<Yielded>): AsyncGenerator<Yielded, readonly Product[]> {
  yield* said
  return []
}

/**
 * The list that is there, with other colours, sizes and prices, in another order, or without some.
 *
 * @param only Ids of the products that stay. Default: all that the shop gives.
 */
export async function* refineList(
  clause: Clause,
  context: PlanContext,
  only?: ReadonlySet<string>,
): AsyncGenerator<Yielded> {
  const { focus, products, words } = context.memory
  const measure = clause.measure ?? (clause.verb === 'sort' ? 'cheap' : undefined)
  const request = refined(clause, context)
  if (!measure && !only) {
    yield* showResults(request, context)
    return
  }
  const known = focus && measure && measure !== 'good' && !clause.definite ? products.get(focus.id) : undefined
  const limit = known && thingOf(known).price
  const arrange = (found: readonly Product[]): readonly Product[] => {
    const kept = found
      .map(thingOf)
      .filter(({ id, price }) => (only?.has(id) ?? true) && isBeyond(price, limit, measure))
    return (measure ? byMeasure(measure, kept) : kept).flatMap(({ product }) => (product ? [product] : []))
  }
  yield* showResults(request, context, {
    arrange,
    ...(measure && { order: words.first[measure] }),
    ...(limit !== undefined && {
      otherwise: () => nothingFound([{ text: measure === 'cheap' ? words.noneCheaper : words.noneDearer }]),
    }),
  })
}

/** What the clause says anew takes the place of the same in the search before. */
function refined({ wanted, text }: Clause, { memory: { listed } }: PlanContext): SearchRequest {
  const asked = searchRequest(wanted, text)
  const before = listed?.request
  const query = asked.query || (before?.query ?? asked.query)
  const options = asked.filters?.options ?? []
  const kept = (before?.filters?.options ?? []).filter(({ name }) => !options.some((option) => option.name === name))
  const price = asked.filters?.price ?? before?.filters?.price
  const filters: Filters = {
    ...(price && { price }),
    ...(options.length + kept.length > 0 && { options: [...kept, ...options] }),
  }
  return { ...(query !== undefined && { query }), context: { ...asked.context, ...before?.context }, filters }
}

/** Cheaper than what was shown last, or dearer. */
function isBeyond(price: number, limit: number | undefined, measure: Measure | undefined): boolean {
  return limit === undefined || (measure === 'cheap' ? price < limit : price > limit)
}
