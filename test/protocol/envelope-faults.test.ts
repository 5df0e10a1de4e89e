// Faults of messages and of their order. The tables of single envelopes are in test/protocol. Where the document leaves a
// choice, the answer is the one decided: an update before its createSurface is refused, a second createSurface too.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import { liveSurface } from '../../src/surface/surface.ts'
import { between } from '../support/between.ts'
import { CS, DS, GOOD, lines, T, UC, UD, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { stateOf } from '../support/state.ts'
import { transcripts } from '../support/transcripts.ts'
import { mount as bind } from '../surface/mount.ts'

function reported({ reports }: Recorder): readonly unknown[] {
  return reports.map(({ code, place }) => [code, place.line])
}

describe('v0.8 on a stream of v0.9', () => {
  it('[SF-6] is taken, for a surface of its own', () => {
    const { codes, shown, runtime } = between([
      v08.SU('o', [v08.T('root', 'hi')]),
      v08.BR('o'),
      UC('s', [T('x', 'new')]),
      v08.SU('o', [v08.T('x', 'old')]),
    ])
    expect(codes()).toEqual([])
    expect([shown('o'), shown('o', 'x'), shown('s', 'x')]).toEqual(['hi', 'old', 'new'])
    expect([runtime.surface('o')?.version, runtime.surface('s')?.version]).toEqual(['v0.8', 'v0.9'])
  })

  it.each<JsonObject>([v08.SU('s', [v08.T('root', 'hi')]), v08.DM('s', []), v08.BR('s'), v08.DS('s')])(
    '[SF-6] is refused for a surface of v0.9: %j',
    (message) => {
      expect(reported(between([message]))).toEqual([['VERSION_MIXED', 3]])
    },
  )
})

describe('an unknown catalog', () => {
  it('[SF-5] is refused, with those that there are; each later message to the surface is reported too', () => {
    const recorder = between([CS('d', { catalogId: 'nope' }), UC('d', [T('root', 'x')]), UD('d', '/n', 1), DS('d')])
    expect(reported(recorder)).toEqual([
      ['CATALOG_UNKNOWN', 3],
      ['SURFACE_NOT_FOUND', 4],
      ['SURFACE_NOT_FOUND', 5],
    ])
    for (const id of recorder.runtime.clientCapabilities()['v0.9'].supportedCatalogIds) {
      expect(recorder.reports[0]?.hint).toContain(id)
    }
    expect(recorder.runtime.surface('d')).toBeUndefined()
  })

  it('[SF-5] names the catalogs of the version that asked', () => {
    const { reports, runtime } = between([v08.BR('d', 'root', { catalogId: 'nope' })])
    const { 'v0.8': old, 'v0.9': current } = runtime.clientCapabilities()
    expect(reports[0]?.hint).toContain(old.supportedCatalogIds[0])
    expect(reports[0]?.hint).not.toContain(current.supportedCatalogIds[0])
  })

  it('[SF-5] may be mended: the same id with a known catalog', () => {
    const { codes, shown } = between([CS('d', { catalogId: 'nope' }), CS('d'), UC('d', [T('root', 'mended')])])
    expect([codes(), shown('d')]).toEqual([['CATALOG_UNKNOWN'], 'mended'])
  })
})

describe('an update before its createSurface', () => {
  it('[SF-1] is reported with the remedy, and held until it comes', () => {
    const { reports, runtime, shown } = between([UC('x', [T('root', 'early')]), UD('x', '/n', 'early'), CS('x')])
    expect(reports).toMatchObject([
      { code: 'SURFACE_NOT_FOUND', place: { line: 3, surfaceId: 'x' }, hint: expect.stringMatching(/\S/) },
      { code: 'SURFACE_NOT_FOUND', place: { line: 4, surfaceId: 'x' } },
    ])
    expect([shown('x'), runtime.surface('x')?.data.get('/')]).toEqual(['early', { n: 'early' }])
  })
})

describe('a second createSurface', () => {
  it.each<readonly [string, JsonObject]>([
    ['the same', CS('s')],
    ['with another theme', CS('s', { theme: { primaryColor: '#ffffff' } })],
    ['that wants the data', CS('s', { sendDataModel: true })],
    [
      'with another catalog',
      CS('s', { catalogId: 'https://surface-runtime.example/catalogs/extended/functions.json' }),
    ],
    ['with an unknown catalog', CS('s', { catalogId: 'nope' })],
  ])('[SF-2] leaves the surface as it was: %s', (_, second) => {
    const recorder = record()
    recorder.send(
      ...GOOD,
      CS('s', { theme: { primaryColor: '#000000' } }),
      UC('s', [T('root', { path: '/n' })]),
      UD('s', '/n', 'kept'),
    )
    const surface = recorder.runtime.surface('s')
    const before = JSON.stringify(stateOf(recorder.runtime))
    recorder.send(second)
    expect(reported(recorder)).toEqual([['SURFACE_EXISTS', 6]])
    expect(JSON.stringify(stateOf(recorder.runtime))).toBe(before)
    expect(recorder.runtime.surface('s')).toBe(surface)
    expect(recorder.runtime.clientDataModel()).toBeUndefined()
  })
})

describe('everything comes twice', () => {
  /** State without line numbers, which tell from which sending a component is. */
  function stateAfter(...parts: readonly string[]): readonly unknown[] {
    const { runtime } = record()
    for (const part of parts) runtime.push(part)
    return JSON.parse(JSON.stringify(stateOf(runtime), (key, value: unknown) => (key === 'line' ? undefined : value)))
  }

  function byId(state: readonly unknown[]): unknown {
    return Object.fromEntries(state.map((surface) => [(surface as { readonly id: string }).id, surface]))
  }

  it.each(transcripts)('[SF-2] %s: each line twice', (_, text) => {
    const twice = text.replaceAll(/.+\n?/g, (line) => `${line.trimEnd()}\n`.repeat(2))
    expect(byId(stateAfter(twice))).toEqual(byId(stateAfter(text)))
  })

  it.each(transcripts)('[SF-2] %s: the whole stream again', (_, text) => {
    const once = text.endsWith('\n') ? text : `${text}\n`
    expect(byId(stateAfter(once, once))).toEqual(byId(stateAfter(once)))
  })

  it('[SF-2] a message twice says so once, where it matters', () => {
    const { codes } = between([
      CS('x'),
      CS('x'),
      UC('x', [T('root', '1')]),
      UC('x', [T('root', '1')]),
      DS('x'),
      DS('x'),
    ])
    expect(codes()).toEqual(['SURFACE_EXISTS'])
  })
})

describe('late updates of a deleted surface', () => {
  it('[SF-3] are refused, and nothing comes back', () => {
    const recorder = between([CS('x'), UC('x', [T('root', '1')]), DS('x'), UC('x', [T('root', '2')]), UD('x', '/n', 1)])
    expect(reported(recorder)).toEqual([
      ['SURFACE_NOT_FOUND', 6],
      ['SURFACE_NOT_FOUND', 7],
    ])
    expect(recorder.runtime.surface('x')).toBeUndefined()
  })

  it('[SF-3] in v0.8 wait for a new beginning', () => {
    const recorder = between([v08.BR('x'), v08.DS('x'), v08.SU('x', [v08.T('root', 'second life')]), v08.BR('x')])
    expect([reported(recorder), recorder.shown('x')]).toEqual([[], 'second life'])
  })
})

describe('deletion of what is not there', () => {
  it('[SF-3] has no effect and is no fault', () => {
    const { codes, runtime } = between([DS('zzz'), v08.DS('zzz'), { ...DS('zzz'), version: 'v0.9.1' }])
    expect(codes()).toEqual([])
    expect(runtime.surfaces.getSnapshot().map(({ id }) => id)).toEqual(['s', 'g'])
  })
})

describe('a second life', () => {
  it('[SF-3] sees nothing of the first', () => {
    const { codes, runtime, shown } = between([
      CS('x', { sendDataModel: true, theme: { primaryColor: '#123456' } }),
      UC('x', [T('root', { path: '/secret' }), T('old', 'old')]),
      UD('x', '/secret', 'S'),
      DS('x'),
      CS('x'),
      UC('x', [T('root', { path: '/secret' })]),
    ])
    const surface = runtime.surface('x')
    expect([codes(), shown('x')]).toEqual([[], ''])
    expect([surface?.data.get('/'), surface?.theme, surface?.sendDataModel]).toEqual([{}, {}, false])
    expect([...(surface?.components.keys() ?? [])]).toEqual(['root'])
  })

  it('[SF-3] does not wake who listened to the first, whose data are gone', async () => {
    const { runtime, send } = record()
    send(CS('x'), UD('x', '/n', 'first'))
    const first = runtime.surface('x')
    let woken = 0
    first?.data.subscribe('/n', () => woken++)
    send(DS('x'))
    // What begins again at once would go on as the first.
    await Promise.resolve()
    send(CS('x'), UD('x', '/n', 'second'))
    expect([woken, first?.data.get('/n'), runtime.surface('x')?.data.get('/n')]).toEqual([0, undefined, 'second'])
    expect(runtime.surface('x')).not.toBe(first)
  })

  it('[SF-3] [B-8] is not busy with an action of the first, nor hears of its answer', async () => {
    let answer = (): void => undefined
    const pending = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { runtime, send, codes, events } = record({ onEvent: () => pending })
    const button = { id: 'root', component: 'Button', child: 'c', action: { event: { name: 'go' } } }
    send(CS('x'), UC('x', [button]))
    bind(runtime.surface('x')).binding.act('action')
    send(DS('x'), CS('x'), UC('x', [button]))
    const second = bind(runtime.surface('x'))
    expect(second.snapshot().busy).toBe(false)
    answer()
    await pending
    expect([second.snapshot().busy, second.wakes()]).toEqual([false, 0])
    second.binding.act('action')
    expect([events.length, codes()]).toEqual([2, []])
  })

  it('[SF-3] is another surface to whoever draws the list', async () => {
    const { runtime, send } = record()
    send(CS('x'))
    const [first] = runtime.surfaces.getSnapshot().map(liveSurface)
    send(DS('x'))
    // What begins again at once would go on as the first.
    await Promise.resolve()
    send(CS('x'))
    const [second] = runtime.surfaces.getSnapshot().map(liveSurface)
    expect(second?.key).not.toBe(first?.key)
  })
})

describe('one surface more than allowed', () => {
  it('[SF-7] is refused, and the thousand go on', () => {
    const recorder = record()
    recorder.send(...GOOD, ...Array.from({ length: 999 }, (_, n) => CS(`s${n}`)))
    expect(reported(recorder)).toEqual([])
    recorder.send(CS('extra'), v08.BR('extra too'), UC('s998', [T('root', 'goes on')]), UD('g', '/n', 1))
    expect(reported(recorder)).toEqual([
      ['LIMIT_SURFACES', 1_002],
      ['LIMIT_SURFACES', 1_003],
    ])
    expect(recorder.runtime.surfaces.getSnapshot()).toHaveLength(1_000)
    expect([recorder.shown('s998'), recorder.shown('g')]).toEqual(['goes on', 'witness'])
  })

  it('[SF-7] has room once another is gone', () => {
    const { codes, runtime } = record({ limits: { surfaces: 1 } })
    runtime.push(lines(CS('a'), CS('b'), DS('a'), CS('c')))
    expect([codes(), runtime.surfaces.getSnapshot().map(({ id }) => id)]).toEqual([['LIMIT_SURFACES'], ['c']])
  })
})
