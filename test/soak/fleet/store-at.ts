// The store at an address: tasks in PostgreSQL, on NATS JetStream, or (without an address) in memory.
import { connect } from '@nats-io/transport-node'
import type { TaskLog } from '../../../src/agent/server/log/task-log.ts'
import { openBroker } from '../../../src/agent/server/nats/broker.ts'
import { natsTaskStore } from '../../../src/agent/server/nats/index.ts'
import { createNatsLog } from '../../../src/agent/server/nats/nats-log.ts'
import { type PostgresTaskStore, postgresTaskStore } from '../../../src/agent/server/postgres/index.ts'
import { createPostgresLog } from '../../../src/agent/server/postgres/postgres-log.ts'
import { agentSteps } from '../../../src/agent/server/postgres/tables.ts'
import { openDatabase } from '../../../src/shared/postgres/open.ts'

const isNats = (url: string): boolean => url.startsWith('nats:')

/** @param patience Milliseconds for a connection, and for one statement. */
export function storeAt(url: string, lease: number, patience: number): Promise<PostgresTaskStore> {
  return isNats(url)
    ? natsTaskStore({ servers: url, lease, connection: { timeout: patience } })
    : postgresTaskStore({ url, lease, connectTimeout: patience, queryTimeout: patience })
}

/** The log below such a store, to fill it: as a process writes it, but with as much at one time as the log takes. */
export async function logAt(url: string): Promise<TaskLog> {
  if (!isNats(url)) return createPostgresLog(await openDatabase({ url }, agentSteps), false)
  const maxAge = 30 * 86_400_000
  const broker = await openBroker(await connect({ servers: url }), { prefix: 'agent', replicas: 1, maxAge })
  return createNatsLog(broker, maxAge)
}
