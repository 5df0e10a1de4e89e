import { describe, expect, it } from 'vitest'
import { root } from '../../src/json/pointer.ts'
import { ComponentBinding } from '../../src/surface/binding.ts'
import { CS, DS, GOOD, lines, T, UC, UD, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { uncaught } from '../support/uncaught.ts'

const button = {
  id: 'root',
  component: 'Button',
  child: 'label',
  action: { event: { name: 'go' } },
} as const

function press({ runtime }: Recorder, surfaceId: string): void {
  const surface = runtime.surface(surfaceId)
  if (surface) new ComponentBinding(surface, 'root', root).act('action')
}

describe('a host that answers from within onError', () => {
  it('[S-11] by push: its lines come after the chunk that is being dealt with', () => {
    const recorder = record({
      onError: ({ code }) => {
        if (code === 'JSON_SYNTAX') recorder.send(UC('s', [T('root', 'answer')]))
      },
    })
    recorder.runtime.push(lines(CS('s'), 'bad', UC('s', [T('root', 'later in the chunk')])))
    expect(recorder.shown('s')).toBe('answer')
    expect(recorder.codes()).toEqual(['JSON_SYNTAX'])
  })

  it('[S-11] by push: its lines do not join a half line of the stream', () => {
    const recorder = record({
      onError: ({ place }) => {
        if (place.line === 1) recorder.runtime.push('"version":"v0.9",')
      },
    })
    recorder.runtime.push('bad\n{')
    recorder.runtime.push(JSON.stringify(CS('s')).slice('{"version":"v0.9",'.length))
    recorder.runtime.end()
    expect(recorder.codes()).toEqual(['JSON_SYNTAX', 'ROOT_MISSING'])
    expect(recorder.runtime.surface('s')).toBeDefined()
  })

  it('[S-11] by apply: in the middle of a list, the list goes on first', () => {
    const recorder = record({
      onError: ({ code }) => {
        if (code === 'ENVELOPE_NOT_OBJECT') recorder.runtime.apply(UD('s', '/n', 'from the host'))
      },
    })
    recorder.runtime.apply([CS('s'), null, UD('s', '/n', 'from the list')])
    expect(recorder.runtime.surface('s')?.data.get('/n')).toBe('from the host')
  })

  it('[S-11] by dispose: nothing more is taken, and that is all that is reported', () => {
    const recorder = record({ onError: () => recorder.runtime.dispose() })
    recorder.runtime.push(lines(CS('s'), 'bad', 'bad', ...GOOD))
    recorder.runtime.end()
    recorder.runtime.apply(CS('t'))
    expect(recorder.codes()).toEqual(['JSON_SYNTAX', 'RUNTIME_DISPOSED'])
    expect(recorder.runtime.surfaces.getSnapshot()).toEqual([])
  })

  it('[S-11] without end: each answer waits for its turn, so no stack grows', () => {
    let left = 20_000
    const recorder = record({
      onError: () => {
        if (--left > 0) recorder.runtime.push('bad\n')
      },
    })
    recorder.runtime.push('bad\n')
    expect(recorder.reports).toHaveLength(20_000)
  })
})

describe('a host that throws', () => {
  const thrown = new Error('a fault of the host')
  const fail = (): never => {
    throw thrown
  }

  it('[S-11] in onError stops nothing, and its error is not swallowed', async () => {
    const recorder = record({ onError: fail })
    const seen = await uncaught(() => recorder.runtime.push(lines(CS('s'), 'bad', 'bad too', ...GOOD)))
    expect(seen).toEqual([thrown, thrown])
    expect(recorder.codes()).toEqual(['JSON_SYNTAX', 'JSON_SYNTAX'])
    expect(recorder.shown('g')).toBe('witness')
  })

  it('[S-11] in onEvent leaves the surface alive', async () => {
    const recorder = record({ onEvent: fail })
    recorder.send(CS('s'), UC('s', [button, T('label', 'Go')]))
    expect(await uncaught(() => press(recorder, 's'))).toEqual([thrown])
    expect(recorder.events).toHaveLength(1)
    recorder.send(UC('s', [T('root', 'after')]))
    expect(recorder.shown('s')).toBe('after')
  })

  it('[S-11] in a promise of onEvent gets a report', async () => {
    const recorder = record({ onEvent: () => Promise.reject(thrown) })
    recorder.send(CS('s'), UC('s', [button, T('label', 'Go')]))
    expect(await uncaught(() => press(recorder, 's'))).toEqual([])
    expect(recorder.reports).toMatchObject([
      { code: 'ACTION_FAILED', place: { surfaceId: 's', componentId: 'root' }, cause: thrown },
    ])
  })

  it('[S-11] where it listens to the surfaces does not cost the message', async () => {
    const recorder = record()
    recorder.runtime.surfaces.subscribe(fail)
    const seen: number[] = []
    recorder.runtime.surfaces.subscribe(() => seen.push(recorder.runtime.surfaces.getSnapshot().length))
    const errors = await uncaught(() =>
      recorder.send(v08.SU('s', [v08.T('root', 'held')]), v08.BR('s'), DS('x'), ...GOOD),
    )
    expect(errors).toEqual([thrown, thrown])
    expect(recorder.codes()).toEqual([])
    expect([recorder.shown('s'), recorder.shown('g'), seen]).toEqual(['held', 'witness', [1, 2]])
  })

  it('[S-11] where it listens to the data does not cost the message', async () => {
    const recorder = record()
    recorder.send(CS('s'))
    const data = recorder.runtime.surface('s')?.data
    data?.subscribe('/n', fail)
    const seen: unknown[] = []
    data?.subscribe('/n', () => seen.push(data.get('/n')))
    expect(await uncaught(() => recorder.send(UD('s', '/n', 1), ...GOOD))).toEqual([thrown])
    expect([recorder.codes(), seen, recorder.shown('g')]).toEqual([[], [1], 'witness'])
  })
})

describe('a host that listens', () => {
  it('[S-11] and applies from within, in v0.8 too: the message being dealt with comes first', () => {
    const recorder = record()
    recorder.runtime.surfaces.subscribe(() => recorder.runtime.apply(v08.SU('s', [v08.T('root', 'from the host')])))
    recorder.send(v08.SU('s', [v08.T('root', 'held')]), v08.BR('s'))
    expect(recorder.shown('s')).toBe('from the host')
  })
})

describe('what is pushed', () => {
  it('[S-8] [S-11] that is no chunk is one report, and what comes after is taken', () => {
    const { runtime, reports, send, shown } = record()
    for (const chunk of [null, undefined, 5, {}, [1]]) runtime.push(chunk as unknown as string)
    expect(reports.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'STREAM_FAILED'))
    send(...GOOD)
    expect([shown('g'), reports.length]).toEqual(['witness', 5])
  })

  it('[S-8] may be a buffer or any view of one, of which the bytes count', async () => {
    const { runtime, codes, shown } = record()
    const bytes = new TextEncoder().encode(`xx${lines(...GOOD)}`)
    runtime.push(bytes.slice(2, 7).buffer)
    runtime.push(new DataView(bytes.buffer, 7, bytes.length - 7))
    expect([shown('g'), codes()]).toEqual(['witness', []])
    await runtime.read([new TextEncoder().encode('bad\n').buffer as unknown as Uint8Array])
    expect(codes()).toEqual(['JSON_SYNTAX'])
  })

  it('[S-13] may be a list of lines, with their ends or without', () => {
    const { runtime, reports, shown } = record()
    const [first = '', second = '', ...rest] = lines(...GOOD).split('\n')
    runtime.push(first.slice(0, 9))
    runtime.push([first.slice(9), 'not JSON\n', '', `${second}\r\n`, ...rest])
    expect(shown('g')).toBe('witness')
    expect(reports.map(({ code, place }) => [code, place.line])).toEqual([['JSON_SYNTAX', 2]])
    runtime.push([])
    runtime.push(['{"cut'])
    expect(reports).toHaveLength(2)
  })

  it('[S-13] [R-22] is one chunk as a list too: its prose is reported together', () => {
    const { runtime, reports } = record()
    runtime.push(Array.from({ length: 1_500 }, (_, index) => `line ${index}`))
    expect(reports).toHaveLength(1_001)
  })

  it('[S-13] is refused whole where something in its list is no text', () => {
    const { runtime, reports, shown } = record()
    const list = [...lines(...GOOD).split('\n'), 7]
    runtime.push(list as string[])
    expect(reports.map(({ code }) => code)).toEqual(['STREAM_FAILED'])
    expect(shown('g')).toBeUndefined()
  })
})
