/** The dialect of one protocol version: reads its components and themes for a catalog. */

import type { Limits } from '../errors/limits.ts'
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import { namesIn } from '../json/pointer.ts'
import { type JsonObject, type JsonValue, nameWithin, own } from '../json/value.ts'
import { without } from '../json/without.ts'
import { faultOf } from '../schema/fault.ts'
import type { Validator } from '../schema/validator.ts'
import type { CompiledComponent } from './compiled.ts'
import type { Component, Origin } from './component.ts'
import type { Expression } from './expression.ts'
import type { ParseOptions } from './parse-options.ts'

/** The name and style of a surface, checked: the known members of what the agent sent. */
export interface Theme {
  /** `#rrggbb`. */
  readonly primaryColor?: string
  /**
   * One line of at most 40 characters, without control characters and characters that change the direction of writing.
   */
  readonly agentDisplayName?: string
  readonly iconUrl?: string
  readonly font?: string
}

export interface Dialect {
  /** The id by which capabilities announce the catalog, then its aliases. */
  readonly ids: readonly string[]
  readonly protocol: 'v0.8' | 'v0.9'
  /** Whether the catalog has a component type, as the agent calls it. */
  readonly reads: (type: string) => boolean
  /** Throws a `SurfaceError` whose `at` is within the component. */
  readonly parseComponent: (wire: JsonValue, origin: Origin, options: ParseOptions) => Component
  /** The component types that `parseComponent` gives. */
  readonly components: { readonly [type: string]: CompiledComponent }
  /** A dynamic value in its wire form, for functions that find one within their arguments. Throws a `SurfaceError`. */
  readonly parseExpression: (limits: Limits) => (wire: JsonValue) => Expression
  /**
   * Throws `VALIDATION_FAILED` whose `at` is within the theme. `warn`: lenient mode. A wrong value is left out, with a warning.
   */
  readonly parseTheme: (wire: JsonObject, warn?: Report) => Theme
  /** Of a dialect that reads an unknown catalog: the first components of the surface come; see any-catalog.ts. */
  readonly choose?: (components: readonly JsonValue[]) => void
}

/** The most wrong values of a theme that are left out one by one; a theme with more is left out whole. */
const maxFaults = 32

/** The `parseTheme` of a dialect, for a catalog with or without a schema of the theme. */
export function themeParser(validate: Validator | undefined): Dialect['parseTheme'] {
  return (wire, warn) => {
    let current = wire
    for (let left = maxFaults; ; left--) {
      const found = validate?.(current)
      if (!found) return knownTheme(current)
      const { message, hint, at } = faultOf(found)
      const error = new SurfaceError('VALIDATION_FAILED', message, { hint, at })
      if (!warn) throw error
      warn(error.asWarning())
      const [name = ''] = namesIn(at)
      if (left === 0 || !Object.hasOwn(current, name)) return {}
      current = without(current, [name]) as JsonObject
    }
  }
}

function knownTheme(wire: JsonObject): Theme {
  const known = ['primaryColor', 'agentDisplayName', 'iconUrl', 'font'] as const
  const texts = known.flatMap((name): [string, string][] => {
    const value = own(wire, name)
    return typeof value === 'string' ? [[name, name === 'agentDisplayName' ? nameWithin(value) : value]] : []
  })
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}
