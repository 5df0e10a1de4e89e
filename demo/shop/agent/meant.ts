/** Which of the things that stand on the page a clause means: by name, place, colour, price, or because it was the last. */
import type { Filters, Product } from '../../../src/commerce/index.ts'
import type { Clause, Pointer } from './clause.ts'
import { searchRequest } from './search-words.ts'
import type { Measure } from './word-classes.ts'

/** A product on show, or a line of the cart. */
export interface Thing {
  /** Of the product, or of the line. */
  readonly id: string
  readonly title: string
  /** In minor units. */
  readonly price: number
  readonly currency: string
  /** Absent: the line of a thing that this process has not seen. */
  readonly product: Product | undefined
}

/** Things that one part of a clause means; more than one where it does not say which, unless it means several. */
export interface Group {
  readonly things: readonly Thing[]
  readonly several: boolean
}

export interface Meant {
  /** Empty: the clause means nothing of this. */
  readonly groups: readonly Group[]
  /** The clause means what is there: “the second”, “the blue one”. */
  readonly points: boolean
  /** Something that it says is true of the groups, more than that they are the cheapest. */
  readonly fits: boolean
  /** A name or a property that nothing here has. */
  readonly strange: boolean
}

export const nothingMeant: Meant = { groups: [], points: false, fits: false, strange: false }

/** @param focus Id of what was shown or added last: “it”. */
export function meantBy(clause: Clause, things: readonly Thing[], focus: string | undefined): Meant {
  const { words, measure, definite, verb } = clause
  if (things.length === 0) return { ...nothingMeant, strange: words.length > 0 }
  const pool = withoutExcepted(clause, things, focus)
  const { groups: named, strange } = byName(clause, pool)
  const [base = pool, ...more] = named
  const coloured = byFilter(clause, base)
  const pointed = pointedAt(clause, [coloured ?? [], base], pool, focus)
  const fits = coloured !== undefined || named.length > 0 || pointed !== undefined
  const points = definite || pointed !== undefined || (measure !== undefined && more.length > 0)
  const meant = (groups: readonly Group[]): Meant => ({ groups, points, fits, strange })
  const best = (some: readonly Thing[]): Group => ({
    things: byMeasure(measure ?? 'cheap', some).slice(0, 1),
    several: false,
  })
  if (verb === 'compare' && named.length > 0) {
    const beside = byPointers({ ...clause, words: [] }, pool, pool, focus) ?? []
    return meant([...beside, ...named.map((each) => groupOf(each, clause))])
  }
  if (more.length > 0 && measure)
    return meant([best(pool.filter((thing) => named.some((each) => each.includes(thing))))])
  if (more.length > 0) return meant(named.map((each) => groupOf(each, clause)))
  if (pointed) return meant(pointed)
  if (measure && (definite || verb === 'sort')) return meant([best(coloured ?? base)])
  return meant(fits || pool.length < things.length ? [groupOf(coloured ?? base, clause)] : [])
}

/** “the third, but in blue”: where those that are blue have no third, it is the third of all that is asked for in blue. */
function pointedAt(
  clause: Clause,
  [coloured, base]: readonly [readonly Thing[], readonly Thing[]],
  pool: readonly Thing[],
  focus: string | undefined,
): readonly Group[] | undefined {
  const near = coloured.length > 0 ? byPointers(clause, coloured, pool, focus) : undefined
  return near?.some(({ things }) => things.length > 0) ? near : byPointers(clause, base, pool, focus)
}

/** “the blue ones” means all of them. */
function groupOf(things: readonly Thing[], { text }: Clause): Group {
  return { things, several: /\b(?:ones|all|both|everything)\b/.test(text) }
}

function withoutExcepted({ except }: Clause, things: readonly Thing[], focus: string | undefined): readonly Thing[] {
  if (!except) return things
  const gone = new Set(meantBy(except, things, focus).groups.flatMap(({ things: each }) => each.map(({ id }) => id)))
  return things.filter(({ id }) => !gone.has(id))
}

/**
 * Words that follow one another name one thing as long as a thing has them all: “Amble running shoe”, but “Amble Birch”. A
 * word of a description tells things apart, as in “the one for wet stone”, and names none.
 */
function byName(
  { words, verb, pointers, text }: Clause,
  things: readonly Thing[],
): { readonly groups: readonly (readonly Thing[])[]; readonly strange: boolean } {
  const tells = verb === 'add' || verb === 'set' || verb === 'remove' || /\b(?:ones?|which)\b/.test(text)
  const groups: (readonly Thing[])[] = []
  let strange = false
  for (const word of words) {
    const before = groups.at(-1)
    const titled = things.filter(({ title, product }) => stemsOf(title).has(stemOf(word)) || product?.id === word)
    const described = things.filter((thing) => describes(thing, word))
    const narrower = (before ?? []).filter((thing) => titled.includes(thing) || described.includes(thing))
    if (narrower.length > 0) groups[groups.length - 1] = narrower
    else if (titled.length > 0) groups.push(titled)
    else if (described.length > 0 && before === undefined && tells && pointers.length === 0) groups.push(described)
    else strange ||= described.length === 0 || pointers.length === 0
  }
  return { groups, strange }
}

