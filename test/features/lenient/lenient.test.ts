// Lenient mode: what strict mode refuses is told as a warning, and there is something to see.

import { describe, expect, it } from 'vitest'
import { lenient as mode } from '../../../src/entries/lenient.ts'
import { repaired } from '../../../src/features/lenient/repair.ts'
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import type { Validator } from '../../../src/schema/validator.ts'
import { CS, DS, T, UC, UD, v08 } from '../../support/messages.ts'
import { mount } from '../../surface/mount.ts'
import { lenient, refusedWhenStrict, sent, warned } from './message-setup.ts'

describe('a theme', () => {
  it.each<readonly [theme: JsonValue, places: readonly string[], kept: JsonObject]>([
    [{ primaryColor: 'red' }, ['VALIDATION_FAILED s /createSurface/theme/primaryColor'], {}],
    [
      { primaryColor: 7, iconUrl: 'no address', agentDisplayName: 'Ada' },
      ['VALIDATION_FAILED s /createSurface/theme/primaryColor', 'VALIDATION_FAILED s /createSurface/theme/iconUrl'],
      { agentDisplayName: 'Ada' },
    ],
    ['dark', ['ENVELOPE_INVALID s /createSurface/theme'], {}],
    [null, ['ENVELOPE_INVALID s /createSurface/theme'], {}],
  ])('[LN-1] %j opens its surface without what is wrong', (theme, places, kept) => {
    refusedWhenStrict(places[0]?.split(' ')[0] ?? '', CS('s', { theme }))
    const recorder = lenient(CS('s', { theme }), UC('s', [T('root', 'seen')]))
    expect([...warned(recorder)].sort()).toEqual([...places].sort())
    expect(recorder.runtime.surface('s')?.theme).toEqual(kept)
    expect(recorder.shown('s')).toBe('seen')
  })

  it('[LN-1] so do the styles of v0.8', () => {
    const styles = { primaryColor: 'blue', font: 'Inter' }
    refusedWhenStrict('VALIDATION_FAILED', v08.BR('s', 'root', { styles }))
    const recorder = lenient(v08.BR('s', 'root', { styles }), v08.SU('s', [v08.T('root', 'seen')]))
    expect(warned(recorder)).toEqual(['VALIDATION_FAILED s /beginRendering/styles/primaryColor'])
    expect([recorder.runtime.surface('s')?.theme, recorder.shown('s')]).toEqual([{ font: 'Inter' }, 'seen'])
  })
})

