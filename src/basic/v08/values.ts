/** What all translations from v0.8 need: values, names, children. */
import type { TranslationContext } from '../../catalog/translated.ts'
import { type JsonObject, type JsonValue, own } from '../../json/value.ts'

const literals = ['literalString', 'literalNumber', 'literalBoolean', 'literalArray'] as const

/**
 * A v0.8 value in the wire form of v0.9. Where a path stands beside a literal, the literal is written to the data model
 * and the path is the value. Without path and literal the value is `fallback`.
 */
export function bound(
  value: JsonValue | undefined,
  fallback: JsonValue,
  { initialise }: TranslationContext,
): JsonValue {
  const wrapper = (value ?? {}) as JsonObject
  const path = own(wrapper, 'path')
  const name = literals.find((literal) => Object.hasOwn(wrapper, literal))
  const literal = name === undefined ? undefined : wrapper[name]
  if (typeof path !== 'string') return literal ?? fallback
  if (literal !== undefined) initialise(path, literal)
  return { path }
}

/** A v0.8 text under its v0.9 name; empty where the component does not have the property. */
export function boundText(props: JsonObject, old: string, name: string, context: TranslationContext): JsonObject {
  return Object.hasOwn(props, old) ? { [name]: bound(props[old], '', context) } : {}
}

/** The properties that have another name in v0.9, as far as the component has them. */
export function renamed(props: JsonObject, names: { readonly [old: string]: string }): JsonObject {
  return Object.fromEntries(
    Object.entries(names).flatMap(([old, name]) =>
      Object.hasOwn(props, old) ? [[name, props[old] as JsonValue]] : [],
    ),
  )
}

export function childrenOf({ explicitList, template }: JsonObject): JsonValue {
  if (explicitList !== undefined) return explicitList
  const { componentId = '', dataBinding = '' } = template as JsonObject
  return { componentId, path: dataBinding }
}
