// What people live through with several answers: gone surfaces, dropped sources, lists that grow at their beginning.
import { describe, expect, it, vi } from 'vitest'
import { lenient } from '../../../src/entries/lenient.ts'
import type { LiveSurface } from '../../../src/surface/surface.ts'
import { CS, T, UC, UD, v08 } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'

const field = { id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } }
const button = { id: 'root', component: 'Button', child: 'l', action: { event: { name: 'go' } } }

const press = (surface: LiveSurface | undefined): Promise<void> | undefined => surface?.emit('root', 'go', {})

const jsonLines = (...messages: readonly object[]): string => messages.map((one) => `${JSON.stringify(one)}\n`).join('')

describe('several answers', () => {
  it.each([
    ['an id that comes twice', {}, [T('root', { path: '/n' }), T('root', { path: '/n' })], 'ID_DUPLICATE'],
    ['a repair', { validation: lenient }, [{ ...T('root', { path: '/n' }), size: 1 }], 'VALIDATION_FAILED'],
  ] as const)(
    '[SY-2] a warning changes nothing in how a list is applied that grows: %s',
    (_, options, components, code) => {
      const { runtime, codes } = record(options)
      runtime.sync('A', [CS('s'), UC('s', [...components])])
      const surface = runtime.surface('s', 'A') ?? expect.unreachable()
      const begun = surface.beginnings
      const grown = [...components, T('more', 'x')]
      runtime.sync('A', [CS('s'), UC('s', grown)])
      runtime.sync('A', [CS('s'), UC('s', [...grown, T('late', 'y')]), UD('s', '/n', 'one')])
      expect(surface.beginnings).toBe(begun)
      expect([...surface.components.keys()]).toEqual(['root', 'more', 'late'])
      expect(new Set(codes())).toEqual(new Set([code]))
    },
  )

  it('[SY-6] what is typed on a surface of the stream is not written to one of a source, when a list grows', () => {
    const { runtime, send } = record()
    runtime.apply([CS('s'), UC('s', [field])], { source: 'other agent' })
    send(CS('s'), UC('s', [field]))
    const surface = runtime.surface('s')
    expect(surface?.source).toBeUndefined()
    surface?.data.set('/name', 'secret')
    for (const list of [[1], [1, 2]]) runtime.sync('A', [UD('s', '/list', list)])
    expect([surface?.data.get('/name'), runtime.surface('s', 'other agent')?.data.get('')]).toEqual(['secret', {}])
  })

  it('[SY-14] an answer to a press on a surface that has gone changes no other one', () => {
    const { runtime } = record()
    for (const source of ['c1', 'c2']) runtime.sync(source, [CS('s1')])
    runtime.drop('c2')
    runtime.sync('c3', [UD('s1', '/pressed', true)], { answerTo: { surfaceId: 's1', source: 'c2' }, done: true })
    expect(runtime.surface('s1', 'c1')?.data.get('')).toEqual({})
  })

  it('[CA-12] what a returned response begins is of the source that was pressed, with its connection', async () => {
    const sent: string[] = []
    const { runtime } = record()
    const onEvent = ({ surfaceId }: { readonly surfaceId: string }): Response | undefined => {
      sent.push(surfaceId)
      if (surfaceId === 's1') return new Response(jsonLines(CS('next'), UC('next', [button, T('l', 'Again')])))
      return undefined
    }
    await runtime.read(jsonLines(CS('s1'), UC('s1', [button, T('l', 'Go')])), { source: 'a', onEvent })
    await press(runtime.surface('s1', 'a'))
    expect(runtime.surface('next')?.source).toBe('a')
    await press(runtime.surface('next', 'a'))
    expect(sent).toEqual(['s1', 'next'])
  })

  it('[SY-8] of two reads of one source the first that ends reports nothing that the other one may still bring', async () => {
    const { runtime, codes } = record()
    const { readable, writable } = new TransformStream<string, string>()
    const agent = writable.getWriter()
    const reading = runtime.read(readable, { source: 'a' })
    void agent.write(jsonLines(CS('s'), UC('s', [{ id: 'root', component: 'Column', children: ['late'] }])))
    await vi.waitFor(() => expect(runtime.surface('s', 'a')?.components.size).toBe(1))
    const answerTo = { surfaceId: 's', source: 'a' }
    await runtime.read(jsonLines(UD('s', '/pressed', true)), { source: 'a', answerTo })
    expect([codes(), runtime.surface('s', 'a')?.arrival.getSnapshot()]).toEqual([[], 'arriving'])
    void agent.write(jsonLines(UC('s', [T('late', 'here')])))
    void agent.close()
    await reading
    expect([codes(), runtime.surface('s', 'a')?.arrival.getSnapshot()]).toEqual([[], 'complete'])
  })

  it('[SY-7] what an ended source of v0.8 has updated stays when another one is dropped', () => {
    const { runtime } = record()
    const value = [{ key: 'x', valueString: 'here' }]
    runtime.sync('A', [v08.SU('s', [v08.T('root', 'a')]), v08.BR('s')], { done: true })
    runtime.sync('B', [v08.DM('s', value, '/b')], { done: true })
    runtime.sync('C', [v08.DM('s', value, '/c')], { done: true })
    runtime.drop('C')
    expect(runtime.surface('s')?.data.get('')).toEqual({ b: { x: 'here' } })
  })

  it('[SY-3] a value that grew is told from a later one at the same place, however its path is written', () => {
    const { runtime } = record()
    const list = (x: number): object[] => [CS('s'), UD('s', '/a/', { x }), UD('s', '/a/y', 2)]
    for (const x of [1, 2]) runtime.sync('one', list(x))
    expect(runtime.surface('s')?.data.get('')).toEqual({ a: { x: 2, y: 2 } })
  })

  it('[SY-4] drop takes all surfaces of its source, however they came', () => {
    const { runtime } = record()
    runtime.apply([CS('applied')], { source: 'x' })
    runtime.sync('y', [CS('synced')])
    runtime.apply([CS('beside')], { source: 'y' })
    for (const source of ['x', 'y']) runtime.drop(source)
    expect(runtime.surfaces.getSnapshot()).toEqual([])
  })

  it('[SY-6] a name is given once, so that what waits for a dropped source meets no other one', () => {
    const { runtime } = record()
    const [first, second] = [runtime.newSource('chat'), runtime.newSource('chat')]
    runtime.drop(second)
    runtime.drop(first)
    expect([first, second, runtime.newSource('chat')]).toEqual(['chat', 'chat 2', 'chat 3'])
  })

  it('[R-23] after a refusal of its root that was mended, a surface goes on arriving', () => {
    const { runtime, send } = record()
    send(CS('s'), { version: 'v0.9', updateComponents: { surfaceId: 's', components: [T('root', 'x')], extra: 1 } })
    send(UC('s', [{ id: 'root', component: 'Column', children: ['late'] }]))
    send({ version: 'v0.9', updateComponents: { surfaceId: 's', components: [T('other', 'x')], extra: 1 } })
    expect(runtime.surface('s')?.arrival.getSnapshot()).toBe('arriving')
  })
})

