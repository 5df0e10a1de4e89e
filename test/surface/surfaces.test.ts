// The life of surfaces: begun, updated, deleted, and each for itself.
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { between } from '../support/between.ts'
import { CS, catalogId, DS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { stateOf } from '../support/state.ts'
import { uncaught } from '../support/uncaught.ts'

const standard = 'https://a2ui.org/specification/v0_8/standard_catalog_definition.json'

describe('createSurface', () => {
  it('[SF-1] comes first: an update before it is reported with the remedy, and held', () => {
    const { reports, send, runtime } = between([UC('early', [T('root', 'x')]), UD('early', '/a', 1), UD('S', '/a', 1)])
    expect(reports).toHaveLength(3)
    expect(reports[0]).toMatchObject({
      code: 'SURFACE_NOT_FOUND',
      severity: 'error',
      place: { line: 3, surfaceId: 'early', at: '/updateComponents/surfaceId' },
    })
    expect(reports[1]?.hint).toBe('Send createSurface for it first.')
    expect(reports[2]?.hint).toBe('Did you mean "s"?')
    send(CS('early'))
    expect(runtime.surface('early')?.components.size).toBe(1)
    expect(runtime.surface('early')?.data.get('/')).toEqual({ a: 1 })
  })

  it('[SF-2] for a live id is refused, and the surface stays as it was', () => {
    const { send, runtime, reports } = record()
    send(CS('s', { theme: { agentDisplayName: 'First' } }), UC('s', [T('root', { path: '/a' })]), UD('s', '/a', 'kept'))
    const before = stateOf(runtime)
    const surface = runtime.surface('s')
    send(CS('s'), CS('s', { theme: { agentDisplayName: 'Second' }, sendDataModel: true }))
    expect(stateOf(runtime)).toEqual(before)
    expect(runtime.surface('s')).toBe(surface)
    expect(reports.map(({ code, place }) => [code, place.line, place.at, place.surfaceId])).toEqual([
      ['SURFACE_EXISTS', 4, '/createSurface/surfaceId', 's'],
      ['SURFACE_EXISTS', 5, '/createSurface/surfaceId', 's'],
    ])
    expect(reports[0]?.hint).toContain('deleteSurface')
  })

  it('[SF-2] whole replays leave the same state', () => {
    const { runtime } = record()
    const stream = [CS('s'), UC('s', [T('root', { path: '/a/0' })]), UD('s', '/a', ['x']), UD('s', '/a/1', 'y')]
    runtime.apply(stream)
    const before = stateOf(runtime)
    runtime.apply(stream)
    expect(stateOf(runtime)).toEqual(before)
  })

  it('[SF-5] with an unknown catalog is refused, with those that there are', () => {
    const { reports, runtime } = between([CS('d', { catalogId: 'nope' })])
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'CATALOG_UNKNOWN',
      message: 'There is no catalog "nope"',
      place: { surfaceId: 'd', line: 3, at: '/createSurface/catalogId' },
    })
    expect(reports[0]?.hint).toContain(catalogId)
    expect(reports[0]?.hint).not.toContain(standard)
    expect(runtime.surface('d')).toBeUndefined()
  })

  it('[SF-5] in v0.8 names the catalogs of v0.8', () => {
    const { reports } = between([v08.BR('d', 'root', { catalogId })])
    expect(reports[0]).toMatchObject({ code: 'CATALOG_UNKNOWN', place: { at: '/beginRendering/catalogId' } })
    expect(reports[0]?.hint).toContain(standard)
  })

  it.each([
    ['https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'],
    ['https://a2ui.org/specification/v0_9_1/catalogs/basic/catalog.json'],
    ['https://a2ui.org/specification/v0_9/basic_catalog.json'],
    ['https://a2ui.org/specification/v0_9/standard_catalog.json'],
    ['https://surface-runtime.example/catalogs/extended/functions.json'],
  ])('[SF-5] knows %s, and keeps the name that the agent gave', (id) => {
    const { send, runtime, reports } = record()
    send(CS('s', { catalogId: id }), UC('s', [T('root', 'x')]))
    expect(runtime.surface('s')?.catalogId).toBe(id)
    expect(reports).toEqual([])
  })

  it('[V8-10] without a catalogId a surface has the standard catalog', () => {
    const { send, runtime, shown, reports } = record()
    send(v08.BR('s'), v08.SU('s', [v08.T('root', 'hello')]))
    send(v08.BR('t', 'root', { catalogId: standard }), v08.SU('t', [v08.T('root', 'hello')]))
    expect(runtime.surface('s')?.catalogId).toBe(standard)
    expect([shown('s'), shown('t')]).toEqual(['hello', 'hello'])
    expect(reports).toEqual([])
  })

  it('[V8-10] and a type of v0.9 only is not in it', () => {
    const { send, reports } = record()
    send(v08.BR('s'), v08.SU('s', [v08.C('root', 'ChoicePicker', {})]))
    expect(reports[0]).toMatchObject({
      code: 'COMPONENT_UNKNOWN',
      place: { at: '/surfaceUpdate/components/0/component/ChoicePicker' },
    })
    expect(reports[0]?.message).toContain(standard)
  })

  it('[SF-7] beyond the limit is refused; those that there are go on', () => {
    const { send, runtime, shown, codes, reports } = record({ limits: { surfaces: 2 } })
    send(CS('a'), CS('b'), UC('a', [T('root', { path: '/x' })]))
    expect(codes()).toEqual([])
    send(CS('c'), v08.BR('d'))
    expect(codes()).toEqual(['LIMIT_SURFACES', 'LIMIT_SURFACES'])
    expect(reports[0]?.place).toMatchObject({ line: 4, surfaceId: 'c' })
    send(UD('a', '/x', 'on'), DS('b'), CS('c'))
    expect(shown('a')).toBe('on')
    expect(runtime.surfaces.getSnapshot().map(({ id }) => id)).toEqual(['a', 'c'])
    expect(codes()).toHaveLength(2)
  })
})

