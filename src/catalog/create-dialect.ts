/** Makes the dialect of a catalog from the way it reads one component. */
import type { Limits } from '../errors/limits.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import type { Component, Origin } from './component.ts'
import type { Dialect } from './dialect.ts'
import { withFallbackChildren } from './fallback-children.ts'
import { type Grammar, parseExpression } from './parse.ts'
import type { ParseOptions } from './parse-options.ts'

/** How components are read within the limits of one runtime. */
export interface Reading {
  readonly grammar: Grammar
  /** Throws a `SurfaceError` whose `at` is within the component. */
  readonly parse: (wire: JsonValue, origin: Origin, options: ParseOptions) => Component
}

interface DialectParts extends Omit<Dialect, 'parseComponent' | 'parseExpression'> {
  readonly readingFor: (limits: Limits) => Reading
}

export function createDialect({ readingFor, ...rest }: DialectParts): Dialect {
  let last: { readonly limits: Limits; readonly reading: Reading } | undefined

  /** Kept: one runtime always passes the same limits. */
  function readingOf(limits: Limits): Reading {
    if (last?.limits !== limits) last = { limits, reading: readingFor(limits) }
    return last.reading
  }

  return {
    ...rest,
    parseComponent(wire, origin, options) {
      const read = (one: JsonValue): Component => readingOf(options.limits).parse(one, origin, options)
      const component = read(wire)
      return component.invalid ? withFallbackChildren(component, wire as JsonObject, rest.components, read) : component
    },
    parseExpression: (limits) => (wire) => parseExpression(wire, '', readingOf(limits).grammar),
  }
}
