/** Builders for the components for work. A test compares the types with the catalog's schema. */
import { type Built, createComponent } from '../builders/component.ts'
import type {
  ActionV09,
  CheckRule,
  ChildV09,
  DynamicBoolean,
  DynamicNumber,
  DynamicString,
  DynamicStringList,
  DynamicValue,
} from '../builders/written.ts'
import type {
  AccordionProps,
  ApprovalProps,
  AvatarProps,
  BadgeProps,
  CalloutProps,
  ChartProps,
  CodeBlockProps,
  FileUploadProps,
  ProgressProps,
  SelectProps,
  StatProps,
  TableColumn,
  TableProps,
} from './props.ts'

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

interface Labelled {
  readonly label: DynamicString
}

export const callout: Builder<
  Partial<Pick<CalloutProps, 'tone'>> & {
    readonly title?: DynamicString
    readonly text: DynamicString
    readonly child?: ChildV09
  }
> = builder('Callout')
export const stat: Builder<
  Labelled &
    Partial<Pick<StatProps, 'format' | 'currency' | 'good'>> & {
      readonly value: DynamicValue
      readonly change?: DynamicNumber
      readonly caption?: DynamicString
    }
> = builder('Stat')
export const badge: Builder<Partial<Pick<BadgeProps, 'tone'>> & { readonly text: DynamicString }> = builder('Badge')
export const progress: Builder<Labelled & Partial<Pick<ProgressProps, 'max'>> & { readonly value?: DynamicNumber }> =
  builder('Progress')
export const steps: Builder<{
  readonly steps: readonly { readonly title: DynamicString; readonly description?: DynamicString }[]
  readonly current: DynamicNumber
}> = builder('Steps')
export const accordion: Builder<
  Partial<Pick<AccordionProps, 'multiple'>> & {
    readonly sections: readonly { readonly title: DynamicString; readonly child: ChildV09 }[]
  }
> = builder('Accordion')
export const avatar: Builder<
  Partial<Pick<AvatarProps, 'size'>> & { readonly name: DynamicString; readonly url?: DynamicString }
> = builder('Avatar')
export const approval: Builder<
  Partial<Pick<ApprovalProps, 'danger'>> & {
    readonly title: DynamicString
    readonly text?: DynamicString
    readonly details?: readonly { readonly label: DynamicString; readonly value: DynamicString }[]
    readonly approve: ActionV09
    readonly decline: ActionV09
    readonly approveLabel?: DynamicString
    readonly declineLabel?: DynamicString
    readonly decision?: DynamicString
  }
> = builder('Approval')
export const codeBlock: Builder<
  Pick<CodeBlockProps, 'language'> & { readonly code: DynamicString; readonly title?: DynamicString }
> = builder('CodeBlock')
export const select: Builder<
  Labelled &
    Partial<Pick<SelectProps, 'multiple'>> & {
      readonly options: DynamicValue
      readonly value: DynamicStringList
      readonly placeholder?: DynamicString
      readonly checks?: readonly CheckRule[]
    }
> = builder('Select')
export const chart: Builder<
  Partial<Pick<ChartProps, 'kind' | 'format' | 'currency'>> &
    Pick<ChartProps, 'x'> & {
      readonly title?: DynamicString
      readonly rows: DynamicValue
      readonly series: readonly { readonly path: string; readonly label: DynamicString }[]
    }
> = builder('Chart')
export const fileUpload: Builder<
  Labelled & Partial<Pick<FileUploadProps, 'accept' | 'multiple' | 'maxSize'>> & { readonly action: ActionV09 }
> = builder('FileUpload')
