/**
 * `regex`: whether a text matches a pattern; and `validationRegexp`, a field's pattern, which acts as one more check.
 *
 * The pattern comes from the agent. The browser's engine takes exponential time for some patterns: `^(a+)+$` can stop a
 * page for hours. RE2 takes linear time for all patterns. RE2 is large, so it is loaded when a surface first needs it.
 */
import type { Component } from '../../catalog/component.ts'
import type { CatalogFunction, Expression, FunctionDefinition } from '../../catalog/expression.ts'
import type { Limits } from '../../errors/limits.ts'
import { SurfaceError } from '../../errors/surface-error.ts'
import { toText } from '../../json/coerce.ts'
import { createLazyModule, type LazyModule } from '../../live/lazy-module.ts'

type Patterns = typeof import('./pattern.ts')

/** RE2, and the code that compiles a pattern with it. */
export const patterns: LazyModule<Patterns> = createLazyModule(() => import('./pattern.ts'))

/** Matches anywhere in the text, as in JavaScript. Flags are those of RE2 within the pattern, such as `(?i)`. */
export const regex: FunctionDefinition<Patterns> = {
  load: patterns,
  expand({ pattern }, _parse, limits) {
    if (pattern?.kind === 'literal') refuseLong(toText(pattern.value), '/pattern', limits)
    return undefined
  },
  run: (args, context) => context.loaded.matchPattern(args, context),
}

/** Throws `VALIDATION_FAILED` for a pattern over the limit. */
function refuseLong(pattern: string, at: string, { patternLength }: Pick<Limits, 'patternLength'>): void {
  if (pattern.length <= patternLength) return
  const message = `A pattern may have at most ${patternLength} characters, not ${pattern.length}`
  throw new SurfaceError('VALIDATION_FAILED', message, { hint: 'Write a shorter one, or several checks.', at })
}

/**
 * Adds a check for the pattern of a field, in both versions of the protocol; returns any other component unchanged. The
 * message is a text of the host: the property has none.
 *
 * @throws {SurfaceError} `VALIDATION_FAILED` for a pattern of more than `limits.patternLength` characters.
 */
export function withPatternCheck(component: Component, limits: Pick<Limits, 'patternLength'>): Component {
  const pattern = fieldTypes.has(component.type) ? component.props['validationRegexp'] : undefined
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
const fieldTypes: ReadonlySet<string> = new Set(['TextField', 'DateTimeInput'])

/** An empty text matches: the check `required` is for empty fields. */
const regexOrEmpty: typeof regex = {
  ...regex,
  run: (args, context) => args['value'] === undefined || args['value'] === '' || regex.run(args, context),
}

const matchesPattern: CatalogFunction = {
  name: 'validationRegexp',
  definition: regexOrEmpty,
  args: {},
  validate: () => undefined,
}
