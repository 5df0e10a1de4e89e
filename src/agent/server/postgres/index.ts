/** `surface-runtime/agent/postgres`: tasks in PostgreSQL, on a server that several processes share or embedded in this one. */
import { openServer } from '../../../shared/postgres/database.ts'
import { type EmbeddedOptions, openDatabase, type ServerOptions } from '../../../shared/postgres/open.ts'
import { type CloseOptions, createSharedStore, type SharedTaskStore } from '../log/shared-store.ts'
import type { CleaningOptions } from './cleaning.ts'
import { createPostgresLog } from './postgres-log.ts'
import { createReadSlots } from './read-slots.ts'
import type { Tables } from './stored-tasks.ts'
import { agentSteps } from './tables.ts'

interface FleetOptions {
  /**
   * Milliseconds after which the tasks of a process that says nothing belong to the others. A process that cannot reach the
   * database for that long ends its turns. Default: 5,000 on a server. A folder belongs to one process, and its lease is long.
   */
  readonly lease?: number
  /** How long tasks are kept. False: this process removes none. Default: see `CleaningOptions`. */
  readonly cleaning?: CleaningOptions | false
}

export type PostgresTaskStoreOptions = (ServerOptions | EmbeddedOptions) & FleetOptions

/**
 * Opens the store and brings its tables up to date. The same SQL runs on a server and embedded.
 *
 * Readers see an event when it is stored, on whichever process they are. Events carry `id:` lines on streams, and a reader goes on
 * behind the header `Last-Event-ID`. A message that is sent again, to whichever process, has one turn.
 *
 * On a server two connections come to those of the option: one hears of other processes, one says that this one lives. A quarter of
 * the others is never taken by what callers read.
 *
 * Rejects with a TypeError for options that name no place or two, and with an Error where the driver is not installed, the
 * server cannot be reached in time, or the tables are from a newer version. Operations answer `UNAVAILABLE` (503) while the
 * database cannot be reached; what was acknowledged is kept.
 */
export async function postgresTaskStore(options: PostgresTaskStoreOptions): Promise<SharedTaskStore> {
  const isEmbedded = 'folder' in options
  // Nobody else can take a folder's tasks over, so a process that was held up for long goes on with them.
  const { lease = isEmbedded ? 600_000 : 5_000, cleaning = {} } = options
  const opened = await openDatabase({ queryTimeout: 5_000, ...options }, agentSteps)
  const tables: Tables = isEmbedded ? opened : { ...opened, ...(await connectionsOf(options)) }
  // One process has the folder at a time, so the process before this one has ended.
  if (isEmbedded) {
    await tables.database.query(`UPDATE ${tables.schema}.tasks SET holder = NULL`)
    await tables.database.query(`DELETE FROM ${tables.schema}.processes`)
  }
  return createSharedStore(createPostgresLog(tables, cleaning), lease)
}

/** What keeps the turns of this process alive while callers use up its connections. */
async function connectionsOf(options: ServerOptions): Promise<Pick<Tables, 'heartbeat' | 'readSlots'>> {
  const { url, connections = 10, connectTimeout = 5_000, queryTimeout = 5_000 } = options
  const most = Math.max(1, connections - Math.ceil(connections / 4))
  const heartbeat = await openServer(url, { connections: 1, connectTimeout, queryTimeout })
  return { heartbeat, readSlots: createReadSlots(most, connectTimeout) }
}

export type { CleaningOptions, CloseOptions, EmbeddedOptions, ServerOptions, SharedTaskStore as PostgresTaskStore }
