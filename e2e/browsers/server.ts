// Serves the built demo, and the built test pages below /test-pages/, to browsers whose requests nobody can answer.
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const demo = join(root, 'dist-demo')
const pages = join(root, 'node_modules/.cache/e2e-pages')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Plain WebDriver does not say what a page writes to its console, so each page collects that itself: errors in the console,
 * uncaught exceptions, promises without a `catch`.
 */
const watch = `<script>
  window.complaints = []
  const write = console.error
  console.error = (...said) => {
    complaints.push(said.map(String).join(' '))
    write(...said)
  }
  addEventListener('error', ({ message }) => complaints.push(message))
  addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)))
</script>`

export interface Site {
  readonly origin: string
  readonly close: () => Promise<void>
}

export async function serve(): Promise<Site> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1')
    const file = fileOf(pathname)
    try {
      const content = await readFile(file)
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
      response.end(file.endsWith('.html') ? String(content).replace('<head>', `<head>${watch}`) : content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { origin: originOf(server), close: () => new Promise((closed) => server.close(() => closed())) }
}

/** A URL's path never leads above its root. */
function fileOf(pathname: string): string {
  if (pathname.startsWith('/test-pages/')) return join(pages, pathname.slice('/test-pages/'.length))
  return join(demo, pathname === '/' ? 'index.html' : pathname)
}

function originOf(server: Server): string {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}
