// The public suites of templates and functions, as far as the functions are built.
import { expect, it } from 'vitest'
import { parseTemplate } from '../../src/basic/functions/template.ts'
import type { CallContext } from '../../src/catalog/function.ts'
import { extendedCatalog } from '../../src/core.ts'
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value.ts'
import { describeCorpus, readCases } from './corpus.ts'

interface Template {
  readonly template: string
  readonly expect_parts?: readonly JsonValue[]
  readonly expect_error?: string
}

describeCorpus('templates', () => {
  const rows = readCases<Template>('expressions_v0_9')

  const good = rows.flatMap(({ template, expect_parts }) => (expect_parts ? [[template, expect_parts] as const] : []))
  const bad = rows.flatMap(({ template, expect_error }) => (expect_error === undefined ? [] : [template]))

  it.each(good)('[FN-6] "%s"', (template, parts) => {
    expect(parseTemplate(template)).toEqual(withoutAny(parts))
  })

  it.each(bad)('[FN-6] "%s" is refused', (template) => {
    expect(() => parseTemplate(template)).toThrow(expect.objectContaining({ code: 'TEMPLATE_SYNTAX' }))
  })
})

/** A result of any type is what a call has that says nothing of it; ours say nothing. */
function withoutAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAny)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([key, inner]) => !(key === 'returnType' && inner === 'any'))
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutAny(inner)]))
}

interface Call {
  readonly function: string
  readonly args: JsonObject
  readonly expect?: JsonValue
  readonly expect_error?: string
}

describeCorpus('functions', () => {
  const rows = readCases<Call>('functions_v0_9').map((row) => [row.function, JSON.stringify(row.args), row] as const)
  const built = rows.filter(([name]) => extendedCatalog.functions.has(name))
  const missing = rows.filter(([name]) => !extendedCatalog.functions.has(name))
  const world: CallContext = { locale: 'en-US', timeZone: 'UTC', screen: undefined, evaluate: (wire) => wire }

  it.each(built)('[FN-5] %s(%s)', (name, _args, row) => {
    const run = (): unknown => extendedCatalog.functions.get(name)?.definition.run(row.args, world) ?? null
    if (row.expect_error === undefined) expect(run()).toEqual(row.expect)
    else expect(run).toThrow()
  })

  it.runIf(false).each(missing)('[FN-5] %s(%s) is not built', () => undefined)
})
