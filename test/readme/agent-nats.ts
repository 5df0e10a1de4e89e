// Guide, "From one process to many machines": its tasks on a broker.
import { natsTaskStore } from 'surface-runtime/agent/nats'
import { createAgentServer } from 'surface-runtime/agent/server'

const store = await natsTaskStore({ servers: process.env['NATS_SERVERS'] ?? 'nats://127.0.0.1:4222' })
const handle = createAgentServer({ card, execute, store, resumable: true })

/** What an agent has. */
declare const card: { readonly name: string }
declare const execute: import('surface-runtime/agent/server').Execute

export { handle, store }
