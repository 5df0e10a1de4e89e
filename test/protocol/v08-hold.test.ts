import { describe, expect, it } from 'vitest'
import { CS, DS, GOOD, lines, T, UC, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { plain, stateOf } from '../support/state.ts'

/** The initial messages of a v0.8 surface, without the one that begins it. */
const updates = [
  v08.SU('s', [v08.T('root', { path: 'title' })]),
  v08.DM('s', [{ key: 'title', valueString: 'first' }]),
  v08.DM('s', [{ key: 'title', valueString: 'second' }]),
  v08.SU('s', [v08.T('late', 'child')]),
] as const

function reported({ reports }: Recorder): readonly unknown[] {
  return reports.map(({ code, place }) => [code, place.line])
}

describe('an update before beginRendering', () => {
  it('[V8-1] makes no surface yet, and no report', () => {
    const recorder = record()
    recorder.send(...updates)
    expect([reported(recorder), recorder.runtime.surfaces.getSnapshot()]).toEqual([[], []])
  })

  it('[V8-1] is applied in order once it comes', () => {
    const recorder = record()
    recorder.send(...updates, v08.BR('s'))
    expect(reported(recorder)).toEqual([])
    expect([recorder.shown('s'), recorder.shown('s', 'late')]).toEqual(['second', 'child'])
  })

  it('[V8-1] comes to the same wherever beginRendering stands', () => {
    const states = Array.from({ length: updates.length + 1 }, (_, at) => {
      const { runtime, codes } = record()
      runtime.apply(updates.toSpliced(at, 0, v08.BR('s')))
      expect(codes()).toEqual([])
      return stateOf(runtime)
    })
    for (const state of states) expect(state).toEqual(states[0])
    expect(states[0]).toHaveLength(1)
  })

  it('[V8-1] is seen first with all that was held', () => {
    const recorder = record()
    const { runtime } = recorder
    const seen: unknown[] = []
    recorder.send(...updates)
    runtime.surfaces.subscribe(() => seen.push([runtime.surface('s')?.components.size, runtime.surface('s')?.version]))
    recorder.send(v08.BR('s'))
    expect(seen).toHaveLength(1)
    expect(recorder.shown('s')).toBe('second')
  })

  it('[V8-1] that is faulty costs only itself, and is reported with its own line', () => {
    const recorder = record()
    recorder.send(
      updates[0],
      v08.SU('s', [v08.C('x', 'Txt', {})]),
      updates[1],
      v08.DM('s', [{ key: 'a[3]', valueNumber: 1 }]),
      updates[3],
    )
    expect(reported(recorder)).toEqual([['POINTER_INDEX', 4]])
    recorder.send(v08.BR('s'))
    expect(reported(recorder)).toEqual([
      ['POINTER_INDEX', 4],
      ['COMPONENT_UNKNOWN', 2],
    ])
    expect([recorder.shown('s'), recorder.shown('s', 'late')]).toEqual(['first', 'child'])
  })

  it('[V8-1] waits on when beginRendering is refused', () => {
    const recorder = record()
    recorder.send(...updates, v08.BR('s', 'root', { catalogId: 'nope' }), v08.BR('s'))
    expect(recorder.codes()).toEqual(['CATALOG_UNKNOWN'])
    expect(recorder.shown('s')).toBe('second')
  })

  it('[V8-1] goes with deleteSurface: a later surface sees nothing of it', () => {
    for (const away of [v08.DS('s'), DS('s')]) {
      const recorder = record()
      recorder.send(...updates, away, v08.BR('s'))
      expect(recorder.runtime.surface('s')?.components.size).toBe(0)
      expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({})
    }
  })

  it('[V8-1] of a surface that v0.9 then creates is told to be of the other version', () => {
    const recorder = record()
    recorder.send(updates[0], updates[1], CS('s'), UC('s', [T('root', 'new')]))
    expect(reported(recorder)).toEqual([
      ['VERSION_MIXED', 1],
      ['VERSION_MIXED', 2],
    ])
    expect(recorder.shown('s')).toBe('new')
  })

  it('[V8-1] that still waits when the stream ends is reported once, with its first line', () => {
    const recorder = record()
    recorder.send(...GOOD, ...updates)
    recorder.runtime.end()
    recorder.runtime.end()
    expect(recorder.reports.map(plain)).toEqual([
      {
        code: 'ROOT_MISSING',
        severity: 'warning',
        message: expect.stringContaining('beginRendering'),
        hint: expect.any(String),
        place: { line: 3, surfaceId: 's' },
      },
    ])
    recorder.send(v08.BR('s'))
    recorder.runtime.end()
    expect(recorder.shown('s')).toBe('second')
    expect(recorder.reports).toHaveLength(1)
  })

  it('[V8-1] after it, updates are applied at once', () => {
    const recorder = record()
    recorder.send(v08.BR('s'), ...updates)
    expect(recorder.shown('s')).toBe('second')
  })
})

describe('what is held', () => {
  const update = (id: string, n = 0): ReturnType<typeof v08.DM> => v08.DM(id, [{ key: `k${n}`, valueNumber: n }])

  it('[V8-2] is at most 256 messages for a surface', () => {
    const recorder = record()
    recorder.send(...Array.from({ length: 256 }, (_, n) => v08.DM('s', [{ key: 'n', valueNumber: n }], `k${n}`)))
    expect(reported(recorder)).toEqual([])
    recorder.send(update('s', 300), update('s', 301), update('t'))
    expect(reported(recorder)).toEqual([
      ['LIMIT_HELD', 257],
      ['LIMIT_HELD', 258],
    ])
    recorder.send(v08.BR('s'), v08.BR('t'))
    expect(Object.keys(recorder.runtime.surface('s')?.data.get('/') ?? {})).toHaveLength(256)
    expect(recorder.runtime.surface('t')?.data.get('/')).toEqual({ k0: 0 })
  })

  it('[V8-2] may be less, as the option says', () => {
    const recorder = record({ limits: { heldMessages: 2 } })
    recorder.send(update('s', 1), v08.SU('s', [v08.T('root', 'kept')]), update('s', 3), v08.BR('s'), update('s', 4))
    expect(reported(recorder)).toEqual([['LIMIT_HELD', 3]])
    expect(recorder.shown('s')).toBe('kept')
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({ k4: 4 })
  })

  it('[V8-2] has room again once it was let go', () => {
    const recorder = record({ limits: { heldMessages: 1 } })
    recorder.send(update('s'), v08.DS('s'), update('s'), v08.DS('s'), update('s'))
    expect(reported(recorder)).toEqual([])
  })

  it('[V8-2] is at most as many bytes as the option says, for all surfaces together', () => {
    const line = JSON.stringify(update('s'))
    const other = line.replace('"s"', '"t"')
    const recorder = record({ limits: { heldBytes: line.length * 2 } })
    recorder.runtime.push(lines(line, other))
    expect(reported(recorder)).toEqual([])
    recorder.runtime.push(lines(line, other, v08.BR('s'), other, other))
    expect(reported(recorder)).toEqual([
      ['LIMIT_HELD', 3],
      ['LIMIT_HELD', 4],
      ['LIMIT_HELD', 7],
    ])
  })

  it('[V8-2] is by default at most 1 MiB', () => {
    const recorder = record()
    const big = v08.DM(
      's',
      Array.from({ length: 7 }, (_, n) => ({ key: `k${n}`, valueString: 'x'.repeat(50_000) })),
    )
    recorder.send(big, big, big)
    expect(reported(recorder)).toEqual([['LIMIT_HELD', 3]])
    recorder.send(update('t'), v08.BR('s'))
    expect(reported(recorder)).toHaveLength(1)
    expect(recorder.runtime.surface('s')?.data.get('/k6')).toHaveLength(50_000)
  })

  it('[V8-2] is of at most as many surfaces as there may be', () => {
    const recorder = record({ limits: { surfaces: 2 } })
    recorder.send(update('a'), update('b'), update('c'), update('a', 1))
    expect(reported(recorder)).toEqual([['LIMIT_HELD', 3]])
  })

  it('[V8-2] when it is too much, does not harm what is live', () => {
    const recorder = record({ limits: { heldMessages: 1 } })
    recorder.send(...GOOD, v08.BR('o'), update('s'), update('s'), v08.SU('o', [v08.T('root', 'live')]))
    expect(recorder.codes()).toEqual(['LIMIT_HELD'])
    expect([recorder.shown('g'), recorder.shown('o')]).toEqual(['witness', 'live'])
  })
})