describe('deleteSurface', () => {
  it('[SF-3] removes components and data, and what comes later is refused', () => {
    const { send, runtime, codes } = record()
    send(CS('s'), UC('s', [T('root', 'x')]), UD('s', '/a', 1), DS('s'))
    expect(runtime.surface('s')).toBeUndefined()
    expect(runtime.surfaces.getSnapshot()).toEqual([])
    send(UC('s', [T('root', 'y')]), UD('s', '/a', 2))
    expect(codes()).toEqual(['SURFACE_NOT_FOUND', 'SURFACE_NOT_FOUND'])
    expect(runtime.surface('s')).toBeUndefined()
  })

  it('[SF-3] of an unknown id has no effect, in either version', () => {
    const { reports } = between([DS('zzz'), v08.DS('zzz')])
    expect(reports).toEqual([])
  })

  it('[SF-3] leaves nothing old to a later surface of the same id', () => {
    const { send, runtime, shown } = record()
    send(CS('s', { sendDataModel: true, theme: { agentDisplayName: 'Old' } }), UD('s', '/secret', 'old'))
    send(UC('s', [T('root', { path: '/secret' }), T('more', 'old')]))
    const old = runtime.surface('s')
    send(DS('s'), CS('s'), UC('s', [T('root', { path: '/secret' })]))
    const fresh = runtime.surface('s')
    expect(fresh).not.toBe(old)
    expect(fresh?.key).not.toBe(old?.key)
    expect([shown('s'), fresh?.components.size, fresh?.sendDataModel, fresh?.theme]).toEqual(['', 1, false, {}])
  })

  it('[SF-3] [SF-6] opens the id to the other version', () => {
    const { send, runtime, shown, reports } = record()
    send(CS('s'), DS('s'), v08.BR('s'), v08.SU('s', [v08.T('root', 'other')]))
    expect([runtime.surface('s')?.version, shown('s')]).toEqual(['v0.8', 'other'])
    expect(reports).toEqual([])
  })
})

