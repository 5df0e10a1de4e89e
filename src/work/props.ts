/** Properties of the components for work, as renderers get them. A test compares them with `catalogs/extended/work.json`. */
import type { BasicProps } from '../basic/props.ts'
import type { Action } from '../catalog/component.ts'
import type { JsonValue } from '../json/value.ts'

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
  readonly rowAction?: Action
  readonly rowActionLabel?: string
  readonly emptyText?: string
  readonly loading?: boolean
  readonly narrow: 'scroll' | 'cards'
}

/** Properties by component type, for renderers of the work catalog. */
export interface WorkProps extends BasicProps {
  readonly Table: TableProps
}