export function hasWord(thing: Thing, word: string): boolean {
  return stemsOf(thing.title).has(stemOf(word)) || describes(thing, word)
}

function describes({ product }: Thing, word: string): boolean {
  const { description, options = [], categories = [] } = product ?? {}
  const labels = options.flatMap(({ values }) => values.map(({ label }) => label))
  const texts = [description?.plain ?? '', ...labels, ...categories.map(({ value }) => value)]
  return stemsOf(texts.join(' ')).has(stemOf(word))
}

/** Without the plural’s s, as the shop reads words. */
const stemOf = (word: string): string => (word.length > 3 ? word.replace(/(?<=ss|sh|ch|x)es$|(?<!s)s$/, '') : word)

function stemsOf(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf))
}

/** By colour and price. `undefined`: the clause says nothing of them, or nothing has them. */
function byFilter({ wanted }: Clause, things: readonly Thing[]): readonly Thing[] | undefined {
  const { price, options = [] } = searchRequest(wanted).filters ?? {}
  const colours = options.filter(({ name }) => name === 'Colour').map(({ label }) => label)
  if (!price && colours.length === 0) return undefined
  const found = things.filter((thing) => colours.every((colour) => hasColour(thing, colour)) && hasPrice(thing, price))
  const any = found.length > 0 ? found : things.filter((thing) => colours.some((colour) => hasColour(thing, colour)))
  return any.length > 0 ? any : undefined
}

function hasColour({ product, title }: Thing, colour: string): boolean {
  const labels = product?.options?.flatMap(({ values }) => values.map(({ label }) => label)) ?? []
  return labels.includes(colour) || stemsOf(title).has(colour.toLowerCase())
}

function hasPrice({ price }: Thing, limits: Filters['price']): boolean {
  return price >= (limits?.min ?? 0) && price <= (limits?.max ?? Number.POSITIVE_INFINITY)
}

function byPointers(
  { pointers, measure, words }: Clause,
  things: readonly Thing[],
  all: readonly Thing[],
  focus: string | undefined,
): readonly Group[] | undefined {
  const places = pointers.filter(({ kind }) => kind === 'place' || kind === 'first' || kind === 'middle')
  if (places.length > 0)
    return places.map((pointer) => ({ things: atPlace(pointer, things), several: pointer.kind === 'first' }))
  const [pointer] = pointers
  if (!pointer || measure) return undefined
  if (pointer.kind === 'all' || pointer.kind === 'everything') return [{ things, several: true }]
  if (pointer.kind === 'other' && focus !== undefined)
    return [{ things: things.filter(({ id }) => id !== focus), several: false }]
  if (pointer.kind === 'other') return [{ things, several: false }]
  // A name beside it says more: “this jacket”.
  if (words.length > 0 && things.length < all.length) return undefined
  if (pointer.kind === 'these') return [{ things, several: true }]
  const same = all.filter(({ id }) => id === focus)
  return [{ things: same.length > 0 ? same : things, several: false }]
}

function atPlace(pointer: Pointer, things: readonly Thing[]): readonly Thing[] {
  if (pointer.kind === 'first') return things.slice(0, pointer.count)
  if (pointer.kind === 'middle')
    return things.length % 2 === 1 ? things.slice((things.length - 1) / 2)?.slice(0, 1) : things
  const thing = pointer.kind === 'place' ? things.at(pointer.place) : undefined
  return thing ? [thing] : []
}

/** The best first. Prices of another currency than that of most things cannot be compared, and come last. */
export function byMeasure(measure: Measure, things: readonly Thing[]): readonly Thing[] {
  const sold = (currency: string): number => things.filter((thing) => thing.currency === currency).length
  const rank = ({ price, currency, product }: Thing): number => {
    if (measure === 'good') return -(product?.rating?.value ?? 0)
    const isForeign = sold(currency) * 2 < things.length
    return isForeign ? Number.MAX_SAFE_INTEGER : measure === 'cheap' ? price : -price
  }
  return [...things].sort((a, b) => rank(a) - rank(b))
}

export function thingOf(product: Product): Thing {
  const { amount: price, currency } = product.price_range.min
  return { id: product.id, title: product.title, price, currency, product }
}

/** Those that were seen. */
export function thingsOf(ids: readonly string[], products: ReadonlyMap<string, Product>): readonly Thing[] {
  return ids.flatMap((id) => {
    const product = products.get(id)
    return product ? [thingOf(product)] : []
  })
}
