/**
 * The words of a shopper that name nothing of a shop, by what they do in a sentence. Whatever is not here is a name or a
 * property.
 */

const listed = (words: string): readonly string[] => words.split(' ')

/** What is to be done. Of two in one clause the earlier of this list counts: “put it in my cart” adds. */
export const verbs = {
  checkout: listed('checkout pay'),
  remove: listed('remove delete drop empty clear'),
  set: listed('make change set update'),
  add: listed('add put buy take grab purchase order pack throw pop'),
  compare: listed('compare comparison versus vs differ difference'),
  sort: listed('sort'),
  cart: listed('cart basket trolley total'),
  more: listed('more next others different suggestion alternative'),
  details: listed('tell open details detail describe explain about info photo picture image'),
  show: listed('show see like'),
  want: listed('want need wanna prefer choose'),
  find: listed('find search sell have offer stock'),
  ready: listed('ready'),
  dismiss: listed('dismiss stop cancel'),
  thanks: listed('thanks thank thx cheers bye goodbye'),
  help: listed('help'),
} as const

export type Verb = keyof typeof verbs

/** Nothing of the shop is wanted by these alone. */
export const talk: ReadonlySet<Verb> = new Set<Verb>(['ready', 'dismiss', 'thanks', 'help'])

/** Words that only together mean what they do. */
export const idioms: readonly (readonly [RegExp, string])[] = [
  [/\b(?:never ?mind|forget (?:it|that)|leave it|no thanks?(?: you)?|none of (?:them|these|those|it))\b/g, 'dismiss'],
  [/\b(?:thats|that is|that will be) (?:all|it|everything)\b|\b(?:im|we are|i am) done\b|\bnothing else\b/g, 'ready'],
  [/\bcheck(?:ing)? ?out\b/g, 'checkout'],
  [/\bsold out\b/g, 'soldout'],
  [/\b(?:right|straight) away\b/g, 'now'],
  [/\bcancel (?=(?:the|my|that|it|both|all)\b)/g, 'remove '],
  [/\bget(?:ting)? rid\b|\bleave out\b/g, 'remove'],
  [/\b(?:take|have|taking|having) an?(?:other)? (?:closer )?look\b/g, 'show'],
  [/\b(?:go|going) (?:with|for)\b/g, 'take'],
  [/\b(\d+|one) (?:less|fewer)\b/g, 'remove $1'],
  [/\blook(?:ing)? for\b/g, 'find'],
  [/\blook(?:ing)? at\b/g, 'show'],
  [
    /\b(?:id|would) (?:like|love|rather)\b|\b(?:ill|id|let me|can i|could i|may i|i will|i would) (?:have|get)\b/g,
    'want',
  ],
  [/\b(?:gimme|(?:get|give) me|(?<=\b(?:i|we) )become)\b/g, 'want'],
  [/(?<=\b(?:i|we) )meant?\b/g, 'make'],
  // A gift card is no cart, “my card” is one.
  [/\bmy (?:card|bag|order|basket|trolley)\b/g, 'my cart'],
  [/\b(?:what|anything|something|who) else\b/g, 'more'],
  [/\ball (?:the )?(?:\d|of)(?= |$)/g, 'all'],
  [/\bthe 2(?: of (?:them|these|those))?(?=$| *[,.!?])/g, 'both'],
]

/** Beside these a verb takes away: “take the blue one out”. */
export const particles = new Set(listed('out off away back'))

/** The thing is told by the words beside it: “the blue one”. */
export const standIns = new Set(
  listed('one ones item items thing things product products option options model models choice number no nr'),
)

/** After these, “one” counts nothing. */
export const determiners = new Set(
  listed('the this that these those which other another each every any no a nice same good'),
)

const units = new Set(listed('pair pairs piece pieces times x pcs each'))

/** Counted from the end where it is below zero. */
export const places: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    listed('first second third fourth fifth sixth seventh eighth ninth tenth').map((word, place) => [word, place]),
  ),
  ...Object.fromEntries(listed('1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th').map((word, place) => [word, place])),
  ...{ left: 0, former: 0, top: 0, last: -1, latter: -1, right: -1, bottom: -1 },
}

