/** `/services.json` where nobody has started an agent: a page then reads that there is none, without an error. */
import type { Connect, Plugin } from 'vite'

export function services(): Plugin {
  const serve = (middlewares: Connect.Server): void => {
    middlewares.use('/services.json', (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.setHeader('cache-control', 'no-store')
      response.end('{}')
    })
  }
  return {
    name: 'surface-runtime:services',
    configureServer: ({ middlewares }) => serve(middlewares),
    configurePreviewServer: ({ middlewares }) => serve(middlewares),
  }
}
