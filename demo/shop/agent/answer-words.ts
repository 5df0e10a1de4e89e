/** A sentence → what the user gets: each clause by what it is to do, and by what of the page it means. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import { currentCart } from './change-cart.ts'
import { changeLines } from './change-lines.ts'
import { askToCheckOut } from './check-out.ts'
import { type Clause, clausesOf, tells } from './clause.ts'
import { compareNamed } from './compare-named.ts'
import { askForThing, findWords, refineList } from './find-words.ts'
import { type Group, type Meant, meantBy, nothingMeant, type Thing, thingOf, thingsOf } from './meant.ts'
import type { Asked, Picked } from './memory.ts'
import { titleHas } from './named-products.ts'
import { isOffTopic, isShopMatter } from './off-topic.ts'
import { addPicked, choiceOf } from './picks.ts'
import type { PlanContext } from './plan.ts'
import { priceWords } from './price.ts'
import { askWhat, askWhich } from './question.ts'
import { searchRequest } from './search-words.ts'
import { showComparison, showDetail } from './show-detail.ts'
import { showMore, showResults } from './show-results.ts'
import { isSmallTalk, smallTalk, usualWishes } from './small-talk.ts'
import type { Measure } from './word-classes.ts'

/** @param chosen Id of the product or line that the sentence is about: a button said it. */
export async function* answerWords(
  sentence: string,
  messageId: string,
  context: PlanContext,
  chosen?: string,
): AsyncGenerator<Yielded> {
  const { memory, shop } = context
  const { asked, words } = memory
  memory.asked = undefined
  if (isOffTopic(sentence)) return yield* [{ text: `${words.offTopic} ${words.help}` }]
  if (isShopMatter(sentence)) return yield* [{ text: `${words.askTheShop(shop.name)} ${shop.address}` }]
  // After a restart of the agent the page knows more than the agent does.
  const isKnown = !chosen || memory.products.has(chosen) || memory.cart?.line_items.some(({ id }) => id === chosen)
  if (!isKnown) return yield* showDetail(chosen, context)
  const clauses = clausesOf(sentence, titleWords(context))
  const [first] = clauses
  if (clauses.every(isSmallTalk)) {
    const [only, ...more] = asked?.ids ?? []
    const agreed = only !== undefined && more.length === 0 && /^(?:yes|yep|ok|okay|sure)\b/i.test(sentence)
    if (agreed && asked) yield* answerWords(asked.clause.text, messageId, context, only)
    else yield* smallTalk(first, context)
    return
  }
  const picked: Picked[] = []
  const pick = (more: readonly Picked[]): void => void picked.push(...more)
  for (const [place, clause] of inOrder(clauses).entries()) {
    const key = place === 0 ? messageId : `${messageId}.${place}`
    yield* answerClause({ clause: answered(clause, asked), chosen, asked, pick, key }, context)
    // A question of the agent's own comes last.
    const question = questionOf(context)
    if (question) {
      memory.asked = { ...question, rest: [...picked, ...question.rest] }
      return
    }
  }
  if (picked.length > 0) yield* addPicked(picked, { key: messageId }, context)
}

interface Turn {
  readonly clause: Clause
  readonly chosen: string | undefined
  /** The question that was open. */
  readonly asked: Asked | undefined
  /** Into the cart with it, when all clauses were read: several may name some of it. */
  readonly pick: (picked: readonly Picked[]) => void
  /** The same for the same clause of a message that was sent twice. */
  readonly key: string
}

function questionOf({ memory }: PlanContext): Asked | undefined {
  return memory.asked
}

function titleWords({ memory }: PlanContext): ReadonlySet<string> {
  const titles = [...memory.products.values()].map(({ title }) => title.toLowerCase())
  return new Set(titles.flatMap((title) => title.match(/\p{L}{3,}/gu) ?? []))
}

/** The checkout is the last that anybody wants. Beside what is to be done, mere talk says nothing: “I am in a hurry”. */
function inOrder(clauses: readonly Clause[]): readonly Clause[] {
  const busy = clauses.filter((clause) => !isSmallTalk(clause))
  const telling = busy.filter(tells)
  const kept = telling.length > 0 ? telling : busy
  return [...kept].sort((a, b) => Number(a.verb === 'checkout') - Number(b.verb === 'checkout'))
}

/** An answer to an open question says only which: what is to be done stands in the question. */
function answered(clause: Clause, asked: Asked | undefined): Clause {
  if (!asked || clause.denies || !['want', 'set', undefined].includes(clause.verb)) return clause
  const { verb, numbers, text } = asked.clause
  return { ...clause, verb, definite: true, text: `${clause.text} ${text}`, numbers: [...clause.numbers, ...numbers] }
}

