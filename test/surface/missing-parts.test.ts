// What is missing when a stream has ended: told once, as a warning, and healed by whatever comes late.
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { CS, DS, lines, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mount } from './mount.ts'

const button = { id: 'root', component: 'Button', child: 'gone', action: { event: { name: 'go' } } }
const template = { id: 'root', component: 'Row', children: { componentId: 'gone', path: '/rows' } }

describe('at the end of a stream', () => {
  it.each<readonly [what: string, component: JsonValue, at: string]>([
    ['one of several children', { id: 'root', component: 'Column', children: ['ok', 'gone'] }, '/children/1'],
    ['an only child', { id: 'root', component: 'Card', child: 'gone' }, '/child'],
    ["a button's child", button, '/child'],
    ["a template's component", template, '/children/componentId'],
  ])('[SF-8] %s that was never sent is reported once, as a warning, with its place', (_what, component, at) => {
    const { send, runtime, reports } = record()
    send(CS('s'), UC('s', [T('ok', 'here'), component]))
    expect(reports).toEqual([])
    runtime.end()
    runtime.end()
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'CHILD_MISSING',
      severity: 'warning',
      place: { surfaceId: 's', componentId: 'root', line: 2, at: `/updateComponents/components/1${at}` },
    })
    expect(reports[0]?.hint).toContain('"gone"')
  })

  it('[SF-8] is reported at the next end, where the stream goes on with the same surface, taken back meanwhile or not', () => {
    const { send, runtime, reports } = record()
    const column = (...children: readonly string[]): JsonValue =>
      UC('s', [{ id: 'root', component: 'Column', children }])
    const missing = (): readonly unknown[] =>
      reports.map(({ code, message }) => [code, message.match(/"(\w+)"/g)?.at(-1)])
    send(CS('s'), column('a'), column('a'))
    runtime.end()
    send(column('a', 'b'))
    runtime.end()
    expect(missing()).toEqual([
      ['CHILD_MISSING', '"a"'],
      ['CHILD_MISSING', '"b"'],
    ])
    send(DS('s'), CS('s'), column('c'), column('c'))
    runtime.end()
    expect(missing().slice(2)).toEqual([['CHILD_MISSING', '"c"']])
  })

  it('[SF-8] a root that was never sent is reported once, as a warning', () => {
    const { send, runtime, reports } = record()
    send(CS('s'), UC('s', [T('other', 'x')]), v08.BR('old', 'main'))
    runtime.end()
    runtime.end()
    expect(reports.map(({ code, severity, hint, place }) => [code, severity, place.surfaceId, hint])).toEqual([
      ['ROOT_MISSING', 'warning', 's', 'Send a component with the id "root".'],
      ['ROOT_MISSING', 'warning', 'old', 'Send a component with the id "main".'],
    ])
  })

  it('[SF-8] what has come meanwhile is not told', () => {
    const { send, runtime, reports } = record()
    send(CS('s'), UC('s', [{ id: 'root', component: 'Card', child: 'late' }]), UC('s', [T('late', 'x')]))
    send(CS('t'), UC('t', [{ id: 'root', component: 'Card', child: 'gone' }]), DS('t'))
    runtime.end()
    expect(reports).toEqual([])
  })

  it('[SF-8] of a source that was read it is told as well', async () => {
    const { runtime, codes } = record()
    const stream = [CS('s'), UC('s', [{ id: 'root', component: 'Card', child: 'gone' }])]
    await runtime.read(stream.map((message) => `${JSON.stringify(message)}\n`))
    expect(codes()).toEqual(['CHILD_MISSING'])
  })

  it('[SF-8] a late arrival heals: the place that waited is invalidated, and nothing is reported again', () => {
    const { send, runtime, codes } = record()
    send(CS('s'), UC('s', [{ id: 'root', component: 'Card', child: 'late' }]))
    runtime.end()
    const waiting = mount(runtime.surface('s'), 'late')
    expect(waiting.snapshot().component).toBeUndefined()
    send(UC('s', [T('late', { path: '/a' })]), UD('s', '/a', 'there'))
    expect(waiting.prop('text')).toBe('there')
    runtime.end()
    expect(codes()).toEqual(['CHILD_MISSING'])
  })

  it('[SF-8] a deleted surface begins anew: what it lacks is reported again', () => {
    const { send, runtime, codes } = record()
    send(CS('s'))
    runtime.end()
    send(DS('s'), CS('s'))
    runtime.end()
    expect(codes()).toEqual(['ROOT_MISSING', 'ROOT_MISSING'])
  })
})

describe('at the end of one source of several', () => {
  /** A source that goes on until it is told to end. */
  function source(): {
    readonly send: (...messages: readonly JsonValue[]) => void
    end: () => void
    chunks: AsyncIterable<string>
  } {
    const { readable, writable } = new TransformStream<string, string>()
    const writer = writable.getWriter()
    return {
      send: (...messages) => void writer.write(lines(...messages)),
      end: () => void writer.close(),
      chunks: readable as unknown as AsyncIterable<string>,
    }
  }

  const half = (surfaceId: string): readonly JsonValue[] => [
    CS(surfaceId),
    UC(surfaceId, [{ id: 'root', component: 'Card', child: 'late' }]),
  ]
  const pause = () => new Promise((resolve) => setTimeout(resolve))

  it('[SF-8] the surfaces of the others are still arriving', async () => {
    const { runtime, reports } = record()
    const [first, second] = [source(), source()]
    const ends = [runtime.read(first.chunks), runtime.read(second.chunks)]
    first.send(...half('s'))
    second.send(...half('t'), v08.SU('old', [v08.T('root', 'x')]))
    await pause()
    first.end()
    await ends[0]
    expect(reports.map(({ code, place }) => [code, place.surfaceId])).toEqual([['CHILD_MISSING', 's']])
    expect(['s', 't'].map((id) => runtime.surface(id)?.arrival.getSnapshot())).toEqual(['incomplete', 'arriving'])
    runtime.end()
    expect(reports).toHaveLength(1)
    second.end()
    await ends[1]
    expect(reports.map(({ place }) => place.surfaceId)).toEqual(['s', 'old', 't'])
  })

  it('[SF-8] a surface that another one has fed too waits for that one', async () => {
    const { runtime, reports, send } = record()
    const [first, second] = [source(), source()]
    const ends = [runtime.read(first.chunks), runtime.read(second.chunks)]
    first.send(...half('s'))
    await pause()
    second.send(UD('s', '/a', 1))
    send(UD('s', '/a', 2))
    await pause()
    first.end()
    await ends[0]
    runtime.end()
    expect([reports, runtime.surface('s')?.arrival.getSnapshot()]).toEqual([[], 'arriving'])
    second.end()
    await ends[1]
    expect(reports.map(({ code }) => code)).toEqual(['CHILD_MISSING'])
  })

  it('[SF-8] what the host pushed without an end keeps nothing waiting', async () => {
    const { runtime, codes, send } = record()
    send(...half('s'))
    await runtime.read([lines(UD('s', '/a', 1))])
    expect(codes()).toEqual(['CHILD_MISSING'])
  })

  it('[SF-8] a surface of the same id that comes after is another one', async () => {
    const { runtime, codes, send } = record()
    const first = source()
    const end = runtime.read(first.chunks)
    first.send(...half('s'))
    await pause()
    send(DS('s'), ...half('s'))
    first.end()
    await end
    expect(codes()).toEqual([])
    runtime.end()
    expect(codes()).toEqual(['CHILD_MISSING'])
  })
})
