// PostgreSQL in this process. Opening it takes seconds of CPU, so all files of a worker share one, each with schemas of its own.
import { type Database, openEmbedded } from '../../src/shared/postgres/database.ts'

let opened: Promise<Database> | undefined
let schemas = 0

/** A schema that nobody has used, which is dropped when the database is closed. The database itself stays open. */
export async function emptySchema(): Promise<{ readonly database: Database; readonly schema: string }> {
  opened ??= openEmbedded('memory://')
  const database = await opened
  const schema = `test_${++schemas}`
  const close = async (): Promise<void> => void (await database.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`))
  return { database: { ...database, close }, schema }
}
