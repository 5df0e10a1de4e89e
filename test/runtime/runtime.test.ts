// The runtime as a whole: its options, and its end.
import { describe, expect, it, vi } from 'vitest'
import { createRuntime } from '../../src/basic/create-runtime.ts'
import type { Limits, SurfaceError } from '../../src/entries/core.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

describe('limits', () => {
  it.each([
    ['a name that is no limit', { lines: 5 }],
    ['a value that is no number', { nodes: Number.NaN }],
    ['a negative value', { nodes: -1 }],
  ])('[C-6] %s throws', (_, limits) => {
    expect(() => createRuntime({ limits: limits as Partial<Limits> })).toThrow(TypeError)
  })

  it('[C-6] left undefined keep their defaults', () => {
    const reports: SurfaceError[] = []
    const limits = { components: undefined } as unknown as Partial<Limits>
    const runtime = createRuntime({ limits, onError: (error) => void reports.push(error) })
    runtime.apply([CS('s'), UC('s', [T('root', 'x')])])
    expect(reports).toEqual([])
  })

  it('[V8-2] of what is held count messages that came as objects, too', () => {
    const reports: SurfaceError[] = []
    const runtime = createRuntime({ limits: { heldBytes: 1_000 }, onError: (error) => void reports.push(error) })
    runtime.apply([v08.SU('o', [v08.T('a', 'x'.repeat(600))]), v08.SU('o', [v08.T('b', 'x'.repeat(600))])])
    expect(reports.map(({ code }) => code)).toEqual(['LIMIT_HELD'])
  })
})

describe('the end of everything', () => {
  it('[S-8] cancels a stream that is being waited for', async () => {
    let cancelled = false
    const idle = new ReadableStream<string>({
      cancel() {
        cancelled = true
      },
    })
    const runtime = createRuntime()
    const reading = runtime.read(idle)
    await Promise.resolve()
    runtime.dispose()
    expect((await reading).complete).toBe(false)
    expect(cancelled).toBe(true)
  })
})

describe('data of v0.8', () => {
  it.each(['', '.', '/', '[]'])('[V8-3] an entry with the key "%s" is one more name, and replaces nothing', (key) => {
    const reports: SurfaceError[] = []
    const runtime = createRuntime({ onError: (error) => void reports.push(error) })
    const entries = [
      { key: 'b', valueString: '2' },
      { key, valueString: 'x' },
    ]
    runtime.apply([v08.SU('o', [v08.T('r', 'x')]), v08.BR('o', 'r'), v08.DM('o', entries)])
    expect(reports).toEqual([])
    expect(runtime.surface('o')?.data.get('/')).toEqual({ b: '2', [key]: 'x' })
  })
})

describe('the messages of one chunk', () => {
  it('[B-12] came when the last of them was applied, and the clock is read once for all', () => {
    let now = 1_000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    const takeTime = (): void => {
      now += 500
    }
    const { runtime, send, codes } = record({ onError: takeTime })
    send(CS('s'))
    const before = clock.mock.calls.length
    send(UD('s', '/a', 1), 'prose', UD('s', '/b', 2))
    expect(clock.mock.calls.length - before).toBe(1)
    expect([codes(), runtime.surface('s')?.lastMessageAt()]).toEqual([['JSON_SYNTAX'], 1_500])
    vi.restoreAllMocks()
  })
})
