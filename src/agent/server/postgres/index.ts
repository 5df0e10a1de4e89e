/** `surface-runtime/agent/postgres`: tasks in PostgreSQL, on a server that several processes share or embedded in this one. */
import type { Database } from '../../../postgres/database.ts'
import { type EmbeddedOptions, openDatabase, type ServerOptions } from '../../../postgres/open.ts'
import type { ServedStore, ServerParts } from '../options.ts'
import type { CleaningOptions } from './cleaning.ts'
import { type Process, startProcess } from './process.ts'
import { listTasks, loadTask, putTask, type Tables } from './stored-tasks.ts'
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

export interface CloseOptions {
  /** Milliseconds that running turns get to end. Those that are left go on in other processes. Default: 10,000. */
  readonly grace?: number
}

/** A store that several processes share: each runs a server with a store of its own that is opened on the same database. */
export interface PostgresTaskStore extends ServedStore {
  /** The process answers: 200. For a route such as `/healthz`. */
  readonly healthz: () => Response
  /** 200 where requests can be served, 503 where the database is not reached or the store is closing. For `/readyz`. */
  readonly readyz: () => Promise<Response>
  /**
   * Ends the process's part: running turns end or are handed over, then the connections are closed. Abort the server's option
   * `closing` before, so that no new message begins and streams tell their clients to come again.
   */
  readonly close: (options?: CloseOptions) => Promise<void>
}

/**
 * Opens the store and brings its tables up to date. The same SQL runs on a server and embedded.
 *
 * Readers see an event when it is stored, on whichever process they are. Events carry `id:` lines on streams, and a reader goes on
 * behind the header `Last-Event-ID`. A message that is sent again, to whichever process, has one turn.
 *
 * Rejects with a TypeError for options that name no place or two, and with an Error where the driver is not installed, the
 * server cannot be reached in time, or the tables are from a newer version. Operations answer `UNAVAILABLE` (503) while the
 * database cannot be reached; what was acknowledged is kept.
 */
export async function postgresTaskStore(options: PostgresTaskStoreOptions): Promise<PostgresTaskStore> {
  const isEmbedded = 'folder' in options
  // Nobody else can take a folder's tasks over, so a process that was held up for long goes on with them.
  const { lease = isEmbedded ? 600_000 : 5_000, cleaning = {} } = options
  const tables: Tables = await openDatabase({ queryTimeout: 5_000, ...options }, agentSteps)
  const processes: Process[] = []
  // One process has the folder at a time, so the process before this one has ended.
  if (isEmbedded) {
    await tables.database.query(`UPDATE ${tables.schema}.tasks SET holder = NULL`)
    await tables.database.query(`DELETE FROM ${tables.schema}.processes`)
  }
  let closing: Promise<void> | undefined

  async function close(grace: number): Promise<void> {
    await Promise.all(processes.map((one) => one.close(grace)))
    await tables.database.close()
  }

  return {
    get: async (owner, id) => (await loadTask(tables, owner, id))?.stored,
    put: (stored) => putTask(tables, stored),
    list: (query) => listTasks(tables, query),
    serve(server: ServerParts) {
      const started = startProcess(tables, server, { lease, cleaning })
      processes.push(started)
      return started.tasks
    },
    healthz: () => new Response('ok\n'),
    async readyz() {
      const ready = !closing && processes.every(({ isReady }) => isReady()) && (await isReached(tables.database))
      return new Response(ready ? 'ok\n' : 'the database is not reached\n', { status: ready ? 200 : 503 })
    },
    close({ grace = 10_000 } = {}) {
      closing ??= close(grace)
      return closing
    },
  }
}

function isReached(database: Database): Promise<boolean> {
  return database.query('SELECT 1::text AS one').then(
    () => true,
    () => false,
  )
}

export type { CleaningOptions, EmbeddedOptions, ServerOptions }