describe('surfaces', () => {
  it('[SF-4] of one stream do not touch each other', () => {
    const { send, runtime, shown, reports } = record()
    send(CS('a'), CS('b'), UC('a', [T('root', { path: '/x' })]), UC('b', [T('root', { path: '/x' }), T('own', '1')]))
    send(UD('a', '/x', 'for a'), UD('b', '/x', 'for b'), UC('a', [T('root', 'literal')]), UD('a', '/', { y: 1 }))
    expect([shown('a'), shown('b')]).toEqual(['literal', 'for b'])
    expect(runtime.surface('b')?.data.get('/')).toEqual({ x: 'for b' })
    expect(runtime.surface('a')?.components.has('own')).toBe(false)
    send(DS('a'))
    expect(shown('b')).toBe('for b')
    expect(reports).toEqual([])
  })

  it('[SF-4] are listed in order of creation, and the list is the same until one comes or goes', async () => {
    const { send, runtime } = record()
    const ids = (): readonly string[] => runtime.surfaces.getSnapshot().map(({ id }) => id)
    let reported = 0
    runtime.surfaces.subscribe(() => reported++)
    send(CS('b'), CS('a'))
    const list = runtime.surfaces.getSnapshot()
    send(UC('a', [T('root', 'x')]), UD('b', '/a', 1), DS('nobody'), CS('a'))
    expect(runtime.surfaces.getSnapshot()).toBe(list)
    expect([ids(), reported]).toEqual([['b', 'a'], 2])
    send(DS('b'))
    await Promise.resolve()
    send(CS('b'))
    expect([ids(), reported]).toEqual([['a', 'b'], 4])
  })

  it('[SF-6] of both versions share a stream', () => {
    const { send, runtime, shown, reports } = record()
    send(v08.SU('old', [v08.T('root', 'v0.8')]), CS('new'), v08.BR('old'), UC('new', [T('root', 'v0.9')]))
    send({ ...CS('newer'), version: 'v0.9.1' }, { ...UC('newer', [T('root', 'v0.9.1')]), version: 'v0.9.1' })
    expect(['old', 'new', 'newer'].map((id) => [runtime.surface(id)?.version, shown(id)])).toEqual([
      ['v0.8', 'v0.8'],
      ['v0.9', 'v0.9'],
      ['v0.9.1', 'v0.9.1'],
    ])
    expect(reports).toEqual([])
  })

  it.each([
    ['beginRendering', CS('s'), v08.BR('s'), 'v0.9'],
    ['surfaceUpdate', CS('s'), v08.SU('s', [v08.T('root', 'x')]), 'v0.9'],
    ['dataModelUpdate', CS('s'), v08.DM('s', []), 'v0.9'],
    ['deleteSurface of v0.8', CS('s'), v08.DS('s'), 'v0.9'],
    ['createSurface', v08.BR('s'), CS('s'), 'v0.8'],
    ['updateComponents', v08.BR('s'), UC('s', [T('root', 'x')]), 'v0.8'],
    ['updateDataModel', v08.BR('s'), UD('s', '/a', 1), 'v0.8'],
    ['deleteSurface of v0.9', v08.BR('s'), DS('s'), 'v0.8'],
  ])('[SF-6] %s is refused for a surface of the other version', (_kind, open, other, version) => {
    const { send, runtime, reports } = record()
    send(open)
    const before = stateOf(runtime)
    send(other)
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({ code: 'VERSION_MIXED', place: { line: 2, surfaceId: 's' } })
    expect(reports[0]?.message).toMatch(/^Surface "s" was opened in v0\.[89], not in v0\.[89]$/)
    expect(reports[0]?.hint).toBe(`Send its messages in ${version}.`)
    expect(stateOf(runtime)).toEqual(before)
  })

  it('[SF-6] v0.9 and v0.9.1 are one family', () => {
    const { send, reports } = record()
    send(CS('s'), { ...UD('s', '/a', 1), version: 'v0.9.1' }, { ...DS('s'), version: 'v0.9.1' })
    expect(reports).toEqual([])
  })

  it('[SF-4] [S-11] a host that throws when the list changes does not stop the message', async () => {
    const { send, runtime, shown, reports } = record()
    runtime.surfaces.subscribe(() => {
      throw new Error('a fault of the host')
    })
    const seen = await uncaught(() => send(v08.SU('s', [v08.T('root', 'held')]), v08.BR('s')))
    expect(shown('s')).toBe('held')
    expect(reports).toEqual([])
    expect(seen).toMatchObject([{ message: 'a fault of the host' }])
  })
})

describe('a surface in the hands of a host', () => {
  it('[SF-9] lists, copies and prints its public members alone', () => {
    const { send, runtime } = record()
    send(CS('s', { theme: { agentDisplayName: 'Ada' } }), v08.BR('t'))
    const members = ['id', 'source', 'version', 'catalogId', 'sendDataModel', 'data', 'components', 'theme'] as const
    for (const surface of runtime.surfaces.getSnapshot()) {
      expect(Object.keys(surface).sort()).toEqual([...members].sort())
      expect({ ...surface }.theme).toEqual(surface.theme)
      expect(inspect(surface, { depth: 0 })).toMatch(/^\{(?:\s+\w+: .+){8}\s+\}$/)
    }
  })
})
