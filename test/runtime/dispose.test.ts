// What comes after dispose() goes nowhere. The host is notified so, once.
import { describe, expect, it, vi } from 'vitest'
import { createRuntime } from '../../src/basic/create-runtime.ts'
import type { Runtime, SurfaceError } from '../../src/entries/core.ts'
import { CS, GOOD, lines } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

const inputs: readonly (readonly [string, (runtime: Runtime) => unknown])[] = [
  ['push', (runtime) => runtime.push(lines(CS('s')))],
  ['end', (runtime) => runtime.end()],
  ['apply', (runtime) => runtime.apply(CS('s'))],
  ['read', (runtime) => runtime.read([lines(CS('s'))])],
]

describe('a runtime that was disposed', () => {
  it.each(inputs)('[H-3] tells once that %s does nothing', async (name, give) => {
    const { runtime, reports } = record()
    runtime.dispose()
    for (let time = 0; time < 3; time++) await give(runtime)
    for (const [, other] of inputs) await other(runtime)
    expect(reports.map(({ code, severity }) => [code, severity])).toEqual([['RUNTIME_DISPOSED', 'error']])
    expect(reports[0]?.message).toContain(`${name}()`)
    expect(runtime.surfaces.getSnapshot()).toEqual([])
  })

  it('[H-3] tells nothing of what was waiting for its turn when it was disposed', () => {
    const recorder = record({
      onError: ({ code }) => {
        if (code !== 'JSON_SYNTAX') return
        recorder.runtime.apply(CS('t'))
        recorder.runtime.dispose()
      },
    })
    recorder.runtime.push(lines('bad', 'bad', ...GOOD))
    expect(recorder.codes()).toEqual(['JSON_SYNTAX'])
  })

  it('[H-3] tells it on the console without onError', () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const runtime = createRuntime()
    runtime.dispose()
    runtime.dispose()
    expect(printed).not.toHaveBeenCalled()
    runtime.push('{}\n')
    runtime.push('{}\n')
    expect(printed.mock.calls).toEqual([[expect.stringContaining('RUNTIME_DISPOSED')]])
    vi.restoreAllMocks()
  })

  it('[H-3] may be given input from within the report', () => {
    const seen: SurfaceError[] = []
    const runtime = createRuntime({
      onError: (error) => {
        seen.push(error)
        runtime.push('again\n')
      },
    })
    runtime.dispose()
    runtime.push('{}\n')
    expect(seen).toHaveLength(1)
  })
})
