/**
 * An agent that counts to the number that it is sent, as a process of a fleet. It says each number once, also where another process goes
 * on. A second number is the length of each text.
 * Arguments: its port, the database or broker, milliseconds of a lease, the most milliseconds between two numbers, and `fragile` for one that
 * is not resumable.
 */
import { setMaxListeners } from 'node:events'
import { serve } from 'srvx/node'
import { createAgentServer } from '../../../src/agent/server/index.ts'
import type { PostgresTaskStore } from '../../../src/agent/server/postgres/index.ts'
import { sleep } from '../../../src/shared/http/sleep.ts'
import { storeAt } from './store-at.ts'

const [port, url = '', lease, pause, fragile] = process.argv.slice(2)
const store = await open()

async function open(): Promise<PostgresTaskStore> {
  for (;;) {
    try {
      return await storeAt(url, Number(lease), 2_000)
    } catch {
      // The database restarts, or cannot be reached for a while.
      await sleep(200)
    }
  }
}
const closing = new AbortController()
// Every open stream listens.
setMaxListeners(0, closing.signal)

const handle = createAgentServer({
  card: { name: 'Counter' },
  ...{ store, resumable: !fragile, closing: closing.signal, allowPrivatePushTargets: true, pushRetryDelay: 100 },
  onError: () => undefined,
  async *execute({ text, task, signal }) {
    const run = crypto.randomUUID()
    const said = task.artifacts?.find(({ artifactId }) => artifactId === 'numbers')?.parts[0]?.text ?? ''
    const first = said.split(';').length - 1
    const [last = 0, length = 0] = text.split(' ').map(Number)
    for (let number = first; number < last; number++) {
      await sleep(Math.random() * Number(pause), signal)
      if (signal.aborted) return
      process.send?.({ task: task.id, run, number, at: Date.now() })
      const artifact = { artifactId: 'numbers', parts: [{ text: `${number};`.padStart(length) }] }
      yield { artifact, append: number > 0, metadata: { run } }
    }
  },
})

const server = serve({
  ...{ port: Number(port), hostname: '127.0.0.1', silent: true },
  fetch(request: Request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/readyz') return store.readyz()
    return pathname === '/healthz' ? store.healthz() : handle(request)
  },
})
await server.ready()
console.log('ready')

process.on('SIGTERM', async () => {
  closing.abort()
  await store.close({ grace: 200 })
  await server.close(true)
  process.exit(0)
})
