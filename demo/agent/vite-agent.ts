/** Starts the sample agent with the page, in one process and at one origin: for `vite`, `vite preview` and `npm start`. */
import { toNodeHandler } from 'srvx/node'
import type { Connect, Plugin } from 'vite'
import { agentPath, createSampleAgent } from './sample-agent.ts'

export function sampleAgent(): Plugin {
  const serve = (middlewares: Connect.Server): void => {
    // Vite speaks HTTP/1 and HTTP/2 through one interface.
    const answer = toNodeHandler(createSampleAgent()) as Connect.SimpleHandleFunction
    middlewares.use((request, response, next) => {
      const path = request.url ?? ''
      if (path.startsWith(`${agentPath}/`) || path === '/.well-known/agent-card.json') answer(request, response)
      else next()
    })
  }
  return {
    name: 'surface-runtime:sample-agent',
    configureServer: ({ middlewares }) => serve(middlewares),
    configurePreviewServer: ({ middlewares }) => serve(middlewares),
  }
}
