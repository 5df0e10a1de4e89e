/** The components of v0.8's standard catalog, as components of the basic catalog: other names, other words, other types. */
import type { Props } from '../catalog/assemble.ts'
import type { Prop } from '../catalog/component.ts'
import type { TranslatedComponent, Translation } from '../catalog/v08-dialect.ts'
import type { JsonValue } from '../json/value.ts'

const flow = { distribution: 'justify', alignment: 'align' }

const primary = new Map<JsonValue, JsonValue>([
  [true, 'primary'],
  [false, 'default'],
])

/** By v0.8 component type. */
export const translations: { readonly [type: string]: Translation } = {
  Text: { names: { usageHint: 'variant' } },
  Image: {
    names: { altText: 'description', usageHint: 'variant' },
    words: { fit: new Map([['scale-down', 'scaleDown']]) },
  },
  Icon: { change: icon },
  Video: {},
  AudioPlayer: {},
  Divider: {},

  Row: { names: flow },
  Column: { names: flow },
  List: { names: flow },
  Card: {},
  Tabs: { names: { tabItems: 'tabs' } },
  Modal: { names: { entryPointChild: 'trigger', contentChild: 'content' } },

  Button: { names: { primary: 'variant' }, words: { primary } },
  TextField: { names: { text: 'value', textFieldType: 'variant' }, change: textField },
  CheckBox: {},
  // v0.8 enables the date by default.
  DateTimeInput: { defaults: { enableDate: true } },
  MultipleChoice: {
    type: 'ChoicePicker',
    names: { selections: 'value', variant: 'displayStyle', maxAllowedSelections: 'maxSelections' },
    change: multipleChoice,
  },
  Slider: { names: { minValue: 'min', maxValue: 'max' }, defaults: { max: 100 } },
}

/** Without a name and without a binding the icon is empty. */
function icon(props: Props): TranslatedComponent {
  const isEmpty = constantOf(props['name']) === null
  return { type: 'Icon', props: isEmpty ? { ...props, name: constant({ svgPath: '' }) } : props }
}

/** In v0.9 dates have a component of their own. */
function textField(props: Props): TranslatedComponent {
  const { variant, value = constant(''), ...others } = props
  if (constantOf(variant) !== 'date') return { type: 'TextField', props }
  const dates = { enableDate: constant(true), enableTime: constant(false) }
  return { type: 'DateTimeInput', props: { ...others, value, ...dates } }
}

/** v0.9 allows one option or any number. A number between is a property for this package's renderer only. */
function multipleChoice({ maxSelections, ...props }: Props): TranslatedComponent {
  const max = constantOf(maxSelections)
  const variant = constant(max === 1 ? 'mutuallyExclusive' : 'multipleSelection')
  const limit = maxSelections && typeof max === 'number' && max > 1 ? { maxSelections } : {}
  return { type: 'ChoicePicker', props: { ...props, variant, ...limit } }
}

function constant(value: JsonValue): Prop {
  return { kind: 'static', value }
}

function constantOf(prop: Prop | undefined): JsonValue | undefined {
  return prop?.kind === 'static' ? prop.value : undefined
}
