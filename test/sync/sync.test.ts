// What a source holds now is what is shown: each rule of `sync` by itself.
import { describe, expect, it } from 'vitest'
import { lenient } from '../../src/lenient.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

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

  it('[SY-5] a message that was refused and then grew whole is applied whole', () => {
    const { runtime, shown, codes } = record()
    const column = { id: 'root', component: 'Column', children: ['a'] }
    runtime.sync('tool', [CS('s'), UC('s', [column, { id: 'a', component: 'Text' }])])
    expect(runtime.surface('s')?.components.size).toBe(0)
    runtime.sync('tool', [CS('s'), UC('s', [column, T('a', 'whole')])])
    expect(shown('s', 'a')).toBe('whole')
    expect(codes()).toEqual(['VALIDATION_FAILED'])
  })

  it('[SY-5] in lenient mode a component that grew well takes the place of its notice', () => {
    const { runtime, shown } = record({ validation: lenient })
    runtime.sync('tool', [CS('s'), UC('s', [{ id: 'root', component: 'Text' }])])
    runtime.sync('tool', [CS('s'), UC('s', [T('root', 'whole')])])
    expect(shown('s')).toBe('whole')
  })

  it('[SY-6] of two sources the newest has the surface, and the older one has it again when that is dropped', () => {
    const { runtime, shown, codes } = record()
    const ids = (key: string): readonly string[] =>
      runtime
        .surfacesOf(key)
        .getSnapshot()
        .map(({ id }) => id)
    runtime.sync('one', [...form, UD('s', '/name', 'Ann')])
    runtime.surface('s')?.data.set('/name', 'Bo')
    runtime.sync('two', [CS('s'), UC('s', [field, T('more', 'two')])])
    expect([ids('one'), ids('two')]).toEqual([[], ['s']])
    expect([shown('s', 'more'), shown('s', 'root', 'value')]).toEqual(['two', 'Bo'])
    // The older one is the same as ever.
    runtime.sync('one', [...form, UD('s', '/name', 'Ann')])
    expect([ids('one'), ids('two')]).toEqual([[], ['s']])
    runtime.drop('two')
    expect([ids('one'), ids('two')]).toEqual([['s'], []])
    expect(runtime.surface('s')?.data.get('/name')).toBe('Bo')
    expect(codes()).toEqual([])
  })

  it('[SY-6] a surface that a stream has begun stays the stream’s', () => {
    const { runtime, send, codes } = record()
    send(CS('s'))
    runtime.sync('history', [CS('s'), UC('s', [T('root', 'x')])])
    expect(codes()).toEqual([])
    runtime.drop('history')
    expect(runtime.surface('s')?.components.size).toBe(1)
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

describe('userInput and restoreInput', () => {
  const secret = { id: 'pin', component: 'TextField', label: 'Pin', variant: 'obscured', value: { path: '/pin' } }
  const page = [
    CS('s'),
    UC('s', [{ id: 'root', component: 'Column', children: ['name', 'pin'] }, { ...field, id: 'name' }, secret]),
  ]

  it('[CH-3] [SY-11] give and take back what was typed on all surfaces, without fields that hide it', () => {
    const { runtime, send } = record()
    send(...page, ...[CS('t'), UC('t', [field])])
    runtime.surface('s')?.data.set('/name', 'Bo')
    runtime.surface('s')?.data.set('/pin', '1234')
    const saved = JSON.parse(JSON.stringify(runtime.userInput()))
    expect(saved).toEqual({ s: [{ pointer: '/name', value: 'Bo' }] })
    expect(runtime.userInput({ obscured: true })['s']).toHaveLength(2)
    const later = record()
    later.runtime.restoreInput(saved)
    later.send(...page)
    expect(later.runtime.userInput()).toEqual(saved)
    expect(later.shown('s', 'name', 'value')).toBe('Bo')
  })

  it('[SY-11] the agent’s first data do not overwrite what is restored; later data do', () => {
    const saved = { s: [{ pointer: '/name', value: 'Bo' }] }
    const { runtime, send, shown } = record()
    runtime.restoreInput(saved)
    for (const message of [...form, UD('s', '/name', 'Ann')]) send(message)
    runtime.end()
    expect(shown('s', 'root', 'value')).toBe('Bo')
    send(UD('s', '/name', 'Ann'))
    expect(shown('s', 'root', 'value')).toBe('Ann')
  })

  it('[SY-11] what the user types while a surface is restored counts', () => {
    const { runtime, send, shown } = record()
    runtime.restoreInput({ s: [{ pointer: '/name', value: 'old' }] })
    send(...form)
    runtime.surface('s')?.data.set('/name', 'new')
    send(UD('s', '/other', 1))
    expect(shown('s', 'root', 'value')).toBe('new')
    send(UD('s', '/name', 'Ann'))
    expect(shown('s', 'root', 'value')).toBe('Ann')
  })

  it('[SY-11] a read gives it back at its end at the latest', async () => {
    const { runtime, shown } = record()
    runtime.restoreInput({ s: [{ pointer: '/name', value: 'Bo' }] })
    await runtime.read([...form, UD('s', '/name', 'Ann')].map((message) => `${JSON.stringify(message)}\n`))
    expect(shown('s', 'root', 'value')).toBe('Bo')
  })

  it.each([
    [undefined],
    [null],
    ['text'],
    [{ s: 'text' }],
    [{ s: [null, 5, { pointer: 7, value: 1 }, { pointer: '~9', value: 1 }, { pointer: '/name' }] }],
    [{ s: [{ pointer: '/unbound', value: 'x' }] }],
    [{ s: [{ pointer: '/name/deeper', value: 'x' }] }],
  ])('[SY-11] %j restores nothing and throws nothing', (saved) => {
    const { runtime, send } = record()
    runtime.restoreInput(saved)
    send(...form)
    expect(runtime.userInput()).toEqual({})
    expect(runtime.surface('s')?.data.get('')).toEqual({})
  })
})

it('[SY-12] a runtime without the option says what to import', () => {
  const { runtime } = record({ sync: undefined as never })
  const calls = [
    () => runtime.sync('a', []),
    () => runtime.drop('a'),
    () => runtime.surfacesOf('a'),
    () => runtime.userInput(),
    () => runtime.restoreInput({}),
  ]
  for (const call of calls) expect(call).toThrow(/surface-runtime\/sync/)
  expect(() => record({ sync: 'yes' as never })).toThrow(/"sync" must be/)
})
