/**
 * A process of the measurement of shared tasks: it works on tasks (`run`), or reads those of another process (`read`), or both
 * (`both`, with its tasks in memory). Arguments: what it does, the database.
 */
import { createAgentServer } from '../../../src/agent/server/index.ts'
import type { PostgresTaskStore } from '../../../src/agent/server/postgres/index.ts'
import { sleep } from '../../../src/shared/http/sleep.ts'
import { storeAt } from './store-at.ts'

interface Order {
  readonly tasks: number
  readonly yields: number
  /** Yields a second of all tasks; 0: as fast as it goes. */
  readonly rate: number
  /** Readers of each task. */
  readonly readers: number
  readonly ids?: readonly string[]
}

const [role, url = ''] = process.argv.slice(2)
// On a machine that is busier than this measurement needs, five seconds without a renewal are nothing.
const store: PostgresTaskStore | undefined = role === 'both' ? undefined : await storeAt(url, 60_000, 5_000)
const limits = { runningTasks: 10_000, streams: 100_000 }
let order: Order = { tasks: 0, yields: 0, rate: 0, readers: 1 }
let begin: () => void = () => undefined
let begun: Promise<void> = Promise.resolve()

const handle = createAgentServer({
  card: { name: 'Load' },
  ...{ limits, ...(store && { store }) },
  async *execute() {
    yield { status: 'working' }
    await begun
    const { yields, rate, tasks } = order
    const start = Date.now() + (rate ? (Math.random() * tasks * 1_000) / rate : 0)
    for (let number = 0; number < yields; number++) {
      const due = rate ? start + (number * tasks * 1_000) / rate - Date.now() : 0
      if (due > 0) await sleep(due)
      yield { text: `${Date.now()};` }
    }
  },
})

function send(path: string, body: object = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'agent-version': '1.0' }
  return handle(new Request(`http://agent.example${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function make(): Promise<readonly string[]> {
  begun = new Promise((resolve) => {
    begin = resolve
  })
  const configuration = { returnImmediately: true }
  const message = { role: 'ROLE_USER', parts: [{ text: 'go' }] }
  const ids: string[] = []
  for (let number = 0; number < order.tasks; number++) {
    const response = await send('/message:send', { message: { ...message, messageId: `m${number}` }, configuration })
    ids.push((await response.json()).task.id)
  }
  return ids
}

/** Milliseconds from the yield to the reader, for every event. */
async function read(ids: readonly string[], opened: () => void): Promise<readonly number[]> {
  const times: number[] = []
  let open = 0
  async function one(id: string): Promise<void> {
    const response = await send(`/tasks/${id}:subscribe`)
    if (!response.ok) throw new Error(`A subscription was answered with ${response.status}`)
    let rest = ''
    let isOpen = false
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      const now = Date.now()
      rest += decoder.decode(bytes, { stream: true })
      const end = rest.lastIndexOf('\n\n') + 1
      const events = rest.slice(0, end)
      rest = rest.slice(end)
      // A comment comes first, then the task as it is, which has the texts until then as one.
      const opens: boolean = !isOpen && events.includes('data: ')
      if (opens && ++open === ids.length) opened()
      isOpen ||= opens
      for (const [, time] of events.matchAll(/"text":"(\d+);"/g)) times.push(now - Number(time))
    }
  }
  await Promise.all(ids.map(one))
  return times
}

process.on('message', async (next: Order | 'begin') => {
  if (next === 'begin') {
    begin()
    return
  }
  order = next
  const ids = next.ids ?? (await make())
  if (role === 'run') process.send?.({ ids })
  else {
    const all = ids.flatMap((id) => Array<string>(order.readers).fill(id))
    const times = await read(all, () => process.send?.({ opened: true }))
    process.send?.({ times: [...times].sort((a, b) => a - b) })
  }
})
process.send?.({ ready: true })
