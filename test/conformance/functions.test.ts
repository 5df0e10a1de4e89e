// The functions, by our cases and those of the public suite: every case from a surface, with its arguments bound to data where
// the schema lets them. No case is left out; `expect_error` is met by a report, at receipt or at the call.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRuntime } from '../../src/basic/create-runtime.ts'
import type { ClientEvent, SurfaceError } from '../../src/entries/core.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { settled, stage } from '../basic/functions/calling.ts'
import { type FunctionCase, functionCases } from './cases/functions.ts'
import { describeCorpus, readCases, readFolder } from './corpus.ts'

/** Arguments that the schema wants as literals. */
const literal = new Set(['pattern', 'min', 'max'])

/** What an action would tell the agent of the call's value, once everything is loaded; and whether it was reported. */
async function outcome(
  one: FunctionCase,
): Promise<{ readonly value: JsonValue | undefined; readonly failed: boolean }> {
  const args = Object.entries(one.args).map(([name, value]): [string, JsonValue] => {
    if (literal.has(name)) return [name, value]
    if (name !== 'values' || !Array.isArray(value)) return [name, { path: `/${name}` }]
    return [name, value.map((_, index) => ({ path: `/values/${index}` }))]
  })
  const call = { call: one.function, args: Object.fromEntries(args) }
  const effect = one.function === 'openUrl'
  const action = effect ? { functionCall: call } : { event: { name: 'go', context: { value: call } } }
  const contexts: JsonObject[] = effect ? [{ value: null }] : []
  const onEvent = ({ context }: ClientEvent): void => void contexts.push(context)
  const { binding, reports } = stage([{ id: 'root', component: 'Button', child: 'c', action }], one.args, { onEvent })
  binding().act('action')
  await settled()
  binding().act('action')
  await settled()
  return { value: contexts.at(-1)?.['value'], failed: reports.length > 0 }
}

describe('the functions', () => play(functionCases))
describeCorpus('the functions in public', () => play(readCases('functions_v0_9')))

function play(cases: readonly FunctionCase[]): void {
  beforeAll(() => void vi.stubGlobal('window', { open: () => null }))
  afterAll(() => void vi.unstubAllGlobals())

  it.each(cases.map((one) => [one.function, JSON.stringify(one.args), one] as const))(
    '[FN-18] %s %s',
    async (_name, _args, one) => {
      const { value, failed } = await outcome(one)
      expect(failed).toBe(one.expect_error !== undefined)
      if (one.expect_error === undefined) expect(value).toEqual(one.expect)
    },
  )
}

describeCorpus('public messages with function calls', () => {
  const messages = readFolder<{ readonly input: JsonObject; readonly expect: string }>('validation')
  const withCalls = messages.filter(([name]) => name.includes('function_catalog'))

  it.each(withCalls)('[FN-18] %s', (_name, { input, expect: verdict }) => {
    const reports: SurfaceError[] = []
    const runtime = createRuntime({ onError: (error) => void reports.push(error) })
    const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'
    const { surfaceId = '' } = input['updateComponents'] as JsonObject
    runtime.apply([{ version: 'v0.9', createSurface: { surfaceId, catalogId } }, input])
    expect(reports.length === 0 ? 'valid' : 'invalid').toBe(verdict)
  })
})

describeCorpus('public streams of the minimal catalogs', () => {
  const streams = ['v0_8', 'v0_9']
    .flatMap((version) => readFolder<{ readonly messages: JsonValue }>(version))
    .filter(([name]) => name.startsWith('catalog-minimal__'))

  it.each(streams)('[C-11] %s is accepted', (_name, { messages }) => {
    const reports: SurfaceError[] = []
    const runtime = createRuntime({ onError: (error) => void reports.push(error) })
    runtime.apply(messages)
    runtime.end()
    expect(reports).toEqual([])
    expect(runtime.surfaces.getSnapshot()).toHaveLength(1)
  })
})
