/** Properties of the basic components as renderers get them. Made from `basic_catalog.json`; a test keeps the two alike. */
import type { Action } from '../catalog/component.ts'
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

/** Properties by component type, for a host's own renderers: `RendererOf<BasicProps['Button']>`. */
export interface BasicProps {
  readonly Text: TextProps
  readonly Row: RowProps
  readonly Column: ColumnProps
  readonly Card: CardProps
  readonly Button: ButtonProps
  readonly TextField: TextFieldProps
  readonly CheckBox: CheckBoxProps
}
