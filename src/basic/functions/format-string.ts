/** `formatString`: a text in which each `${…}` is replaced by its value. */
import type { Expression, FunctionDefinition } from '../../catalog/expression.ts'
import { SurfaceError } from '../../errors/surface-error.ts'
import { toText } from '../../json/coerce.ts'
import { parseTemplate } from './template.ts'

export const formatString: FunctionDefinition = {
  evaluates: true,
  /** A literal template is parsed once, when its component arrives. */
  expand({ value }, parse): Expression | undefined {
    if (value?.kind !== 'literal' || typeof value.value !== 'string') return undefined
    try {
      return { kind: 'join', parts: parseTemplate(value.value).map(parse) }
    } catch (error) {
      // The place of every error is the template: an expression within a template has no pointer.
      throw error instanceof SurfaceError ? error.movedTo('/value') : error
    }
  },
  /** A bound or computed template. Only the template is parsed: `${…}` in a value of the data model stays text. */
  run({ value }, { evaluate, spend }) {
    const template = toText(value)
    spend(steps.character * template.length)
    const parts = parseTemplate(template)
    spend(steps.part * parts.length)
    let text = ''
    for (const part of parts) text += toText(evaluate(part))
    return text
  },
}

/** Steps to parse a character of a template, and to evaluate a part. */
const steps = { character: 10, part: 200 }
