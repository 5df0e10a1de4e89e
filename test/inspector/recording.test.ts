// The record of a runtime: the same runtime, with all that came and went.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRuntime } from '../../src/entries/index.ts'
import { lenient } from '../../src/entries/lenient.ts'
import { SurfaceError } from '../../src/errors/surface-error.ts'
import { sync } from '../../src/features/sync/sync.ts'
import { recordRuntime, type Verdict } from '../../src/inspector/index.ts'
import { liveSurface } from '../../src/surface/surface.ts'
import { cpuTimer } from '../support/cpu-timer.ts'
import { live } from '../support/live.ts'
import { CS, DS, GOOD, lines, T, UC, UD, v08 } from '../support/messages.ts'

function recorded() {
  const codes: string[] = []
  const runtime = createRuntime({ sync, progressive: false, onError: ({ code }) => void codes.push(code) })
  const recording = recordRuntime(runtime)
  return {
    ...{ runtime, recording, codes },
    verdicts: (): readonly Verdict[] => recording.getSnapshot().lines.map(({ verdict }) => verdict),
    faults: () => recording.getSnapshot().lines.map((line) => line.faults.map(({ code }) => code)),
  }
}

const folder = resolve(import.meta.dirname, '../../demo/transcripts')
const transcripts = readdirSync(folder).map((file) => [file, readFileSync(resolve(folder, file), 'utf8')] as const)