async function* answerClause(turn: Turn, context: PlanContext): AsyncGenerator<Yielded> {
  const { clause, key } = turn
  const { verb, asks, wanted, pointers } = clause
  const { focus, words } = context.memory
  const asksForSum = asks && focus?.inCart === true && wanted === '' && pointers.some(({ kind }) => kind === 'it')
  if (verb === 'checkout') return yield* askToCheckOut(key, context)
  if (verb === 'cart' || asksForSum) return yield* currentCart(context)
  if (yield* changeLines(turn, context)) return
  if (clause.denies) return yield* askWhat(words.instead, usualWishes(context), context)
  if (verb === 'sort') return yield* refineList(clause, context)
  if (verb === 'more' && wanted === '') return yield* showMore(context)
  const isEverything = wanted === '' && !clause.except && pointers.some(({ kind }) => kind === 'everything')
  if ((verb === 'show' || verb === 'find') && isEverything) {
    yield* showResults(searchRequest(''), context)
    return
  }
  const meant = meantOnPage(turn, context)
  if (verb === 'compare') return yield* compare(clause, meant, context)
  if (isMeant(meant, clause)) yield* answerMeant(turn, meant.groups, context)
  else yield* answerUnseen(turn, context)
}

/** What stands on the page comes first, then whatever was seen by its name. */
function meantOnPage({ clause, chosen, asked }: Turn, { memory }: PlanContext): Meant {
  const { products, listed, focus } = memory
  const onlyOf = (things: readonly Thing[]): Meant => ({
    ...{ groups: [{ things, several: false }], points: true, fits: true, strange: false },
  })
  if (chosen) return onlyOf(thingsOf([chosen], products))
  const focused = thingsOf(focus ? [focus.id] : [], products)
  const onPage = [asked?.ids ?? [], listed?.ids ?? []].map((ids) => thingsOf(ids, products))
  const pools = [...onPage, focused].filter(({ length }) => length > 0)
  const [first = []] = pools
  for (const things of pools) {
    const meant = meantBy(clause, things, focus?.id)
    if (meant.groups.length > 0 && !meant.strange) return meant
  }
  // “42 is fine”, “what does it cost?”: no more than that is said of what was just asked or shown.
  if (asked && clause.words.length === 0) return onlyOf(first)
  const saysNoMore = clause.words.length === 0 && (saysOption(clause, focused) || saysBuy(clause))
  if (focus?.inCart === false && saysNoMore) return onlyOf(focused)
  const named = meantBy(
    { ...clause, pointers: [], measure: undefined },
    thingsOf([...products.keys()], products),
    undefined,
  )
  const isKnown = clause.words.length > 0 && !named.strange && named.groups.every(({ things }) => things.length === 1)
  if (isKnown) return named
  return first.length > 0 ? meantBy(clause, first, focus?.id) : { ...nothingMeant, strange: clause.words.length > 0 }
}

function saysBuy({ verb, wanted, pointers, measure }: Clause): boolean {
  return verb === 'add' && wanted === '' && pointers.length === 0 && !measure
}

function saysOption(clause: Clause, things: readonly Thing[]): boolean {
  return clause.numbers.length > 0 && countIn(clause, things) === undefined
}

/** Who asks for a property of one thing is shown it; else a word that nothing here has is looked for in the shop. */
function isMeant({ groups, points, fits, strange }: Meant, { verb, asks, definite, pointers }: Clause): boolean {
  if (groups.length === 0) return false
  const isOne = groups.every(({ things }) => things.length === 1)
  if (strange) return asks && fits && (isOne || (definite && pointers.length > 0))
  return points || verb === 'add' || verb === 'details'
}

async function* answerMeant(turn: Turn, groups: readonly Group[], context: PlanContext): AsyncGenerator<Yielded> {
  const { clause, asked, pick } = turn
  const { verb, asks, pointers, measure, text } = clause
  const { words } = context.memory
  const unclear = groups.find(({ things, several }) => things.length > 1 && !several)
  const things = groups.flatMap(({ things }) => things)
  const count = countIn(clause, things)
  if (things.length === 0) return yield* answerUnseen(turn, context)
  if (isNarrowing(clause)) return yield* refineList(clause, context)
  if (unclear) return yield* askWhich(unclear.things, text, words.whichDoYouMean, context)
  if (verb === 'add' || (!asks && (verb === 'want' || (verb === undefined && count !== undefined)))) {
    const points = pointers.length > 0 || measure !== undefined
    const picked = things.map(({ id }) => ({ product: id, quantity: count ?? 1, text, points }))
    return pick([...picked, ...(asked?.rest ?? [])])
  }
  const isAll = things.length > 1 && things.length === context.memory.listed?.ids.length
  if (isAll && verb === undefined && !asks) yield* askWhat(words.whatWithThem, wishesForAll(context), context)
  else yield* showMeant(clause, things, context)
}

