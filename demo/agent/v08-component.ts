/** A component of v0.9 → the same in v0.8, for the types that the demo's agents use. */
import type { Fields, Json } from './surface-messages.ts'

/** Throws a TypeError for a type or a property that has no translation here: a mistake of the demo. */
export function componentV08({ id, component, weight, accessibility: _, ...props }: Fields): Fields {
  const type = String(component)
  const translation = translations[type]
  if (!translation) throw new TypeError(`The demo writes no ${type} in v0.8`)
  const [name, translated] = translation(props)
  return { id: id ?? '', ...(weight !== undefined && { weight }), component: { [name]: translated } }
}

type Translation = (props: Fields) => readonly [type: string, props: Fields]

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
    { child, ...(variant === 'primary' && { primary: true }), action: actionOf(action as Fields) },
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
      options: (options as readonly Fields[]).map(({ label, value: chosen = '' }) => ({
        label: value(label),
        value: chosen,
      })),
      ...(variant !== 'multipleSelection' && { maxAllowedSelections: 1 }),
      ...named('variant', displayStyle),
    },
  ],
}

function named(name: string, property: Json | undefined): Fields {
  return property === undefined ? {} : { [name]: property }
}

function flow({ children, justify, align }: Fields): Fields {
  const list = Array.isArray(children)
    ? { explicitList: children as readonly Json[] }
    : {
        template: {
          componentId: (children as Fields)['componentId'] ?? '',
          dataBinding: (children as Fields)['path'] ?? '',
        },
      }
  return { children: list, ...named('distribution', justify), ...named('alignment', align) }
}

/** A literal or a path. A literal beside a path is what the path holds at first. */
function value(given: Json | undefined): Fields {
  if (typeof given === 'string') return { literalString: given }
  if (typeof given === 'number') return { literalNumber: given }
  if (typeof given === 'boolean') return { literalBoolean: given }
  if (Array.isArray(given)) return { literalArray: given as readonly Json[] }
  const bound = given as Fields | undefined
  if (bound && 'path' in bound) return bound
  throw new TypeError('v0.8 has no functions: give the component a `v08`')
}

function actionOf({ event }: Fields): Fields {
  const { name = '', context = {} } = (event ?? {}) as Fields
  const entries = Object.entries(context as Fields).map(([key, given]) => ({ key, value: value(given) }))
  return { name, context: entries }
}
