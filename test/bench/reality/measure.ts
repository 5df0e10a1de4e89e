// What slips cost: each alone, and several together, chosen at random.
import type { Lenient } from '../../../src/entries/lenient.ts'
import type { Answer } from './answers.ts'
import { type Seen, seenOf } from './seen.ts'
import { type Slip, slipped } from './slips.ts'

/** What of an answer was lost, and what is shown that should not be. */
export interface Loss {
  readonly texts: readonly string[]
  readonly controls: readonly string[]
  readonly presses: readonly string[]
  readonly wrong: readonly string[]
}

/** Elements of a list that another one lacks; equal ones count one by one. */
function missing(wanted: readonly string[], there: readonly string[]): readonly string[] {
  const left = [...there]
  return wanted.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** A value as one text: members in order, numbers as texts, and numbered entries, which are v0.8's lists, as a list. */
function json(value: unknown): string {
  return JSON.stringify(value, (_, one) => {
    if (typeof one === 'number' || typeof one === 'boolean') return String(one)
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one
    const entries = Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return entries.every(([key], index) => key === `${index}`) ? Object.values(one) : Object.fromEntries(entries)
  })
}
const words = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Paths, ids, templates and JSON: what nobody should read. */
const raw = /^\/[\w/]+$|\{\{|\$\{|\bundefined\b|\[object |"\s*:|^\[[{"]|literalString|\bpart_/

export function lossOf(wanted: Seen, seen: Seen, slips: readonly Slip[]): Loss {
  const namesFree = slips.some((slip) => slip.namesFree)
  const contextFree = slips.some((slip) => slip.contextFree)
  const pressed = ({ presses }: Seen): readonly string[] =>
    presses.map(
      ({ name, event, context }) => `${words(name)}: ${namesFree ? '' : event} ${contextFree ? '' : json(context)}`,
    )
  const statesFree = slips.some((slip) => slip.statesFree)
  const controls = (list: readonly string[]): readonly string[] =>
    list.map((one) => (statesFree ? words(one).replace(/ = .*$/, '') : words(one)))
  const texts = seen.texts.map(words)
  return {
    texts: missing(wanted.texts.map(words), texts),
    controls: missing(controls(wanted.controls), controls(seen.controls)),
    presses: missing(pressed(wanted), pressed(seen)),
    wrong: [...texts, ...seen.controls].filter((one) => raw.test(one)),
  }
}

/** Adds up what was lost of how much. */
export interface Sum {
  plays: number
  texts: [kept: number, all: number]
  controls: [kept: number, all: number]
  presses: [kept: number, all: number]
  whole: number
  wrong: number
}
export const nothing = (): Sum => ({ plays: 0, texts: [0, 0], controls: [0, 0], presses: [0, 0], whole: 0, wrong: 0 })

export function addTo(sum: Sum, wanted: Seen, loss: Loss): void {
  sum.plays++
  for (const part of ['texts', 'controls', 'presses'] as const) {
    sum[part][0] += wanted[part].length - loss[part].length
    sum[part][1] += wanted[part].length
  }
  sum.wrong += loss.wrong.length
  if (Object.values(loss).every((list) => list.length === 0)) sum.whole++
}

/** The answers as they are meant. */
export function wantedOf(answers: readonly Answer[], mode: 'strict' | Lenient): ReadonlyMap<Answer, Seen> {
  return new Map(answers.map((answer) => [answer, seenOf(slipped(answer, [], () => 0) as string, mode)]))
}

/** Slips that can be played together. */
export function chosen(slips: readonly Slip[], count: number, random: () => number): readonly Slip[] {
  const found: Slip[] = []
  while (found.length < count) {
    const slip = slips[Math.floor(random() * slips.length)] as Slip
    if (found.every(({ group, stage }) => group !== slip.group && !(stage === 'text' && slip.stage === 'text')))
      found.push(slip)
  }
  return found
}
