// What a source holds now is what is shown: each rule of `sync` by itself.
import { describe, expect, it } from 'vitest'
import { basicCatalog, minimalCatalog } from '../../../src/entries/catalogs.ts'
import { createRuntime as createCoreRuntime, type Runtime } from '../../../src/entries/core.ts'
import { createRuntime } from '../../../src/entries/index.ts'
import { lenient } from '../../../src/entries/lenient.ts'
import { CS, DS, T, UC, UD, v08 } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'

const field = { id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } }
const form = [CS('s'), UC('s', [field])]

/** How often any component of the surface was put in place. */
function revisionOf({ runtime }: ReturnType<typeof record>, surfaceId = 's'): number | undefined {
  return runtime.surface(surfaceId)?.changes.count
}

describe('sync', () => {
  it('[SY-1] does nothing where the messages are the same, as objects or as values', () => {
    const recorder = record()
    const messages = [...form, UD('s', '/name', 'Ann')]
    recorder.runtime.sync('chat', messages)
    const [surface, revision] = [recorder.runtime.surface('s'), revisionOf(recorder)]
    recorder.runtime.surface('s')?.data.set('/name', 'Bo')
    recorder.runtime.sync('chat', messages)
    recorder.runtime.sync('chat', [...messages])
    recorder.runtime.sync('chat', JSON.parse(JSON.stringify(messages)))
    expect(recorder.runtime.surface('s')).toBe(surface)
    expect(revisionOf(recorder)).toBe((revision ?? 0) + 1)
    expect(recorder.shown('s', 'root', 'value')).toBe('Bo')
    expect(recorder.codes()).toEqual([])
  })

  it('[SY-1] applies what is new, in its order, and what the agent writes counts', () => {
    const { runtime, shown, codes } = record()
    runtime.sync('chat', form)
    runtime.surface('s')?.data.set('/name', 'Bo')
    runtime.sync('chat', [...form, UD('s', '/name', 'Ann')])
    expect(shown('s', 'root', 'value')).toBe('Ann')
    expect(codes()).toEqual([])
  })

  it('[SY-2] applies a list of components that has grown as a change, and reads none twice', () => {
    const { runtime } = record()
    const texts = Array.from({ length: 50 }, (_, index) => T(`t${index}`, `text ${index}`))
    runtime.sync('tool', [CS('s'), UC('s', texts.slice(0, 10)), UD('s', '/a', 1)])
    const surface = runtime.surface('s')
    const first = surface?.components.get('t3')
    runtime.sync('tool', [CS('s'), UC('s', texts), UD('s', '/a', 1)])
    expect(runtime.surface('s')).toBe(surface)
    expect(surface?.components.size).toBe(50)
    expect(surface?.components.get('t3')).toBe(first)
    expect(surface?.components.get('t49')?.origin.at).toBe('/updateComponents/components/49')
  })

  it('[SY-2] a last component whose text has grown is sent again, and data that have grown are written', () => {
    const { runtime, shown } = record()
    runtime.sync('tool', [CS('s'), UC('s', [T('a', 'x'), T('root', 'Hel')]), UD('s', '/list', [1])])
    const surface = runtime.surface('s')
    runtime.sync('tool', [CS('s'), UC('s', [T('a', 'x'), T('root', 'Hello')]), UD('s', '/list', [1, 2])])
    expect(runtime.surface('s')).toBe(surface)
    expect(shown('s')).toBe('Hello')
    expect(surface?.data.get('/list')).toEqual([1, 2])
  })

  it('[SY-2] data that have grown keep what the user typed into a row', () => {
    const { runtime, shown } = record()
    const list = { id: 'root', component: 'Column', children: { path: '/rows', componentId: 'note' } }
    const note = { id: 'note', component: 'TextField', label: 'Note', value: { path: 'note' } }
    const rows = [{ note: '' }, { note: '' }]
    runtime.sync('tool', [CS('s'), UC('s', [list, note]), UD('s', '/rows', rows.slice(0, 1))])
    runtime.surface('s')?.data.set('/rows/0/note', 'typed')
    runtime.sync('tool', [CS('s'), UC('s', [list, note]), UD('s', '/rows', rows)])
    expect(runtime.surface('s')?.data.get('/rows')).toEqual([{ note: 'typed' }, { note: '' }])
    expect(runtime.surface('s')?.data.userInput()).toEqual([{ pointer: '/rows/0/note', value: 'typed' }])
    expect(shown('s', 'root', 'children')).toMatchObject({ items: 2 })
  })

  it('[SY-3] a list that begins otherwise takes its surfaces back and is applied anew', () => {
    const { runtime, shown } = record()
    runtime.sync('chat', [CS('old'), UC('old', [T('root', 'old')])])
    const before = runtime.surface('old')
    runtime.sync('chat', [CS('s'), UC('s', [T('root', 'new')])])
    expect(runtime.surface('old')).toBeUndefined()
    expect(before?.components.size).toBe(1)
    expect(shown('s')).toBe('new')
    runtime.sync('chat', [])
    expect(runtime.surfaces.getSnapshot()).toEqual([])
  })

  it('[SY-3] leaves the surfaces of other sources and of streams alone', () => {
    const { runtime, send } = record()
    send(CS('stream'))
    runtime.sync('one', [CS('a')])
    runtime.sync('two', [CS('b')])
    const [stream, , b] = runtime.surfaces.getSnapshot()
    runtime.sync('one', [CS('c')])
    expect(runtime.surfaces.getSnapshot().slice(0, 2)).toEqual([stream, b])
  })

  it('[SY-4] what was typed stays where the same place is still bound, and nowhere else', () => {
    const { runtime, shown } = record()
    runtime.sync('chat', [...form, UD('s', '/name', '')])
    runtime.surface('s')?.data.set('/name', 'Bo')
    // The answer is written again, with another title.
    runtime.sync('chat', [CS('s', { theme: {} }), UC('s', [field]), UD('s', '/name', '')])
    expect(shown('s', 'root', 'value')).toBe('Bo')
    expect(runtime.surface('s')?.data.userInput()).toEqual([{ pointer: '/name', value: 'Bo' }])
    runtime.sync('chat', [CS('s'), UC('s', [T('root', 'thanks')])])
    expect(runtime.surface('s')?.data.get('')).toEqual({})
  })

  it('[SY-4] drop forgets what was typed; an empty list does not', () => {
    const { runtime, shown } = record()
    runtime.sync('chat', form)
    runtime.surface('s')?.data.set('/name', 'Bo')
    runtime.sync('chat', [])
    runtime.sync('chat', form)
    expect(shown('s', 'root', 'value')).toBe('Bo')
    runtime.drop('chat')
    runtime.sync('chat', form)
    expect(shown('s', 'root', 'value')).toBe('')
  })

  it('[SY-5] reports a fault once, not at each call nor when the list is applied anew', () => {
    const { runtime, codes } = record()
    const bad = UC('s', [{ id: 'root', component: 'Text' }])
    runtime.sync('chat', [CS('s'), bad])
    runtime.sync('chat', [CS('s'), bad])
    runtime.sync('chat', [CS('t'), CS('s'), bad])
    expect(codes()).toEqual(['VALIDATION_FAILED'])
    runtime.sync('chat', [CS('t'), CS('s'), bad, UC('s', [T('root', 'well')])])
    expect(codes()).toEqual(['VALIDATION_FAILED'])
  })

  it('[SY-5] [E-5] a component that was refused and then grew well takes the place of its notice, on the same surface', () => {
    const { runtime, shown, codes } = record()
    const column = { id: 'root', component: 'Column', children: ['a', 'b'] }
    const lists = [
      [CS('s')],
      [CS('s'), UC('s', [column, {}])],
      [CS('s'), UC('s', [column, { id: 'a', component: 'Text' }])],
      [CS('s'), UC('s', [column, { id: 'a', component: 'Text' }, { id: 'b', component: 'Txt' }])],
      [CS('s'), UC('s', [column, { id: 'a', component: 'Text' }, T('b', 'two')])],
    ]
    for (const list of lists.slice(0, 3)) runtime.sync('tool', list)
    const surface = runtime.surface('s')
    for (const list of lists.slice(3)) runtime.sync('tool', list)
    expect([surface?.components.get('a')?.invalid?.code, shown('s', 'b')]).toEqual(['VALIDATION_FAILED', 'two'])
    const root = surface?.components.get('root')
    runtime.sync('tool', [CS('s'), UC('s', [column, T('a', 'whole'), T('b', 'two')])])
    expect([shown('s', 'a'), runtime.surface('s')]).toEqual(['whole', surface])
    expect(surface?.components.get('root')).toBe(root)
    expect(codes()).toEqual(['COMPONENT_SHAPE', 'VALIDATION_FAILED', 'COMPONENT_UNKNOWN'])
  })

  it('[SY-5] [E-5] a component that grew faulty is a notice, as if the list had come at once', () => {
    const { runtime } = record()
    runtime.sync('tool', [CS('s'), UC('s', [{ ...T('root', 'x'), variant: 'h1' }])])
    runtime.sync('tool', [CS('s'), UC('s', [{ ...T('root', 'x'), variant: 'h10' }])])
    expect(runtime.surface('s')?.components.get('root')?.invalid?.code).toBe('VALIDATION_FAILED')
  })

  it('[SY-5] a message that is beyond a limit as it grows is refused whole', () => {
    const { runtime, codes } = record({ limits: { components: 2 } })
    const all = [T('root', '1'), T('a', '2'), T('b', '3'), T('c', '4')]
    for (const count of [1, 2, 3, 4]) runtime.sync('tool', [CS('s'), UC('s', all.slice(0, count))])
    expect(runtime.surface('s')?.components.size).toBe(0)
    expect(codes()).toEqual(['LIMIT_COMPONENTS'])
  })

  it('[SY-5] in lenient mode a component that grew well takes the place of its notice', () => {
    const { runtime, shown } = record({ validation: lenient })
    runtime.sync('tool', [CS('s'), UC('s', [{ id: 'root', component: 'Text' }])])
    runtime.sync('tool', [CS('s'), UC('s', [T('root', 'whole')])])
    expect(shown('s')).toBe('whole')
  })

  it('[SY-6] two sources that begin the same id have a surface each, and keep it', () => {
    const { runtime, codes } = record()
    const [one, two] = [runtime.surfacesOf('one'), runtime.surfacesOf('two')]
    runtime.sync('one', [...form, UD('s', '/name', 'Ann')])
    const [first] = one.getSnapshot()
    first?.data.set('/name', 'Bo')
    runtime.sync('two', [CS('s'), UC('s', [field, T('more', 'two')])])
    const [second] = two.getSnapshot()
    expect(runtime.surfaces.getSnapshot()).toEqual([first, second])
    expect(runtime.surface('s')?.source).toBe('two')
    expect(runtime.surface('s', 'one')?.source).toBe('one')
    // Each list grows in its own surface.
    runtime.sync('one', [...form, UD('s', '/name', 'Ann'), UD('s', '/age', 1)])
    runtime.sync('two', [CS('s'), UC('s', [field, T('more', 'two')]), UD('s', '/age', 2)])
    expect([first?.data.get(''), second?.data.get('')]).toEqual([{ name: 'Bo', age: 1 }, { age: 2 }])
    runtime.drop('two')
    expect(runtime.surfaces.getSnapshot()).toEqual([first])
    expect(codes()).toEqual([])
  })

  it('[SY-6] a source and a stream that begin the same id have a surface each', () => {
    const { runtime, send, codes } = record()
    send(CS('s'))
    const [streamed] = runtime.surfaces.getSnapshot()
    runtime.sync('history', [CS('s'), UC('s', [T('root', 'x')])])
    expect(runtime.surfaces.getSnapshot().map(({ source }) => source)).toEqual([undefined, 'history'])
    send(UC('s', [T('root', 'streamed')]))
    expect(streamed?.components.get('root')?.props['text']).toMatchObject({ value: 'streamed' })
    runtime.drop('history')
    expect(runtime.surfaces.getSnapshot()).toEqual([streamed])
    expect(codes()).toEqual([])
  })

  it('[SY-13] an update of an id that its source has not begun is for the newest surface of that id', () => {
    const { runtime, send, codes } = record()
    runtime.sync('one', form)
    runtime.sync('two', form)
    runtime.sync('three', [UD('s', '/name', 'Cy')])
    send(UD('s', '/age', 3))
    const data = (source: string) => runtime.surface('s', source)?.data.get('')
    expect([data('one'), data('two')]).toEqual([{}, { name: 'Cy', age: 3 }])
    expect(codes()).toEqual([])
  })

  it('[SY-13] or for the one that the user acted on last; what was said of one surface goes on with it', () => {
    const { runtime, codes } = record()
    const button = [{ id: 'root', component: 'Button', child: 'go', action: { event: { name: 'go' } } }, T('go', 'Go')]
    const page = [CS('s'), UC('s', button)]
    runtime.sync('one', page)
    runtime.sync('two', page)
    runtime.surface('s', 'one')?.emit('root', 'go', {})
    runtime.sync('three', [UD('s', '/n', 1)])
    runtime.sync('four', page)
    runtime.sync('three', [UD('s', '/n', 1), UD('s', '/m', 2)])
    const data = (source: string) => runtime.surface('s', source)?.data.get('')
    expect(['one', 'two', 'four'].map(data)).toEqual([{ n: 1, m: 2 }, {}, {}])
    expect(codes()).toEqual([])
  })

  it('[SY-13] what another source has said of a surface counts again where its own source begins otherwise', () => {
    const { runtime, codes } = record()
    runtime.sync('one', form)
    runtime.sync('two', [UD('s', '/name', 'Cy')])
    runtime.sync('one', [CS('s'), UC('s', [field, T('more', 'x')]), UD('s', '/age', 1)])
    runtime.sync('one', [CS('s'), UC('s', [field]), UD('s', '/age', 2)])
    expect(runtime.surface('s')?.data.get('')).toEqual({ name: 'Cy', age: 2 })
    runtime.drop('two')
    expect(runtime.surface('s')?.data.get('')).toEqual({ age: 2 })
    expect(codes()).toEqual([])
  })

  it('[SY-13] a deletion counts for it as well, and a surface that its own source deleted is not looked for elsewhere', () => {
    const { runtime, codes } = record()
    runtime.sync('one', form)
    runtime.sync('two', [DS('s')])
    expect(runtime.surfaces.getSnapshot()).toEqual([])
    runtime.sync('two', [])
    expect(runtime.surfaces.getSnapshot()).toHaveLength(1)
    runtime.sync('three', [CS('s'), DS('s'), UD('s', '/name', 'x')])
    expect(runtime.surface('s')?.data.get('')).toEqual({})
    expect(codes()).toEqual(['SURFACE_NOT_FOUND'])
  })

  it('[SY-13] in v0.8 updates wait for the beginning of their own source, and at its end are for the newest surface', () => {
    const { runtime, codes } = record()
    const update = v08.SU('u', [v08.T('root', 'first')])
    runtime.sync('one', [update, v08.BR('u')])
    const second = v08.SU('u', [v08.T('root', 'second')])
    runtime.sync('two', [second])
    const text = (source: string) => runtime.surface('u', source)?.components.get('root')?.props['text']
    expect(text('one')).toMatchObject({ value: 'first' })
    runtime.sync('two', [second, v08.BR('u')])
    expect([text('one'), text('two')]).toMatchObject([{ value: 'first' }, { value: 'second' }])
    runtime.sync('three', [v08.SU('u', [v08.T('root', 'third')])])
    expect(text('two')).toMatchObject({ value: 'second' })
    runtime.sync('three', [v08.SU('u', [v08.T('root', 'third')])], { done: true })
    expect([text('one'), text('two')]).toMatchObject([{ value: 'first' }, { value: 'third' }])
    expect(codes()).toEqual([])
  })

  it.each([
    ['a catalog that nobody has', [CS('s', { catalogId: 'https://other.example' })], 'CATALOG_UNKNOWN'],
    [
      'a kind that is misspelt',
      [{ version: 'v0.9', createSurfac: { surfaceId: 's', catalogId: 'x' } }],
      'ENVELOPE_UNKNOWN_KIND',
    ],
    ['a line that breaks off', ['{"version":"v0.9","createSurface":{"surf'], 'JSON_SYNTAX'],
  ])('[SY-13] an answer whose surface could not begin changes no other answer: %s', (_, beginning, code) => {
    const { runtime, codes, shown } = record()
    runtime.sync('one', [CS('s'), UC('s', [T('root', 'first')])])
    runtime.sync('two', [...beginning, UC('s', [T('root', 'second')]), UD('s', '/a', 1), DS('s')], { done: true })
    expect([shown('s'), runtime.surface('s', 'one')?.data.get('')]).toEqual(['first', {}])
    expect(codes()).toEqual([code, 'SURFACE_NOT_FOUND', 'SURFACE_NOT_FOUND'])
    // Once it is whole, it is as any other.
    runtime.sync('two', [CS('s'), UC('s', [T('root', 'second')])])
    expect([shown('s'), runtime.surfaces.getSnapshot().length]).toEqual(['second', 2])
    runtime.sync('two', [UD('s', '/a', 1)])
    expect(runtime.surface('s', 'one')?.data.get('')).toEqual({ a: 1 })
  })

  it('[SY-13] what was said of a surface waits for it where that is gone', () => {
    const { runtime, codes } = record()
    runtime.sync('one', form)
    runtime.sync('reply', [UD('s', '/name', 'Cy')], { done: true })
    runtime.sync('two', form)
    runtime.drop('one')
    runtime.sync('reply', [UD('s', '/name', 'Di')], { done: true })
    expect(runtime.surface('s', 'two')?.data.get('')).toEqual({})
    runtime.sync('one', form)
    expect(runtime.surface('s', 'one')?.data.get('')).toEqual({ name: 'Di' })
    expect(codes()).toEqual([])
  })

  it('[SY-14] what answers an event is about its surface, whatever the user does meanwhile', async () => {
    const { runtime, codes } = record()
    for (const key of ['one', 'two', 'three', 'four']) runtime.sync(key, form)
    const acted = (source: string) => ({ surfaceId: 's', source })
    runtime.sync('reply', [UD('s', '/a', 1)], { answerTo: acted('one') })
    runtime.apply([UD('s', '/a', 2)], { source: 'other reply', answerTo: acted('two') })
    await runtime.read([`${JSON.stringify(UD('s', '/a', 3))}\n`], { answerTo: acted('three') })
    // An answer that begins a surface of this id means its own.
    runtime.sync('new', [CS('s'), UD('s', '/a', 4)], { answerTo: acted('four') })
    const data = (source: string) => runtime.surface('s', source)?.data.get('/a')
    expect(['one', 'two', 'three', 'four', 'new'].map(data)).toEqual([1, 2, 3, undefined, 4])
    runtime.sync('reply', [UD('s', '/a', 1), UD('s', '/b', 1)])
    expect(runtime.surface('s', 'one')?.data.get('')).toEqual({ a: 1, b: 1 })
    expect(codes()).toEqual([])
  })

  it('[SY-14] an answer that begins a surface of this id while it streams means its own from then on', () => {
    const { runtime, codes } = record()
    runtime.sync('one', form)
    const answerTo = { surfaceId: 's', source: 'one' }
    const all = [UD('s', '/a', 1), CS('s'), UD('s', '/a', 2)]
    for (const count of [1, 2, 3]) runtime.sync('reply', all.slice(0, count), { answerTo })
    const data = (source: string) => runtime.surface('s', source)?.data.get('')
    expect([data('one'), data('reply')]).toEqual([{ a: 1 }, { a: 2 }])
    // Both are applied anew together.
    runtime.sync('one', [CS('s'), UD('s', '/b', 1)])
    expect([data('one'), data('reply')]).toEqual([{ a: 1, b: 1 }, { a: 2 }])
    expect(codes()).toEqual([])
  })

  it('[SY-14] what answers an event of a surface that is not there is about the one that was begun or acted on last', () => {
    const { runtime, codes } = record()
    for (const key of ['one', 'two']) runtime.sync(key, form)
    runtime.sync('reply', [UD('s', '/a', 1)], { answerTo: { surfaceId: 's', source: 'before the reload' } })
    expect(runtime.surface('s', 'two')?.data.get('')).toEqual({ a: 1 })
    expect(codes()).toEqual([])
  })

  it('[SY-14] what answers an event of a surface that was deleted since is refused', () => {
    const { runtime, codes } = record()
    for (const key of ['one', 'two']) runtime.sync(key, form)
    const answerTo = { surfaceId: 's', source: 'one' }
    runtime.sync('reply', [], { answerTo })
    runtime.sync('one', [...form, DS('s')])
    runtime.sync('reply', [UD('s', '/a', 1)], { answerTo })
    expect(runtime.surface('s', 'two')?.data.get('')).toEqual({})
    expect(codes()).toEqual(['SURFACE_NOT_FOUND'])
  })

  it('[SY-14] in v0.8 at its end', () => {
    const { runtime, codes } = record()
    const page = (text: string) => [v08.SU('u', [v08.T('root', text)]), v08.BR('u')]
    runtime.sync('one', page('first'))
    runtime.sync('two', page('second'))
    runtime.sync('reply', [v08.SU('u', [v08.T('root', 'answered')])], {
      answerTo: { surfaceId: 'u', source: 'one' },
      done: true,
    })
    const text = (source: string) => runtime.surface('u', source)?.components.get('root')?.props['text']
    expect([text('one'), text('two')]).toMatchObject([{ value: 'answered' }, { value: 'second' }])
    expect(codes()).toEqual([])
  })

  it('[SY-6] without a source the surface that was begun or acted on last is given, also beside one of a stream', () => {
    const { runtime, send } = record()
    send(CS('s'))
    runtime.sync('one', form)
    expect(runtime.surface('s')?.source).toBe('one')
    runtime.surfaces.getSnapshot()[0]?.data.set('/a', 1)
    expect(runtime.surface('s')?.source).toBe('one')
  })

  it('[SY-7] v0.8 waits for beginRendering as ever, and what waits goes with its source', () => {
    const { runtime, shown } = record()
    const update = v08.SU('u', [v08.T('root', 'held')])
    runtime.sync('chat', [update])
    runtime.sync('chat', [update, v08.BR('u')])
    expect(shown('u')).toBe('held')
    runtime.sync('chat', [v08.BR('u')])
    expect(runtime.surface('u')?.components.size).toBe(0)
  })

  it('[SY-7] a surface that the list deletes is gone; a later message may begin it again', () => {
    const { runtime, shown } = record()
    const messages = [CS('s'), UC('s', [T('root', 'one')]), DS('s')]
    runtime.sync('chat', messages)
    expect(runtime.surface('s')).toBeUndefined()
    runtime.sync('chat', [...messages, CS('s'), UC('s', [T('root', 'two')])])
    expect(shown('s')).toBe('two')
  })

  it('[SY-7] updates before createSurface wait again after a new beginning', () => {
    const { runtime, shown } = record()
    runtime.sync('chat', [CS('s'), UC('s', [T('root', 'one')])])
    runtime.sync('chat', [UC('s', [T('root', 'two')])])
    runtime.sync('chat', [UC('s', [T('root', 'two')]), CS('s')])
    expect(shown('s')).toBe('two')
  })

  it('[SY-8] says what is missing once its source is done', () => {
    const { runtime, codes } = record()
    const messages = [CS('s'), UC('s', [{ id: 'root', component: 'Column', children: ['gone'] }])]
    runtime.sync('chat', messages)
    expect(codes()).toEqual([])
    runtime.sync('chat', messages, { done: true })
    runtime.sync('chat', messages, { done: true })
    expect(codes()).toEqual(['CHILD_MISSING'])
  })

  it.each([
    ['what is no message', () => [null, 5, 'text', [], {}, { version: 'v0.9' }]],
    ['an object that contains itself', () => [cyclic(), CS('s')]],
  ])('[SY-9] takes %s: one report each, and nothing is thrown', (_, make) => {
    const messages = make()
    const { runtime, codes } = record()
    runtime.sync('chat', messages)
    runtime.sync('chat', [...messages, CS('t')])
    expect(codes().length).toBeGreaterThan(0)
    expect(runtime.surface('t')).toBeDefined()
  })
})