describe('the record', () => {
  it('[IN-1] numbers each line and says its bytes and what became of it', () => {
    const { runtime, recording, verdicts } = recorded()
    const text = lines(CS('s'), UC('s', [T('root', 'Grüße')]), 'no JSON', UD('t', '/a', 1), { ...CS('w'), surplus: 1 })
    for (const piece of text.match(/.{1,7}|\n/gsu) ?? []) runtime.push(piece)
    expect(verdicts()).toEqual(['applied', 'applied', 'refused', 'held', 'refused'])
    const { lines: all } = recording.getSnapshot()
    expect(all.map(({ id, number, source }) => [id, number, source])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [number, number, 'push']),
    )
    expect(all.map(({ text: line }) => `${line}\n`).join('')).toBe(text)
    expect(all[1]?.bytes).toBe(new TextEncoder().encode(all[1]?.text).length)
    runtime.push(lines(CS('t')))
    expect(verdicts()[3]).not.toBe('held')
  })

  it('[IN-1] a line in pieces of 16: eight times the length takes about eight times as long', () => {
    const timeOf = (length: number): number => {
      const { runtime, recording } = recorded()
      runtime.push(lines(CS('s')))
      const line = lines(UD('s', '/n', 'x'.repeat(length)))
      const spent = cpuTimer()
      for (let at = 0; at < line.length; at += 16) runtime.push(line.slice(at, at + 16))
      const time = spent()
      expect(recording.getSnapshot().lines[1]?.text).toBe(line.trimEnd())
      return time
    }
    const rounds = Array.from({ length: 4 }, () => [timeOf(128 * 1024), timeOf(1024 * 1024 - 100)] as const).slice(1)
    const ratio = Math.min(...rounds.map(([, long]) => long)) / Math.min(...rounds.map(([brief]) => brief))
    expect(ratio).toBeLessThan(24)
  })

  it('[IN-1] knows updates of v0.8 that wait for their beginning, and when they were applied', () => {
    const { runtime, verdicts } = recorded()
    runtime.push(lines(v08.SU('s', [v08.T('root', 'a')]), v08.DM('s', [{ key: 'a', valueString: 'b' }])))
    expect(verdicts()).toEqual(['held', 'held'])
    runtime.push(lines(v08.BR('s')))
    expect(verdicts()).toEqual(['applied', 'applied', 'applied'])
    runtime.push(lines(v08.SU('s', [v08.T('root', 'c')]), v08.DS('s')))
    runtime.push(lines(CS('n'), DS('n'), UD('n', '/a', 1)))
    expect(verdicts()).toEqual([...Array(7).fill('applied'), 'refused'])
  })

  it.each(['text', 'bytes', 'stream', 'response', 'list'] as const)('[IN-1] has what is read, as %s', async (kind) => {
    const text = lines(...GOOD, 'broken')
    const bytes = new TextEncoder().encode(text)
    const halves = [bytes.slice(0, 33), bytes.slice(33)]
    const sources = {
      text: [text],
      bytes: halves,
      stream: new ReadableStream<Uint8Array>({
        start(controller) {
          for (const half of halves) controller.enqueue(half)
          controller.close()
        },
      }),
      response: new Response(text),
      list: (async function* () {
        yield* text
      })(),
    }
    const { runtime, recording, verdicts, faults } = recorded()
    const result = await runtime.read(sources[kind])
    expect(result).toEqual({ complete: true, aborted: false, lines: 3 })
    expect(verdicts()).toEqual(['applied', 'applied', 'refused'])
    expect(faults()[2]).toEqual(['JSON_SYNTAX'])
    expect(recording.getSnapshot().lines[0]).toMatchObject({ number: 1, source: 'read 1' })
  })

  it('[IN-1] leaves a failing response and a broken source to the runtime', async () => {
    const { runtime, codes } = recorded()
    await runtime.read(new Response('no', { status: 500 }))
    // biome-ignore lint/suspicious/noExplicitAny: what a host in JavaScript may pass
    await runtime.read(7 as any)
    expect(codes).toEqual(['STREAM_FAILED', 'STREAM_FAILED'])
  })

  it('[IN-1] changes nothing of what is recorded: a source keeps its surfaces and the events of these', async () => {
    const runtime = live(createRuntime())
    const recording = recordRuntime(runtime)
    const events: unknown[] = []
    const button = { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'go' } } }
    const messages = [CS('a'), UC('a', [button, T('label', 'Go')])]
    runtime.apply(messages, { source: 'task', onEvent: (event) => void events.push(event) })
    expect(runtime.surfacesOf('task').getSnapshot()).toHaveLength(1)
    await runtime.surface('a', 'task')?.emit('root', 'go', {})
    expect(events).toHaveLength(1)
    expect(recording.getSnapshot().lines.map(({ source, verdict }) => [source, verdict])).toEqual([
      ['task', 'applied'],
      ['task', 'applied'],
    ])
    recording.stop()
  })

  it('[IN-1] has what `apply` and `sync` take, what comes again once', () => {
    const { runtime, recording, verdicts } = recorded()
    runtime.apply([CS('a'), UC('a', [T('root', 'a')])])
    runtime.sync('chat', [CS('b')])
    runtime.sync('chat', [CS('b'), UC('b', [T('root', 'b')])])
    expect(recording.getSnapshot().lines.map(({ source }) => source)).toEqual(['apply', 'apply', 'chat', 'chat'])
    expect(verdicts()).toEqual(Array(4).fill('applied'))
    runtime.apply([UC('a', [T('x', { path: 7 })]), UC('a', [T('root', 'c')])])
    expect(verdicts().slice(4)).toEqual(['warned', 'applied'])
  })

  it.each(transcripts)('[IN-1] changes nothing of what the runtime does: %s', (_, text) => {
    const plain: string[] = []
    const other = createRuntime({ progressive: false, onError: ({ message }) => void plain.push(message) })
    other.push(text)
    other.end()
    const reports: string[] = []
    const runtime = createRuntime({ progressive: false, onError: ({ message }) => void reports.push(message) })
    recordRuntime(runtime)
    runtime.push(text)
    runtime.end()
    expect(reports).toEqual(plain)
    const state = (one: typeof runtime) =>
      one.surfaces.getSnapshot().map(({ id, data, components }) => [id, data.get(''), [...components.keys()]])
    expect(state(runtime)).toEqual(state(other))
  })

  it('[IN-1] [IN-8] wraps no method, is the same one until it stops, and hears nothing afterwards', () => {
    const runtime = createRuntime()
    const own = { ...runtime }
    const recording = recordRuntime(runtime)
    expect(recordRuntime(runtime)).toBe(recording)
    expect({ ...runtime }).toEqual(own)
    recording.stop()
    runtime.push(lines(CS('s')))
    expect(recording.getSnapshot().lines).toEqual([])
    expect(recordRuntime(runtime)).not.toBe(recording)
  })

  it('[IN-2] a report of two streams at once leads to its own line', async () => {
    const { runtime, recording } = recorded()
    const source = (id: string) =>
      (async function* () {
        yield lines(CS(id))
        await undefined
        yield lines(UC(id, [{ id: 'root', component: 'Text', text: 7, wrong: id }]))
      })()
    await Promise.all([runtime.read(source('a')), runtime.read(source('b'))])
    const { errors, lines: all } = recording.getSnapshot()
    const led = errors.filter(({ error }) => error.code === 'VALIDATION_FAILED')
    expect(led.length).toBeGreaterThan(1)
    for (const { error, line } of led)
      expect(all.find(({ id }) => id === line)?.text).toContain(`"wrong":"${error.place.surfaceId}"`)
  })

  it('[IN-2] reports of two streams that feed one surface lead to their own lines', async () => {
    const { runtime, recording } = recorded()
    runtime.apply([CS('s'), UC('s', [{ id: 'root', component: 'Column', children: ['a', 'b'] }])])
    const source = (id: string) =>
      (async function* () {
        yield lines(UC('s', [T(id, 'right')]))
        await undefined
        yield lines(UC('s', [{ id, component: 'Text', text: 7 }]))
      })()
    await Promise.all([runtime.read(source('a')), runtime.read(source('b'))])
    const { errors, lines: all } = recording.getSnapshot()
    expect(errors.map(({ error, line }) => [error.place.componentId, all.find(({ id }) => id === line)?.text])).toEqual(
      ['a', 'b'].map((id) => [id, JSON.stringify(UC('s', [{ id, component: 'Text', text: 7 }]))]),
    )
  })

  it('[IN-2] a report of `sync` leads to its message, and the message comes once when the list is another one', () => {
    const { runtime, recording, verdicts } = recorded()
    const wrong = UC('s', [{ id: 'x', component: 'Text', text: 7 }])
    runtime.sync('chat', [CS('s'), wrong, UD('s', '/n', 1)])
    runtime.sync('chat', [CS('s'), wrong, UD('s', '/n', 2)])
    const { errors, lines: all } = recording.getSnapshot()
    expect(verdicts()).toEqual(['applied', 'warned', 'applied', 'applied'])
    expect(all.map(({ number }) => number)).toEqual([1, 2, 3, 3])
    expect(errors.map(({ line }) => line)).toEqual([2])
  })

  it('[IN-1] a message of `sync` that was refused and is applied when the list is another one is not refused any more', () => {
    const { runtime, verdicts } = recorded()
    runtime.sync('chat', [CS('s'), CS('s')])
    expect(verdicts()).toEqual(['applied', 'refused'])
    runtime.sync('chat', [CS('t'), CS('s')])
    expect(verdicts()).toEqual(['applied', 'warned', 'applied'])
  })

  it('[IN-2] a report of a part that is drawn leads to the line of the part', async () => {
    const { runtime, recording } = recorded()
    runtime.push(lines(CS('s'), CS('t'), UC('t', [T('root', 'b')]), UC('s', [T('root', 'a')])))
    const surface = liveSurface(runtime.surface('t') ?? expect.fail('There is no surface'))
    const { line, at } = surface.components.get('root')?.origin ?? {}
    const details = { hint: 'None.', componentId: 'root' }
    surface.failed('root', new SurfaceError('RENDER_FAILED', 'It throws', details).in({ line, at }))
    await undefined
    expect(recording.getSnapshot().errors.map(({ line: id }) => id)).toEqual([3])
  })

  it('[IN-1] a line that waits for a surface which is deleted first is refused', () => {
    const { runtime, verdicts } = recorded()
    runtime.push(lines(v08.SU('s', [v08.T('root', 'a')]), v08.SU('other', [v08.T('root', 'a')])))
    runtime.push(lines(v08.DS('s')))
    expect(verdicts().slice(0, 2)).toEqual(['refused', 'held'])
  })

  it('[IN-1] lenient: of a message over several lines each is there, with the reports that are about it', () => {
    const runtime = createRuntime({ validation: lenient, progressive: false, onError: () => undefined })
    const recording = recordRuntime(runtime)
    const text = JSON.stringify(UC('s', [T('root', 'a')]), undefined, 2)
    runtime.push(`${text}\n`)
    const { lines: all } = recording.getSnapshot()
    expect(all.map((line) => line.text).join('\n')).toBe(text)
    expect(all.map(({ verdict }) => verdict)).toEqual(
      all.map((_, index) => (index === 0 || index === all.length - 1 ? 'warned' : 'applied')),
    )
    expect(runtime.surface('s')?.components.has('root')).toBe(true)
  })

  it('[IN-1] a line without a usable text has its report', () => {
    const { runtime, recording, faults } = recorded()
    runtime.push(new Uint8Array([0x7b, 0xff, 0x0a]))
    expect(recording.getSnapshot().lines).toMatchObject([{ text: '', verdict: 'refused' }])
    expect(faults()).toEqual([['ENCODING_INVALID']])
  })

  it('[IN-2] the lines of a second stream of `push` are counted on', () => {
    const { runtime, recording } = recorded()
    runtime.push(lines(...GOOD))
    runtime.end()
    runtime.push('broken\n')
    expect(recording.getSnapshot().errors.map(({ line }) => line)).toEqual([3])
    expect(recording.getSnapshot().lines[2]).toMatchObject({ id: 3, number: 1, source: 'push 2' })
  })

  it('[IN-3] makes the same surfaces in another runtime, without what the user typed', () => {
    const { runtime, recording } = recorded()
    runtime.push(
      lines(CS('s'), UC('s', [{ id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } }])),
    )
    runtime.apply(UD('s', '/name', 'Ada'))
    runtime.surface('s')?.data.set('/name', 'typed by the user')
    expect(recording.toJsonl()).not.toContain('typed')
    const other = createRuntime()
    other.push(recording.toJsonl())
    expect(other.surface('s')?.components.get('root')?.type).toBe('TextField')
    expect(other.surface('s')?.data.get('')).toEqual({ name: 'Ada' })
  })

  it('[IN-1] keeps the newest lines of a long stream', () => {
    const { runtime, recording } = recorded()
    runtime.push(lines(...GOOD))
    for (let index = 0; index < 6_000; index++) runtime.push(lines(UD('g', '/n', index)))
    const { lines: all, dropped } = recording.getSnapshot()
    expect(all.length + dropped).toBe(6_002)
    expect(all.length).toBeLessThanOrEqual(5_500)
    expect(all.at(-1)).toMatchObject({ id: 6_002, verdict: 'applied' })
  })
})
