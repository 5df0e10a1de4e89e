/** Properties of the basic components, as renderers get them. A test compares them with `basic_catalog.json`. */
import type { Action } from '../catalog/component.ts'
import type { JsonValue } from '../json/value.ts'
import type { ChildRef, ChildrenRef } from '../react/renderer.ts'

interface CommonProps {
  readonly weight?: number
  readonly accessibility?: { readonly label?: string; readonly description?: string }
}

interface CheckableProps {
  readonly checks?: readonly { readonly condition: boolean; readonly message: string }[]
}

export interface TextProps extends CommonProps {
  readonly text: string
  readonly variant: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'caption' | 'body'
}

export interface RowProps extends CommonProps {
  readonly children: ChildrenRef
  readonly justify: 'center' | 'end' | 'spaceAround' | 'spaceBetween' | 'spaceEvenly' | 'start' | 'stretch'
  readonly align: 'start' | 'center' | 'end' | 'stretch'
}

export interface ColumnProps extends RowProps {}

export interface CardProps extends CommonProps {
  readonly child: ChildRef
}

export interface ButtonProps extends CommonProps, CheckableProps {
  readonly child: ChildRef
  readonly variant: 'default' | 'primary' | 'borderless'
  readonly action: Action
}

export interface TextFieldProps extends CommonProps, CheckableProps {
  readonly label: string
  readonly value?: string
  readonly variant: 'longText' | 'number' | 'shortText' | 'obscured'
  readonly validationRegexp?: string
}

export interface CheckBoxProps extends CommonProps, CheckableProps {
  readonly label: string
  readonly value: boolean
}

export interface ImageProps extends CommonProps {
  readonly url: string
  readonly description?: string
  readonly fit: 'contain' | 'cover' | 'fill' | 'none' | 'scaleDown'
  readonly variant: 'icon' | 'avatar' | 'smallFeature' | 'mediumFeature' | 'largeFeature' | 'header'
}

export interface IconProps extends CommonProps {
  /** A name of the catalog, or a path within 24 by 24 units. A bound value is not checked and may be anything. */
  readonly name: JsonValue | undefined
}

export interface VideoProps extends CommonProps {
  readonly url: string
}

export interface AudioPlayerProps extends CommonProps {
  readonly url: string
  readonly description?: string
}

export interface ListProps extends CommonProps {
  readonly children: ChildrenRef
  readonly direction: 'vertical' | 'horizontal'
  readonly align: 'start' | 'center' | 'end' | 'stretch'
}

export interface TabsProps extends CommonProps {
  readonly tabs: readonly { readonly title: string; readonly child: ChildRef }[]
}

export interface ModalProps extends CommonProps {
  readonly trigger: ChildRef
  readonly content: ChildRef
}

export interface DividerProps extends CommonProps {
  readonly axis: 'horizontal' | 'vertical'
}

export interface ChoicePickerProps extends CommonProps, CheckableProps {
  readonly options: readonly { readonly label: string; readonly value: string }[]
  readonly value: readonly string[]
  readonly label?: string
  readonly variant: 'multipleSelection' | 'mutuallyExclusive'
  readonly displayStyle: 'checkbox' | 'chips'
  readonly filterable: boolean
}

export interface SliderProps extends CommonProps, CheckableProps {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly label?: string
}

export interface DateTimeInputProps extends CommonProps, CheckableProps {
  /** ISO 8601, or empty. */
  readonly value: string
  readonly enableDate: boolean
  readonly enableTime: boolean
  readonly min?: string
  readonly max?: string
  readonly label?: string
}

/** Properties by component type, for a host's own renderers: `RendererOf<BasicProps['Button']>`. */
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
