/** Properties of the components for work, as renderers get them. A test compares them with `catalogs/extended/work.json`. */
import type { BasicProps } from '../basic/props.ts'
import type { JsonValue } from '../json/value.ts'
import type { Act, ChildRef } from '../react/renderer.ts'

export interface WorkCommonProps {
  /** The share of the free room in a `Row` or `Column`; drawn by the view, not by the renderer. */
  readonly weight?: number
  /** As `label` and `description` among what a renderer gets. */
  readonly accessibility?: { readonly label?: string; readonly description?: string }
  /** Nothing is drawn while it is false. */
  readonly visible?: boolean
}

/** What a word or a state means. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/** A column of a `Table`. */
export interface TableColumn {
  /** Where the value is in the row: `amount`, or `customer/name`. */
  readonly path: string
  readonly label: string
  /** Default: `text`. */
  readonly format?: 'text' | 'number' | 'currency' | 'date' | 'status' | 'link' | 'image'
  /** ISO 4217, for the format `currency`. Default: a plain number. */
  readonly currency?: string
  /** For the format `status`: the tone by the value. Default: `neutral`. */
  readonly tones?: { readonly [value: string]: Tone }
  /** Default: numbers and currencies by their decimal signs, else `start`. */
  readonly align?: 'start' | 'center' | 'end'
  readonly width?: 'narrow' | 'medium' | 'wide'
  /** Default: true, and false for pictures. */
  readonly sortable?: boolean
}

/** `Table`: `enter('selected', keys)`, `act('rowAction', { key, row })`. */
export interface TableProps extends WorkCommonProps {
  readonly caption?: string
  readonly columns: readonly TableColumn[]
  /** A list of objects. A bound value is not checked and may be anything; `undefined`: it has not come yet. */
  readonly rows: JsonValue | undefined
  /** Default: `id`, and the place of the row where it has none. */
  readonly rowKey?: string
  readonly sortBy?: string
  readonly descending: boolean
  readonly selection: 'none' | 'single' | 'multiple'
  readonly selected?: readonly string[]
  readonly rowAction?: Act
  readonly rowActionLabel?: string
  readonly emptyText?: string
  readonly loading?: boolean
  readonly narrow: 'scroll' | 'cards'
}

/** `Callout`: a notice of the agent's. `text` is Markdown; `child` stands below it. */
export interface CalloutProps extends WorkCommonProps {
  readonly tone: 'info' | 'success' | 'warning' | 'danger'
  readonly title?: string
  readonly text: string
  readonly child?: ChildRef
}

/** How a figure is written: `percent` takes 0.25 for 25 %. */
interface Figure {
  readonly format?: 'number' | 'currency' | 'percent'
  /** ISO 4217. */
  readonly currency?: string
}

/** `Stat`: one figure. `change` is a share: 0.05 is 5 % more. */
export interface StatProps extends WorkCommonProps, Figure {
  readonly label: string
  readonly value: JsonValue | undefined
  readonly change?: number
  readonly good: 'up' | 'down'
  readonly caption?: string
}

/** `Badge`: a word. */
export interface BadgeProps extends WorkCommonProps {
  readonly text: string
  readonly tone: Tone
}

/** `Progress`: without `value` something is under way, nobody knows how far. */
export interface ProgressProps extends WorkCommonProps {
  readonly label: string
  readonly value?: number
  readonly max: number
}

/** `Steps`: `current` counts from 1; the steps before it are done. */
export interface StepsProps extends WorkCommonProps {
  readonly steps: readonly { readonly title: string; readonly description?: string }[]
  readonly current: number
}

/** `Accordion`: sections that the user unfolds. */
export interface AccordionProps extends WorkCommonProps {
  readonly sections: readonly { readonly title: string; readonly child: ChildRef }[]
  readonly multiple: boolean
}

/** `Avatar`: a picture, or the initials of the name. */
export interface AvatarProps extends WorkCommonProps {
  readonly name: string
  readonly url?: string
  readonly size: 'small' | 'medium' | 'large'
}

/** `Approval`: `act('approve')` or `act('decline')`, once. `decision` is what the agent knows of the answer. */
export interface ApprovalProps extends WorkCommonProps {
  readonly title: string
  readonly text?: string
  readonly details?: readonly { readonly label: string; readonly value: string }[]
  readonly approve: Act
  readonly decline: Act
  readonly approveLabel?: string
  readonly declineLabel?: string
  readonly danger: boolean
  readonly decision?: string
}

/** `CodeBlock`: `language` is shown and nothing more. */
export interface CodeBlockProps extends WorkCommonProps {
  readonly code: string
  readonly language?: string
  readonly title?: string
}

/** `Select`: `enter('value', values)`. Options are texts, or objects with `label` and `value`. */
export interface SelectProps extends WorkCommonProps {
  onChange(value: readonly string[]): void
  readonly checks?: readonly { readonly condition: boolean; readonly message: string }[]
  readonly label: string
  readonly options: JsonValue | undefined
  readonly value: readonly string[]
  readonly multiple: boolean
  readonly placeholder?: string
}

/** `Chart`: `x` and the paths of the series lead into a row. */
export interface ChartProps extends WorkCommonProps, Figure {
  readonly kind: 'bar' | 'line' | 'area' | 'pie'
  readonly title?: string
  readonly rows: JsonValue | undefined
  readonly x: string
  readonly series: readonly { readonly path: string; readonly label: string }[]
}

/** `FileUpload`: `act('action', { files })`, each with `handle`, `size` in bytes and `type`, a media type or the empty text. */
export interface FileUploadProps extends WorkCommonProps {
  readonly label: string
  readonly accept?: string
  readonly multiple: boolean
  readonly maxSize?: number
  readonly action: Act
}

/** Properties by component type, for renderers of the work catalog. */
export interface WorkProps extends BasicProps {
  readonly Table: TableProps
  readonly Callout: CalloutProps
  readonly Stat: StatProps
  readonly Badge: BadgeProps
  readonly Progress: ProgressProps
  readonly Steps: StepsProps
  readonly Accordion: AccordionProps
  readonly Avatar: AvatarProps
  readonly Approval: ApprovalProps
  readonly CodeBlock: CodeBlockProps
  readonly Select: SelectProps
  readonly Chart: ChartProps
  readonly FileUpload: FileUploadProps
}
