// v0.8 in lists: a path means the item first, then the root; a literal beside a path is its first value.
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { soundIds } from '../support/sound.ts'
import { mount } from './mount.ts'

const list = (dataBinding: string): JsonObject =>
  v08.C('root', 'Column', { children: { template: { componentId: 'row', dataBinding } } })
const texts = (...[surface]: Parameters<typeof mount>): readonly unknown[] =>
  mount(surface)
    .instances('children')
    .map(({ prop }) => prop('text'))

describe('in a template of v0.8', () => {
  it.each(['name', '/name', 'user.name', '/user/name'])(
    '[V8-6] %s is looked up in the item first, then from the root',
    (path) => {
      const { send, runtime } = record()
      send(v08.BR('s'), v08.SU('s', [list('/rows'), v08.T('row', { path })]))
      const own = [v08.E('name', 'own'), v08.M('user', v08.E('name', 'own'))]
      send(
        v08.DM('s', [
          v08.E('name', 'root'),
          v08.M('user', v08.E('name', 'root')),
          v08.M('rows', v08.M('0', ...own), v08.M('1')),
        ]),
      )
      expect(texts(runtime.surface('s'))).toEqual(['own', 'root'])
    },
  )

  it('[V8-6] follows when the item gets a value of its own, and loses it', () => {
    const { send, runtime } = record()
    send(v08.BR('s'), v08.SU('s', [list('/rows'), v08.T('row', { path: 'name' })]))
    send(v08.DM('s', [v08.E('name', 'root'), v08.M('rows', v08.M('0', v08.E('id', '1')))]))
    const [row] = mount(runtime.surface('s')).instances('children')
    const seen = [row?.prop('text')]
    for (const entries of [[v08.E('name', 'own')], [v08.E('id', '2')]]) {
      send(v08.DM('s', entries, 'rows/0'))
      seen.push(row?.prop('text'))
    }
    expect(seen).toEqual(['root', 'own', 'root'])
  })

  it('[V8-6] lists nest, and an inner list is looked up in the item as well', () => {
    const { send, runtime } = record()
    const inner = v08.C('row', 'Column', { children: { template: { componentId: 'leaf', dataBinding: 'tags' } } })
    send(v08.BR('s'), v08.SU('s', [list('rows'), inner, v08.T('leaf', { path: 't' })]))
    send(
      v08.DM('s', [
        v08.M('rows', v08.M('0', v08.M('tags', v08.M('0', v08.E('t', 'own')))), v08.M('1')),
        v08.M('tags', v08.M('0', v08.E('t', 'of all'))),
      ]),
    )
    const rows = mount(runtime.surface('s')).instances('children')
    expect(rows.map((row) => row.instances('children').map(({ prop }) => prop('text')))).toEqual([['own'], ['of all']])
  })

  it('[V8-6] repeats over the members of an object, in their order, as they come and go', () => {
    const { send, runtime } = record()
    send(v08.BR('s'), v08.SU('s', [list('/people'), v08.T('row', { path: 'name' })]))
    send(v08.DM('s', [v08.M('people', v08.M('bob', v08.E('name', 'Bob')), v08.M('ada', v08.E('name', 'Ada')))]))
    expect(texts(runtime.surface('s'))).toEqual(['Bob', 'Ada'])
    send(v08.DM('s', [v08.E('name', 'Eve')], 'people/eve'))
    expect(texts(runtime.surface('s'))).toEqual(['Bob', 'Ada', 'Eve'])
  })

  it('[V8-6] repeats over the elements of an array, where an array was written', () => {
    const { send, runtime } = record()
    send(v08.BR('s'), v08.SU('s', [list('/rows'), v08.T('row', { path: 'name' })]))
    runtime.surface('s')?.data.set('/rows', [{ name: 'a' }, { name: 'b' }])
    expect(texts(runtime.surface('s'))).toEqual(['a', 'b'])
  })

  const rows = (...entries: readonly JsonValue[]): JsonObject => v08.DM('s', entries)
  const fields = (path: string, ...entries: readonly JsonValue[]) => {
    const { send, runtime, reports } = record()
    const field = v08.C('row', 'TextField', { label: { literalString: 'L' }, text: { path } })
    send(v08.BR('s'), v08.SU('s', [list('/rows'), field]), rows(...entries))
    const surface = runtime.surface('s')
    return { surface, reports, mounted: mount(surface).instances('children') }
  }

  it.each(['note', '/note'])(
    '[V8-11] what the user enters at %s goes into the item, so rows do not share it',
    (path) => {
      const { surface, reports, mounted } = fields(
        path,
        v08.M('rows', v08.M('a', v08.E('id', '1')), v08.M('b', v08.E('id', '2'))),
      )
      mounted[0]?.binding.enter('value', 'first')
      expect(mounted.map(({ prop }) => prop('value'))).toEqual(['first', ''])
      mounted[1]?.binding.enter('value', 'second')
      expect(mounted.map(({ prop }) => prop('value'))).toEqual(['first', 'second'])
      expect(surface?.data.get('/')).toEqual({
        rows: { a: { id: '1', note: 'first' }, b: { id: '2', note: 'second' } },
      })
      expect(reports).toEqual([])
    },
  )

  it('[V8-11] what the user enters goes to the root where only the root has the place', () => {
    const items = v08.M('rows', v08.M('a', v08.E('id', '1')), v08.M('b', v08.E('note', 'own')))
    const { surface, mounted } = fields('note', v08.E('note', 'of all'), items)
    mounted[0]?.binding.enter('value', 'entered')
    mounted[1]?.binding.enter('value', 'mine')
    expect(surface?.data.get('/')).toEqual({ note: 'entered', rows: { a: { id: '1' }, b: { note: 'mine' } } })
  })

  it('[V8-6] a template of v0.9 does none of it', () => {
    const { send, runtime } = record()
    const children = { componentId: 'row', path: '/rows' }
    send(
      CS('s'),
      UC('s', [
        { id: 'root', component: 'Column', children },
        { id: 'row', component: 'Text', text: { path: 'name' } },
      ]),
    )
    send(UD('s', '/', { name: 'root', rows: [{}] }))
    expect(texts(runtime.surface('s'))).toEqual([''])
  })
})

