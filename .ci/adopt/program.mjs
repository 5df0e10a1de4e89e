// What the hosts without a server of their own run in the browser, and how their files are served.
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { messages } from './messages.mjs'

/** Shows the surface and the names of the events that went out, under StrictMode. */
export const program = `
import { createElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createRuntime, SurfaceList } from 'surface-runtime'
import 'surface-runtime/styles.css'

let show = () => {}
const runtime = createRuntime({
  onEvent: (event) => show((names) => [...names, event.name]),
  onError: (error) => console.error(error.code, error.message),
})
runtime.apply(${JSON.stringify(messages)})

function Host() {
  const [names, setNames] = useState([])
  show = setNames
  return [
    createElement(SurfaceList, { key: 'list', runtime }),
    createElement('output', { key: 'names' }, names.join(' ')),
  ]
}

createRoot(document.getElementById('root')).render(createElement(StrictMode, null, createElement(Host)))
`

export function html({ script, style, type = '' }) {
  const link = style ? `<link rel="stylesheet" href="${style}">` : ''
  return `<!doctype html><html lang="en"><head><title>Host</title><link rel="icon" href="data:,">${link}</head>
<body><div id="root"></div><script ${type} src="${script}" defer></script></body></html>`
}

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** A strict policy with Trusted Types, for `serving`. `policies`: the names that the host's own chunks need. */
export function strict(policies = "'none'") {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${policies}`,
  ]
  return { 'content-security-policy': policy.join('; ') }
}

/** Serves a folder while `use` goes on, which is given the address. `headers` go with every file. */
export async function serving(folder, headers, use) {
  const server = createServer(({ url }, response) => {
    const path = new URL(url, 'http://localhost').pathname
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', ...headers })
    createReadStream(file).pipe(response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`http://127.0.0.1:${server.address().port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
