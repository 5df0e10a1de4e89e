/** Builders for the components and functions of the basic catalog. A test compares the types with its schema. */
import type {
  ButtonProps,
  ChoicePickerProps,
  DateTimeInputProps,
  DividerProps,
  ImageProps,
  ListProps,
  RowProps,
  SliderProps,
  TextFieldProps,
  TextProps,
} from '../basic/props.ts'
import { type Built, createComponent } from './component.ts'
import type {
  ActionV09,
  CheckRule,
  ChildListV09,
  ChildV09,
  DataBinding,
  DynamicBoolean,
  DynamicNumber,
  DynamicString,
  DynamicStringList,
  DynamicValue,
  FunctionCall,
  ReturnType,
} from './written.ts'

/** The icons of the basic catalog. */
export type IconName =
  | 'accountCircle'
  | 'add'
  | 'arrowBack'
  | 'arrowForward'
  | 'attachFile'
  | 'calendarToday'
  | 'call'
  | 'camera'
  | 'check'
  | 'close'
  | 'delete'
  | 'download'
  | 'edit'
  | 'event'
  | 'error'
  | 'fastForward'
  | 'favorite'
  | 'favoriteOff'
  | 'folder'
  | 'help'
  | 'home'
  | 'info'
  | 'locationOn'
  | 'lock'
  | 'lockOpen'
  | 'mail'
  | 'menu'
  | 'moreVert'
  | 'moreHoriz'
  | 'notificationsOff'
  | 'notifications'
  | 'pause'
  | 'payment'
  | 'person'
  | 'phone'
  | 'photo'
  | 'play'
  | 'print'
  | 'refresh'
  | 'rewind'
  | 'search'
  | 'send'
  | 'settings'
  | 'share'
  | 'shoppingCart'
  | 'skipNext'
  | 'skipPrevious'
  | 'star'
  | 'starHalf'
  | 'starOff'
  | 'stop'
  | 'upload'
  | 'visibility'
  | 'visibilityOff'
  | 'volumeDown'
  | 'volumeMute'
  | 'volumeOff'
  | 'volumeUp'
  | 'warning'

/** What every component may have. */
export interface CommonWritten {
  /** Default: made of the id of the component that it stands in, and of its place there; `root` where it stands in none. */
  readonly id?: string
  readonly accessibility?: { readonly label?: DynamicString; readonly description?: DynamicString }
}

interface BasicCommon extends CommonWritten {
  /** The share of the free room in a `Row` or `Column`. */
  readonly weight?: number
}

interface Checkable {
  readonly checks?: readonly CheckRule[]
}

type Flow = BasicCommon & Partial<Pick<RowProps, 'justify' | 'align'>> & { readonly children: ChildListV09 }
type Address = BasicCommon & { readonly url: DynamicString }
type Described = Address & { readonly description?: DynamicString }

export const text: Builder<BasicCommon & Partial<Pick<TextProps, 'variant'>> & { readonly text: DynamicString }> =
  builder('Text')
export const row: Builder<Flow> = builder('Row')
export const column: Builder<Flow> = builder('Column')
export const card: Builder<BasicCommon & { readonly child: ChildV09 }> = builder('Card')
export const button: Builder<
  BasicCommon &
    Checkable &
    Partial<Pick<ButtonProps, 'variant'>> & { readonly child: ChildV09; readonly action: ActionV09 }
> = builder('Button')
export const textField: Builder<
  BasicCommon &
    Checkable &
    Partial<Pick<TextFieldProps, 'variant' | 'validationRegexp'>> & {
      readonly label: DynamicString
      readonly value?: DynamicString
    }
> = builder('TextField')
export const checkBox: Builder<
  BasicCommon & Checkable & { readonly label: DynamicString; readonly value: DynamicBoolean }
> = builder('CheckBox')
export const image: Builder<Described & Partial<Pick<ImageProps, 'fit' | 'variant'>>> = builder('Image')
export const icon: Builder<BasicCommon & { readonly name: IconName | { readonly svgPath: string } | DataBinding }> =
  builder('Icon')
export const video: Builder<Address> = builder('Video')
export const audioPlayer: Builder<Described> = builder('AudioPlayer')
export const list: Builder<
  BasicCommon & Partial<Pick<ListProps, 'direction' | 'align'>> & { readonly children: ChildListV09 }
> = builder('List')
export const tabs: Builder<
  BasicCommon & { readonly tabs: readonly { readonly title: DynamicString; readonly child: ChildV09 }[] }
