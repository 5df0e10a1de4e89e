// Every transcript as text, in thousands of ways of cutting it; cuts-bytes.test.ts does the same with bytes, beside this one.
import { describe, expect, it } from 'vitest'
import { bytesOf, everywhere, outcome, ways, withoutStacks } from '../support/cuts.ts'
import { expectSameOfRandomCuts } from '../support/random-cuts.ts'
import { transcripts } from '../support/transcripts.ts'

/** On CI, with as many in cuts-bytes.test.ts, each transcript is cut in 10,000 ways. */
const count = ways(5_000)

describe('a transcript as text', () => {
  withoutStacks()
  it.each(transcripts)('[S-1] %s: however it is cut, state and reports are the same', (_, text) => {
    const whole = outcome([text])
    expect(whole, 'as bytes').toBe(outcome([bytesOf(text)]))
    expect(outcome(everywhere(text)), 'one unit at a time').toBe(whole)
    expectSameOfRandomCuts(text, count)
  })
})