describe('an envelope', () => {
  const bare = ({ version: _version, ...message }: JsonObject): JsonObject => message

  it('[LN-2] without its version is read in the version that its kind tells', () => {
    refusedWhenStrict('VERSION_MISSING', bare(CS('s')))
    const messages = [CS('s'), UC('s', [T('root', { path: '/a' })]), UD('s', '/a', 'seen')].map(bare)
    const recorder = lenient(...messages)
    expect(warned(recorder)).toEqual(Array(3).fill('VERSION_MISSING s /version'))
    expect(recorder.shown('s')).toBe('seen')
    recorder.send(bare(DS('s')))
    expect(warned(recorder).at(-1)).toBe('VERSION_MIXED s /deleteSurface')
    expect(recorder.runtime.surface('s')).toBeUndefined()
  })

  it('[LN-2] loses its unknown members, and keeps the rest', () => {
    const message = { ...CS('s', { more: 1 }), id: 'message-1' }
    refusedWhenStrict('ENVELOPE_INVALID', message)
    const recorder = lenient(message, UC('s', [T('root', 'seen')]))
    expect(warned(recorder)).toEqual(['ENVELOPE_INVALID s /id', 'ENVELOPE_INVALID s /createSurface/more'])
    expect(recorder.shown('s')).toBe('seen')
  })

  it('[LN-2] [E-5] has no repair for components without id or type, which cost themselves', () => {
    const components = [T('root', 'seen'), { component: 'Text', text: 'lost' }, { id: 'b' }]
    const both = [sent('strict', CS('s'), UC('s', components)), lenient(CS('s'), UC('s', components))]
    for (const { runtime, reports, shown } of both) {
      expect(reports.map(({ code, severity }) => [code, severity])).toEqual(Array(2).fill(['COMPONENT_SHAPE', 'error']))
      expect([shown('s'), runtime.surface('s')?.components.get('b')?.invalid?.code]).toEqual([
        'seen',
        'COMPONENT_SHAPE',
      ])
    }
  })

  it('[LN-2] that begins a surface with components and data is several messages', () => {
    const components = [T('root', { path: '/a' }), { id: 'b', component: 'Txt' }]
    const message = CS('s', { components, dataModel: { a: 'seen' } })
    const strict = sent('strict', message)
    expect(strict.reports.map(({ code, hint, place }) => [code, hint, place.at])).toEqual([
      [
        'ENVELOPE_INVALID',
        'Send them in a message of their own, {"updateComponents": {"surfaceId": …, "components": […]}}.',
        '/createSurface/components',
      ],
      [
        'ENVELOPE_INVALID',
        'Send it in a message of its own, {"updateDataModel": {"surfaceId": …, "value": {…}}}.',
        '/createSurface/dataModel',
      ],
    ])
    const recorder = lenient(message)
    expect(recorder.reports.map(({ code, place }) => `${code} ${place.at}`)).toEqual([
      'ENVELOPE_INVALID /createSurface/components',
      'ENVELOPE_INVALID /createSurface/dataModel',
      'COMPONENT_UNKNOWN /createSurface/components/1/component',
    ])
    expect(recorder.shown('s')).toBe('seen')
  })

  it('[LN-2] that holds several messages is each of them, the beginning first', () => {
    const message = { ...UC('s', [T('root', { path: '/a' })]), ...UD('s', '/a', 'seen'), ...CS('s') }
    refusedWhenStrict('ENVELOPE_MULTIPLE_KINDS', message)
    const recorder = lenient(message)
    expect(warned(recorder)).toEqual(['ENVELOPE_MULTIPLE_KINDS undefined /updateDataModel'])
    expect(recorder.shown('s')).toBe('seen')
  })

  it('[LN-2] that ends a surface and begins another of its id does both, in their order', () => {
    const components = [T('root', 'new')]
    const recorder = lenient(CS('s'), UC('s', [T('root', 'old')]))
    recorder.send({ ...DS('s'), ...UC('s', components), ...CS('s') })
    expect(warned(recorder)).toEqual(['ENVELOPE_MULTIPLE_KINDS undefined /updateComponents'])
    expect(recorder.shown('s')).toBe('new')
  })

  it('[LN-2] finds the surface of what stands within by its misspelled name, and tells of the rest once', () => {
    const { surfaceId: _, ...payload } = (CS('s') as { createSurface: JsonObject }).createSurface
    const content = { components: [T('root', { path: '/a' })], dataModel: [{ key: 'a', valueString: 'seen' }] }
    const recorder = lenient({ createSurface: { ...payload, surfaceID: 's', ...content }, more: 1 })
    expect(recorder.reports.map(({ code, place }) => `${code} ${place.at}`)).toEqual([
      'ENVELOPE_INVALID /createSurface/surfaceID',
      'ENVELOPE_INVALID /createSurface/components',
      'ENVELOPE_INVALID /createSurface/dataModel',
      'VERSION_MISSING /version',
      'ENVELOPE_INVALID /more',
    ])
    expect(recorder.shown('s')).toBe('seen')
  })

  it('[LN-2] leaves out content of a beginning that is none', () => {
    const recorder = lenient(CS('s', { components: null, dataModel: null }))
    expect(warned(recorder)).toEqual(
      ['components', 'dataModel'].map((name) => `ENVELOPE_INVALID s /createSurface/${name}`),
    )
  })

  it.each<[string, JsonObject, JsonValue]>([
    ['no entries', { contents: [] }, {}],
    ['another name', { data: { a: 3 } }, { a: 3 }],
    ['a misspelled name', { valeu: { a: 3 } }, { a: 3 }],
  ])('[LN-2] an update of data without "value" loses none: %s', (_, payload, data) => {
    const recorder = lenient(CS('s'), UD('s', '/', { b: 1 }), {
      version: 'v0.9',
      updateDataModel: { surfaceId: 's', ...payload },
    })
    expect(warned(recorder)).toHaveLength(1)
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual(data)
  })

  it('[LN-2] an update of data without "value" removes, whatever else stands beside the path', () => {
    const removal = { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/b', reason: 'sold out' } }
    const recorder = lenient(CS('s'), UD('s', '/', { a: 1, b: 2 }), removal)
    expect(warned(recorder)).toEqual(['ENVELOPE_INVALID s /updateDataModel/reason'])
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({ a: 1 })
  })

  it.each<[string, JsonObject, number]>([
    ['a list', { value: [{ key: 'a', valueString: 'seen' }] }, 1],
    ['beside "contents"', { contents: { a: 'seen' }, value: { b: 2 } }, 2],
  ])('[LN-2] of v0.8 with "value" is read where "contents" is missing, else told: %s', (_, payload, told) => {
    const recorder = lenient(v08.BR('s'), { dataModelUpdate: { surfaceId: 's', ...payload } })
    expect(warned(recorder)).toHaveLength(told)
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({ a: 'seen' })
  })

  it.each<[string, JsonObject, readonly string[]]>([
    ['contents', { contents: { a: 'seen' } }, ['ENVELOPE_INVALID s /updateDataModel/contents']],
    [
      'typed contents',
      { contents: [{ key: 'a', valueString: 'seen' }] },
      ['ENVELOPE_INVALID s /updateDataModel/contents'],
    ],
    [
      'surface_id',
      { value: { a: 'seen' }, surfaceId: null, surface_id: 's' },
      ['ENVELOPE_INVALID undefined /updateDataModel/surface_id'],
    ],
  ])('[LN-2] keeps what stands in a member by another name: %s', (_, payload, places) => {
    const { surfaceId, ...rest } = payload
    const data = { version: 'v0.9', updateDataModel: { ...(surfaceId === undefined && { surfaceId: 's' }), ...rest } }
    const recorder = lenient(CS('s'), UC('s', [T('root', { path: '/a' })]), data)
    expect(warned(recorder)).toEqual(places)
    expect(recorder.shown('s')).toBe('seen')
  })

  it('[LN-2] of v0.8 with plain "value" in place of "contents" is read, too', () => {
    const data = { dataModelUpdate: { surfaceId: 's', value: { a: 'seen' } } }
    const recorder = lenient(v08.BR('s'), data)
    expect(warned(recorder)).toEqual(['ENVELOPE_INVALID s /dataModelUpdate/value'])
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({ a: 'seen' })
  })

  it('[LN-2] loses entries without a value', () => {
    const older = lenient(v08.BR('s'), v08.DM('s', [{ key: 'a' }, { key: 'b', valueString: 'B' }]))
    expect(warned(older)).toEqual(['ENVELOPE_INVALID s /dataModelUpdate/contents/0'])
    expect(older.runtime.surface('s')?.data.get('/')).toEqual({ b: 'B' })
  })

  it('[LN-2] stays an error where nothing tells what it means', () => {
    const recorder = lenient(CS('s'), UC('s', [{ component: 'Text' }]), UD('s', 5 as never, 1), { version: 'v0.9' })
    expect(recorder.reports.map(({ code, severity }) => [code, severity])).toEqual([
      ['COMPONENT_SHAPE', 'error'],
      ['ENVELOPE_INVALID', 'error'],
      ['ENVELOPE_NO_KIND', 'error'],
    ])
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({})
  })

  it('[LN-2] takes components with their type and properties in members of their own', () => {
    const components = [
      { id: 'root', type: 'Column', props: { children: ['a'] } },
      { id: 'a', type: 'Text', props: { id: 'b', text: 'seen' } },
    ]
    expect(sent('strict', CS('s'), UC('s', components)).codes()).toEqual(Array(2).fill('COMPONENT_SHAPE'))
    const recorder = lenient(CS('s'), UC('s', components))
    expect(warned(recorder)).toEqual([0, 1].map((n) => `ENVELOPE_INVALID s /updateComponents/components/${n}/type`))
    expect(recorder.shown('s', 'a')).toBe('seen')
  })

  it('[LN-2] with more members than are repaired is not copied for each of them', () => {
    let checks = 0
    const refuse: Validator = () => {
      checks++
      return [{ keyword: 'false schema', instancePath: '', params: {} }]
    }
    const surplus = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`member${index}`, 1]))
    const payload = { surfaceId: 's', ...surplus }
    expect(repaired(payload, payload, refuse, '/deleteSurface', () => expect.unreachable())).toBe(undefined)
    expect(checks).toBe(0)
  })

  it('[LN-2] with very many faults is told of by few of them', () => {
    const odd = Array.from({ length: 500 }, (_, n) => ({ id: `t${n}`, type: 'Text', props: { text: 'x' } }))
    const typed = lenient(CS('s'), UC('s', odd))
    expect([warned(typed).length, typed.runtime.surface('s')?.components.size]).toEqual([32, 500])
    const lost = lenient(CS('s'), UC('s', [...odd.map(() => ({ text: 'x' })), T('root', 'seen')]))
    expect([lost.codes(), lost.shown('s')]).toEqual([Array(20).fill('COMPONENT_SHAPE'), 'seen'])
    const surplus = odd.map(({ id }) => ({ ...v08.T(id, 'x'), more: 1 }))
    const older = lenient(v08.BR('s'), v08.SU('s', surplus))
    expect([warned(older).length, older.runtime.surface('s')?.components.size]).toEqual([64, 500])
  })

  it.each<readonly [contents: JsonValue, data: JsonValue]>([
    [
      { name: 'Ada', age: 36, tags: ['a', 'b'], none: null },
      { name: 'Ada', age: 36, tags: ['a', 'b'], none: null },
    ],
    [
      { user: { valueMap: [{ key: 'name', valueString: 'Ada' }] }, age: { valueNumber: 36 } },
      { user: { name: 'Ada' }, age: 36 },
    ],
    [{ key: 'name', valueString: 'Ada' }, { name: 'Ada' }],
    [{ items: [{ key: '0', valueMap: [{ key: 'n', valueString: 'x' }] }] }, { items: [{ n: 'x' }] }],
    [{}, {}],
  ])('[LN-2] takes an object in the place of v0.8 entries: %j', (contents, data) => {
    const message = { dataModelUpdate: { surfaceId: 's', contents } }
    refusedWhenStrict('ENVELOPE_INVALID', message)
    const recorder = lenient(v08.BR('s'), message)
    expect(warned(recorder)).toEqual(['ENVELOPE_INVALID s /dataModelUpdate/contents'])
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual(data)
  })

  it('[LN-2] of such an object has no way to a prototype', () => {
    const recorder = sent(
      mode,
      v08.BR('s'),
      '{"dataModelUpdate":{"surfaceId":"s","contents":{"a":{"__proto__":{"polluted":1}},"__proto__":{"valueString":"x"}}}}',
    )
    expect(recorder.codes()).toEqual(['POINTER_FORBIDDEN'])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })
})

