// README, "Agents over HTTP": the client.
import type { Runtime } from 'surface-runtime'
import { connectAgent, connectSurfaces } from 'surface-runtime/agent'

const agent = await connectAgent('https://agent.example', { credentials })
const conversation = connectSurfaces(agent, runtime)
await conversation.send('Find a table for two')

/** What a host has. */
declare const runtime: Runtime
declare const credentials: NonNullable<NonNullable<Parameters<typeof connectAgent>[1]>['credentials']>
