// Without `onError` nothing is lost in silence: reports are lines on the console.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRuntime } from '../../src/basic/create-runtime.ts'
import { CS, lines, T, UC } from '../support/messages.ts'

const printed = { error: [] as unknown[][], warn: [] as unknown[][] }

beforeEach(() => {
  for (const level of ['error', 'warn'] as const) {
    printed[level] = []
    vi.spyOn(console, level).mockImplementation((...words) => void printed[level].push(words))
  }
})

afterEach(() => void vi.restoreAllMocks())

describe('a runtime without onError', () => {
  it('[H-1] prints an error as one line with code, message, place and hint', () => {
    createRuntime().push(lines(CS('s'), UC('s', [{ id: 'root', component: 'Tex', text: 'x' }])))
    expect(printed.warn).toEqual([])
    expect(printed.error).toHaveLength(1)
    const [text] = printed.error[0] as [string]
    expect(printed.error[0]).toHaveLength(1)
    expect(text).toMatch(/^surface-runtime: COMPONENT_UNKNOWN: Catalog "[^"]+" has no component type "Tex"/)
    expect(text).toContain('(surface "s", component "root", line 2, at /updateComponents/components/0/component)')
    expect(text).toMatch(/Did you mean "Text"\?$/)
  })

  it('[H-1] prints a warning as a warning', () => {
    const runtime = createRuntime()
    runtime.push(lines(CS('s')))
    runtime.end()
    expect(printed.error).toEqual([])
    expect(printed.warn).toEqual([[expect.stringContaining('ROOT_MISSING')]])
  })

  it('[H-1] prints the same report once, on whatever line it comes again', () => {
    const runtime = createRuntime()
    for (let n = 0; n < 50; n++) runtime.push(lines(UC('gone', [T('root', 'x')])))
    expect(printed.error).toEqual([[expect.stringMatching(/SURFACE_NOT_FOUND.*line 1,/)]])
    runtime.push(lines(UC('other', [T('root', 'x')])))
    expect(printed.error).toHaveLength(2)
  })

  it('[H-1] keeps what an agent sent on one line, however long it is', () => {
    createRuntime().push(lines(UC(`a\nb\u202e${'x'.repeat(200)}`, [T('root', 'x')]), `{"${'k'.repeat(5_000)}\\n":1}`))
    expect(printed.error).toHaveLength(2)
    for (const [text] of printed.error as [string][]) {
      expect(text).not.toMatch(/[\n\u202e]/)
      expect(text.length).toBeLessThanOrEqual(1_000)
    }
  })

  it('[H-1] remembers a bounded number of lines: a report that is long past is printed again', () => {
    const runtime = createRuntime()
    const fail = (surfaceId: string): void => runtime.apply(UC(surfaceId, [T('root', 'x')]))
    fail('first')
    for (let n = 0; n < 1_000; n++) fail(`s${n}`)
    expect(printed.error).toHaveLength(1_001)
    fail('s999')
    expect(printed.error).toHaveLength(1_001)
    fail('first')
    expect(printed.error).toHaveLength(1_002)
  })

  it('[H-1] has a memory of its own', () => {
    for (const runtime of [createRuntime(), createRuntime()]) runtime.apply(UC('gone', [T('root', 'x')]))
    expect(printed.error).toHaveLength(2)
  })

  it('[H-1] with onError nothing is printed', () => {
    const seen: string[] = []
    createRuntime({ onError: ({ code }) => void seen.push(code) }).push('bad\n')
    expect([seen, printed]).toEqual([['JSON_SYNTAX'], { error: [], warn: [] }])
  })
})
