/** A component of v0.9 → the same in v0.8, for the types that the demo's agents use. */
import type { ComponentV08, ComponentV09, JsonObject, JsonValue } from '../../src/core.ts'

/** Throws a TypeError for a type or a property that has no translation here: a mistake of the demo. */
export function componentV08({ id, component, weight, accessibility: _, ...props }: ComponentV09): ComponentV08 {
  const translation = translations[component]
  if (!translation) throw new TypeError(`The demo writes no ${component} in v0.8`)
  const [name, translated] = translation(props)
  return { id, ...(typeof weight === 'number' && { weight }), component: { [name]: translated } }
}

type Translation = (props: JsonObject) => readonly [type: string, props: JsonObject]

const translations: { readonly [type: string]: Translation | undefined } = {
  Text: ({ text, variant }) => ['Text', { text: value(text), ...named('usageHint', variant) }],
  Image: ({ url, description, variant, fit }) => [
    'Image',
    {
      url: value(url),
      ...(description !== undefined && { altText: value(description) }),
      ...named('usageHint', variant),
      ...named('fit', fit === 'scaleDown' ? 'scale-down' : fit),
    },
  ],
  Row: (props) => ['Row', flow(props)],
  Column: (props) => ['Column', flow(props)],
  List: ({ direction, ...props }) => ['List', { ...flow(props), ...named('direction', direction) }],
  Card: ({ child = '' }) => ['Card', { child }],
  Divider: () => ['Divider', {}],
  Icon: ({ name }) => ['Icon', { name: value(name) }],
  Button: ({ child = '', variant, action }) => [
    'Button',
    { child, ...(variant === 'primary' && { primary: true }), action: actionOf(action as JsonObject) },
  ],
  TextField: ({ label, value: text, variant }) => [
    'TextField',
    {
      label: value(label),
      ...(text !== undefined && { text: value(text) }),
      ...named('textFieldType', variant),
    },
  ],
  ChoicePicker: ({ options, value: selections, variant, displayStyle }) => [
    'MultipleChoice',
    {
      selections: value(selections),
      options: (options as readonly JsonObject[]).map(({ label, value: chosen = '' }) => ({
        label: value(label),
        value: chosen,
      })),
      ...(variant !== 'multipleSelection' && { maxAllowedSelections: 1 }),
      ...named('variant', displayStyle),
    },
  ],
}

function named(name: string, property: JsonValue | undefined): JsonObject {
  return property === undefined ? {} : { [name]: property }
}

function flow({ children, justify, align }: JsonObject): JsonObject {
  const list = Array.isArray(children)
    ? { explicitList: children as readonly JsonValue[] }
    : {
        template: {
          componentId: (children as JsonObject)['componentId'] ?? '',
          dataBinding: (children as JsonObject)['path'] ?? '',
        },
      }
  return { children: list, ...named('distribution', justify), ...named('alignment', align) }
}

/** A literal or a path. A literal beside a path is what the path holds at first. */
function value(given: JsonValue | undefined): JsonObject {
  if (typeof given === 'string') return { literalString: given }
  if (typeof given === 'number') return { literalNumber: given }
  if (typeof given === 'boolean') return { literalBoolean: given }
  if (Array.isArray(given)) return { literalArray: given as readonly JsonValue[] }
  const bound = given as JsonObject | undefined
  if (bound && 'path' in bound) return bound
  throw new TypeError('v0.8 has no functions: write another form where the version is v0.8')
}

function actionOf({ event }: JsonObject): JsonObject {
  const { name = '', context = {} } = (event ?? {}) as JsonObject
  const entries = Object.entries(context as JsonObject).map(([key, given]) => ({ key, value: value(given) }))
  return { name, context: entries }
}
