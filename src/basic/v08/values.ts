/** What all translations from v0.8 need: values, names, children. */
import type { TranslationContext } from '../../catalog/translated.ts'
import { type JsonObject, type JsonValue, own } from '../../json/value.ts'

const literals = ['literalString', 'literalNumber', 'literalBoolean', 'literalArray'] as const

/** A v0.8 value. With a path beside a literal, the literal goes into the model and the path stays; with neither, `otherwise`. */
export function bound(
  value: JsonValue | undefined,
  otherwise: JsonValue,
  { initialise }: TranslationContext,
): JsonValue {
  const wrapper = (value ?? {}) as JsonObject
  const path = own(wrapper, 'path')
  const name = literals.find((literal) => Object.hasOwn(wrapper, literal))
  const literal = name === undefined ? undefined : wrapper[name]
  if (typeof path !== 'string') return literal ?? otherwise
  if (literal !== undefined) initialise(path, literal)
  return { path }
}

/** A v0.8 text under its v0.9 name, where the component has it. */
export function boundText(props: JsonObject, old: string, name: string, context: TranslationContext): JsonObject {
  return Object.hasOwn(props, old) ? { [name]: bound(props[old], '', context) } : {}
}

/** The properties that only changed their names, where the component has them. */
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
