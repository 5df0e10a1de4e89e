/** What a sentence asks the catalog for: words, colours and sizes, and a price. */
import type { Filters, SearchRequest } from '../../../src/commerce/index.ts'
import { english } from './words/english.ts'
import type { AgentWords } from './words/words.ts'

/** Words that ask, but name nothing of a shop. */
const fillers =
  /\b(?:please|hi|hello|find|show|search|look(?:ing)?|need|want|would like|can you|could you|do you (?:have|sell)|buy|get|give|me|us|i|i'm|am|we|some|any|a|an|the|for|with|my|in|cost(?:ing)?|priced?|prices?|dollars?|bucks|usd|euros?|eur)\b/gi

const unit = /(?:[$€]|dollars?\b|bucks\b|usd\b|euros?\b|eur\b)/.source
const number = /(\d{1,3}(?:[.,]\d{3})+|\d+(?:[.,]\d{1,2})?)/.source
const amount = `[$€]?\\s*${number}\\s*${unit}?`
const most = new RegExp(
  `\\b(?:under|below|less than|up ?to|at most|not over|cheaper than|max(?:imum)?)\\s*${amount}`,
  'i',
)
const least = new RegExp(`\\b(?:over|above|more than|at least|from|min(?:imum)?)\\s*${amount}`, 'i')
/** “around 50 dollars”: a fifth less or more. Without a currency it may be anything. */
const about = new RegExp(`\\b(?:around|about|roughly|near(?:ly)?)\\s*(?:[$€]\\s*${number}|${number}\\s*${unit})`, 'i')
const dash = /\s*(?:to|and|up to|-|–)\s*/.source
const range = new RegExp(`\\b(?:between|from)\\s*${amount}${dash}${amount}`, 'i')
/** Without a word before it: only with a currency, since sizes have ranges, too. */
const bareRange = new RegExp(`[$€]\\s*${number}${dash}[$€]?\\s*${number}|${number}${dash}${number}\\s*${unit}`, 'i')

/** What shoppers call colours → the shop's label. */
const colours: Readonly<Record<string, string>> = {
  ...{ red: 'Red', blue: 'Blue', navy: 'Blue', green: 'Green', grey: 'Grey', gray: 'Grey', yellow: 'Yellow' },
  ...{ orange: 'Orange', brown: 'Brown', purple: 'Purple', violet: 'Purple', beige: 'Beige', sand: 'Beige' },
  ...{ black: 'Black', white: 'White', pink: 'Pink' },
}
const colour = new RegExp(`\\b(?:${Object.keys(colours).join('|')})\\b`, 'gi')
const severalColours = new RegExp(`(${colour.source})\\s*(?:,|or|and)\\s*(?=${colour.source})`, 'gi')

const one = /(?:\d{2}(?:\.5)?|X{0,3}[SL]|M)/.source
const size = new RegExp(
  `\\b(?:in )?(?:sizes?|in|eu)\\s+(${one}(?:\\s*(?:,|or|and|/)\\s*${one})*)(?![\\p{L}\\d])(?: eu\\b)?`,
  'iu',
)

/** Sizes that the shop sells together. */
const together = ['36 to 39', '40 to 43', '44 to 47', 'S/M', 'L/XL']

/** Words that name everything there is. */
const everything = /^(?:what|everything|anything|all|things|stuff|products|there|there is|you have|you sell|\s)+$/i

type Option = NonNullable<Filters['options']>[number]

/**
 * “red running shoes size 42 under 150” → the query “running shoes”, the options Colour and Size, and prices up to 15000
 * cents. The sentence itself is the `intent`, unless it names nothing. Country and currency: the United States and dollars,
 * unless the sentence names euros.
 */
export function searchRequest(sentence: string, intent = sentence): SearchRequest {
  const { price, rest } = priceIn(sentence)
  const { options, rest: words } = optionsIn(rest)
  const named = words
    .replace(fillers, ' ')
    .replace(/[^\p{L}\p{N}\s'-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const query = everything.test(named) || /^(?:and|or|\s)*$/.test(named) ? '' : named
  const isEuro = /€|\beuros?\b|\beur\b/i.test(intent)
  const filters = { ...(price && { price }), ...(options.length > 0 && { options }) }
  const isFiltered = Object.keys(filters).length > 0
  return {
    // An empty query asks for everything.
    ...((query !== '' || !isFiltered) && { query }),
    context: {
      address_country: isEuro ? 'DE' : 'US',
      // Without a query the shop would search for the words of the sentence.
      ...(query !== '' && { intent }),
      ...(isEuro && { currency: 'EUR' }),
    },
    ...(isFiltered && { filters }),
  }
}

export function isColour(word: string): boolean {
  return Object.hasOwn(colours, word)
}

/** The words of a price and of sizes, each in the text as `¤` and its number: they may hold “and”. */
export function filterSpans(text: string): { readonly spans: readonly string[]; readonly rest: string } {
  const spans: string[] = []
  const rest = [range, bareRange, about, most, least, size].reduce(
    (left, pattern) => left.replace(pattern, (span) => ` ¤${spans.push(span) - 1} `),
    text,
  )
  return { spans, rest }
}

function priceIn(sentence: string): { readonly price: Filters['price'] | undefined; readonly rest: string } {
  const between = range.exec(sentence) ?? bareRange.exec(sentence)
  if (between) {
    const ends = between.slice(1).flatMap((end) => (end === undefined ? [] : [cents(end)]))
    return { price: { min: Math.min(...ends), max: Math.max(...ends) }, rest: sentence.replace(between[0], ' ') }
  }
  const nearly = about.exec(sentence)
  if (nearly) {
    const middle = cents(nearly[1] ?? nearly[2])
    return {
      price: { min: Math.round(middle * 0.8), max: Math.round(middle * 1.2) },
      rest: sentence.replace(nearly[0], ' '),
    }
  }
  const [max, min] = [most.exec(sentence), least.exec(sentence)]
  const price = { ...(max && { max: cents(max[1]) }), ...(min && { min: cents(min[1]) }) }
  return { price: max || min ? price : undefined, rest: sentence.replace(most, ' ').replace(least, ' ') }
}

function optionsIn(text: string): { readonly options: readonly Option[]; readonly rest: string } {
  const sizes = (size.exec(text)?.[1] ?? '').match(new RegExp(one, 'gi')) ?? []
  const labels = [...text.matchAll(colour)].map(([word]) => colours[word.toLowerCase()] ?? '')
  return {
    options: [
      ...[...new Set(labels)].map((label) => ({ name: 'Colour', label })),
      ...sizes
        .flatMap((label) => [label, ...togetherWith(label.toUpperCase())])
        .map((label) => ({ name: 'Size', label })),
    ],
    rest: text.replace(size, ' ').replace(severalColours, ' ').replace(colour, ' '),
  }
}

function togetherWith(wanted: string): readonly string[] {
  return together.filter((label) => {
    const [from = 0, to = 0] = label.split(' to ').map(Number)
    return label.split('/').includes(wanted) || (from <= Number(wanted) && Number(wanted) <= to)
  })
}

/** What is looked for, as a shopper says it: “red running shoes, size 42”. Empty: everything. */
export function wantedWords({ query = '', filters = {} }: SearchRequest, words: AgentWords = english): string {
  const { options = [] } = filters
  const said = (name: string): readonly string[] =>
    options.filter((option) => option.name === name && !together.includes(option.label)).map(({ label }) => label)
  const [colourWords, sizes] = [said('Colour').map((label) => label.toLowerCase()), said('Size')]
  const things = [colourWords.join(` ${words.or} `), query].filter(Boolean).join(' ')
  return [things, sizes.length > 0 ? words.ofSize(sizes.join(` ${words.or} `)) : ''].filter(Boolean).join(', ')
}

/** `1,500` and `1.500` are thousands, `1,50` and `1.50` are not. */
function cents(text: string | undefined): number {
  const plain = /^\d{1,3}(?:[.,]\d{3})+$/.test(text ?? '') ? (text ?? '').replace(/[.,]/g, '') : (text ?? '0')
  return Math.min(Math.round(Number(plain.replace(',', '.')) * 100), Number.MAX_SAFE_INTEGER)
}
