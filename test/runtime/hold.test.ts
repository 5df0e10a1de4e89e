import { describe, expect, it } from 'vitest'
import { dataBytes } from '../../src/json/data-bytes.ts'
import { CS, DS, GOOD, T, UC, UD, v08 } from '../support/messages.ts'
import { modes } from '../support/modes.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { plain, stateOf } from '../support/state.ts'

/** The initial messages of a v0.8 surface, without the one that begins it. */
const updates = [
  v08.SU('s', [v08.T('root', { path: 'title' })]),
  v08.DM('s', [{ key: 'title', valueString: 'first' }]),
  v08.DM('s', [{ key: 'title', valueString: 'second' }]),
  v08.SU('s', [v08.T('late', 'child')]),
] as const

/** Three messages in every order. */
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
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
      v08.DM('s', [
        { key: 'a[0]', valueNumber: 1 },
        { key: 'a[3]', valueNumber: 1 },
      ]),
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

  it('[V8-1] comes to the same as one of components and one of data in any order', () => {
    const messages = [v08.SU('s', [v08.T('root', { path: 'title' })]), updates[1], v08.BR('s')] as const
    for (const [first, second, third] of orders) {
      const recorder = record()
      recorder.send(messages[first], messages[second], messages[third])
      expect([recorder.codes(), recorder.shown('s')]).toEqual([[], 'first'])
      recorder.send(updates[2], v08.SU('s', [v08.T('root', 'later')]))
      expect([recorder.codes(), recorder.shown('s')]).toEqual([[], 'later'])
    }
  })

  it('[V8-1] after it, updates are applied at once', () => {
    const recorder = record()
    recorder.send(v08.BR('s'), ...updates)
    expect(recorder.shown('s')).toBe('second')
  })
})

describe('what is held', () => {
  const update = (id: string, n = 0): ReturnType<typeof v08.DM> => v08.DM(id, [{ key: `k${n}`, valueNumber: n }])
  /** What one such update counts. */
  const counted = 200 + dataBytes([]) + dataBytes({ k0: 0 })

  it('[V8-2] may be any number of small updates', () => {
    const recorder = record()
    const ids = Array.from({ length: 10_000 }, (_, n) => `t${n}`)
    const each = ids.slice(0, 4_000).map((id) => v08.SU('s', [v08.T(id, 'x')]))
    const root = v08.SU('s', [v08.C('root', 'Column', { children: { explicitList: ids.slice(0, 4_000) } })])
    const values = ids.map((id) => v08.DM('s', [{ key: 'n', valueString: id }], id))
    recorder.send(...each, ...values, root, v08.BR('s'))
    expect(reported(recorder)).toEqual([])
    expect(recorder.runtime.surface('s')?.components.size).toBe(4_001)
    expect(Object.keys(recorder.runtime.surface('s')?.data.get('/') ?? {})).toHaveLength(10_000)
  })

  it('[V8-2] has room again once it was let go', () => {
    const recorder = record({ limits: { heldBytes: counted } })
    recorder.send(update('s'), v08.DS('s'), update('s'), v08.DS('s'), update('s'), v08.DM('s', [], 'more'))
    expect(reported(recorder)).toEqual([['LIMIT_HELD', 6]])
  })

  it('[V8-2] is at most as many bytes as the option says, of all surfaces together', () => {
    const recorder = record({ limits: { heldBytes: counted * 2 } })
    recorder.send(update('s'), update('t'), update('s'), update('u'), v08.BR('s'), update('u'), update('u'))
    expect(reported(recorder)).toEqual([
      ['LIMIT_HELD', 3],
      ['LIMIT_HELD', 4],
      ['LIMIT_HELD', 7],
    ])
  })

  it('[V8-2] is by default at most 8 MiB', () => {
    const recorder = record()
    const big = (n: number): ReturnType<typeof v08.DM> =>
      v08.DM(
        's',
        Array.from({ length: 19 }, (_, key) => ({ key: `k${key}`, valueString: 'x'.repeat(50_000) })),
        `p${n}`,
      )
    recorder.send(...Array.from({ length: 9 }, (_, n) => big(n)))
    expect(reported(recorder)).toEqual([['LIMIT_HELD', 9]])
    recorder.send(update('t'), v08.BR('s'))
    expect(reported(recorder)).toHaveLength(1)
    expect(recorder.runtime.surface('s')?.data.get('/p0/k6')).toHaveLength(50_000)
  })

  it('[V8-2] is of at most as many surfaces as there may be', () => {
    const recorder = record({ limits: { surfaces: 2 } })
    recorder.send(update('a'), update('b'), update('c'), update('a', 1))
    expect(reported(recorder)).toEqual([['LIMIT_HELD', 3]])
  })

  it('[V8-2] when it is too much, does not harm what is live', () => {
    const recorder = record({ limits: { heldBytes: counted } })
    recorder.send(...GOOD, v08.BR('o'), update('s'), v08.DM('s', [], 'more'), v08.SU('o', [v08.T('root', 'live')]))
    expect(recorder.codes()).toEqual(['LIMIT_HELD'])
    expect([recorder.shown('g'), recorder.shown('o')]).toEqual(['witness', 'live'])
  })
})

