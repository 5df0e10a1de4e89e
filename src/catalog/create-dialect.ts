/** Makes the dialect of a catalog from the way it reads one component. */
import type { Limits } from '../errors/limits.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import type { Component, Origin } from './component.ts'
import type { Dialect } from './dialect.ts'
import { withFallbackChildren } from './fallback-children.ts'
import { type Grammar, parseExpression } from './parse.ts'
import type { ParseOptions } from './parse-options.ts'

interface DialectParts<Schema> extends Omit<Dialect, 'parseComponent' | 'parseExpression'> {
  /** What the limits of a runtime decide. Made once for the same limits. */
  readonly schemaFor: (limits: Limits) => Schema
  readonly parse: (wire: JsonValue, origin: Origin, options: ParseOptions, schema: Schema) => Component
}

export function createDialect<Schema extends { readonly grammar: Grammar }>({
  schemaFor,
  parse,
  ...rest
}: DialectParts<Schema>): Dialect {
  const schemaOf = remembered(schemaFor)
  return {
    ...rest,
    parseComponent(wire, origin, options) {
      const read = (one: JsonValue): Component => parse(one, origin, options, schemaOf(options.limits))
      const component = read(wire)
      return component.invalid ? withFallbackChildren(component, wire as JsonObject, rest.components, read) : component
    },
    parseExpression: (limits) => (wire) => parseExpression(wire, '', schemaOf(limits).grammar),
  }
}

/** Caches the last result: one runtime always passes the same limits. */
function remembered<K, V>(make: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) }
    return last.value
  }
}