function wishesForAll({ memory: { words } }: PlanContext): Readonly<Record<string, string>> {
  return { [words.addToCart]: 'add all', [words.first.cheap]: 'cheapest first', [words.first.good]: 'best first' }
}

/** “in blue”, “only size 42”: what is there, with fewer of it. */
function isNarrowing({ verb, except, pointers, measure, words, wanted, text }: Clause): boolean {
  const isFilter = wanted !== '' && pointers.length === 0 && !measure && words.length === 0 && !except
  return isFilter && verb !== 'add' && verb !== 'want' && !/\bone\b/.test(text)
}

/** The first number that is no name of a variant: “two Amble 42”. */
function countIn({ numbers }: Clause, things: readonly Thing[]): number | undefined {
  const options = things.flatMap(({ product }) => product?.options ?? [])
  const labels = options.flatMap(({ values }) => values.flatMap(({ label }) => label.split(' ')))
  return numbers.find((number) => number > 0 && !labels.includes(String(number)))
}

async function* showMeant(clause: Clause, things: readonly Thing[], context: PlanContext): AsyncGenerator<Yielded> {
  const { words } = context.memory
  const [thing, ...more] = things
  const ids = things.map(({ id }) => id)
  if (!thing) return
  if (more.length > 0 && clause.words.length === 0 && (clause.wanted !== '' || clause.except))
    return yield* refineList(clause, context, new Set(ids))
  if (more.length > 0) return yield* showComparison(ids, context)
  const { said, variant } = choiceOf(thing.product, clause.text, words)
  const measured = clause.pointers.length === 0 ? extremeWords(clause.measure, thing, context) : undefined
  yield* showDetail(thing.id, context, { chosen: variant?.id, said: said ?? measured })
}

function extremeWords(
  measure: Measure | undefined,
  { title, product }: Thing,
  { memory }: PlanContext,
): string | undefined {
  if (!measure || !product) return undefined
  const { words } = memory
  const { value = 0, scale_max: most = 5 } = product.rating ?? {}
  return words.extreme[measure](
    title,
    measure === 'good' ? words.rating(value, most) : priceWords(product.price_range.min),
  )
}

async function* compare(clause: Clause, { groups, strange }: Meant, context: PlanContext): AsyncGenerator<Yielded> {
  const ids = groups.flatMap(({ things }) => things.map(({ id }) => id))
  const isUnclear = groups.some(({ things, several }) => things.length > 1 && !several)
  if ((!strange || clause.pointers.length > 0) && !isUnclear && ids.length > 1) yield* showComparison(ids, context)
  else yield* compareNamed(clause.names, isUnclear || clause.pointers.length === 0 ? [] : ids, context)
}

/** Nothing on the page is meant: the shop is asked, or the user is. */
async function* answerUnseen({ clause, key, pick }: Turn, context: PlanContext): AsyncGenerator<Yielded> {
  const { verb, wanted, words: named, measure, pointers, asks } = clause
  const { words, listed, focus } = context.memory
  const isFilter = named.length === 0 && wanted !== '' && listed !== undefined
  if (isFilter || (measure && pointers.length === 0)) return yield* refineList(clause, context)
  if (asks && named.some((word) => /..(?:est|ier)$/.test(word))) return yield* [{ text: words.onlyPriceAndRating }]
  const [id = ''] = named
  if (/^(?:prod|var|ff)-/.test(id)) return yield* showDetail(id, context, { wanted: countIn(clause, []) })
  if (wanted !== '') {
    const found = yield* findWords(clause, context)
    const [meant, ...more] = found.filter((one) => found.length === 1 || titleHas(one, named.join(' ')))
    if (verb !== 'add' || !meant || more.length > 0) return
    const quantity = countIn(clause, [thingOf(meant)]) ?? 1
    return pick([{ product: meant.id, quantity, text: clause.text, points: false }])
  }
  if (clause.except) return yield* askWhat(words.instead, usualWishes(context), context)
  if (verb === 'find' || verb === 'show') yield* showResults(searchRequest(''), context)
  else if (saysBuy(clause) && clause.numbers.length === 0 && context.memory.cart) yield* askToCheckOut(key, context)
  else if (focus && pointers.length === 0 && (asks || verb === 'details')) yield* showDetail(focus.id, context)
  else yield* askForThing(clause, context)
}
