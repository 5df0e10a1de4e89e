/** Lenient mode: a function that no catalog has, for values that the version cannot write. */

import type { CallContext, CatalogFunction } from '../../catalog/expression.ts'
import type { Maybe } from '../../json/value.ts'

export function internal(
  name: string,
  run: (args: { readonly [name: string]: Maybe }, context: CallContext) => Maybe,
): CatalogFunction {
  return { name, definition: { run }, args: {}, validate: () => undefined }
}