describe('what onEvent returns', () => {
  const answered = async (body: BodyInit | null, type: string): Promise<readonly string[]> => {
    const { runtime, send, codes } = record({
      onEvent: () => new Response(body, { headers: { 'content-type': type } }),
    })
    send(CS('s'), UC('s', [button, T('l', 'Go')]))
    await press(runtime.surface('s'))
    return codes()
  }

  it.each([
    ['{"ok":true}', 'text/plain'],
    ['{"ok":true}', 'text/html'],
    ['"saved"', 'application/json'],
    ['null', 'application/json'],
    ['data: hello\n\n', 'text/event-stream'],
    ['{"text":"chat"}\n{"text":"more"}\n', 'application/x-ndjson'],
  ])('[H-10] %s as %s is the answer of another interface, and no fault', async (body, type) => {
    expect(await answered(body, type)).toEqual([])
  })

  it('[H-10] a runtime that is disposed meanwhile does not complain of its own reading', async () => {
    let answer = (_: Response): void => undefined
    const { runtime, send, reports } = record({ onEvent: () => new Promise<Response>((resolve) => (answer = resolve)) })
    send(CS('s'))
    void press(runtime.surface('s'))
    runtime.dispose()
    answer(new Response(jsonLines(CS('t'))))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(reports).toEqual([])
  })
})
