// How much the patterns of one surface may compute in one go.
import { describe, expect, it, vi } from 'vitest'
import { preloadFunctions } from '../../src/entries/catalogs.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, DS, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mount } from './mount.ts'
import { draw, names, regex, turn } from './work-setup.ts'

await preloadFunctions()

describe('patterns', () => {
  /** `([ab]{i,999-i})[cd]$`: short, and a program of up to 2,000 instructions. */
  const pattern = (index: number): string => `([ab]{${index + 1},${998 - index}})[cd]$`
  const text = Array.from({ length: 10_000 }, (_, index) => (((index * 2_654_435_761) >>> 16) % 2 ? 'a' : 'b')).join('')

  it('[FN-20] eighty costly ones are one report, and an ordinary one beside them is judged', async () => {
    const recorder = record()
    const ids = names(80)
    const box = (id: string, value: JsonValue): JsonObject => ({ id, component: 'CheckBox', label: 'L', value })
    recorder.send(CS('s'), UD('s', '/v', text), UD('s', '/name', 'Ada'))
    recorder.send(
      UC('s', [
        box('plain', regex('^A', { path: '/name' })),
        ...ids.map((id, index) => box(id, regex(pattern(index)))),
      ]),
    )
    const [plain, ...costly] = draw(recorder, ['plain', ...ids], 'value')
    await turn()
    expect(plain).toBe(true)
    expect(new Set(costly)).toEqual(new Set([false]))
    expect(recorder.codes()).toEqual(['LIMIT_WORK'])
  })

  it('[FN-20] bounds of length on long texts are judged, by their fields and by the button of both', async () => {
    const recorder = record()
    const checks = ['/a', '/b'].map((path) => ({ condition: regex('^.{1,1000}$', { path }), message: 'Too long' }))
    const fields = checks.map((check, index) => ({
      ...{ id: `f${index}`, component: 'TextField', label: 'L', checks: [check] },
    }))
    recorder.send(CS('s'), UD('s', '', { a: 'x'.repeat(900), b: 'x'.repeat(900) }))
    recorder.send(
      UC('s', [...fields, { id: 'go', component: 'Button', child: 'f0', action: { event: { name: 'go' } }, checks }]),
    )
    const valid = (): boolean[] =>
      ['f0', 'f1', 'go'].map((id) => mount(recorder.runtime.surface('s'), id).snapshot().valid)
    expect(valid()).toEqual([true, true, true])
    expect(recorder.codes()).toEqual([])
  })

  it('[FN-20] one that would compile to a large program is not compiled', async () => {
    const { RE2JS } = await import('re2js')
    const compile = vi.spyOn(RE2JS, 'compile')
    const recorder = record()
    recorder.send(
      CS('s'),
      UD('s', '/v', 'x'),
      UC('s', [{ id: 'root', component: 'CheckBox', label: 'L', value: regex('x{1000}'.repeat(73)) }]),
    )
    draw(recorder, ['root'], 'value')
    await turn()
    expect(compile).not.toHaveBeenCalled()
    expect(recorder.codes()).toEqual(['LIMIT_WORK'])
    compile.mockRestore()
  })

  it('[FN-17] what patterns hold goes with their surface', async () => {
    const { RE2JS } = await import('re2js')
    const compile = vi.spyOn(RE2JS, 'compile')
    const recorder = record()
    const messages = [
      CS('s'),
      UD('s', '/v', 'ab'),
      UC('s', [{ id: 'root', component: 'CheckBox', label: 'L', value: regex('^ab$') }]),
    ]
    for (let time = 0; time < 2; time++) {
      recorder.send(...messages)
      const surface = recorder.runtime.surface('s')
      expect(draw(recorder, ['root', 'root'], 'value')).toEqual([true, true])
      recorder.send(DS('s'))
      expect(
        surface?.memo.get(
          (key: string) => key,
          ['^ab$'],
          () => undefined,
        ),
      ).toBe('^ab$')
    }
    expect(compile).toHaveBeenCalledTimes(2)
    compile.mockRestore()
  })
})
