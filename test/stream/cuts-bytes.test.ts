// Every transcript as bytes, in thousands of ways of cutting it; cuts-text.test.ts does the same with text, beside this one.
import { describe, expect, it } from 'vitest'
import { bytesOf, everywhere, outcome, ways, withoutStacks } from '../support/cuts.ts'
import { expectSameOfRandomCuts } from '../support/random-cuts.ts'
import { transcripts } from '../support/transcripts.ts'

/** On CI, with as many in cuts-text.test.ts, each transcript is cut in 10,000 ways. */
const count = ways(5_000)

describe('a transcript as bytes', () => {
  withoutStacks()
  it.each(transcripts)('[S-1] %s: however it is cut, state and reports are the same', (_, text) => {
    const bytes = bytesOf(text)
    const whole = outcome([bytes])
    expect(outcome(everywhere(bytes)), 'one byte at a time').toBe(whole)
    expectSameOfRandomCuts(bytes, count)
  })
})
