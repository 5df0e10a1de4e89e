// The pages of the demo over HTTP, with a file that tells them where the agent is.
import { join } from 'node:path'
import { preview } from 'vite'
import { root } from './tools.mjs'

/**
 * @param folder As it was built.
 * @param port Tried first; the next free one counts.
 * @param services What `/services.json` says, as in `{ agent: 'http://127.0.0.1:4171', shop: 'http://127.0.0.1:4172' }`.
 */
export async function servePages(folder, port, services) {
  const server = await preview({
    configFile: join(root, 'vite.config.ts'),
    ...{ mode: 'start', logLevel: 'error' },
    plugins: [tell(services)],
    build: { outDir: folder },
    // Named by number, since "localhost" is ::1 on some machines and 127.0.0.1 on others.
    preview: { host: '127.0.0.1', port, strictPort: false },
  })
  return {
    address: server.resolvedUrls.local[0],
    close() {
      server.httpServer.closeAllConnections()
      return server.close()
    },
  }
}

function tell(services) {
  return {
    name: 'surface-runtime:services',
    configurePreviewServer({ middlewares }) {
      middlewares.use('/services.json', (_request, response) => {
        response.setHeader('content-type', 'application/json')
        response.setHeader('cache-control', 'no-store')
        response.end(JSON.stringify(services))
      })
    },
  }
}
