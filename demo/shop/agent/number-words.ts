/** Numbers in words → digits: “forty two”, “a dozen”. */

const units = 'one two three four five six seven eight nine'.split(' ')
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const small: readonly string[] = ['zero', ...units, ...teens]
const others: Readonly<Record<string, number>> = { couple: 2, twice: 2, dozen: 12 }

const written = new RegExp(
  `\\b(?:(${tens.join('|')})(?:[ -](${units.join('|')}))?|(${small.slice(2).join('|')}))\\b`,
  'g',
)

/** “One” stays a word: mostly it stands for a thing. */
export function inDigits(text: string): string {
  return text
    .replace(written, (_, ten: string | undefined, unit: string | undefined, low: string | undefined) =>
      String(
        low === undefined
          ? (tens.indexOf(ten ?? '') + 2) * 10 + Math.max(0, small.indexOf(unit ?? ''))
          : small.indexOf(low),
      ),
    )
    .replace(/\b(?:a )?(couple|twice|dozen)(?: of)?\b/g, (_, word: string) => String(others[word]))
}
