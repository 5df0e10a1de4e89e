/** `TextField.validationRegexp`: a pattern beside the checks, which both versions of the protocol have. */
import type { Component, Expression } from '../../catalog/component.ts'
import type { CatalogFunction } from '../../catalog/function.ts'
import type { Limits } from '../../json/limits.ts'
import { refuseLong, regex } from './regex.ts'

/**
 * A field whose text must match its pattern gets a check for it; any other component is given back as it is.
 * The host words the message, for the agent gave none. Throws `VALIDATION_FAILED` for a pattern over the limit.
 */
export function withPatternCheck(component: Component, limits: Pick<Limits, 'patternLength'>): Component {
  const pattern = types.has(component.type) ? component.props['validationRegexp'] : undefined
  if (pattern?.kind !== 'static' || typeof pattern.value !== 'string') return component
  const at = '/validationRegexp'
  refuseLong(pattern.value, at, limits)
  const args: { readonly [name: string]: Expression } = {
    // As it is drawn, for the person may type where the agent has bound nothing.
    value: { kind: 'own', name: 'value' },
    pattern: { kind: 'literal', value: pattern.value },
  }
  return { ...component, implied: [{ condition: { kind: 'call', fn: matchesPattern, args, at }, text: 'pattern' }] }
}

/** v0.8's text fields for dates have patterns too. */
const types: ReadonlySet<string> = new Set(['TextField', 'DateTimeInput'])

/** `regex`, but that an empty field is for `required` to judge. */
const filled: typeof regex = {
  ...regex,
  run: (args, context) => args['value'] === undefined || args['value'] === '' || regex.run(args, context),
}

const matchesPattern: CatalogFunction = {
  name: 'validationRegexp',
  definition: filled,
  args: {},
  validate: () => true,
}
