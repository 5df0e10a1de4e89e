// The business as a process of its own: built once, started as often as it is wanted, ended or killed.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { root } from '../../../.ci/tools.mjs'

const outDir = join(root, 'node_modules/.cache/bench-commerce')
const at = (path) => join(root, path)

export async function buildServer() {
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    publicDir: false,
    resolve: {
      alias: [
        { find: /^surface-runtime\/commerce$/, replacement: at('src/commerce/index.ts') },
        { find: /^surface-runtime\/commerce\/(business|postgres)$/, replacement: at('src/commerce/$1/index.ts') },
      ],
    },
    build: { ssr: at('test/bench/commerce/server.ts'), outDir, emptyOutDir: true, target: 'node20', minify: false },
  })
}

/**
 * @param isNew Whether the products are saved first.
 * @param embedded Whether the store is in the folder although there is a DATABASE_URL.
 */
export async function startServer(folder, isNew, embedded = false) {
  const args = [join(outDir, 'server.js'), folder, isNew ? 'new' : '']
  const { DATABASE_URL, ...env } = process.env
  if (DATABASE_URL && !embedded) env.DATABASE_URL = DATABASE_URL
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const origin = await new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code, signal) => reject(new Error(`The business ended with ${code ?? signal}`)))
  })
  const end = async (signal) => {
    child.kill(signal)
    await ended
  }
  /** Milliseconds of processor time that the process has used so far. */
  const cpu = () =>
    new Promise((resolve) => {
      child.once('message', resolve)
      child.send('cpu')
    })
  return { origin, cpu, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** The profile of the platform, on loopback. */
export async function startPlatform() {
  const names = ['cart', 'catalog.search', 'catalog.lookup'].map((name) => `dev.commerce.shopping.${name}`)
  const version = '2026-04-08'
  const profile = {
    commerce: { version, services: {}, payment_handlers: {}, capabilities: names.map((name) => ({ name, version })) },
  }
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=3600' })
    response.end(JSON.stringify(profile))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${server.address().port}/profile.json`, close: () => server.close() }
}
