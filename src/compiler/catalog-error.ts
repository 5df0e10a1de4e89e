/** A host's mistake in a catalog's schema. */

/** The closed list. `src/errors.md` says of each what it means and what to do; a test compares the two. */
export const catalogErrorCodes = [
  'CATALOG_INVALID',
  'SCHEMA_INVALID',
  'KEYWORD_UNKNOWN',
  'KEYWORD_UNSUPPORTED',
  'REFERENCE_UNKNOWN',
  'PROPERTY_UNKNOWN',
  'NAME_MISMATCH',
  'ROLE_UNCLEAR',
  'EVAL_FORBIDDEN',
  'NOT_JSON',
] as const

export type CatalogErrorCode = (typeof catalogErrorCodes)[number]

interface CatalogErrorDetails {
  /** What the catalog is called: its file or its id. Absent: it is not known yet. */
  readonly catalog?: string
  readonly at: string
  readonly problem: string
  readonly hint: string
  readonly cause?: unknown
}

/**
 * What a catalog's schema is refused with. The message names the catalog, the place, the problem and the remedy. Branch on
 * `code`, never on `message`.
 */
export class CatalogError extends Error {
  override readonly name = 'CatalogError'
  readonly code: CatalogErrorCode
  /** JSON Pointer in the schema; behind the name of a file where it lies in another one. Empty: the schema as a whole. */
  readonly at: string
  /** What would put it right, in one sentence. */
  readonly hint: string
  /** @internal What is wrong, without the rest of the message. */
  readonly problem: string

  /** @internal */
  constructor(code: CatalogErrorCode, { catalog = 'The catalog', at, problem, hint, cause }: CatalogErrorDetails) {
    super(`${catalog}${at === '' ? '' : `, at ${at}`}: ${problem}. ${hint}`, cause === undefined ? {} : { cause })
    this.code = code
    this.at = at
    this.hint = hint
    this.problem = problem
  }
}