> = builder('Tabs')
export const modal: Builder<BasicCommon & { readonly trigger: ChildV09; readonly content: ChildV09 }> = builder('Modal')
export const divider: (props?: BasicCommon & Partial<Pick<DividerProps, 'axis'>>) => Built = (props = {}) =>
  createComponent('Divider', props)
export const choicePicker: Builder<
  BasicCommon &
    Checkable &
    Partial<Pick<ChoicePickerProps, 'variant' | 'displayStyle' | 'filterable'>> & {
      readonly options: readonly { readonly label: DynamicString; readonly value: string }[]
      readonly value: DynamicStringList
      readonly label?: DynamicString
    }
> = builder('ChoicePicker')
export const slider: Builder<
  BasicCommon &
    Checkable &
    Pick<SliderProps, 'max'> &
    Partial<Pick<SliderProps, 'min'>> & { readonly value: DynamicNumber; readonly label?: DynamicString }
> = builder('Slider')
export const dateTimeInput: Builder<
  BasicCommon &
    Checkable &
    Partial<Pick<DateTimeInputProps, 'enableDate' | 'enableTime'>> & {
      readonly value: DynamicString
      readonly min?: DynamicString
      readonly max?: DynamicString
      readonly label?: DynamicString
    }
> = builder('DateTimeInput')

type Builder<P> = (props: P) => Built

function builder<P extends CommonWritten>(type: string): Builder<P> {
  return (props) => createComponent(type, props)
}

/** A component of the template, for each element of the list at `path`: for `children`. */
export function each(path: string, componentId: ChildV09): ChildListV09 {
  return { componentId, path }
}

/** An action that tells the agent. `context` is read when the user presses. */
export function event(name: string, context?: { readonly [name: string]: DynamicValue }): ActionV09 {
  return { event: { name, ...(context && { context }) } }
}

type Decimals = {
  readonly decimals?: DynamicNumber
  readonly grouping?: DynamicBoolean
}

type Bounds = {
  readonly min?: number
  readonly max?: number
}

type Plural = { readonly [form in 'zero' | 'one' | 'two' | 'few' | 'many']?: DynamicString }

/** Calls of the basic catalog's functions: `call.required({ value: { path: '/name' } })`. */
export const call: {
  readonly required: Caller<{ readonly value: DynamicValue }, 'boolean'>
  readonly length: Caller<{ readonly value: DynamicString } & Bounds, 'boolean'>
  readonly regex: Caller<{ readonly value: DynamicString; readonly pattern: string }, 'boolean'>
  readonly numeric: Caller<{ readonly value: DynamicNumber } & Bounds, 'boolean'>
  readonly email: Caller<{ readonly value: DynamicString }, 'boolean'>
  readonly and: Caller<{ readonly values: readonly DynamicBoolean[] }, 'boolean'>
  readonly or: Caller<{ readonly values: readonly DynamicBoolean[] }, 'boolean'>
  readonly not: Caller<{ readonly value: DynamicBoolean }, 'boolean'>
  readonly formatString: Caller<{ readonly value: DynamicString }, 'string'>
  readonly formatNumber: Caller<{ readonly value: DynamicNumber } & Decimals, 'string'>
  readonly formatCurrency: Caller<
    { readonly value: DynamicNumber; readonly currency: DynamicString } & Decimals,
    'string'
  >
  readonly formatDate: Caller<{ readonly value: DynamicValue; readonly format: DynamicString }, 'string'>
  readonly pluralize: Caller<{ readonly value: DynamicNumber; readonly other: DynamicString } & Plural, 'string'>
  readonly openUrl: Caller<{ readonly url: DynamicString }, 'void'>
} = {
  required: caller('required', 'boolean'),
  length: caller('length', 'boolean'),
  regex: caller('regex', 'boolean'),
  numeric: caller('numeric', 'boolean'),
  email: caller('email', 'boolean'),
  and: caller('and', 'boolean'),
  or: caller('or', 'boolean'),
  not: caller('not', 'boolean'),
  formatString: caller('formatString', 'string'),
  formatNumber: caller('formatNumber', 'string'),
  formatCurrency: caller('formatCurrency', 'string'),
  formatDate: caller('formatDate', 'string'),
  pluralize: caller('pluralize', 'string'),
  openUrl: caller('openUrl', 'void'),
}

type Caller<Args, Returns extends ReturnType> = (args: Args) => FunctionCall<Returns>

function caller<Args extends NonNullable<FunctionCall['args']>, Returns extends ReturnType>(
  name: string,
  returnType: Returns,
): Caller<Args, Returns> {
  return (args) => ({ call: name, args, returnType })
}
