// The verdict of a check is that of a page in strict mode, on valid messages that were changed at random.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMessages } from '../../src/authoring/index.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { SurfaceError } from '../../src/entries/core.ts'
import { createRuntime } from '../../src/entries/core.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { lines } from '../support/messages.ts'
import { mutated } from '../support/mutate.ts'
import { seeded } from '../support/random.ts'
import { seedOf, sized } from '../support/soak.ts'
import { mistakes } from './vocabulary.ts'

/** What a runtime in strict mode reports of lines, and of their end. */
function strictly(text: string): readonly SurfaceError[] {
  const reports: SurfaceError[] = []
  const runtime = createRuntime({ catalogs: [basicCatalog], onError: (error) => void reports.push(error) })
  runtime.push(text)
  runtime.end()
  runtime.dispose()
  return reports
}

const lost = ['ROOT_MISSING', 'CHILD_MISSING', 'ID_DUPLICATE']
const twins = mistakes.map(({ right }) => right)

describe('the verdict', () => {
  it('[MW-7] of 1,000 mutants is that of a runtime in strict mode, and what is right is applied without a fault', () => {
    let wrong = 0
    const numRuns = sized(80, 20_000, 1_000)
    fc.assert(
      fc.property(fc.nat(twins.length - 1), fc.nat(), (index, seed) => {
        const random = seeded(seed)
        const right = twins[index] ?? []
        const changed = Math.floor(random() * right.length)
        const mutants = right.map((message, place) => (place === changed ? mutated(message, right, random) : message))
        const text = lines(...(mutants as readonly JsonValue[]))
        const strict = strictly(text).filter(({ code, severity }) => severity === 'error' || lost.includes(code))
        const { valid, messages, faults } = checkMessages(text, basicCatalog)
        expect(valid).toBe(strict.length === 0)
        if (!valid) wrong++
        // What follows from a fault may be left out, and the fault itself is there.
        for (const { line } of faults.filter(
          ({ code }) => code === 'VALIDATION_FAILED' || code === 'COMPONENT_UNKNOWN',
        ))
          expect(line).toBeDefined()
        const applied = strictly(lines(...(messages as unknown as readonly JsonValue[])))
        expect(applied.filter(({ code, severity }) => severity === 'error' && code !== 'SURFACE_NOT_FOUND')).toEqual([])
      }),
      { numRuns, ...seedOf(29) },
    )
    expect(wrong).toBeGreaterThan(0.3 * numRuns)
  })
})
