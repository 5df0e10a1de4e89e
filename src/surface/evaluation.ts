/** What expressions are evaluated against: data, functions and limits, as one component sees them. */
import type { SurfaceError } from '../errors/surface-error.ts'
import type { Pointer } from '../json/pointer.ts'
import type { Maybe } from '../json/value.ts'
import type { ListItems } from './data-model.ts'
import type { Load, Loaded } from './loads.ts'
import type { SurfaceParts } from './surface-parts.ts'

export interface Evaluation {
  /** The list item that relative paths start from; the root outside of templates. */
  readonly scope: Pointer
  read(pointer: Pointer): Maybe
  /** What a template repeats over; see `DataModel.items`. */
  items(pointer: Pointer): ListItems | undefined
  /** A property of the component that the expression belongs to. */
  own(name: string): Maybe
  /** What a function's `load` gave; see `Loads.get`. */
  loaded(load: Load): Loaded | 'missing' | undefined
  readonly surface: Pick<SurfaceParts, 'environment' | 'limits' | 'memo' | 'parseExpression' | 'results'>
  /** Counts steps against `limits.work`; false where there is no room for them. */
  spend(steps: number): boolean
  /**
   * The expression came with the data. It may not bring in another such expression: one that names itself would never
   * end.
   */
  fromData: boolean
  /** A function threw: its value is absent, and the error is reported. `at` is within the component. */
  fail(error: SurfaceError): void
}
