// Slips that agents make, each alone: lenient mode loses nothing, the check names them, and its hints lead to what was meant.

import { describe, expect, it } from 'vitest'
import { checkMessages, repairText } from '../../src/authoring/index.ts'
import { basicCatalog, preloadFunctions } from '../../src/entries/catalogs.ts'
import { type Lenient, lenient } from '../../src/entries/lenient.ts'
import { type Answer, answers } from '../bench/reality/answers.ts'
import { lossOf, wantedOf } from '../bench/reality/measure.ts'
import { type Seen, seenOf } from '../bench/reality/seen.ts'
import { type Slip, slipped, slips } from '../bench/reality/slips.ts'
import { obeyed } from './obeyed.ts'

// Dates are then written in the first evaluation.
await preloadFunctions(['dates'])

const wanted = wantedOf(answers, 'strict')

interface Play {
  readonly slip: Slip
  readonly answer: Answer
  readonly text: string
}

/** `name` is the name of the action, and was meant as a part of the context. */
const ambiguous = 'an action as {name, ...context}'

/** All of them take half a minute. */
const some = process.env['TEST_SIZE'] === 'quick' ? slips.filter((_, index) => index % 5 === 0) : slips

/** Each slip with the first answer that it changes. A few are the right form of a version. */
const plays: readonly Play[] = some.flatMap((slip) => {
  for (const answer of answers) {
    const text = slip.of && slip.of !== answer.version ? undefined : slipped(answer, [slip], () => 0.5)
    if (text !== undefined) return [{ slip, answer, text }]
  }
  return []
})

/** What a mode does not show of an answer. */
function lostOf({ slip, answer }: Play, text: string, mode: 'strict' | Lenient = 'strict'): readonly string[] {
  const { texts, controls, presses, wrong } = lossOf(wanted.get(answer) as Seen, seenOf(text, mode), [slip])
  return [...texts, ...controls, ...presses, ...wrong]
}

/** The text once its faults are mended as their hints say; or a hint that no machine can follow. */
function mended(text: string): string | { readonly cannot: string } {
  let current = text
  for (let round = 0; round < 6; round++) {
    const { faults } = checkMessages(current, basicCatalog, { max: 100 })
    const next = faults.length === 0 ? current : obeyed(current, faults)
    if (next === current || typeof next !== 'string') return next
    current = next
  }
  return { cannot: 'there is no end' }
}

describe('a slip of the table', () => {
  it('[LN-18] loses nothing in lenient mode', () => {
    const lossy = plays.filter((play) => lostOf(play, play.text, lenient).length > 0)
    expect(lossy.map(({ slip }) => slip.name).filter((name) => name !== ambiguous)).toEqual([])
  })

  it('[MW-15] that loses something in strict mode is named', () => {
    const silent = plays.filter((play) => {
      const { text, repairs } = repairText(play.text)
      const isNamed = repairs.length > 0 || checkMessages(text, basicCatalog).faults.length > 0
      return !isNamed && lostOf(play, play.text).length > 0
    })
    expect(plays.length).toBeGreaterThan(0.98 * some.length)
    expect(silent.map(({ slip }) => slip.name)).toEqual([])
  })

  it('[MW-15] whose hints are followed to the letter shows what was meant', () => {
    const followed = plays.flatMap((play) => {
      const right = mended(repairText(play.text).text)
      return typeof right === 'string' ? [{ name: play.slip.name, lost: lostOf(play, right) }] : []
    })
    expect(followed.length).toBeGreaterThan(0.6 * some.length)
    const known = [
      ambiguous,
      // The text is JSON, as v0.8 writes objects.
      'data as entries with JSON in valueString',
    ]
    expect(followed.filter(({ name, lost }) => lost.length > 0 !== known.includes(name))).toEqual([])
  })
})
