// The store at an address: tasks in PostgreSQL, or on NATS JetStream.
import { natsTaskStore } from '../../../src/agent/server/nats/index.ts'
import { type PostgresTaskStore, postgresTaskStore } from '../../../src/agent/server/postgres/index.ts'

/** @param patience Milliseconds for a connection, and for one statement. */
export function storeAt(url: string, lease: number, patience: number): Promise<PostgresTaskStore> {
  return url.startsWith('nats:')
    ? natsTaskStore({ servers: url, lease, connection: { timeout: patience } })
    : postgresTaskStore({ url, lease, connectTimeout: patience, queryTimeout: patience })
}
