// Guide, "From one process to many machines": the same agent in any number of processes.
import { postgresTaskStore } from 'surface-runtime/agent/postgres'
import { createAgentServer } from 'surface-runtime/agent/server'

const store = await postgresTaskStore({ url: process.env['DATABASE_URL'] ?? '' }) // or { folder: './agent-data' }
const closing = new AbortController()
const handle = createAgentServer({ card, execute, store, resumable: true, closing: closing.signal })

/** Mount `store.healthz()` at /healthz and `store.readyz()` at /readyz. This ends the process in order. */
async function shutDown(): Promise<void> {
  closing.abort()
  await store.close({ grace: 10_000 })
}
process.on('SIGTERM', shutDown)

/** What an agent has. */
declare const card: { readonly name: string }
declare const execute: import('surface-runtime/agent/server').Execute

export { handle, shutDown, store }
