// Lists of messages, and the ways that a source comes to them.
import fc from 'fast-check'
import type { JsonObject } from '../../../src/json/value.ts'
import { CS, DS, T, UC, UD, v08 } from '../../support/messages.ts'

export type Message = JsonObject

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

export const message: fc.Arbitrary<Message> = fc.oneof(
  fc.constantFrom('s', 't').map((id) => CS(id)),
  fc
    .tuple(fc.constantFrom('s', 't'), fc.array(component, { minLength: 1, maxLength: 4 }))
    .map(([id, list]) => UC(id, list)),
  fc
    .tuple(
      fc.constantFrom('s', 't'),
      fc.constantFrom('/list', '/title', '/list/0', '/list/', '/list/0/name', '//list', '/ti~1tle', '/ti~tle'),
      rows,
    )
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
export const anyMessage: fc.Arbitrary<Message> = fc.oneof(
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

interface Step {
  readonly list: readonly Message[]
  /** 0: the source is dropped behind it. */
  readonly drop: number
  /** The messages come as other objects. */
  readonly copied: boolean
}

interface Journey {
  readonly last: readonly Message[]
  readonly steps: readonly Step[]
}

export function journey(messages: fc.Arbitrary<Message>): fc.Arbitrary<Journey> {
  return fc.array(messages, { maxLength: 8 }).chain((last) =>
    fc.record({
      last: fc.constant(last),
      steps: fc.array(fc.record({ list: stepOf(messages, last), drop: fc.nat(9), copied: fc.boolean() }), {
        maxLength: 6,
      }),
    }),
  )
}