describe('an action', () => {
  const button = (action: JsonValue): JsonObject => ({ id: 'root', component: 'Button', child: 'c', action })

  it('[LN-5] without "event" is one', () => {
    const component = button({ name: 'buy', context: { id: { path: '/id' } } })
    expect(sent('strict', CS('s'), UC('s', [component])).codes()).toEqual(['VALIDATION_FAILED'])
    const recorder = lenient(CS('s'), UD('s', '/id', 7), UC('s', [component]))
    expect(warned(recorder)).toEqual(['VALIDATION_FAILED s /updateComponents/components/0/action'])
    mount(recorder.runtime.surface('s')).binding.act('action')
    expect(recorder.events).toMatchObject([{ name: 'buy', context: { id: 7 } }])
  })

  it('[LN-5] without "functionCall" is one', () => {
    const component = button({ call: 'openUrl', args: { url: 'https://example.com/' } })
    const recorder = lenient(CS('s'), UC('s', [component]))
    expect(warned(recorder)).toEqual(['VALIDATION_FAILED s /updateComponents/components/0/action'])
    expect(recorder.runtime.surface('s')?.components.get('root')?.props['action']).toMatchObject({
      does: { kind: 'call', call: { kind: 'call', fn: { name: 'openUrl' } } },
    })
  })

  it('[LN-5] that is none leaves a notice', () => {
    const recorder = lenient(CS('s'), UC('s', [button(5), T('c', 'x')]))
    expect(recorder.runtime.surface('s')?.components.get('root')).toMatchObject({ type: 'Button', invalid: {} })
  })
})