it('[SY-9] what is no list is one report, and no source is connected with another by it', () => {
  const { runtime, codes } = record()
  runtime.sync('', [CS('a'), null])
  runtime.sync('other', [CS('b'), null])
  const b = runtime.surface('b')
  runtime.sync('', undefined as never)
  expect(codes()).toHaveLength(3)
  expect(runtime.surfaces.getSnapshot().map(({ id }) => id)).toEqual(['b'])
  expect(runtime.surface('b')).toBe(b)
})

it('[SY-9] messages that nest too deep to be compared throw nothing', () => {
  const { runtime, codes, shown } = record()
  const deep = (): unknown => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  const good = [CS('s'), UC('s', [T('root', 'good')])]
  runtime.sync('chat', [deep(), ...good])
  runtime.sync('chat', [deep(), ...good])
  expect(shown('s')).toBe('good')
  expect(codes()).toHaveLength(1)
})

/** A new one at each call. */
function cyclic(): unknown {
  const message: { [name: string]: unknown } = { version: 'v0.9' }
  message['createSurface'] = message
  return message
}

it.each(['sync', 'apply'] as const)(
  '[SF-10] by %s, a surface that begins anew with another catalog is another one',
  (how) => {
    const { runtime } = record()
    const begin = (catalogId: string) => {
      const messages = [CS('s', { catalogId }), UC('s', [T('root', 'Hello')])]
      if (how === 'sync') runtime.sync('chat', messages)
      else runtime.apply([...(runtime.surface('s') ? [DS('s')] : []), ...messages])
      return runtime.surface('s')
    }
    const first = begin(basicCatalog.catalogId)
    expect(begin(basicCatalog.catalogId)).toBe(first)
    const second = begin(minimalCatalog.catalogId)
    expect(second).not.toBe(first)
    expect(second?.catalogId).toBe(minimalCatalog.catalogId)
  },
)

describe('surfacesOf', () => {
  it('[SY-10] lists the surfaces of one source in their order, as the same list until it changes', () => {
    const { runtime } = record()
    const binding = runtime.surfacesOf('chat')
    let called = 0
    binding.subscribe(() => called++)
    runtime.sync('chat', [CS('b'), CS('a')])
    runtime.sync('other', [CS('c')])
    const list = binding.getSnapshot()
    expect(list.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(binding.getSnapshot()).toBe(list)
    expect(called).toBeGreaterThan(0)
  })
})

it('[SY-12] is built in with the default catalogs, and a runtime of the core without the option says what to import', () => {
  const whole = createRuntime()
  whole.sync('a', [CS('s')])
  expect(whole.surface('s', 'a')?.id).toBe('s')
  const runtime = createCoreRuntime({ catalogs: [basicCatalog] }) as Runtime
  const calls = [
    () => runtime.sync('a', []),
    () => runtime.drop('a'),
    () => runtime.userInput(),
    () => runtime.restoreInput({}),
  ]
  for (const call of calls) expect(call).toThrow(/surface-runtime\/sync/)
  expect(() => record({ sync: 'yes' as never })).toThrow(/"sync" must be/)
})
