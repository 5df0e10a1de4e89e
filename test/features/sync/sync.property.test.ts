// Any way to a last list ends in the surfaces that this list alone comes to: prefixes, repetitions, lists that grow in the
// middle or begin otherwise, drops. What the user typed is there wherever the last list binds its place.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Surface } from '../../../src/entries/core.ts'
import { liveSurface } from '../../../src/surface/surface.ts'
import { CS } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'
import { seedOf, sized } from '../../support/soak.ts'
import { stateOf } from '../../support/state.ts'
import { anyMessage, journey, message } from './journey.ts'

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value))

it('[SY-1] [SY-3] however a source came to its messages, the surfaces are those of its last list', () => {
  fc.assert(
    fc.property(journey(anyMessage), journey(anyMessage), ({ last, steps }, other) => {
      const { runtime, codes } = record()
      for (let index = 0; index < Math.max(steps.length, other.steps.length); index++) {
        const [one, two] = [steps[index], other.steps[index]]
        if (one) runtime.sync('one', one.copied ? copyOf(one.list) : one.list)
        if (one?.drop === 0) runtime.drop('one')
        if (two) runtime.sync('two', two.list)
      }
      runtime.drop('two')
      runtime.sync('one', last)
      const reported = codes().length
      runtime.sync('one', copyOf(last))
      expect(codes().length).toBe(reported)
      const alone = record()
      alone.runtime.apply(last)
      expect(stateOf(runtime)).toEqual(stateOf(alone.runtime))
      expect(runtime.surfacesOf('one').getSnapshot()).toEqual(runtime.surfaces.getSnapshot())
    }),
    { numRuns: sized(500, 50_000), ...seedOf(1) },
  )
})

/** A surface begins at a place of its source's list, or it goes. */
const change = fc.record({ source: fc.constantFrom('one', 'two'), id: fc.nat({ max: 30 }), at: fc.nat({ max: 1_000 }) })

it('[SF-10] [SY-3] wherever surfaces begin among others, the others keep their objects, and all are in order', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 5, maxLength: 40 }), (changes) => {
      const { runtime } = record()
      const lists: { readonly [source: string]: string[] } = { one: [], two: [] }
      const owners = new Map<number, Surface>()
      for (const { source, id, at } of changes) {
        const list = lists[source] as string[]
        const place = list.indexOf(`s${id}`)
        if (place < 0) list.splice(at % (list.length + 1), 0, `s${id}`)
        else list.splice(place, 1)
        const before = runtime.surfaces.getSnapshot()
        runtime.sync(
          source,
          list.map((one) => CS(one)),
        )
        const after = runtime.surfaces.getSnapshot()
        for (const [name, ids] of Object.entries(lists))
          expect(after.filter((one) => one.source === name).map((one) => one.id)).toEqual(ids)
        // No number is given again, also long after its surface went.
        for (const one of after) expect(owners.get(liveSurface(one).key) ?? one).toBe(one)
        for (const one of after) owners.set(liveSurface(one).key, one)
        const stayed = before.filter((one) => one.source !== source || list.includes(one.id))
        expect(after.filter((one) => stayed.includes(one))).toEqual(stayed)
      }
    }),
    { numRuns: sized(60, 5_000, 300), ...seedOf(11) },
  )
})

const typedPlaces = ['/name', '/form/city'] as const

function binds({ components }: Surface, place: string): boolean {
  const path = JSON.stringify(place.slice(1).split('/'))
  return [...components.values()].some(({ props }) => JSON.stringify(props['value'])?.includes(path))
}

it('[SY-4] what was typed is there wherever the last list binds its place', () => {
  const typing = fc.array(
    fc.record({
      step: fc.nat(6),
      surface: fc.constantFrom('s', 't'),
      place: fc.constantFrom(...typedPlaces),
      text: fc.string(),
    }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(journey(message), typing, ({ last, steps }, typed) => {
      const { runtime } = record()
      const expected = new Map<string, Map<string, string>>()
      for (const [index, { list }] of steps.entries()) {
        runtime.sync('one', list)
        for (const { step, surface, place, text } of typed) {
          const found = runtime.surface(surface)
          if (step !== index || !found || !binds(found, place)) continue
          found.data.set(place, text)
          expected.set(surface, (expected.get(surface) ?? new Map<string, string>()).set(place, text))
        }
      }
      runtime.sync('one', last)
      const alone = record()
      alone.runtime.apply(last)
      for (const surface of alone.runtime.surfaces.getSnapshot()) {
        for (const [place, text] of expected.get(surface.id) ?? [])
          if (binds(surface, place)) surface.data.set(place, text)
      }
      // Where a later message of the same list unbinds a place, its text stays in the data, as after any message.
      for (const { runtime: one } of [{ runtime }, alone])
        for (const surface of one.surfaces.getSnapshot())
          for (const place of typedPlaces) if (!binds(surface, place)) surface.data.set(place, null, { as: 'host' })
      expect(stateOf(runtime)).toEqual(stateOf(alone.runtime))
    }),
    { numRuns: sized(500, 50_000), ...seedOf(2) },
  )
})
