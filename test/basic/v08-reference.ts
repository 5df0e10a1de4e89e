// v0.8's components in the words of v0.9, written out by hand: what the library's translations are held against.
import { getOwn, type JsonObject, type JsonValue } from '../../src/json/value.ts'

interface TranslationContext {
  readonly initialise: (path: string, value: JsonValue) => void
}

interface Translated {
  readonly type: string
  readonly props: JsonObject
  /** What only v0.8 can say. */
  readonly internal?: JsonObject
}

type Translation = (props: JsonObject, context: TranslationContext) => Translated

const containers: { readonly [type: string]: Translation } = {
  Row: (props) => ({ type: 'Row', props: flow(props) }),
  Column: (props) => ({ type: 'Column', props: flow(props) }),
  List: (props) => ({ type: 'List', props: { ...flow(props), ...renamed(props, { direction: 'direction' }) } }),
  Card: (props) => ({ type: 'Card', props }),
  Tabs: ({ tabItems }, context) => ({
    type: 'Tabs',
    props: {
      tabs: (tabItems as readonly JsonObject[]).map(({ title, child = '' }) => ({
        title: bound(title, '', context),
        child,
      })),
    },
  }),
  Modal: (props) => ({ type: 'Modal', props: renamed(props, { entryPointChild: 'trigger', contentChild: 'content' }) }),
}

function flow(props: JsonObject): JsonObject {
  return {
    children: childrenOf(props['children'] as JsonObject),
    ...renamed(props, { distribution: 'justify', alignment: 'align' }),
  }
}

const content: { readonly [type: string]: Translation } = {
  Text: (props, context) => ({
    type: 'Text',
    props: { text: bound(props['text'], '', context), ...renamed(props, { usageHint: 'variant' }) },
  }),
  Image: (props, context) => ({
    type: 'Image',
    props: {
      url: bound(props['url'], '', context),
      ...boundText(props, 'altText', 'description', context),
      ...renamed(props, { usageHint: 'variant' }),
      ...fitOf(props),
    },
  }),
  // Without a name and without a binding the icon is empty.
  Icon: (props, context) => ({ type: 'Icon', props: { name: bound(props['name'], { svgPath: '' }, context) } }),
  Video: (props, context) => ({ type: 'Video', props: { url: bound(props['url'], '', context) } }),
  AudioPlayer: (props, context) => ({
    type: 'AudioPlayer',
    props: { url: bound(props['url'], '', context), ...boundText(props, 'description', 'description', context) },
  }),
  Divider: (props) => ({ type: 'Divider', props }),
}

function fitOf({ fit }: JsonObject): JsonObject {
  return fit === undefined ? {} : { fit: fit === 'scale-down' ? 'scaleDown' : fit }
}

const inputs: { readonly [type: string]: Translation } = {
  Button: ({ child = '', primary, action }) => ({
    type: 'Button',
    props: {
      child,
      variant: primary === true ? 'primary' : 'default',
      action: { event: eventOf(action as JsonObject) },
    },
  }),
  TextField: (props, context) =>
    props['textFieldType'] === 'date' ? dateField(props, context) : textField(props, context),
  CheckBox: (props, context) => ({
    type: 'CheckBox',
    props: { label: bound(props['label'], '', context), value: bound(props['value'], false, context) },
  }),
  DateTimeInput: ({ value, enableDate, enableTime = false }, context) => ({
    type: 'DateTimeInput',
    // v0.8 enables the date by default.
    props: { value: bound(value, '', context), enableDate: enableDate ?? true, enableTime },
  }),
  MultipleChoice: multipleChoice,
  Slider: (props, context) => ({
    type: 'Slider',
    props: {
      value: bound(props['value'], 0, context),
      ...boundText(props, 'label', 'label', context),
      ...renamed(props, { minValue: 'min' }),
      max: props['maxValue'] ?? 100,
    },
  }),
}

function textField(props: JsonObject, context: TranslationContext): Translated {
  return {
    type: 'TextField',
    props: {
      label: bound(props['label'], '', context),
      ...boundText(props, 'text', 'value', context),
      ...renamed(props, { textFieldType: 'variant', validationRegexp: 'validationRegexp' }),
    },
  }
}

/** In v0.9 dates have a component of their own. */
function dateField(props: JsonObject, context: TranslationContext): Translated {
  const label = bound(props['label'], '', context)
  return {
    type: 'DateTimeInput',
    props: { label, value: bound(props['text'], '', context), enableDate: true },
    internal: renamed(props, { validationRegexp: 'validationRegexp' }),
  }
}

function multipleChoice(props: JsonObject, context: TranslationContext): Translated {
  const { selections, options, maxAllowedSelections: max } = props
  // v0.9 allows one option or any number. A number between is a property for this package's renderer only.
  const limited = typeof max === 'number' && max > 0
  return {
    type: 'ChoicePicker',
    props: {
      value: bound(selections, [], context),
      options: (options as readonly JsonObject[]).map(({ label, value = '' }) => ({
        label: bound(label, '', context),
        value,
      })),
      variant: max === 1 ? 'mutuallyExclusive' : 'multipleSelection',
      ...renamed(props, { variant: 'displayStyle', filterable: 'filterable' }),
    },
    ...(limited && max > 1 ? { internal: { maxSelections: max } } : {}),
  }
}

function eventOf({ name = '', context }: JsonObject): JsonObject {
  if (context === undefined) return { name }
  const entries = (context as readonly JsonObject[]).map(
    ({ key, value }) => [key, contextValue(value as JsonObject)] as const,
  )
  return { name, context: Object.fromEntries(entries) }
}

/** In an action, a path beside a literal is read only: a press on a button changes no data. */
function contextValue(wrapper: JsonObject): JsonValue {
  return bound(wrapper, '', { initialise: () => undefined })
}

const literals = ['literalString', 'literalNumber', 'literalBoolean', 'literalArray'] as const

/**
 * A v0.8 value in the wire form of v0.9. Where a path stands beside a literal, the literal is written to the data model
 * and the path is the value. Without path and literal the value is `fallback`.
 */
function bound(value: JsonValue | undefined, fallback: JsonValue, { initialise }: TranslationContext): JsonValue {
  const wrapper = (value ?? {}) as JsonObject
  const path = getOwn(wrapper, 'path')
  const name = literals.find((literal) => Object.hasOwn(wrapper, literal))
  const literal = name === undefined ? undefined : wrapper[name]
  if (typeof path !== 'string') return literal ?? fallback
  if (literal !== undefined) initialise(path, literal)
  return { path }
}

/** A v0.8 text under its v0.9 name; empty where the component does not have the property. */
function boundText(props: JsonObject, old: string, name: string, context: TranslationContext): JsonObject {
  return Object.hasOwn(props, old) ? { [name]: bound(props[old], '', context) } : {}
}

/** The properties that have another name in v0.9, as far as the component has them. */
function renamed(props: JsonObject, names: { readonly [old: string]: string }): JsonObject {
  return Object.fromEntries(
    Object.entries(names).flatMap(([old, name]) =>
      Object.hasOwn(props, old) ? [[name, props[old] as JsonValue]] : [],
    ),
  )
}

function childrenOf({ explicitList, template }: JsonObject): JsonValue {
  if (explicitList !== undefined) return explicitList
  const { componentId = '', dataBinding = '' } = template as JsonObject
  return { componentId, path: dataBinding }
}

export const reference: { readonly [type: string]: Translation } = { ...content, ...containers, ...inputs }
