/** Builders for the components for work. A test compares the types with the catalog's schema. */
import { type Built, createComponent } from '../builders/component.ts'
import type { ActionV09, DynamicBoolean, DynamicString, DynamicStringList, DynamicValue } from '../builders/written.ts'
import type { TableColumn, TableProps } from './props.ts'

interface WorkCommon {
  /** Default: made of the id of the component that it stands in, and of its place there; `root` where it stands in none. */
  readonly id?: string
  readonly accessibility?: { readonly label?: DynamicString; readonly description?: DynamicString }
  readonly weight?: number
  readonly visible?: DynamicBoolean
}

/** The id of the catalog, for `surface(…).create({ catalogId: workCatalogId })`. */
export const workCatalogId = 'https://surface-runtime.example/catalogs/extended/work.json'

type Builder<P> = (props: WorkCommon & P) => Built

function builder<P>(type: string): Builder<P> {
  return (props) => createComponent(type, props)
}

export const table: Builder<
  Partial<Pick<TableProps, 'rowKey' | 'sortBy' | 'descending' | 'selection' | 'narrow'>> & {
    readonly caption?: DynamicString
    readonly columns: readonly (Omit<TableColumn, 'label'> & { readonly label: DynamicString })[]
    readonly rows: DynamicValue
    readonly selected?: DynamicStringList
    readonly rowAction?: ActionV09
    readonly rowActionLabel?: DynamicString
    readonly emptyText?: DynamicString
    readonly loading?: DynamicBoolean
  }
> = builder('Table')
