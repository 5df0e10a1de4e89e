/** v0.8's standard components in the words of the basic catalog. */
import type { Translation, TranslationContext } from '../catalog/translated.ts'
import { type JsonObject, type JsonValue, own } from '../json/value.ts'

export const translations: { readonly [type: string]: Translation } = {
  Text: (props, context) => ({
    type: 'Text',
    props: { text: bound(props['text'], '', context), ...renamed(props, { usageHint: 'variant' }) },
  }),
  Row: (props) => ({ type: 'Row', props: layout(props) }),
  Column: (props) => ({ type: 'Column', props: layout(props) }),
  Card: (props) => ({ type: 'Card', props }),
  Button: ({ child = '', primary, action }) => ({
    type: 'Button',
    props: {
      child,
      variant: primary === true ? 'primary' : 'default',
      action: { event: eventOf(action as JsonObject) },
    },
  }),
  TextField: (props, context) => ({
    type: 'TextField',
    props: {
      label: bound(props['label'], '', context),
      ...('text' in props ? { value: bound(props['text'], '', context) } : {}),
      ...fieldVariant(props['textFieldType']),
      ...renamed(props, { validationRegexp: 'validationRegexp' }),
    },
  }),
  CheckBox: (props, context) => ({
    type: 'CheckBox',
    props: { label: bound(props['label'], '', context), value: bound(props['value'], false, context) },
  }),
}

const literals = ['literalString', 'literalNumber', 'literalBoolean', 'literalArray'] as const

/** A v0.8 value. With a path beside a literal, the literal goes into the model and the path stays; with neither, `otherwise`. */
function bound(value: JsonValue | undefined, otherwise: JsonValue, { initialise }: TranslationContext): JsonValue {
  const wrapper = (value ?? {}) as JsonObject
  const path = own(wrapper, 'path')
  const name = literals.find((literal) => Object.hasOwn(wrapper, literal))
  const literal = name === undefined ? undefined : wrapper[name]
  if (typeof path !== 'string') return literal ?? otherwise
  if (literal !== undefined) initialise(path, literal)
  return { path }
}

/** The properties that only changed their names, where the component has them. */
function renamed(props: JsonObject, names: { readonly [old: string]: string }): JsonObject {
  return Object.fromEntries(
    Object.entries(names).flatMap(([old, name]) =>
      Object.hasOwn(props, old) ? [[name, props[old] as JsonValue]] : [],
    ),
  )
}

function layout(props: JsonObject): JsonObject {
  return {
    children: childrenOf(props['children'] as JsonObject),
    ...renamed(props, { distribution: 'justify', alignment: 'align' }),
  }
}

function childrenOf({ explicitList, template }: JsonObject): JsonValue {
  if (explicitList !== undefined) return explicitList
  const { componentId = '', dataBinding = '' } = template as JsonObject
  return { componentId, path: dataBinding }
}

/** v0.9 has no field type for dates; until there is an input for them, the date is typed. */
function fieldVariant(type: JsonValue | undefined): JsonObject {
  return type === undefined ? {} : { variant: type === 'date' ? 'shortText' : type }
}

function eventOf({ name = '', context }: JsonObject): JsonObject {
  if (context === undefined) return { name }
  const entries = (context as readonly JsonObject[]).map(
    ({ key, value }) => [key, contextValue(value as JsonObject)] as const,
  )
  return { name, context: Object.fromEntries(entries) }
}

/** In an action a path beside a literal is read, not written: pressing a button changes no data. */
function contextValue(wrapper: JsonObject): JsonValue {
  return bound(wrapper, '', { initialise: () => undefined })
}
