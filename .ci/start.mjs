// `npm start`: the demo, from a fresh clone, in one command. PORT says which port to try first.
import { join } from 'node:path'
import { minute, node, root } from './tools.mjs'

if (!node(join(root, '.ci/setup.mjs'), [], { timeout: 10 * minute })) process.exit(1)

// Only now: before the setup there may be no Vite.
const { createServer } = await import('vite')
const server = await createServer({
  configFile: join(root, 'vite.config.ts'),
  clearScreen: false,
  // Named by number, since "localhost" is ::1 on some machines and 127.0.0.1 on others. A taken port: the next free one.
  server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 5173), strictPort: false },
})
await server.listen()
const address = server.resolvedUrls?.local[0]
console.log(`\nThe demo is at ${address} (Ctrl-C ends it)`)
console.log(`A chat with a live agent is at ${address}agent.html`)

// Vite ends itself on SIGTERM only.
process.once('SIGINT', async () => {
  // A page that keeps a connection open must not keep the terminal.
  setTimeout(() => process.exit(0), 1_000).unref()
  await server.close()
  process.exit(0)
})
