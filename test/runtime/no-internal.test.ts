// No input of an agent makes the runtime fail itself, whatever surfaces live.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lenient } from '../../src/entries/lenient.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { seedOf, sized } from '../support/soak.ts'

const live = [CS('new'), UC('new', [T('root', 'x')]), v08.SU('old', [v08.T('root', 'x')]), v08.BR('old')]

it('[E-11] a component that is no object, beside a living surface of the other version, is a fault of the agent', () => {
  for (const components of [[null], [5], ['x'], [[]], {}, null]) {
    const { send, codes } = record()
    send(...live, { version: 'v0.9', surfaceUpdate: { surfaceId: 'old', components } })
    send({ updateComponents: { surfaceId: 'new', components } })
    expect(codes()).not.toContain('INTERNAL')
    expect(codes().length).toBeGreaterThan(1)
  }
})

it('[E-11] no envelope of either version, however damaged, is INTERNAL', () => {
  const kinds = ['createSurface', 'updateComponents', 'updateDataModel', 'deleteSurface']
  const older = ['surfaceUpdate', 'dataModelUpdate', 'beginRendering', 'deleteSurface', 'contents']
  const small = fc.constantFrom(
    null,
    5,
    '',
    'root',
    true,
    [],
    {},
    [null],
    [5],
    [[]],
    { id: 'a' },
    { literalString: 'x' },
  )
  const component = fc.oneof(
    small,
    fc.record(
      {
        id: small,
        component: fc.oneof(small, fc.constant('Text'), fc.dictionary(fc.constant('Text'), small)),
        text: small,
      },
      { requiredKeys: [] },
    ),
  )
  const payload = fc.oneof(
    small,
    fc.record(
      {
        surfaceId: fc.constantFrom<unknown>('new', 'old', 'none', 5, null),
        components: fc.oneof(small, fc.array(component, { maxLength: 3 })),
        path: small,
        value: small,
        contents: fc.oneof(
          small,
          fc.array(fc.record({ key: small, valueString: small, valueMap: small }, { requiredKeys: [] }), {
            maxLength: 2,
          }),
        ),
        root: small,
        styles: small,
        catalogId: small,
        theme: small,
      },
      { requiredKeys: [] },
    ),
  )
  const envelope = fc
    .tuple(
      fc.constantFrom<unknown>('v0.9', 'v0.8', undefined, 7),
      fc.constantFrom(...kinds, ...older),
      payload,
      fc.option(fc.tuple(fc.constantFrom(...kinds, ...older), payload)),
    )
    .map(([version, kind, body, other]) => ({
      ...(version !== undefined && { version }),
      [kind]: body,
      ...(other && { [other[0]]: other[1] }),
    }))
  for (const options of [{}, { validation: lenient }])
    fc.assert(
      fc.property(fc.array(envelope, { minLength: 1, maxLength: 3 }), (messages) => {
        const { send, codes, runtime } = record(options)
        send(...live, UD('new', '/a', 'x'), ...(messages as never[]))
        runtime.end()
        expect(codes()).not.toContain('INTERNAL')
      }),
      { numRuns: sized(100, 50_000, 2_000), ...seedOf(12) },
    )
})
