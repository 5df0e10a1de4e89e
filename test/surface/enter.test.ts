// What the user enters: into the data model where it is bound, and nowhere lost.
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mount } from './mount.ts'

const field = (value?: JsonValue, extra: JsonObject = {}): JsonObject => ({
  id: 'root',
  component: 'TextField',
  label: 'L',
  ...(value === undefined ? {} : { value }),
  ...extra,
})

describe('what the user enters', () => {
  it('[B-4] is written at once, and all bound parts follow', () => {
    const { send, runtime, events } = record()
    send(CS('s', { sendDataModel: true }), UC('s', [field({ path: '/form/name' }), T('echo', { path: '/form/name' })]))
    const [input, echo] = ['root', 'echo'].map((id) => mount(runtime.surface('s'), id))
    input?.binding.enter('value', 'A')
    expect(runtime.surface('s')?.data.get('/')).toEqual({ form: { name: 'A' } })
    expect([input?.prop('value'), echo?.prop('text')]).toEqual(['A', 'A'])
    expect(events).toEqual([])
  })

  it('[B-4] in a list goes into its own item', () => {
    const { send, runtime } = record()
    send(
      CS('s'),
      UC('s', [
        { id: 'root', component: 'Row', children: { componentId: 'f', path: '/rows' } },
        { ...field({ path: 'n' }), id: 'f' },
      ]),
    )
    send(UD('s', '/rows', [{ n: 'a' }, { n: 'b' }]))
    mount(runtime.surface('s')).instances('children')[1]?.binding.enter('value', 'new')
    expect(runtime.surface('s')?.data.get('/rows')).toEqual([{ n: 'a' }, { n: 'new' }])
  })

  it('[B-4] may be replaced by what the agent sends afterwards', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [field({ path: '/v' })]))
    const { binding, prop } = mount(runtime.surface('s'))
    binding.enter('value', 'typed')
    send(UD('s', '/v', 'corrected'))
    expect(prop('value')).toBe('corrected')
  })

  it('[B-4] [V8-6] in v0.8 goes where its text was read from', () => {
    const { send, runtime } = record()
    const text = { path: 'n' }
    const f = v08.C('f', 'TextField', { label: { literalString: 'L' }, text })
    send(
      v08.BR('s'),
      v08.SU('s', [v08.C('root', 'Row', { children: { template: { componentId: 'f', dataBinding: 'rows' } } }), f]),
    )
    send(
      v08.DM('s', [
        { key: 'n', valueString: 'of all' },
        {
          key: 'rows',
          valueMap: [
            { key: '0', valueMap: [{ key: 'n', valueString: 'own' }] },
            { key: '1', valueMap: [] },
          ],
        },
      ]),
    )
    const [own, shared] = mount(runtime.surface('s')).instances('children')
    own?.binding.enter('value', '1')
    shared?.binding.enter('value', '2')
    expect(runtime.surface('s')?.data.get('/')).toMatchObject({ n: '2', rows: { 0: { n: '1' }, 1: {} } })
  })

  it.each<readonly [what: string, value: JsonValue | undefined]>([
    ['where there is no value', undefined],
    ['where the value is fixed', 'fixed'],
    ['where the value is computed', { call: 'formatString', args: { value: '${/v}!' } }],
  ])('[B-5] is kept %s, and the model stays as it was', (_what, value) => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [field(value)]), UD('s', '/v', 'x'))
    const { binding, prop, snapshot, wakes } = mount(runtime.surface('s'))
    binding.enter('value', 'typed')
    expect([prop('value'), wakes()]).toEqual(['typed', 1])
    send(UD('s', '/v', 'y'))
    expect(prop('value')).toBe('typed')
    expect(runtime.surface('s')?.data.get('/')).toEqual({ v: 'y' })
    expect(snapshot().props['label']).toBe('L')
  })

  it('[B-5] outlives the same component sent again', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [field('fixed')]))
    const { binding, prop } = mount(runtime.surface('s'))
    binding.enter('value', 'typed')
    send(UC('s', [field('fixed', { variant: 'longText' })]))
    expect([prop('value'), prop('variant')]).toEqual(['typed', 'longText'])
  })

  it('[B-5] gives way when the agent gives another value, or another type', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [field('fixed')]))
    const { binding, prop } = mount(runtime.surface('s'))
    binding.enter('value', 'typed')
    send(UC('s', [field('other')]))
    expect(prop('value')).toBe('other')
    binding.enter('value', 'again')
    send(UC('s', [T('root', 'text')]), UC('s', [field('other')]))
    expect(prop('value')).toBe('other')
    send(UC('s', [field()]))
    binding.enter('value', 'where nothing was')
    send(UC('s', [T('root', 'text')]), UC('s', [field()]))
    expect(prop('value')).toBeUndefined()
  })

  it('[B-5] belongs to its instance: neighbours in a list keep theirs', () => {
    const { send, runtime } = record()
    send(
      CS('s'),
      UC('s', [
        { id: 'root', component: 'Row', children: { componentId: 'f', path: '/rows' } },
        { ...field('x'), id: 'f' },
      ]),
      UD('s', '/rows', [1, 2]),
    )
    const [first, second] = mount(runtime.surface('s')).instances('children')
    first?.binding.enter('value', 'typed')
    expect([first?.prop('value'), second?.prop('value')]).toEqual(['typed', 'x'])
  })

  it('[B-5] is kept, and it is reported, where the data have no place for it', async () => {
    const { send, runtime, reports } = record()
    send(CS('s'), UC('s', [field({ path: '/v/name' })]), UD('s', '/v', 'a text'))
    const { binding, prop } = mount(runtime.surface('s'))
    binding.enter('value', 'typed')
    await Promise.resolve()
    expect(prop('value')).toBe('typed')
    expect(runtime.surface('s')?.data.get('/v')).toBe('a text')
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'DATA_NOT_CONTAINER',
      place: { surfaceId: 's', componentId: 'root', line: 2 },
    })
    send(UD('s', '/v', {}))
    binding.enter('value', 'typed on')
    expect([prop('value'), runtime.surface('s')?.data.get('/v/name')]).toEqual(['typed on', 'typed on'])
    send(UD('s', '/v/name', 'from the agent'))
    expect(prop('value')).toBe('from the agent')
  })
})