describe('a path beside a literal', () => {
  const both = (path: string): JsonObject => ({ path, literalString: 'first' })

  it('[V8-7] initialises the model, then binds', () => {
    const { send, runtime, shown, reports } = record()
    send(v08.BR('s'), v08.SU('s', [v08.T('root', both('/form.name'))]))
    expect(runtime.surface('s')?.data.get('/')).toEqual({ form: { name: 'first' } })
    expect(shown('s')).toBe('first')
    send(v08.DM('s', [v08.E('name', 'second')], 'form'))
    expect(shown('s')).toBe('second')
    expect(reports).toEqual([])
  })

  it.each<readonly [type: string, props: JsonObject, value: unknown]>([
    ['a text field', v08.C('root', 'TextField', { label: { literalString: 'L' }, text: both('v') }), 'first'],
    ['a label', v08.C('root', 'TextField', { label: both('v') }), 'first'],
    [
      'a check box',
      v08.C('root', 'CheckBox', { label: { literalString: 'L' }, value: { path: 'v', literalBoolean: true } }),
      true,
    ],
    ['the empty text', v08.T('root', { path: 'v', literalString: '' }), ''],
  ])('[V8-7] of %s too', (_type, component, value) => {
    const { send, runtime } = record()
    send(v08.BR('s'), v08.SU('s', [component]))
    expect(runtime.surface('s')?.data.get('/v')).toBe(value)
  })

  it('[V8-7] keeps what stands beside its path', () => {
    const { send, runtime } = record()
    send(
      v08.BR('s'),
      v08.DM('s', [v08.M('form', v08.E('other', 'kept'))]),
      v08.SU('s', [v08.T('root', both('form/name'))]),
    )
    expect(runtime.surface('s')?.data.get('/form')).toEqual({ other: 'kept', name: 'first' })
  })

  it('[V8-7] [E-5] that cannot be written refuses its component alone', () => {
    const { send, runtime, codes } = record()
    send(v08.BR('s'), v08.DM('s', [v08.E('a', 'text')]))
    send(v08.SU('s', [v08.T('root', both('ok')), v08.T('bad', both('a/b'))]))
    expect(codes()).toEqual(['DATA_NOT_CONTAINER'])
    expect(soundIds(runtime.surface('s'))).toEqual(['root'])
    expect(runtime.surface('s')?.data.get('/')).toEqual({ a: 'text', ok: 'first' })
  })

  it('[V8-7] [E-5] one of several that cannot be written keeps all those of its component back', () => {
    const { send, runtime, codes } = record()
    send(v08.BR('s'), v08.DM('s', [v08.E('a', 'text')]))
    const bad = v08.C('bad', 'TextField', { label: both('b'), text: both('a/b') })
    send(v08.SU('s', [bad, v08.T('root', both('b/c'))]))
    expect(codes()).toEqual(['DATA_NOT_CONTAINER'])
    expect(runtime.surface('s')?.data.get('/')).toEqual({ a: 'text', b: { c: 'first' } })
  })

  it('[V8-7] of a component that is refused for its cycle is not written', () => {
    const { send, runtime, codes } = record()
    const self = v08.C('a', 'Tabs', { tabItems: [{ title: both('w'), child: 'a' }] })
    send(v08.BR('s'), v08.SU('s', [v08.T('root', both('v')), self]))
    expect(codes()).toEqual(['GRAPH_CYCLE'])
    expect(runtime.surface('s')?.data.get('/')).toEqual({ v: 'first' })
  })

  it('[V8-7] of two components with one id is that of the last one', () => {
    const { send, runtime, codes } = record()
    send(v08.BR('s'), v08.DM('s', [v08.E('a', 'text')]))
    // A text has no place for the first one's value: what does not count refuses nothing.
    send(v08.SU('s', [v08.T('root', both('a/b')), v08.T('root', both('v')), v08.T('other', 'x')]))
    expect(codes()).toEqual(['ID_DUPLICATE'])
    expect(runtime.surface('s')?.data.get('/')).toEqual({ a: 'text', v: 'first' })
  })

  it('[V8-7] that is sent again erases nothing that the user has entered there since', () => {
    const { send, runtime } = record()
    const sent = v08.SU('s', [v08.T('root', both('v')), v08.T('other', both('w'))])
    send(v08.BR('s'), sent)
    const data = runtime.surface('s')?.data
    data?.set('/v', 'typed')
    send(v08.DM('s', [v08.E('w', 'second'), v08.E('v', 'typed')]), v08.SU('s', [v08.T('other', both('w'))]))
    data?.set('/v', 'typed again')
    send(sent)
    expect(data?.get('/')).toEqual({ v: 'typed again', w: 'first' })
    // What the agent has written itself is the agent's.
    send(v08.DM('s', [v08.E('v', 'third')]), sent)
    expect(data?.get('/')).toEqual({ v: 'first', w: 'first' })
  })
})
