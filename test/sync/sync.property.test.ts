// Any way to a last list ends in the surfaces that this list alone comes to: prefixes, repetitions, lists that grow in the
// middle or begin otherwise, drops. What the user typed is there wherever the last list binds its place.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Surface } from '../../src/core.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { seedOf, times } from '../support/soak.ts'
import { stateOf } from '../support/state.ts'

type Message = JsonObject

const ids = ['root', 'a', 'b', 'c'] as const
const bound = (path: string): JsonObject => ({ path })

/** Components of one id differ, and one of them is refused. */
const component = fc.oneof(
  fc.tuple(fc.constantFrom(...ids), fc.constantFrom('one', 'two')).map(([id, text]) => T(id, text)),
  fc.constantFrom(...ids).map((id) => ({ id, component: 'TextField', label: 'Name', value: bound('/name') })),
  fc.constantFrom(...ids).map((id) => ({ id, component: 'TextField', label: 'City', value: bound('/form/city') })),
  fc.constantFrom(...ids).map((id) => ({ id, component: 'Column', children: ['a', 'b'] })),
  fc.constantFrom(...ids).map((id) => ({ id, component: 'Column', children: { path: '/list', componentId: 'c' } })),
  fc.constantFrom(...ids).map((id) => ({ id, component: 'TextField', label: 'Note', value: bound('note') })),
  fc.constant({ id: 'a', component: 'Text' }),
)

const rows = fc.array(fc.constantFrom({ name: 'x' }, { name: 'y' }, 'z'), { maxLength: 3 })

const message: fc.Arbitrary<Message> = fc.oneof(
  fc.constantFrom('s', 't').map((id) => CS(id)),
  fc
    .tuple(fc.constantFrom('s', 't'), fc.array(component, { minLength: 1, maxLength: 4 }))
    .map(([id, list]) => UC(id, list)),
  fc
    .tuple(fc.constantFrom('s', 't'), fc.constantFrom('/list', '/title', '/list/0'), rows)
    .map(([id, path, list]) => UD(id, path, list)),
  fc.constantFrom(UD('s', '/title'), UD('none', '/title', 1)),
  fc.constantFrom(
    v08.BR('u'),
    v08.SU('u', [v08.T('root', 'v0.8')]),
    v08.SU('u', [v08.T('root', { path: '/a', literalString: 'b' })]),
  ),
  fc.constantFrom(v08.DM('u', [{ key: 'a', valueString: 'c' }]), v08.DM('u', [{ key: 'b', valueNumber: 1 }], '/d')),
)

/** With what takes typed text away: the agent deletes the surface, or writes its whole model. */
const anyMessage = fc.oneof(
  { arbitrary: message, weight: 12 },
  { arbitrary: fc.constantFrom('s', 't').map(DS), weight: 1 },
  { arbitrary: fc.constantFrom(UD('s', '/', { meta: 1 }), UD('t', '', { list: [] })), weight: 1 },
)

/** The same list while it was written: some lists in it end earlier. */
function younger(list: readonly Message[], cut: number): readonly Message[] {
  return list.map((sent) => {
    const { updateComponents: components, updateDataModel: data } = sent as { [name: string]: JsonObject }
    if (components)
      return UC(components['surfaceId'] as string, (components['components'] as JsonObject[]).slice(0, cut))
    if (Array.isArray(data?.['value']))
      return UD(data['surfaceId'] as string, data['path'] as string, data['value'].slice(0, cut))
    return sent
  })
}

/** What a source holds on the way: made of the last list, or another one. */
function stepOf(messages: fc.Arbitrary<Message>, last: readonly Message[]): fc.Arbitrary<readonly Message[]> {
  return fc.oneof(
    { arbitrary: fc.nat(last.length).map((length) => last.slice(0, length)), weight: 4 },
    {
      arbitrary: fc.tuple(fc.nat(last.length), fc.nat(3)).map(([length, cut]) => younger(last.slice(0, length), cut)),
      weight: 4,
    },
    { arbitrary: fc.nat(Math.max(0, last.length - 1)).map((index) => last.toSpliced(index, 1)), weight: 2 },
    { arbitrary: fc.array(messages, { maxLength: 4 }), weight: 1 },
  )
}

function journey(messages: fc.Arbitrary<Message>) {
  return fc.array(messages, { maxLength: 8 }).chain((last) =>
    fc.record({
      last: fc.constant(last),
      steps: fc.array(fc.record({ list: stepOf(messages, last), drop: fc.nat(9), copied: fc.boolean() }), {
        maxLength: 6,
      }),
    }),
  )
}

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
    { numRuns: times(500, 50_000), ...seedOf(1) },
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
    { numRuns: times(500, 50_000), ...seedOf(2) },
  )
})
