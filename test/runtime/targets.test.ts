// What a source that updates surfaces of another one keeps of them.
import { expect, it } from 'vitest'
import { basicCatalog } from '../../src/basic/catalog.ts'
import { defaultLimits as limits } from '../../src/errors/limits.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { createSource, type Source } from '../../src/runtime/delivery.ts'
import { environmentOf } from '../../src/runtime/environment.ts'
import { createIntake } from '../../src/runtime/intake.ts'
import { createSurfaces } from '../../src/surface/surfaces.ts'
import { CS, DS, UD } from '../support/messages.ts'

it('[SY-13] a source knows where its updates went for surfaces that are there, and forgets those that are forgotten', () => {
  const codes: string[] = []
  const report = ({ code }: { readonly code: string }): void => void codes.push(code)
  const nothing = (): undefined => undefined
  const surfaces = createSurfaces([basicCatalog], {
    ...{ limits, report, lenient: undefined, environment: environmentOf({}), media: 'all', openUrl: undefined },
    ...{ emit: nothing, arrived: nothing, notify: nothing },
    ...{ wallClock: () => 0, monotonicClock: () => 0, lastMessageAt: () => 0 },
  })
  const intake = createIntake({ limits, surfaces, report, lenient: undefined, trace: {} })
  const take = (source: Source, ...messages: readonly JsonValue[]): void => intake.takeParsed(messages, { source })
  const [owner, other, third] = [createSource('owner'), createSource('other'), createSource('third')]
  take(owner, CS('kept'))
  take(other, UD('kept', '/a', 1))
  // Begun later, so an update of a source that has said nothing of this id is about this one.
  take(third, CS('kept'))
  for (let number = 0; number < 1_500; number++) {
    take(owner, CS(`s${number}`))
    take(other, UD(`s${number}`, '/a', number))
    take(owner, DS(`s${number}`))
  }
  expect(codes).toEqual([])
  expect(other.targets.size).toBeLessThanOrEqual(1_024)
  take(other, UD('kept', '/a', 2))
  expect(surfaces.own('kept', 'owner')?.data.get('/a')).toBe(2)
  // The newest one that is gone is known: its updates are refused.
  take(other, UD('s1499', '/a', 1))
  expect(codes).toEqual(['SURFACE_NOT_FOUND'])
})
