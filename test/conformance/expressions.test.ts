// The public suite of templates.
import { expect, it } from 'vitest'
import { parseTemplate } from '../../src/basic/functions/template.ts'
import { isObject, type JsonValue } from '../../src/json/value.ts'
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
