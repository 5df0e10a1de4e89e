/** Faults in the fewest words that a model needs to put them right. */
import { clip } from '../json/value.ts'
import { type Fault, groupedBy } from './fault.ts'

export interface DescribeOptions {
  /** The most tokens, of 3.5 characters each. What has no room is counted in the last line. Default: 1,200. */
  readonly maxTokens?: number | undefined
}

/**
 * One line for each fault: line, place, what is wrong, what is right. Faults with the same words are one line. First what cannot
 * be read, then envelopes, types, values and references; warnings come last. No faults: an empty text.
 */
export function describeFaults(faults: readonly Fault[], { maxTokens = 1_200 }: DescribeOptions = {}): string {
  const sorted = [...faults].sort((a, b) => rankOf(a) - rankOf(b))
  const groups = [...groupedBy(sorted, ({ message, hint }) => `${message} ${hint}`).values()]
  const lines: string[] = []
  let room = maxTokens * 3.5 - lastLine(faults.length).length
  for (const [index, group] of groups.entries()) {
    const line = described(group)
    room -= line.length + 1
    if (room < 0) {
      lines.push(lastLine(groups.slice(index).flat().length))
      break
    }
    lines.push(line)
  }
  return lines.join('\n')
}

function lastLine(count: number): string {
  return `… and ${count} more.`
}

/** By code, in the order in which they are to be put right. What has no place here is a value. */
const ranks: readonly RegExp[] = [
  /^(STREAM|ENCODING|JSON|NUMBER|LIMIT_(LINE|DEPTH|STRING))/,
  /^(ENVELOPE|VERSION)/,
  /^(CATALOG|COMPONENT|FUNCTION)/,
  /^(?!SURFACE|ROOT|CHILD|ID_|GRAPH)/,
]

function rankOf({ code, severity }: Fault): number {
  const rank = ranks.findIndex((codes) => codes.test(code))
  return (severity === 'warning' ? 10 : 0) + (rank < 0 ? ranks.length : rank)
}

/** Places of one group that are named. */
const maxPlaces = 6

function described(group: readonly Fault[]): string {
  const [first, ...others] = group as readonly [Fault, ...Fault[]]
  const also = others.slice(0, maxPlaces - 1).map(placeOf)
  const rest = others.length - also.length
  const places = also.length === 0 ? '' : ` Also ${also.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
  return `${placeOf(first)}: ${clip(first.message, 300)}. ${hintOf(first)}${places}`
}

function placeOf({ line, at }: Fault): string {
  return [line, at].filter(Boolean).join(' ') || 'all'
}

/** Allowed words that are named. */
const maxWords = 12

function hintOf({ hint, expected = [] }: Fault): string {
  if (expected.length <= maxWords) return clip(hint, 300)
  return `Send one of ${expected
    .slice(0, maxWords)
    .map((word) => JSON.stringify(clip(word)))
    .join(', ')}, … (${expected.length} in all).`
}
