/** One way to talk to PostgreSQL: as a server through `pg`, or embedded through `@electric-sql/pglite`. */

/** A row as text columns. Every query here casts what it selects to text, so that both drivers give the same. */
export type Row = Readonly<Record<string, string | null>>

/** `$1`, `$2` … stand for the parameters. */
export type Query = (sql: string, parameters?: readonly (string | null)[]) => Promise<readonly Row[]>

export interface Database {
  readonly query: Query
  /** Commits what `work` does, or rolls all of it back when `work` rejects. */
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** The constraint that a statement has run into (SQLSTATE 23505), if that was its error. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { readonly code?: unknown; readonly constraint?: unknown }
  return code === '23505' && typeof constraint === 'string' ? constraint : undefined
}
