/** `TextField.validationRegexp`: a pattern that acts as one more check. Both versions of the protocol have it. */
import type { Component } from '../../catalog/component.ts'
import type { CatalogFunction, Expression } from '../../catalog/expression.ts'
import type { Limits } from '../../errors/limits.ts'
import { refuseLong, regex } from './regex.ts'

/**
 * Adds a check for the pattern of a field; returns any other component unchanged. The message is a text of the host:
 * the property has none. Throws `VALIDATION_FAILED` for a pattern over the limit.
 */
export function withPatternCheck(component: Component, limits: Pick<Limits, 'patternLength'>): Component {
  const pattern = types.has(component.type) ? component.props['validationRegexp'] : undefined
  if (pattern?.kind !== 'static' || typeof pattern.value !== 'string') return component
  const at = '/validationRegexp'
  refuseLong(pattern.value, at, limits)
  const args: { readonly [name: string]: Expression } = {
    // The value as it is drawn: the user may type in a field without a binding.
    value: { kind: 'own', name: 'value' },
    pattern: { kind: 'literal', value: pattern.value },
  }
  return { ...component, implied: [{ condition: { kind: 'call', fn: matchesPattern, args, at }, text: 'pattern' }] }
}

/** `DateTimeInput`: v0.8's text fields for dates have patterns, too. */
const types: ReadonlySet<string> = new Set(['TextField', 'DateTimeInput'])

/** `regex` that accepts an empty text: the check `required` is for empty fields. */
const filled: typeof regex = {
  ...regex,
  run: (args, context) => args['value'] === undefined || args['value'] === '' || regex.run(args, context),
}

const matchesPattern: CatalogFunction = {
  name: 'validationRegexp',
  definition: filled,
  args: {},
  validate: () => undefined,
}
