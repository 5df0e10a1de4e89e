/** A sentence of a shopper → what each of its clauses asks for. It knows words of the grammar alone, and no product. */
import { inDigits } from './number-words.ts'
import { filterSpans, isColour } from './search-words.ts'
import { mended } from './slips.ts'
import {
  askers,
  degrees,
  determiners,
  fillers,
  idioms,
  isGrammar,
  links,
  type Measure,
  measures,
  negations,
  opposites,
  type Pronoun,
  particles,
  places,
  pronouns,
  separators,
  standIns,
  talk,
  type Verb,
  verbIn,
  verbs,
} from './word-classes.ts'

/** What a clause points at instead of naming it. */
export type Pointer =
  | { readonly kind: 'place'; readonly place: number }
  | { readonly kind: 'first'; readonly count: number }
  | { readonly kind: Pronoun }

export interface Clause {
  /** With slips mended and numbers as digits. */
  readonly text: string
  readonly verb: Verb | undefined
  /** “don't add”. */
  readonly denies: boolean
  readonly asks: boolean
  /** “two more”, “another one”. */
  readonly more: boolean
  /** “the cheaper one” is one of what stands on the page, “something cheaper” is none of it. */
  readonly definite: boolean
  readonly pointers: readonly Pointer[]
  readonly measure: Measure | undefined
  /** As they stand: a quantity, or what a variant is called. */
  readonly numbers: readonly number[]
  /** Names and properties. */
  readonly words: readonly string[]
  /** The clause without grammar: names, properties, colours, sizes and a price. */
  readonly wanted: string
  /** The same, in the parts of a list: “Amble, Birch and Cairn”. */
  readonly names: readonly string[]
  /** Nothing but names and properties, as somebody types into a field for a search. */
  readonly bare: boolean
  /** What is not meant. */
  readonly except: Clause | undefined
}

/** @param known Words that are no slips, such as those of titles. */
export function clausesOf(sentence: string, known: ReadonlySet<string> = new Set()): readonly Clause[] {
  const { spans, rest } = filterSpans(plainText(sentence, known))
  const given: Given = {
    spans,
    written: new Map(sentence.match(/\p{L}+/gu)?.map((word) => [word.toLowerCase(), word])),
  }
  const clauses: Piece[] = []
  for (const piece of piecesOf(rest)) {
    const before = clauses.at(-1)
    const next = read(piece, given)
    // “two of the first and one of the third”: the verb counts for both.
    const verb = next.verb ?? (next.numbers.length > 0 ? before?.clause.verb : undefined)
    if (!before || standsAlone(next, before.clause)) clauses.push({ text: piece, clause: { ...next, verb } })
    else clauses[clauses.length - 1] = joined(before.text, piece, given)
  }
  return clauses.map(({ clause }) => clause).filter((clause) => !isEmpty(clause))
}

/** Of the sentence: the words of its prices and sizes, and how its words were written. */
interface Given {
  readonly spans: readonly string[]
  readonly written: ReadonlyMap<string, string>
}

interface Piece {
  readonly text: string
  readonly clause: Clause
}

function joined(before: string, piece: string, given: Given): Piece {
  const text = `${before} , ${piece}`
  return { text, clause: read(text, given) }
}

/** Of a sentence without any clause that says something. */
function isEmpty({ verb, denies, pointers, measure, numbers, wanted, except, more }: Clause): boolean {
  return !(verb || denies || measure || except || more || wanted) && pointers.length + numbers.length === 0
}

function hasObject({ pointers, words, measure, wanted }: Clause): boolean {
  const points = pointers.some(({ kind }) => kind !== 'it' && kind !== 'these')
  return points || words.length > 0 || measure !== undefined || wanted !== ''
}

/** “…, two pairs” and “…, in blue” belong to what was said before; “… and one of the third” is something else. */
function standsAlone(next: Clause, before: Clause): boolean {
  if (isEmpty(before) || (isTalk(before) && !hasObject(before))) return true
  if (next.verb) return (before.verb !== undefined && before.verb !== next.verb) || hasObject(next) || !tells(before)
  return [before, next].every((clause) => clause.numbers.length > 0 && hasObject(clause))
}

function isTalk({ verb }: Clause): boolean {
  return verb !== undefined && talk.has(verb)
}

