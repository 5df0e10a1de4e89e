/** A host's mistake in a catalog's schema. The message names the catalog, the place, the fault and the remedy. */

/** Thrown where the place is known; `inCatalog` adds which catalog it is. */
export class SchemaMistake extends Error {
  override readonly name = 'SchemaMistake'
  /** JSON Pointer in the schema, behind the file's address where that is known. */
  readonly at: string
  readonly problem: string

  constructor(at: string, problem: string, remedy = '', options?: ErrorOptions) {
    super(`At ${at}: ${problem}. ${remedy}`.trimEnd(), options)
    this.at = at
    this.problem = remedy === '' ? problem : `${problem}. ${remedy}`
  }
}
