// Guide, "Spans": both sides with OpenTelemetry.
import { connectAgent } from 'surface-runtime/agent'
import { createAgentServer } from 'surface-runtime/agent/server'
import { traceClient, traceServer } from 'surface-runtime/agent/telemetry'

const handle = createAgentServer(traceServer({ card, execute }))
const agent = await connectAgent('https://agent.example', traceClient())

/** What an agent has. */
declare const card: { readonly name: string }
declare const execute: import('surface-runtime/agent/server').Execute

export { agent, handle }
