import { describe, expect, it } from 'vitest'
import { v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'

const standard = 'https://a2ui.org/specification/v0_8/standard_catalog_definition.json'

function begun(): Recorder {
  const recorder = record()
  recorder.send(
    v08.SU('s', [v08.T('one', { path: 'n' }), v08.T('two', 'second root')]),
    v08.DM('s', [{ key: 'n', valueString: 'data' }]),
    v08.BR('s', 'one', { styles: { primaryColor: '#aa0000', font: 'Serif' } }),
  )
  return recorder
}

describe('a second beginRendering', () => {
  it('[V8-8] changes root and styles, and keeps components and data', () => {
    const recorder = begun()
    const surface = recorder.runtime.surface('s')
    recorder.send(v08.BR('s', 'two', { styles: { primaryColor: '#00aa00' } }))
    expect(recorder.codes()).toEqual([])
    expect(recorder.runtime.surface('s')).toBe(surface)
    expect(surface?.beginning.getSnapshot().root).toBe('two')
    expect(surface?.theme).toEqual({ primaryColor: '#00aa00' })
    expect([...(surface?.components.keys() ?? [])]).toEqual(['one', 'two'])
    expect([surface?.data.get('/n'), recorder.shown('s', 'one')]).toEqual(['data', 'data'])
  })

  it('[V8-8] without styles has none', () => {
    const recorder = begun()
    recorder.send(v08.BR('s', 'one'))
    expect(recorder.runtime.surface('s')?.theme).toEqual({})
  })

  it('[V8-8] invalidates who draws the surface, and not the list of surfaces', () => {
    const recorder = begun()
    const surface = recorder.runtime.surface('s')
    const woken: string[] = []
    surface?.beginning.subscribe(() => woken.push('surface'))
    recorder.runtime.surfaces.subscribe(() => woken.push('list'))
    recorder.send(v08.BR('s', 'two'))
    expect(woken).toEqual(['surface'])
  })

  it('[V8-8] may name the catalog that the surface has', () => {
    const recorder = begun()
    recorder.send(v08.BR('s', 'two', { catalogId: standard }))
    expect([recorder.codes(), recorder.runtime.surface('s')?.beginning.getSnapshot().root]).toEqual([[], 'two'])
  })

  it('[V8-8] may not name another catalog: the surface stays as it was', () => {
    const recorder = begun()
    recorder.send(v08.BR('s', 'two', { catalogId: 'https://example.com/other.json' }))
    expect(recorder.reports).toMatchObject([{ code: 'SURFACE_EXISTS', place: { at: '/beginRendering/catalogId' } }])
    expect(recorder.runtime.surface('s')?.beginning.getSnapshot().root).toBe('one')
  })

  it('[V8-8] [E-9] with a bad style loses that style alone', () => {
    const recorder = begun()
    recorder.send(v08.BR('s', 'two', { styles: { primaryColor: 'red', font: 'Sans' } }))
    expect(recorder.codes()).toEqual(['VALIDATION_FAILED'])
    expect(recorder.runtime.surface('s')?.beginning.getSnapshot()).toEqual({ root: 'two', theme: { font: 'Sans' } })
  })

  it('[V8-8] after deleteSurface begins anew', () => {
    const recorder = begun()
    recorder.send(v08.DS('s'), v08.BR('s', 'one'))
    expect(recorder.codes()).toEqual([])
    expect(recorder.runtime.surface('s')?.components.size).toBe(0)
  })
})

describe('a catalog', () => {
  it('[V8-10] that is not named is the standard one', () => {
    expect(begun().runtime.surface('s')?.catalogId).toBe(standard)
  })
})

describe('children', () => {
  it.each([[['a']], ['a']])('[V8-13] in another form than v0.8 has: %j', (children) => {
    const { send, reports } = record()
    send(v08.BR('s', 'root'), v08.SU('s', [{ id: 'root', component: { Column: { children } } }]))
    expect(reports.map(({ code, hint }) => [code, hint])).toEqual([
      ['VALIDATION_FAILED', 'Send {"explicitList": ["a", "b"]} or {"template": …}.'],
    ])
  })
})
