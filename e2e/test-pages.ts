// The test pages at the demo's origin, below /test-pages/: read from the build for each request. A page asks for 16 files.
// Answers by way of Playwright's protocol cost the browser 7 % more CPU.
import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Plugin } from 'vite'

const built = resolve(import.meta.dirname, '../node_modules/.cache/e2e-pages')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** The file behind a path below /test-pages/. */
export const testPage = (path: string): string => resolve(built, path)

export function testPages(): Plugin {
  return {
    name: 'surface-runtime:test-pages',
    configurePreviewServer({ middlewares }) {
      // A URL's path never leads above its root.
      middlewares.use('/test-pages/', async ({ url = '/' }, response) => {
        const file = testPage(new URL(url, 'http://127.0.0.1').pathname.slice(1))
        try {
          const content = await readFile(file)
          response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
          // The names of assets have their hashes in them. From a page's cache they come with what V8 made of them.
          response.setHeader('cache-control', file.includes('assets') ? 'max-age=3600, immutable' : 'no-store')
          response.end(content)
        } catch {
          response.writeHead(404).end()
        }
      })
    },
  }
}
