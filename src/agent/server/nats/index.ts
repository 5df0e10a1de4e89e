/** `surface-runtime/agent/nats`: tasks on NATS JetStream, which several processes share. */
import { connect, type NodeConnectionOptions } from '@nats-io/transport-node'
import { type CloseOptions, createSharedStore, type SharedTaskStore } from '../log/shared-store.ts'
import { openBroker } from './broker.ts'
import { createNatsLog } from './nats-log.ts'

export interface NatsTaskStoreOptions {
  /** Where the servers are, as in `nats://127.0.0.1:4222`. They need JetStream. */
  readonly servers: string | readonly string[]
  /** Credentials, TLS and what else a connection needs, as `@nats-io/transport-node` takes it. Default: none. */
  readonly connection?: Partial<NodeConnectionOptions>
  /** First word of subjects, and of the names of the stream and the buckets: letters, digits, `_`. Default: `agent`. */
  readonly prefix?: string
  /** Copies of what is written, on as many servers of a cluster. Default: 1. */
  readonly replicas?: number
  /** Milliseconds after which the tasks of a process that says nothing belong to the others. Default: 5,000. */
  readonly lease?: number
  /** Milliseconds since the last write after which a task goes. Default: 30 days. */
  readonly maxAge?: number
}

/**
 * Opens the store, and makes its stream and its two buckets where they are not there. The server is of version 2.9 or newer.
 *
 * Readers see an event when it is stored, on whichever process they are. Events carry `id:` lines on streams, and a reader goes on
 * behind the header `Last-Event-ID`. A message that is sent again within a day, to whichever process, has one turn.
 *
 * A list reads the latest message of each task of its caller: PostgreSQL is better for callers with thousands of tasks. Number and bytes
 * of tasks are bounded by limits of the stream. What is acknowledged survives the end of the server's process; whether it survives a
 * loss of power is for `replicas` and the server's `sync_interval` to say.
 *
 * Rejects with a TypeError for options that name no server, and with the error of the client where none is reached. Operations
 * answer `UNAVAILABLE` (503) while the server cannot be reached; what was acknowledged is kept.
 */
export async function natsTaskStore(options: NatsTaskStoreOptions): Promise<SharedTaskStore> {
  const { servers, prefix = 'agent', replicas = 1, lease = 5_000, maxAge = 30 * 86_400_000 } = options
  if (!servers || servers.length === 0) throw new TypeError('The store needs the addresses of servers')
  if (!/^\w+$/.test(prefix)) throw new TypeError('The prefix is a name of letters, digits and "_"')
  const connection = await connect({
    ...{
      name: 'surface-runtime',
      timeout: 5_000,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
      reconnectJitter: 100,
      // A way that says nothing is given up after two of them.
      pingInterval: 5_000,
    },
    ...options.connection,
    servers: typeof servers === 'string' ? servers : [...servers],
  })
  try {
    const broker = await openBroker(connection, { prefix, replicas, maxAge })
    return createSharedStore(await createNatsLog(broker, maxAge), lease)
  } catch (error) {
    await connection.close()
    throw error
  }
}

export type { CloseOptions, SharedTaskStore as NatsTaskStore }
