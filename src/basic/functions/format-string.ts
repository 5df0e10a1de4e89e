/** `formatString`: a text in which each `${…}` is replaced by what it names. */
import type { Expression } from '../../catalog/component.ts'
import type { FunctionDefinition } from '../../catalog/function.ts'
import { toText } from '../../json/coerce.ts'
import { SurfaceError } from '../../json/errors.ts'
import { parseTemplate } from './template.ts'

export const formatString: FunctionDefinition = {
  /** A literal template is taken apart once, when its component arrives. */
  expand({ value }, parse): Expression | undefined {
    if (value?.kind !== 'literal' || typeof value.value !== 'string') return undefined
    try {
      return { kind: 'join', parts: parseTemplate(value.value).map(parse) }
    } catch (error) {
      // Whatever is wrong in the template, its place is the template: an expression in it has no pointer of its own.
      throw error instanceof SurfaceError ? error.movedTo('/value') : error
    }
  },
  /** A template that is itself bound or computed. Only the template is read so, never what it brings in. */
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

/** Steps to take a template apart, for each character, and to read and evaluate each part. */
const steps = { character: 10, part: 200 }
