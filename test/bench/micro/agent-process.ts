/** The agent of `subscribers.ts`, in a process of its own: its memory and its CPU time are the server's alone. */
import { serve } from 'srvx/node'
import { createAgentServer, type Yielded } from '../../../src/agent/server/index.ts'

export interface AgentUse {
  /** Bytes, after a collection of garbage. */
  readonly heap: number
  readonly resident: number
  /** Milliseconds of CPU time since the process began. */
  readonly cpu: number
}

export type AgentOrder = 'use' | 'go'

let go: () => void = () => undefined
const gone = new Promise<void>((resolve) => {
  go = resolve
})

const handle = createAgentServer({
  card: { name: 'Bench' },
  async *execute({ text }): AsyncGenerator<Yielded> {
    yield { status: 'working' }
    await gone
    for (let count = 0; count < Number(text); count++) yield { text: `chunk ${count} of an answer of usual length ` }
  },
})

function use(): AgentUse {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return { heap: heapUsed + external, resident: rss, cpu: (user + system) / 1_000 }
}

process.on('message', (order: AgentOrder) => {
  if (order === 'go') go()
  else process.send?.(use())
})

const server = serve({ fetch: handle, port: 0, hostname: '127.0.0.1', silent: true })
await server.ready()
process.send?.(server.url)
