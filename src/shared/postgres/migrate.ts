/** Tables of a schema, brought up to date step by step. */
import type { Database, Query } from './database.ts'

/** SQL, where `$schema` stands for the schema's name, or code for what SQL cannot do. */
type Step = string | ((query: Query, schema: string) => Promise<void>)

/** The steps that lead to the tables. A step that was published is never edited; a change is a step of its own. */
export interface Steps {
  /** Whose tables they are: processes that bring the same ones up to date wait for each other. */
  readonly name: string
  /** Step 1 is the first. */
  readonly steps: readonly Step[]
}

/**
 * Brings the schema up to date. Several processes may start at once: the lock makes all but the first wait, and those
 * find the work done. Throws when the schema is newer than this version of the package.
 */
export async function migrate(database: Database, schema: string, { name, steps }: Steps): Promise<void> {
  await database.transaction(async (query) => {
    await query('SELECT pg_advisory_xact_lock(hashtext($1))::text', [`${name}:${schema}`])
    await query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await query(
      `CREATE TABLE IF NOT EXISTS ${schema}.migrations (step integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    const [row] = await query(`SELECT coalesce(max(step), 0)::text AS step FROM ${schema}.migrations`)
    const applied = Number(row?.['step'] ?? 0)
    if (applied > steps.length)
      throw new Error(`The schema ${schema} is at step ${applied}; this version of the package knows ${steps.length}`)
    for (const [index, step] of steps.entries()) {
      if (index < applied) continue
      await take(step, query, schema)
      await query(`INSERT INTO ${schema}.migrations (step) VALUES ($1::int)`, [String(index + 1)])
    }
  })
}

async function take(step: Step, query: Query, schema: string): Promise<void> {
  if (typeof step !== 'string') return step(query, schema)
  for (const statement of step.replaceAll('$schema', schema).split(';'))
    if (statement.trim() !== '') await query(statement)
}
