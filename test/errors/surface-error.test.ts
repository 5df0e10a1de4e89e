// The one error: what it says of itself, and how its place grows.
import { describe, expect, it } from 'vitest'
import { type ErrorPlace, SurfaceError } from '../../src/errors/surface-error.ts'

function fault(place: ErrorPlace = {}): SurfaceError {
  return new SurfaceError('VALIDATION_FAILED', 'Too long', { hint: 'Use fewer.', ...place })
}

describe('a SurfaceError', () => {
  it('[PA-1] has the hint at the top, and only places in its place', () => {
    const error = fault({ line: 3, at: '/a' })
    expect(error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Too long',
      hint: 'Use fewer.',
      severity: 'error',
    })
    expect(error.place).toEqual({ line: 3, at: '/a' })
  })

  it('[PA-1] is plain data for a log, without what caused it', () => {
    const error = new SurfaceError('INTERNAL', 'No', { hint: 'Ask.', surfaceId: 's' }, { cause: { secret: 'x' } })
    const data = {
      name: 'SurfaceError',
      code: 'INTERNAL',
      message: 'No',
      hint: 'Ask.',
      severity: 'error',
      confidential: false,
    }
    expect(JSON.parse(JSON.stringify(error))).toEqual({ ...data, place: { surfaceId: 's' } })
    expect(JSON.parse(JSON.stringify(fault().with({ confidential: true })))).toMatchObject({ confidential: true })
  })

  it('[PA-1] stays one object while more of its place becomes known, and what was known first stays', () => {
    const error = fault({ componentId: 'inner' })
    const grown = error.in({ line: undefined, componentId: 'outer', at: '/0' }).below('/list').with({ version: 'v0.8' })
    expect(grown).toBe(error)
    expect(error.place).toEqual({ componentId: 'inner', at: '/list/0' })
    expect(Object.keys(error.place).sort()).toEqual(['at', 'componentId'])
    expect(error.version).toBe('v0.8')
  })

  it('[PA-1] becomes a warning as a copy: the component that it spoilt keeps the error', () => {
    const error = fault({ at: '/text' })
    const warning = error.asWarning().below('/components/0')
    expect([error.severity, error.place.at]).toEqual(['error', '/text'])
    expect([warning.severity, warning.place.at]).toEqual(['warning', '/components/0/text'])
  })
})