describe('an update before createSurface', () => {
  const early = [
    UC('s', [T('root', { path: '/title' })]),
    UD('s', '/title', 'first'),
    UD('s', '/title', 'second'),
  ] as const

  it('[SF-1] is reported, and applied in order once it comes', () => {
    for (const [, validation] of modes) {
      const recorder = record({ validation })
      recorder.send(...early, CS('s'))
      // Lenient mode begins the surface with the first update of components.
      const lines = validation === 'strict' ? [1, 2, 3] : [1]
      expect(reported(recorder)).toEqual(lines.map((line) => ['SURFACE_NOT_FOUND', line]))
      expect(recorder.shown('s')).toBe('second')
    }
  })

  it('[SF-1] comes to the same wherever createSurface stands', () => {
    const states = [0, 1, 2, 3].map((at) => {
      const { runtime } = record()
      runtime.apply(early.toSpliced(at, 0, CS('s')))
      return stateOf(runtime)
    })
    for (const state of states) expect(state).toEqual(states[0])
    expect(states[0]).toHaveLength(1)
  })

  it('[SF-1] comes to the same as one of components and one of data in any order', () => {
    const messages = [CS('s'), early[0], early[1]] as const
    for (const [first, second, third] of orders) {
      const recorder = record()
      recorder.send(messages[first], messages[second], messages[third])
      expect(recorder.shown('s')).toBe('first')
    }
  })

  it('[SF-1] heals a delivery that is cut and repeated', () => {
    const recorder = record()
    recorder.send(early[2], early[0], CS('s'), ...early, CS('s'))
    expect(recorder.shown('s')).toBe('second')
  })

  it('[SF-1] that is faulty is reported once more, with its own line', () => {
    const recorder = record()
    recorder.send(UC('s', [{ id: 'root', component: 'Txt' }]), CS('s'), UC('s', [T('root', 'right')]))
    expect(reported(recorder)).toEqual([
      ['SURFACE_NOT_FOUND', 1],
      ['COMPONENT_UNKNOWN', 1],
    ])
    expect(recorder.shown('s')).toBe('right')
  })

  it('[SF-1] that still waits when the stream ends is reported, with its first line', () => {
    const recorder = record()
    recorder.send(...early)
    recorder.runtime.end()
    recorder.runtime.end()
    const last = recorder.reports.slice(3)
    expect(last.map(({ code, severity, place, message }) => [code, severity, place.line, message])).toEqual([
      ['ROOT_MISSING', 'warning', 1, expect.stringContaining('createSurface')],
    ])
  })

  it('[SF-1] of a surface that was deleted is refused, until it is created again', () => {
    const recorder = record()
    recorder.send(CS('s'), DS('s'), early[1], CS('s'))
    expect(reported(recorder)).toEqual([['SURFACE_NOT_FOUND', 3]])
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({})
    recorder.send(DS('s'), CS('s'), early[1])
    expect(recorder.runtime.surface('s')?.data.get('/title')).toBe('first')
  })

  it('[SF-11] of a surface that was deleted is refused, though 700 others were taken back since', () => {
    const { runtime, codes } = record()
    runtime.apply([CS('s'), DS('s')], { source: 'a' })
    runtime.apply([CS('s')], { source: 'b' })
    runtime.sync(
      'list',
      Array.from({ length: 700 }, (_, index) => CS(`card-${index}`)),
    )
    runtime.drop('list')
    runtime.apply([UD('s', '/x', 'late')], { source: 'a' })
    expect(runtime.surface('s', 'b')?.data.get('/')).toEqual({})
    expect(codes()).toEqual(['SURFACE_NOT_FOUND'])
  })

  it('[SF-11] of a surface that was deleted is refused, of a great many the newest: their names have 32 KiB', () => {
    const recorder = record()
    const ids = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(256, '-'))
    recorder.send(...ids.flatMap((id) => [CS(id), DS(id)]))
    recorder.send(...ids.flatMap((id) => [UD(id, '/title', 'late'), CS(id)]))
    const isEmpty = ids.map((id) => Object.keys(recorder.runtime.surface(id)?.data.get('/') ?? {}).length === 0)
    const remembered = isEmpty.filter(Boolean).length
    expect(isEmpty).toEqual(ids.map((_, index) => index >= ids.length - remembered))
    // Two bytes for each unit of an id.
    expect(remembered * 512).toBeLessThan(32_768)
    expect(remembered * 512).toBeGreaterThan(30_000)
  })

  it('[SF-1] of a great many surfaces is bounded', () => {
    const recorder = record({ limits: { surfaces: 2 } })
    recorder.send(UD('a', '/x', 1), UD('b', '/x', 1), UD('c', '/x', 1))
    expect(recorder.codes()).toEqual(['SURFACE_NOT_FOUND', 'SURFACE_NOT_FOUND', 'LIMIT_HELD'])
  })
})

it('[V8-1] what was held and is refused is reported where it stood in its message', () => {
  const { send, reports } = record()
  const root = { id: 'root', component: 'Column', children: ['b'] }
  send(UC('s', [root, { ...T('b', 'x'), size: 1 }]), UC('s', [root]), CS('s'))
  const faults = reports.filter(({ code }) => code !== 'SURFACE_NOT_FOUND')
  expect(faults.map(({ code, place }) => [code, place.at, place.componentId])).toEqual([
    ['VALIDATION_FAILED', '/updateComponents/components/1/size', 'b'],
  ])
})
