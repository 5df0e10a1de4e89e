/** Where a store is: what its options say, and the database with its tables. */
import { type Database, openEmbedded, openServer } from './database.ts'
import { migrate, type Steps } from './migrate.ts'

interface SchemaOptions {
  /** The schema that holds the tables; made when it is not there. Default: the last word of the entry point before `postgres`: `commerce`, `agent`. */
  readonly schema?: string
}

/** A PostgreSQL server, version 14 or newer. Needs `pg`. */
export interface ServerOptions extends SchemaOptions {
  /** As in `postgres://user:password@host:5432/database`. */
  readonly url: string
  /** Connections at most. Default: 10. */
  readonly connections?: number
  /** Milliseconds for a connection to be opened, or to be free. Default: 5000. */
  readonly connectTimeout?: number
  /** Milliseconds for one statement, but for those that bring tables up to date: ten minutes. Default: 10000. */
  readonly queryTimeout?: number
}

/** PostgreSQL in this process. Needs `@electric-sql/pglite`. */
export interface EmbeddedOptions extends SchemaOptions {
  /** Where the data are kept; made when it is not there. One process at a time. `memory://` keeps nothing. */
  readonly folder: string
}

/**
 * Opens the database and brings the tables up to date. Rejects with a TypeError for options that name no place or two, and
 * with an Error where the driver is not installed or the server is not reached.
 */
export async function openDatabase(
  options: ServerOptions | EmbeddedOptions,
  steps: Steps,
): Promise<{ readonly database: Database; readonly schema: string }> {
  const { schema = steps.name } = options
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new TypeError('The schema is a name of lower-case letters and digits')
  const place = placeOf(options)
  if ('folder' in place) {
    const database = await openEmbedded(place.folder)
    await closeOnFailure(database, migrate(database, schema, steps))
    return { database, schema }
  }
  const { connections = 10, connectTimeout = 5000, queryTimeout = 10_000 } = place
  // A connection of its own: large tables take longer than any statement of the store.
  const setup = await openServer(place.url, { connections: 1, connectTimeout, queryTimeout: 600_000 })
  await migrate(setup, schema, steps).finally(setup.close)
  return { database: await openServer(place.url, { connections, connectTimeout, queryTimeout }), schema }
}

/** An environment variable that is not set must not become a store somewhere else. */
function placeOf(options: ServerOptions | EmbeddedOptions): ServerOptions | EmbeddedOptions {
  const { url, folder } = options as Partial<ServerOptions & EmbeddedOptions>
  const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''
  if (isText(url) && folder === undefined) return { ...options, url }
  if (isText(folder) && url === undefined) return { folder }
  throw new TypeError('The store needs the url of a server or the folder of its data, as a text that is not empty')
}

async function closeOnFailure(database: Database, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    await database.close()
    throw error
  }
}
