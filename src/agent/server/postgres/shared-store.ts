/** The store that one server is given: its tasks are those of all processes with the same tables. */
import type { Database } from '../../../shared/postgres/database.ts'
import type { ServedStore, ServerParts } from '../options.ts'
import { type Process, type ProcessOptions, startProcess } from './process.ts'
import { listTasks, loadTask, putTask, type Tables } from './stored-tasks.ts'

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

export function createSharedStore(tables: Tables, { lease, cleaning }: ProcessOptions): PostgresTaskStore {
  const processes: Process[] = []
  let closing: Promise<void> | undefined

  async function close(grace: number): Promise<void> {
    await Promise.all(processes.map((one) => one.close(grace)))
    await Promise.all([tables.database.close(), tables.heartbeat?.close()])
  }

  const { readSlots = (work) => work() } = tables

  /** Rejects with `UNAVAILABLE` where the database fails, and the server's host is told. */
  function reach<T>(work: () => Promise<T>): Promise<T> {
    const [served] = processes
    return served ? served.reach(work) : work()
  }

  return {
    get: (owner, id) => reach(() => readSlots(async () => (await loadTask(tables, owner, id))?.stored)),
    put: (stored) => reach(() => putTask(tables, stored)),
    list: (query) => reach(() => readSlots(() => listTasks(tables, query))),
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