export type Measure = 'cheap' | 'dear' | 'good'

export const measures: Readonly<Record<string, Measure>> = {
  ...{ cheap: 'cheap', cheaper: 'cheap', cheapest: 'cheap', affordable: 'cheap' },
  ...{ dearer: 'dear', dearest: 'dear', pricey: 'dear', pricier: 'dear', priciest: 'dear', expensive: 'dear' },
  ...{ costly: 'dear', better: 'good', best: 'good', rated: 'good', popular: 'good', recommend: 'good' },
  ...{ recommended: 'good', suggest: 'good' },
}

/** “less expensive”, “too expensive” and “not so expensive” wish for what is cheap. */
export const opposites = new Set(listed('less least too not'))

/** Words that only make a measure stronger: “too”, “a bit more”. */
export const degrees = new Set([...listed('so that very bit more most as quite much little even a'), ...opposites])

/** Between names, as in “boots for rain”. */
export const links = new Set(listed('a an the some any of for from in with without to please hi hello'))

/** Between the things of a list. */
export const separators = new Set(listed(', vs versus with to'))

export type Pronoun = 'it' | 'these' | 'all' | 'everything' | 'other' | 'middle'

export const pronouns: Readonly<Record<string, Pronoun>> = {
  ...{ it: 'it', this: 'it', that: 'it', its: 'it', same: 'it' },
  ...{ these: 'these', those: 'these', them: 'these', they: 'these' },
  ...{ both: 'all', all: 'all', everything: 'everything', other: 'other', middle: 'middle' },
}

/** What follows is not meant. */
export const negations = new Set(listed('not no without except excluding instead dont doesnt wont never'))

/** A clause with one of these at its head, or with a question mark, only asks. */
export const askers = new Set(
  listed('what whats which who how hows is are does do did has was were why when where isnt arent doesnt'),
)

/** Say nothing of what is wanted. */
export const fillers = new Set(
  listed(
    'a an the and or but then so to of for from in into on at by with as if than also just only really very quite even ' +
      'please pls plz kindly hi hello hey hiya yo good morning afternoon evening dear there here ok okay yes yeah yep sure ' +
      'well oh ah hmm hm um no nah nope sorry wait actually maybe perhaps again now once ever still already yet anymore ' +
      'i im ive ill id me my mine we us our you u your he she his her husband wife mum mom dad someone somebody anyone ' +
      'am be been being is are was were will would could can cant should shall may might must do does did ' +
      'has had having got get gotta send bring check whether between either goes happen wow confirm ahead dont lets let go going went come comes coming ' +
      'keep love become give ' +
      'what whats which who how hows why when where any some something anything nothing none much many few lot bit kind ' +
      'type rather think know guess mean say try seem seems looks looking feel nice good great cool perfect fine lovely right ' +
      'not too out off up down away back over against around about available thats theres because since while buying ' +
      'cost costs costing price prices priced money budget dollar dollars usd euro euros eur bucks shop store online ' +
      'look colour colours color colors size sizes rating ratings review reviews reviewed less least most',
  ),
)

const verbOf = new Map(
  Object.entries(verbs).flatMap(([verb, words]) => words.map((word): [string, Verb] => [word, verb as Verb])),
)

/** “adding”, “adds” and “added” are “add”. */
export function verbIn(word: string): Verb | undefined {
  const stem = word.replace(/(?:ing|ed|s)$/, '')
  return verbOf.get(word) ?? verbOf.get(stem) ?? verbOf.get(`${stem}e`)
}

/** Neither a name nor a property. */
export function isGrammar(word: string): boolean {
  const tables = [places, measures, pronouns]
  return (
    [fillers, standIns, units, negations].some((words) => words.has(word)) ||
    tables.some((table) => Object.hasOwn(table, word)) ||
    verbIn(word) !== undefined
  )
}

/** For the repair of slips. */
export const grammarWords: readonly string[] = [
  ...[...verbOf.keys(), ...fillers],
  ...[places, measures, pronouns].flatMap((table) => Object.keys(table)),
]