/** Says what to do or what is meant. Anything else is mere talk beside it: “I am in a hurry”. */
export function tells(clause: Clause): boolean {
  const { verb, bare, measure, pointers } = clause
  const points = pointers.some(({ kind }) => kind !== 'it' && kind !== 'these')
  return (verb !== undefined && !isTalk(clause)) || bare || measure !== undefined || points
}

/** Numbers as digits, one word for an idiom, no apostrophes, and slips mended. */
function plainText(sentence: string, known: ReadonlySet<string>): string {
  const words = sentence
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’‘`¤]/g, '')
    .replace(/&/g, ' and ')
    .replace(/#\s*(?=\d)/g, ' number ')
    .replace(/(?<=\d)[.,](?=\d{3}\b)/g, '')
    .replace(/\b(\d+)x\b|\bx(\d+)\b/g, ' $1$2 x ')
  const right = inDigits(words).replace(/\p{L}[\p{L}-]*/gu, (word) => mended(word, known))
  return idioms.reduce((text, [idiom, meaning]) => text.replace(idiom, meaning), right)
}

/** Ends of clauses, and words between two. A comma or a point within a number is none. */
function piecesOf(text: string): readonly string[] {
  const marked = text.replace(/([?])/g, ' ? ; ').replace(/(?<!\d)[.,;:!]+|[.,;:!]+(?!\d)/g, ' ; ')
  return marked
    .split(/;|\b(?:and|then|but|or|because|since|if|when|while|although)\b/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
}

const tokensOf = (text: string): readonly string[] => text.match(/¤\d+|\d+(?:[.,]\d+)*|[\p{L}\p{N}-]+|[?,]/gu) ?? []

function read(piece: string, given: Given): Clause {
  const { tokens, except, denies } = withoutExceptions(tokensOf(piece), given)
  const said = tokens.filter((token) => token !== ',' && token !== '?')
  const { pointers, numbers, ...measured } = pointersIn(said)
  const text = restored(said, { ...given, written: new Map() }).join(' ')
  const more = /\b(?:\d+|one) more\b|\banother\b/.test(text)
  const asks = tokens.includes('?') || headOf(said).some((token) => askers.has(token))
  return {
    ...{ text, except, denies, asks, more, pointers, numbers, ...measured, ...namesIn(tokens, given) },
    verb: verbOf(said, asks, more),
    definite: measured.definite || said.some((token) => token === 'the' || Object.hasOwn(pronouns, token)),
  }
}

/** What stands before the first word that says something. */
function headOf(tokens: readonly string[]): readonly string[] {
  const end = tokens.findIndex((token) => !fillers.has(token))
  return end < 0 ? tokens : tokens.slice(0, end)
}

function verbOf(tokens: readonly string[], asks: boolean, more: boolean): Verb | undefined {
  const found = tokens.map((token, index) => {
    const verb = fillers.has(token) ? undefined : verbIn(token)
    // “A more expensive one” asks for no more of them.
    return verb === 'more' && Object.hasOwn(measures, tokens[index + 1] ?? '') ? undefined : verb
  })
  const has = (verb: Verb): boolean => found.includes(verb)
  const verb = (Object.keys(verbs) as Verb[]).find(has)
  if (verb === 'checkout' && asks && has('cart')) return 'cart'
  if (more && (verb === 'more' || verb === undefined)) return 'add'
  return verb === 'add' && tokens.some((token) => particles.has(token)) ? 'remove' : verb
}

function namesIn(tokens: readonly string[], given: Given): Pick<Clause, 'words' | 'wanted' | 'names' | 'bare'> {
  const named = tokens.map((token, index) => isNamed(token, tokens, index))
  const list = tokens.flatMap((token, index) => (named[index] ? [token] : separators.has(token) ? [','] : []))
  const names = restored(list, given).join(' ').split(',')
  return {
    words: tokens.filter((token, index) => named[index] && !/^[¤\d]/.test(token) && token !== 'to' && !isColour(token)),
    wanted: names.join(' ').replace(/\s+/g, ' ').trim(),
    names: names.map((name) => name.trim()).filter((name) => name !== ''),
    bare: tokens.every((token, index) => named[index] || links.has(token) || /^[,?]$/.test(token)),
  }
}

/** With prices and sizes in their places, and names as they were written. */
const restored = (tokens: readonly string[], { spans, written }: Given): readonly string[] =>
  tokens.map((token) => (token.startsWith('¤') ? (spans[Number(token.slice(1))] ?? '') : (written.get(token) ?? token)))

/** A number after a name is part of it: “Birch 43”, “socks 36 to 39”. */
function isNamed(token: string, tokens: readonly string[], index: number): boolean {
  const before = tokens[index - 1] ?? ''
  if (/^\d/.test(token))
    return (
      /[\p{L}\d]/u.test(before) &&
      (/^\d/.test(before) || before === 'to' || !isGrammar(before)) &&
      !before.startsWith('¤')
    )
  if (token === 'to') return /^\d/.test(before) && /^\d/.test(tokens[index + 1] ?? '')
  return token.startsWith('¤') || (/\p{L}/u.test(token) && (isColour(token) || !isGrammar(token)))
}

function withoutExceptions(
  tokens: readonly string[],
  given: Given,
): { readonly tokens: readonly string[]; readonly except: Clause | undefined; readonly denies: boolean } {
  const at = tokens.findIndex((token) => negations.has(token) && token !== 'no')
  if (at < 0) return { tokens, except: undefined, denies: false }
  const next = tokens.slice(at + 1).findIndex((token) => !fillers.has(token) && !degrees.has(token))
  const follower = next < 0 ? '' : (tokens[at + 1 + next] ?? '')
  if (Object.hasOwn(measures, follower)) return { tokens, except: undefined, denies: false }
  if (follower === '' || verbIn(follower))
    return { tokens, except: undefined, denies: follower !== '' || tokens[at] !== 'instead' }
  const comma = tokens.indexOf(',', at)
  const end = comma < 0 ? tokens.length : comma
  const rest = [...tokens.slice(0, at), ...tokens.slice(end)]
  return { tokens: rest, except: read(tokens.slice(at + 1, end).join(' '), given), denies: false }
}

type Pointed = Pick<Clause, 'pointers' | 'numbers' | 'measure' | 'definite'>

function pointersIn(tokens: readonly string[]): Pointed {
  const pointers: Pointer[] = []
  const numbers: number[] = []
  let measure: Measure | undefined
  let definite = false
  for (const [index, token] of tokens.entries()) {
    const [before = '', after = ''] = [tokens[index - 1], tokens[index + 1]]
    const digits = /^\d{1,9}$/.test(token) ? Number(token) : undefined
    if (Object.hasOwn(places, token)) {
      const place = places[token] ?? 0
      const several = /^\d{1,2}$/.test(after)
      pointers.push(several ? { kind: 'first', count: Number(after) } : { kind: 'place', place })
    } else if (digits !== undefined && ['number', 'nr', 'no', 'option', 'item', 'product'].includes(before))
      pointers.push({ kind: 'place', place: digits - 1 })
    else if (digits !== undefined && !Object.hasOwn(places, before)) numbers.push(digits)
    else if (token === 'one' && !standsFor(before)) numbers.push(1)
    else if (token === 'another') numbers.push(1)
    else if (Object.hasOwn(measures, token)) {
      const run = tokens.slice(0, index).findLastIndex((each) => !degrees.has(each) && !Object.hasOwn(measures, each))
      const flips = tokens.slice(run + 1, index).some((each) => opposites.has(each))
      measure = flipped(measures[token], flips)
      const head = tokens[run] ?? ''
      definite ||= head === 'the' || standIns.has(after) || tokens.includes('which')
    } else if (Object.hasOwn(pronouns, token)) pointers.push({ kind: pronouns[token] ?? 'it' })
  }
  return { pointers, numbers, measure, definite }
}

/** “One” in “the one”, “the cheaper one”, “the blue one”. */
function standsFor(before: string): boolean {
  return (
    determiners.has(before) ||
    isColour(before) ||
    Object.hasOwn(places, before) ||
    Object.hasOwn(measures, before) ||
    (before !== '' && !isGrammar(before))
  )
}

function flipped(measure: Measure | undefined, flips: boolean): Measure | undefined {
  if (!flips || measure === 'good') return measure
  return measure === 'cheap' ? 'dear' : 'cheap'
}
