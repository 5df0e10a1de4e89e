// Servers over one log of tasks in embedded PostgreSQL.
import { type AgentServerOptions, createAgentServer, type Execute } from '../../../../src/agent/server/index.ts'
import { createSharedStore } from '../../../../src/agent/server/log/shared-store.ts'
import type { TaskLog } from '../../../../src/agent/server/log/task-log.ts'
import { createPostgresLog } from '../../../../src/agent/server/postgres/postgres-log.ts'
import { agentSteps } from '../../../../src/agent/server/postgres/tables.ts'
import { migrate } from '../../../../src/shared/postgres/migrate.ts'
import { emptySchema } from '../../../support/embedded.ts'
import { serve } from '../http-calls.ts'

/** A log that stays open where one of its servers closes, and its tables. */
export async function embeddedLog() {
  const tables = await emptySchema()
  await migrate(tables.database, tables.schema, agentSteps)
  const log: TaskLog = { ...createPostgresLog(tables, false), close: async () => undefined }
  return { log, tables }
}

/** The address of a server over the log. `ends`: gets what ends it. */
export async function serverOver(
  log: TaskLog,
  execute: Execute,
  ends: (() => unknown)[],
  options: Partial<AgentServerOptions> = {},
): Promise<string> {
  const store = createSharedStore(log, 600_000)
  ends.push(() => store.close({ grace: 0 }))
  return serve(createAgentServer({ card: { name: 'Agent' }, execute, store, ...options }))
}
