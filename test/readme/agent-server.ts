// Guide, "Agents over HTTP": an agent.
import { serve } from 'srvx/node'
import { createAgentServer } from 'surface-runtime/agent/server'

const handle = createAgentServer({
  card: {
    name: 'Bistro',
    description: 'Books tables.',
    extensions: [{ uri: 'https://a2ui.org/a2a-extension/a2ui/v0.9' }],
  },
  async *execute({ text, actions, signal }) {
    yield { status: 'working' }
    yield { text: await answer(text, actions, signal) }
    yield { surface: [{ version: 'v0.9', createSurface: { surfaceId: 's1', catalogId } }] }
  },
})
serve({ fetch: handle, port: 8080 })

/** What an agent has. */
declare const catalogId: string
declare function answer(text: string, actions: readonly unknown[], signal: AbortSignal): Promise<string>

export { handle }
