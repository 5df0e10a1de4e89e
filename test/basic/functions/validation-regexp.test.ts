import { describe, expect, it } from 'vitest'
import { createRuntime } from '../../../src/basic/create-runtime.ts'
import type { SurfaceError } from '../../../src/entries/core.ts'
import { root } from '../../../src/json/pointer.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { ComponentBinding } from '../../../src/surface/binding.ts'
import { liveSurface } from '../../../src/surface/surface.ts'
import { settled, stage } from './calling.ts'

const ours = { text: 'pattern' }

function field(extra: JsonObject = {}): JsonObject {
  return { id: 'root', component: 'TextField', label: 'Zip', validationRegexp: '^[0-9]{5}$', ...extra }
}

describe('validationRegexp', () => {
  it('[C-10] is a live check, for what is not empty', async () => {
    const { binding, surface } = stage([field({ value: { path: '/zip' } })])
    const bound = binding()
    bound.getSnapshot()
    await settled()
    const seen = ['', '1', '12345', '123456'].map((zip) => {
      surface.data.set('/zip', zip)
      return bound.getSnapshot().errors
    })
    expect(seen).toEqual([[], [ours], [], [ours]])
  })

  it('[C-10] comes after the agent’s own checks', async () => {
    const checks = [{ condition: { call: 'length', args: { value: { path: '/zip' }, min: 3 } }, message: 'short' }]
    const { binding } = stage([field({ value: { path: '/zip' }, checks })], { zip: '1' })
    binding().getSnapshot()
    await settled()
    expect(binding().getSnapshot().errors).toEqual(['short', ours])
  })

  it.each([{}, { value: 'abc' }])(
    '[C-10] checks what the user enters in a field without a binding: %j',
    async (extra) => {
      const { binding } = stage([field(extra)])
      const bound = binding()
      bound.attach({ notify: () => undefined })
      bound.getSnapshot()
      await settled()
      expect(bound.getSnapshot().valid).toBe(!('value' in extra))
      bound.enter('value', '12345')
      expect(bound.getSnapshot()).toMatchObject({ valid: true, errors: [] })
      bound.enter('value', '1234x')
      expect(bound.getSnapshot()).toMatchObject({ valid: false, errors: [ours] })
    },
  )

  it('[C-10] reports an invalid pattern with its place', async () => {
    const { binding, reports } = stage([field({ value: 'x', validationRegexp: '(' })])
    binding().getSnapshot()
    await settled()
    expect(binding().getSnapshot()).toMatchObject({ valid: false, errors: [ours] })
    await settled()
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['FUNCTION_FAILED', '/updateComponents/components/0/validationRegexp'],
    ])
  })

  it('[C-10] is refused over the limit', () => {
    const { reports } = stage([field({ validationRegexp: 'a'.repeat(513) })])
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['VALIDATION_FAILED', '/updateComponents/components/0/validationRegexp'],
    ])
  })

  it('[C-10] is the same in v0.8', async () => {
    const reports: SurfaceError[] = []
    const runtime = createRuntime({ onError: (error) => void reports.push(error) })
    const send = (validationRegexp: string): void => {
      const bag = { label: { literalString: 'Zip' }, text: { path: 'zip' }, validationRegexp }
      runtime.apply({ surfaceUpdate: { surfaceId: 's', components: [{ id: 'root', component: { TextField: bag } }] } })
    }
    runtime.apply({ beginRendering: { surfaceId: 's', root: 'root' } })
    send('^[0-9]{5}$')
    const surface = runtime.surface('s')
    if (!surface) throw new Error('there is no surface')
    surface.data.set('/zip', '1')
    const bound = new ComponentBinding(liveSurface(surface), 'root', root)
    bound.getSnapshot()
    await settled()
    expect(bound.getSnapshot().errors).toEqual([ours])
    surface.data.set('/zip', '12345')
    expect(bound.getSnapshot().errors).toEqual([])
    send('a'.repeat(513))
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['VALIDATION_FAILED', '/surfaceUpdate/components/0/component/TextField/validationRegexp'],
    ])
  })
})
