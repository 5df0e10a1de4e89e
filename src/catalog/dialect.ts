/** The dialect of one protocol version: reads its components and themes for a catalog. */

import type { Limits } from '../errors/limits.ts'
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import { namesIn } from '../json/pointer.ts'
import { type JsonObject, type JsonValue, nameWithin } from '../json/value.ts'
import { without } from '../json/without.ts'
import { errorOf, faultOf } from '../schema/fault.ts'
import { repairUntilValid } from '../schema/repair-until-valid.ts'
import type { Validator } from '../schema/validator.ts'
import type { CompiledComponent } from './compiled.ts'
import type { Component, Origin } from './component.ts'
import type { CatalogFunction, Expression } from './expression.ts'
import { type Grammar, parseExpression } from './parse.ts'
import type { ParseOptions } from './parse-options.ts'

/** The component types and functions of a catalog, whatever the version of the agent. */
export interface CatalogContents {
  readonly catalogId: string
  readonly components: { readonly [type: string]: CompiledComponent }
  readonly functions: ReadonlyMap<string, CatalogFunction>
  readonly complete?: Complete | undefined
}

/** Adds to a component what its properties imply. Throws a `SurfaceError` whose `at` is within the component. */
export type Complete = (component: Component, limits: Limits) => Component

/** A component is faulty and nobody reads why; or it is the caller's own object and unusual: it is to be copied whole and read again. */
export const notRead: SurfaceError = new SurfaceError('VALIDATION_FAILED', 'Not read', { hint: '' })

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
  /** What the theme of the host's own catalog declares besides. */
  readonly [name: string]: JsonValue | undefined
}

/** What every theme may have. */
export const knownThemeNames = { primaryColor: true, agentDisplayName: true, iconUrl: true, font: true } as const

export interface Dialect {
  /** The id by which capabilities announce the catalog, then its aliases. */
  readonly ids: readonly string[]
  readonly protocol: 'v0.8' | 'v0.9'
  /** Whether the catalog has a component type, as the agent calls it. */
  readonly reads: (type: string) => boolean
  /** Throws a `SurfaceError`, or several together, whose `at` is within the component. */
  readonly parseComponent: (wire: JsonValue, origin: Origin, options: ParseOptions) => Component
  /** The component types that `parseComponent` gives. */
  readonly components: { readonly [type: string]: CompiledComponent }
  /** A dynamic value in its wire form, for functions that find one within their arguments. Throws a `SurfaceError`. */
  readonly parseExpression: (limits: Limits) => (wire: JsonValue) => Expression
  /** A wrong value is left out, and reported with its place within the theme. */
  readonly parseTheme: (wire: JsonObject, report: Report) => Theme
  /** Of a dialect that reads an unknown catalog: the first components of the surface come; see any-catalog.ts. */
  readonly choose?: (components: readonly JsonValue[]) => void
}

/** How components are read within the limits of one runtime. */
export interface Reading {
  readonly grammar: Grammar
  /** Throws a `SurfaceError`, or several together, whose `at` is within the component. */
  readonly parse: (wire: JsonValue, origin: Origin, options: ParseOptions) => Component
}

interface DialectParts extends Omit<Dialect, 'parseComponent' | 'parseExpression'> {
  readonly readingFor: (limits: Limits) => Reading
}

export function createDialect({ readingFor, ...rest }: DialectParts): Dialect {
  /** One for each runtime, which always passes the same limits, and for all runtimes with the default limits. */
  const readings = new WeakMap<Limits, Reading>()

  function readingOf(limits: Limits): Reading {
    const known = readings.get(limits)
    if (known) return known
    const reading = readingFor(limits)
    readings.set(limits, reading)
    return reading
  }

  return {
    ...rest,
    parseComponent(wire, origin, options) {
      const { parse } = readingOf(options.limits)
      const component = parse(wire, origin, options)
      if (!component.invalid || !options.lenient) return component
      const read = (one: JsonValue): Component => parse(one, origin, options)
      return options.lenient.withFallbackChildren(component, wire as JsonObject, rest.components, read)
    },
    parseExpression: (limits) => (wire) => parseExpression(wire, '', readingOf(limits).grammar),
  }
}

/**
 * The `parseTheme` of a dialect, for a catalog with or without a schema of the theme. A theme with too many faults is left
 * out. `names`: what the schema declares beside the members of every theme.
 */
export function themeParser(validate: Validator | undefined, names: readonly string[] = []): Dialect['parseTheme'] {
  return (wire, report) => {
    const sent = repairUntilValid(wire, validate, (current, found) => {
      const fault = faultOf(found, current)
      report(errorOf(fault))
      const [name = ''] = namesIn(fault.at)
      return Object.hasOwn(current, name) ? (without(current, [name]) as JsonObject) : undefined
    })
    const theme: { [name: string]: JsonValue } = {}
    for (const [name, value] of Object.entries(sent ?? {})) {
      const known = typeof value === 'string' && Object.hasOwn(knownThemeNames, name)
      const text = known && name === 'agentDisplayName' ? nameWithin(value) : value
      if ((known && text !== '') || names.includes(name)) theme[name] = text
    }
    return theme
  }
}
