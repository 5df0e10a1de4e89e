/** What a sentence asks the catalog for: words and a price. */
import type { SearchRequest } from '../../../src/commerce/index.ts'

/** Words that ask, but name nothing of a shop. */
const fillers =
  /\b(?:please|hi|hello|find|show|search|look(?:ing)?|need|want|would like|can you|could you|do you (?:have|sell)|buy|get|give|me|us|i|i'm|am|we|some|any|a|an|the|for|with|my|cost(?:ing)?|priced?|dollars?|usd|euros?|eur)\b/gi

const amount = /[$€]?\s*(\d+(?:[.,]\d{1,2})?)\s*(?:[$€]|dollars?\b|usd\b|euros?\b|eur\b)?/.source
const most = new RegExp(
  `\\b(?:under|below|less than|up to|at most|not over|cheaper than|max(?:imum)?)\\s*${amount}`,
  'i',
)
const least = new RegExp(`\\b(?:over|above|more than|at least|from|min(?:imum)?)\\s*${amount}`, 'i')

/** Words that name everything there is. */
const everything = /^(?:what|everything|anything|all|things|stuff|products|there|there is|you have|you sell|\s)+$/i

/**
 * “running shoes under 150” → the query “running shoes”, and prices up to 15000 cents. The sentence itself is the
 * `intent`, unless it names nothing. Country and currency: the United States and dollars, unless the sentence names euros.
 */
export function searchRequest(sentence: string): SearchRequest {
  const [max, min] = [most.exec(sentence), least.exec(sentence)]
  const words = sentence.replace(most, ' ').replace(least, ' ').replace(fillers, ' ')
  const named = words
    .replace(/[^\p{L}\p{N}\s'-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const query = everything.test(named) ? '' : named
  const price = { ...(max && { max: cents(max[1]) }), ...(min && { min: cents(min[1]) }) }
  const isEuro = /€|\beuros?\b|\beur\b/i.test(sentence)
  return {
    ...(query !== '' && { query }),
    context: {
      address_country: isEuro ? 'DE' : 'US',
      // Without a query the shop would search for the words of the sentence.
      ...(query !== '' && { intent: sentence }),
      ...(isEuro && { currency: 'EUR' }),
    },
    ...((max || min || query === '') && { filters: max || min ? { price } : {} }),
  }
}

function cents(text: string | undefined): number {
  return Math.min(Math.round(Number((text ?? '0').replace(',', '.')) * 100), Number.MAX_SAFE_INTEGER)
}
