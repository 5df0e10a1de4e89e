// Templates, ours and those of the public suite.
import { describe, expect, it } from 'vitest'
import { parseTemplate } from '../../src/basic/functions/template.ts'
import { isObject } from '../../src/json/value.ts'
import { type TemplateCase, templateCases } from './cases/templates.ts'
import { describeCorpus, readCases } from './corpus.ts'

describe('templates', () => play(templateCases))
describeCorpus('public templates', () => play(readCases('expressions_v0_9')))

function play(rows: readonly TemplateCase[]): void {
  const good = rows.flatMap(({ template, expect_parts }) => (expect_parts ? [[template, expect_parts] as const] : []))
  const bad = rows.flatMap(({ template, expect_error }) => (expect_error === undefined ? [] : [template]))

  it.each(good)('[FN-6] "%s"', (template, parts) => {
    expect(parseTemplate(template)).toEqual(withoutAny(parts))
  })

  it.each(bad)('[FN-6] "%s" is refused', (template) => {
    expect(() => parseTemplate(template)).toThrow(expect.objectContaining({ code: 'TEMPLATE_SYNTAX' }))
  })
}

/** A result of any type is what a call has that says nothing of it; ours say nothing. */
function withoutAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAny)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([key, inner]) => !(key === 'returnType' && inner === 'any'))
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutAny(inner)]))
}
