/** v0.8's components that people act on. */
import type { Translated, Translation, TranslationContext } from '../../catalog/translated.ts'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { bound, boundText, renamed } from './values.ts'

export const inputs: { readonly [type: string]: Translation } = {
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
  const { selections, options, maxAllowedSelections: most } = props
  // v0.9 allows one option or any number. A number between is a property for this package's renderer only.
  const limited = typeof most === 'number' && most > 0
  return {
    type: 'ChoicePicker',
    props: {
      value: bound(selections, [], context),
      options: (options as readonly JsonObject[]).map(({ label, value = '' }) => ({
        label: bound(label, '', context),
        value,
      })),
      variant: most === 1 ? 'mutuallyExclusive' : 'multipleSelection',
      ...renamed(props, { variant: 'displayStyle', filterable: 'filterable' }),
    },
    ...(limited && most > 1 ? { internal: { maxSelections: most } } : {}),
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
