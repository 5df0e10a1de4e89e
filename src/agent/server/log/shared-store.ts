/** The store that one server is given: its tasks are those of all processes with the same log. */
import type { ServedStore, ServerParts } from '../options.ts'
import { type FleetMember, joinFleet } from './fleet-member.ts'
import type { TaskLog } from './task-log.ts'

export interface CloseOptions {
  /** Milliseconds that running turns get to end. Those that are left go on in other members. Default: 10,000. */
  readonly grace?: number
}

/** A store that several processes share: each runs a server with a store of its own that is opened at the same place. */
export interface SharedTaskStore extends ServedStore {
  /** The process answers: 200. For a route such as `/healthz`. */
  readonly healthz: () => Response
  /** 200 where requests can be served, 503 where it is not reached or the store is closing. For `/readyz`. */
  readonly readyz: () => Promise<Response>
  /**
   * Ends the process's part: running turns end or are handed over, then the connections are closed. Abort the server's option
   * `closing` before, so that no new message begins and streams tell their clients to come again.
   */
  readonly close: (options?: CloseOptions) => Promise<void>
}

/** `lease`: milliseconds after which the tasks of a process that says nothing belong to the others. */
export function createSharedStore(log: TaskLog, lease: number): SharedTaskStore {
  const members: FleetMember[] = []
  let closing: Promise<void> | undefined

  async function close(grace: number): Promise<void> {
    await Promise.all(members.map((one) => one.close(grace)))
    await log.close()
  }

  const { forCallers = (work) => work() } = log

  /** Rejects with `UNAVAILABLE` where the store fails, and the server's host is told. */
  function reach<T>(work: () => Promise<T>): Promise<T> {
    const [served] = members
    return served ? served.reach(work) : work()
  }

  return {
    get: (owner, id) => reach(() => forCallers(async () => (await log.load(owner, id))?.stored)),
    put: (stored) => reach(() => log.put(stored)),
    list: (query) => reach(() => forCallers(async () => log.list(query))),
    serve(server: ServerParts) {
      const started = joinFleet(log, server, lease)
      members.push(started)
      return started.tasks
    },
    healthz: () => new Response('ok\n'),
    async readyz() {
      const ready = !closing && members.every(({ isReady }) => isReady()) && (await log.isReached())
      return new Response(ready ? 'ok\n' : 'the store is not reached\n', { status: ready ? 200 : 503 })
    },
    close({ grace = 10_000 } = {}) {
      closing ??= close(grace)
      return closing
    },
  }
}
