// Guide, "Agents over HTTP": the client.
import { connectAgent, connectSurfaces, credentialsFor } from 'surface-runtime/agent'

const agent = await connectAgent('https://agent.example', {
  // `needs`: the ways in that the card names, each with all that it takes.
  credentials: async ({ needs }) => {
    const need = needs[0]?.[0]
    return need && credentialsFor(need, await secretFor(need))
  },
})
const conversation = connectSurfaces(agent, runtime)
await conversation.send('Find a table for two')

/** What a host has. */
declare const runtime: import('surface-runtime').Runtime
declare function secretFor(need: Parameters<typeof credentialsFor>[0]): Promise<string>

export { conversation }
