import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { between } from '../support/between.ts'
import { CS, catalogId, DS, T, UC, UD, v08 } from '../support/messages.ts'

/** One faulty line, and the place of its one report. */
function fault(line: JsonValue | string): readonly unknown[] {
  const { reports } = between([line])
  expect(reports).toHaveLength(1)
  return reports.flatMap(({ code, severity, place }) => [code, severity, place.line, place.at])
}

describe('a line that is no object', () => {
  it.each<readonly [JsonValue, RegExp]>([
    [null, /not null$/],
    [42, /not 42$/],
    ['"x"', /not "x"$/],
    [true, /not true$/],
    [[], /not \[\]$/],
    [[CS('x')], /not an array$/],
  ])('[E-1] %j is told as what it is', (value, what) => {
    const { reports, runtime } = between([value])
    expect(reports).toMatchObject([
      { code: 'ENVELOPE_NOT_OBJECT', message: expect.stringMatching(what), place: { line: 3, at: '' } },
    ])
    expect(runtime.surface('x')).toBeUndefined()
  })
})

describe('the version', () => {
  it.each(['v0.9', 'v0.9.1'])('[E-2] %s is taken, and the surface remembers it', (version) => {
    const { runtime, codes } = between([{ ...CS('x'), version }])
    expect(codes()).toEqual([])
    expect(runtime.surface('x')?.version).toBe(version)
  })

  it('[E-2] is missing in v0.8, and the surface remembers that', () => {
    const { runtime, codes } = between([v08.BR('x')])
    expect(codes()).toEqual([])
    expect(runtime.surface('x')?.version).toBe('v0.8')
  })

  it('[E-2] v0.9 and v0.9.1 may speak to the same surface', () => {
    const { shown, codes } = between([CS('x'), { ...UC('x', [T('root', 'both')]), version: 'v0.9.1' }])
    expect([codes(), shown('x')]).toEqual([[], 'both'])
  })

  it.each<JsonObject>([CS('x'), UC('s', [T('root', 'changed')]), UD('s', '/n', 1)])(
    '[E-2] must be there in a message of v0.9: %j',
    ({ version: _version, ...message }) => {
      expect(fault(message)).toEqual(['VERSION_MISSING', 'error', 3, '/version'])
    },
  )

  it.each<JsonValue>(['v0.7', 'v1.0', 'v0.8', '0.9', 'V0.9', 'v0.9 ', '', 'v0.9.2', 0.9, null, true, ['v0.9'], {}])(
    '[E-2] %j is refused',
    (version) => {
      const { reports, runtime } = between([{ ...CS('x'), version }])
      expect(reports).toMatchObject([{ code: 'VERSION_UNSUPPORTED', place: { line: 3, at: '/version' } }])
      expect(reports[0]?.hint).toContain('v0.9')
      expect(runtime.surface('x')).toBeUndefined()
    },
  )

  it('[E-2] must not be there in a message of v0.8', () => {
    expect(fault({ version: 'v0.9', ...v08.BR('x') })).toEqual(['ENVELOPE_UNKNOWN_KIND', 'error', 3, '/beginRendering'])
  })
})

describe('one object, one message', () => {
  it.each<readonly [string, JsonObject]>([
    ['v0.9', { version: 'v0.9' }],
    ['v0.8', {}],
  ])('[E-3] none in %s', (_, line) => {
    expect(fault(line)).toEqual(['ENVELOPE_NO_KIND', 'error', 3, ''])
  })

  it.each<readonly [JsonObject, string]>([
    [{ ...CS('x'), ...DS('g') }, '/deleteSurface'],
    [{ ...UD('s', '/n', 1), ...UC('s', [T('root', 'changed')]) }, '/updateComponents'],
    [{ ...v08.BR('x'), ...v08.DS('s') }, '/deleteSurface'],
    [{ version: 'v0.9', createSurface: 1, deleteSurface: 2, updateDataModel: 3 }, '/deleteSurface'],
  ])('[E-3] several: %j', (line, at) => {
    expect(fault(line)).toEqual(['ENVELOPE_MULTIPLE_KINDS', 'error', 3, at])
  })

  it('[E-3] several of both versions: none is applied', () => {
    const { runtime, reports } = between([{ ...v08.DS('s'), createSurface: { surfaceId: 'x', catalogId } }])
    expect(reports).toHaveLength(1)
    expect(runtime.surface('x')).toBeUndefined()
  })

  it.each<readonly [JsonObject, string, string]>([
    [{ version: 'v0.9', createSurfaces: {} }, '/createSurfaces', 'Did you mean "createSurface"?'],
    [{ version: 'v0.9', updateComponent: {} }, '/updateComponent', 'Did you mean "updateComponents"?'],
    [{ version: 'v0.9', UPDATEDATAMODEL: {} }, '/UPDATEDATAMODEL', 'Did you mean "updateDataModel"?'],
    [{ version: 'v0.9', deletSurface: {} }, '/deletSurface', 'Did you mean "deleteSurface"?'],
    [{ beginRender: {} }, '/beginRender', 'Did you mean "beginRendering"?'],
    [{ surfaceUpdates: {} }, '/surfaceUpdates', 'Did you mean "surfaceUpdate"?'],
    [{ version: 'v0.9', beginRendering: {} }, '/beginRendering', 'createSurface'],
    [{ version: 'v0.9', surfaceUpdate: {} }, '/surfaceUpdate', 'updateComponents'],
    [{ version: 'v0.9', dataModelUpdate: {} }, '/dataModelUpdate', 'updateDataModel'],
    [{ version: 'v0.9', zzz: {} }, '/zzz', 'updateDataModel'],
    [{ messages: [CS('x')] }, '/messages', 'line of its own'],
    [{ version: 'v0.9', 'a/b~c': {} }, '/a~1b~0c', 'createSurface'],
    [{ version: 'v0.9', constructor: {} }, '/constructor', 'createSurface'],
    [{ version: 'v0.9', toString: {} }, '/toString', 'createSurface'],
  ])('[E-3] unknown, with the nearest known: %j', (line, at, hint) => {
    const { reports } = between([line])
    expect(reports).toMatchObject([{ code: 'ENVELOPE_UNKNOWN_KIND', place: { line: 3, at } }])
    expect(reports[0]?.hint).toContain(hint)
  })

  it('[E-3] unknown: __proto__', () => {
    expect(fault('{"version":"v0.9","__proto__":{}}')).toEqual(['ENVELOPE_UNKNOWN_KIND', 'error', 3, '/__proto__'])
  })

  it.each<readonly [JsonObject, string]>([
    [{ ...CS('x'), junk: 1 }, '/junk'],
    [{ ...CS('x'), 'ju/nk': 1 }, '/ju~1nk'],
    [{ ...v08.BR('x'), surfaceId: 'x' }, '/surfaceId'],
    [{ ...DS('s'), createsurface: {} }, '/createsurface'],
  ])('[E-3] surplus, with its place: %j', (line, at) => {
    expect(fault(line)).toEqual(['ENVELOPE_INVALID', 'error', 3, at])
  })
})
