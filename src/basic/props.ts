/** Properties of the basic components, as renderers get them. A test compares them with `basic_catalog.json`. */
import type { JsonValue } from '../json/value.ts'
import type { Act, ChildRef, ChildrenRef } from '../react/renderer.ts'

interface CommonProps {
  /** The share of the free room in a `Row` or `Column`; drawn by the view, not by the renderer. */
  readonly weight?: number
  /** As `label` and `description` among what a renderer gets. */
  readonly accessibility?: { readonly label?: string; readonly description?: string }
}

interface CheckableProps {
  /** As `valid` and `errors` among what a renderer gets. */
  readonly checks?: readonly { readonly condition: boolean; readonly message: string }[]
}

/** `Text`: simple Markdown. `variant` is `body` by default. */
export interface TextProps extends CommonProps {
  readonly text: string
  readonly variant: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'caption' | 'body'
}

/** `Row`: children beside each other. By default `justify` is `start` and `align` is `stretch`. */
export interface RowProps extends CommonProps {
  readonly children: ChildrenRef
  readonly justify: 'center' | 'end' | 'spaceAround' | 'spaceBetween' | 'spaceEvenly' | 'start' | 'stretch'
  readonly align: 'start' | 'center' | 'end' | 'stretch'
}

/** `Column`: children below each other, with the properties of `Row`. */
export interface ColumnProps extends RowProps {}

/** `Card`: a frame around a child. */
export interface CardProps extends CommonProps {
  readonly child: ChildRef
}

/** `Button`: one child, one action: `props.action()`. `variant` is `default` by default. */
export interface ButtonProps extends CommonProps, CheckableProps {
  readonly child: ChildRef
  readonly variant: 'default' | 'primary' | 'borderless'
  readonly action: Act
}

/** `TextField`: `props.onChange(text)`. `validationRegexp` is in the syntax of RE2. `variant` is `shortText` by default. */
export interface TextFieldProps extends CommonProps, CheckableProps {
  onChange(value: string): void
  readonly label: string
  readonly value?: string
  readonly variant: 'longText' | 'number' | 'shortText' | 'obscured'
  readonly validationRegexp?: string
}

/** `CheckBox`: `props.onChange(true)`. */
export interface CheckBoxProps extends CommonProps, CheckableProps {
  onChange(value: boolean): void
  readonly label: string
  readonly value: boolean
}

/** `Image`. By default `fit` is `fill` and `variant`, the size, is `mediumFeature`. */
export interface ImageProps extends CommonProps {
  readonly url: string
  readonly description?: string
  readonly fit: 'contain' | 'cover' | 'fill' | 'none' | 'scaleDown'
  readonly variant: 'icon' | 'avatar' | 'smallFeature' | 'mediumFeature' | 'largeFeature' | 'header'
}

/** `Icon`: one of the catalog, or a path that the agent drew. */
export interface IconProps extends CommonProps {
  /** A name of the catalog, or a path within 24 by 24 units. A bound value is not checked and may be anything. */
  readonly name: JsonValue | undefined
}

/** `Video`: an address, for `media('url', url)`. */
export interface VideoProps extends CommonProps {
  readonly url: string
}

/** `AudioPlayer`: an address, for `media('url', url)`, and what is said about it. */
export interface AudioPlayerProps extends CommonProps {
  readonly url: string
  readonly description?: string
}

/** `List`: children that scroll. By default `direction` is `vertical` and `align` is `stretch`. */
export interface ListProps extends CommonProps {
  readonly children: ChildrenRef
  readonly direction: 'vertical' | 'horizontal'
  readonly align: 'start' | 'center' | 'end' | 'stretch'
}

/** `Tabs`: titled children, one of which is shown. */
export interface TabsProps extends CommonProps {
  readonly tabs: readonly { readonly title: string; readonly child: ChildRef }[]
}

/** `Modal`: a press on `trigger` opens a dialog with `content`. */
export interface ModalProps extends CommonProps {
  readonly trigger: ChildRef
  readonly content: ChildRef
}

/** `Divider`: a line between components. `axis` is `horizontal` by default. */
export interface DividerProps extends CommonProps {
  readonly axis: 'horizontal' | 'vertical'
}

/**
 * `ChoicePicker`: `props.onChange(values)`. By default `variant` is `mutuallyExclusive`, so one value at most is chosen,
 * `displayStyle` is `checkbox`, and there is no filter.
 */
export interface ChoicePickerProps extends CommonProps, CheckableProps {
  onChange(value: readonly string[]): void
  readonly options: readonly { readonly label: string; readonly value: string }[]
  readonly value: readonly string[]
  readonly label?: string
  readonly variant: 'multipleSelection' | 'mutuallyExclusive'
  readonly displayStyle: 'checkbox' | 'chips'
  readonly filterable: boolean
}

/** `Slider`: `props.onChange(number)`. `min` is 0 by default. */
export interface SliderProps extends CommonProps, CheckableProps {
  onChange(value: number): void
  readonly value: number
  readonly min: number
  readonly max: number
  readonly label?: string
}

/** `DateTimeInput`: `props.onChange(text)`. Both parts are off by default; it is then an input for a date. */
export interface DateTimeInputProps extends CommonProps, CheckableProps {
  onChange(value: string): void
  /** ISO 8601, or empty. */
  readonly value: string
  readonly enableDate: boolean
  readonly enableTime: boolean
  readonly min?: string
  readonly max?: string
  readonly label?: string
}

/**
 * Properties by component type, for the renderers of a host.
 *
 * @example
 * const Button: RendererOf<BasicProps['Button']> = ({ props, child }) => (
 *   <button onClick={props.action}>{child(props.child, 'control')}</button>
 * )
 */
export interface BasicProps {
  readonly Text: TextProps
  readonly Row: RowProps
  readonly Column: ColumnProps
  readonly Card: CardProps
  readonly Button: ButtonProps
  readonly TextField: TextFieldProps
  readonly CheckBox: CheckBoxProps
  readonly Image: ImageProps
  readonly Icon: IconProps
  readonly Video: VideoProps
  readonly AudioPlayer: AudioPlayerProps
  readonly List: ListProps
  readonly Tabs: TabsProps
  readonly Modal: ModalProps
  readonly Divider: DividerProps
  readonly ChoicePicker: ChoicePickerProps
  readonly Slider: SliderProps
  readonly DateTimeInput: DateTimeInputProps
}
