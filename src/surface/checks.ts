/** Whether a component's checks hold, and the messages of those that fail. */
import type { Component } from '../catalog/component.ts'
import type { Expression } from '../catalog/expression.ts'
import { isList, type Maybe } from '../json/value.ts'
import type { Evaluated } from './evaluate.ts'

/** The agent's message, or the name of a text of the host. */
export type CheckError = string | { readonly text: 'pattern' | 'unchecked' }

export interface CheckResult {
  readonly valid: boolean
  /** Messages of the failed checks, in order. A check that waits for its function fails without a message. */
  readonly errors: readonly CheckError[]
}

export interface CheckContext {
  /** Whether a condition that is not among the properties holds. */
  holds(condition: Expression): boolean
  /** Whether a condition calls a function that is still being loaded. Its value is meaningless then. */
  waitsFor(condition: Expression): boolean
  /** This evaluation exceeded the limit on work, so the result of a check may be wrong. */
  readonly overQuota: boolean
}

export const allValid: CheckResult = { valid: true, errors: [] }

/** `checks` is the component's property of this name, evaluated. */
export function runChecks(component: Component, checks: Evaluated, context: CheckContext): CheckResult {
  if (checks === undefined && !component.implied) return allValid
  const errors: CheckError[] = []
  let valid = true
  const note = (held: boolean, condition: Expression | undefined, error: CheckError): void => {
    const waiting = condition !== undefined && context.waitsFor(condition)
    if (held && !waiting) return
    valid = false
    if (!waiting) errors.push(context.overQuota ? { text: 'unchecked' } : error)
  }
  const sent = isList(checks as Maybe) ? (checks as readonly Check[]) : []
  for (const [index, check] of sent.entries())
    note(check.condition === true, conditionAt(component, index), String(check.message))
  for (const { condition, text } of component.implied ?? []) note(context.holds(condition), condition, { text })
  return valid ? allValid : { valid, errors }
}

/** An element of the property, as it is evaluated. */
interface Check {
  readonly condition?: Evaluated
  readonly message?: Evaluated
}

function conditionAt({ props }: Component, index: number): Expression | undefined {
  const checks = props['checks']
  const check = checks?.kind === 'list' ? checks.items[index] : undefined
  const condition = check?.kind === 'members' ? check.members['condition'] : undefined
  return condition?.kind === 'dynamic' ? condition.expression : undefined
}
