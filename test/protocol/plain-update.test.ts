// The fast path for usual updates, compared with the full check of the envelope.

import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/errors/limits.ts'
import { SurfaceError } from '../../src/errors/surface-error.ts'
import type { repaired } from '../../src/features/lenient/repair.ts'
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value.ts'
import { decode } from '../../src/protocol/decode.ts'
import { plainUpdate, v09, withComponents } from '../../src/protocol/envelopes.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'
import { mutated } from '../support/mutate.ts'
import { seeded } from '../support/random.ts'
import { sized } from '../support/soak.ts'

const usual: readonly JsonObject[] = [
  UD('s', '/rows/17/v', 1),
  UD('s', '/', { a: [null] }),
  UD('s', 'a~1b', null),
  { ...UD('s', '/a', 'x'), version: 'v0.9.1' },
  { version: 'v0.9', updateDataModel: { value: 1, path: '/a', surfaceId: 's' } },
  UC('s', [T('a', 'x'), T('b', { path: '/b' })]),
]

const unusual: readonly JsonObject[] = [
  UD('s', '/a'),
  UD('', '/a', 1),
  UD('s', '/a~7', 1),
  UD('\ud800', '/a', 1),
  UD('x'.repeat(300), '/constructor', 1),
  { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/a', components: [T('a', 'x')] } },
  { version: 'v0.9', updateComponents: { surfaceId: 's', path: '/a', value: 1 } },
  { version: 'v0.9', updateDataModel: { surfaceId: 's', components: [T('a', 'x')] } },
  { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/a', value: 1, more: 1 } },
  { version: 'v0.9', ...v08.DM('s', [], 'a') },
  { updateDataModel: { surfaceId: 's', path: '/a', value: 1 }, id: 1 },
  { ...UD('s', '/a', 1), ...UC('s', [T('a', 'x')]) },
  { ...UD('s', '/a', 1), version: 'v0.8' },
  UC('s', []),
  UC('s', [{ id: '', component: 'Text' }]),
  CS('s'),
  DS('s'),
]

const asItIs: typeof repaired = (payload, envelope, validate) =>
  validate(envelope) ? undefined : (payload as JsonObject)

/** What is made of a message: the message as read, or the whole report. `skipped`: the fast path does not see it. */
function outcome(wire: JsonObject, skipped = false): unknown {
  const warnings: SurfaceError[] = []
  try {
    const received = skipped
      ? decode({ ...wire, surplus: 1 }, defaultLimits, { repaired: asItIs, warnings }, 7)
      : decode(wire, defaultLimits, undefined, 7)
    expect(warnings.map(({ place }) => place.at)).toEqual(skipped ? ['/surplus'] : [])
    return received
  } catch (error) {
    if (error instanceof SurfaceError) return error.toJSON()
    throw error
  }
}

/** Whether the fast path takes the message. */
function expectSame(wire: JsonObject): boolean {
  const name = plainUpdate(wire, false)
  if (name === undefined) return false
  expect(Object.keys(wire).toSorted()).toEqual([name, 'version'].toSorted())
  const envelope = withComponents(wire[name] as JsonValue, [v09.component])
  expect(v09.kinds[name]?.(envelope), JSON.stringify(wire)).toBeUndefined()
  expect(outcome(wire)).toStrictEqual(outcome(wire, true))
  return true
}

describe('[E-4] the fast path for an update', () => {
  it.each(usual)('[E-4] is for %j', (wire) => {
    expect(plainUpdate(wire, false)).toBe(Object.keys(wire).find((name) => name !== 'version'))
    expect(expectSame(wire)).toBe(true)
  })

  it.each(unusual)(
    '[E-4] takes nothing that the full check would refuse, and reads the rest alike: %j',
    (wire) => void expectSame(wire),
  )

  it('[E-4] agrees with the full check on spoiled messages', () => {
    const random = seeded(9)
    const all: readonly JsonValue[] = [...usual, ...unusual]
    const rounds = sized(5_000, 100_000)
    let compared = 0
    for (let round = 0; round < rounds; round++) {
      const wire = mutated(all[round % all.length] as JsonValue, all, random)
      if (isObject(wire) && expectSame(wire as JsonObject)) compared++
    }
    expect(compared).toBeGreaterThan(rounds / 20)
  })
})
