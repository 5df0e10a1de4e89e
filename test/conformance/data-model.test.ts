// The data model, by our cases and those of the public suite, through a surface's data.
import { describe, expect, it } from 'vitest'
import { CS, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { type DataCase, dataCases } from './cases/data-model.ts'
import { describeCorpus, readCases } from './corpus.ts'

describe('the data model', () => play(dataCases))
describeCorpus('the data model in public', () => play(readCases('data_model_v0_9')))

function play(cases: readonly DataCase[]): void {
  const rows = cases.map((row) => [row.name, row] as const)

  it.each(rows)('[D-1, D-2, D-3, D-4, D-5] %s', (_name, { initial, watch = [], steps }) => {
    const { send, runtime } = record()
    send(CS('s'), UD('s', '/', initial))
    const data = runtime.surface('s')?.data ?? expect.fail()
    const notified: string[] = []
    const stops = watch.map((path) => data.subscribe(path, () => notified.push(path)))
    for (const { op, path = '/', ...step } of steps) {
      notified.length = 0
      const run = {
        get: () => data.get(path),
        set: () => data.set(path, step.value),
        delete: () => data.set(path, undefined),
        dispose: () => stops.map((stop) => stop()),
      }[op]
      if (step.expect_error !== undefined) expect(run).toThrow(expect.objectContaining({ name: 'SurfaceError' }))
      else run()
      if (step.expect !== undefined) expect(data.get(path)).toEqual(step.expect)
      if (step.expect_absent) expect(data.get(path)).toBeUndefined()
      if (step.expect_type)
        expect(Array.isArray(data.get(path)) ? 'list' : typeof data.get(path)).toBe(step.expect_type)
      if (step.expect_notified) expect(notified).toEqual(step.expect_notified)
      for (const [place, value] of Object.entries(step.expect_values ?? {})) expect(data.get(place)).toEqual(value)
    }
  })
}
