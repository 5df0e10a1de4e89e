/**
 * How long it takes to read much: a task of very many events, and lists where very many tasks are stored. Arguments: the store,
 * events of the task, tasks. Sends what it measured, in milliseconds.
 */
import { createAgentServer } from '../../../src/agent/server/index.ts'
import { storeAt } from './store-at.ts'

const [url = '', events = '', tasks = ''] = process.argv.slice(2)
const store = await storeAt(url, 600_000, 60_000)
const reader = await storeAt(url, 600_000, 60_000)

const card = { name: 'Large' }
const handle = createAgentServer({
  ...{ card, store },
  async *execute({ text }) {
    for (let number = 0; number < Number(text); number++) yield { text: `${number % 10} ` }
    // It goes on: what is stored of it is no whole snapshot.
    await new Promise(() => undefined)
  },
})
const other = createAgentServer({ card, store: reader, execute: async function* () {} })

async function send(to: typeof handle, method: string, path: string, body?: object) {
  const headers = { 'content-type': 'application/json', 'agent-version': '1.0' }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return (await to(new Request(`http://agent.example${path}`, init))).json()
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 15; count++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return Math.round(times.sort((a, b) => a - b)[7] ?? 0)
}

const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: events }] }
const { task } = await send(handle, 'POST', '/message:send', { message, configuration: { returnImmediately: true } })
const path = `/tasks/${task.id}`
const wanted = Number(events) * 2
const began = performance.now()
for (;;) {
  const { artifacts = [] } = await send(other, 'GET', path)
  if (artifacts[0]?.parts[0].text.length === wanted) break
  await new Promise((resolve) => setTimeout(resolve, 500))
}
const written = Math.round(performance.now() - began)
const atOwner = await median(() => send(handle, 'GET', path))
const elsewhere = await median(() => send(other, 'GET', path))

// Ten callers, each with as many tasks, and one with a hundred.
const each = Array.from({ length: 10 }, (_, index) => `caller${index}`)
const small = JSON.stringify(['', 'small'])
let count = 0
async function fill(): Promise<void> {
  while (count < Number(tasks)) {
    const number = count++
    const owner = number < 100 ? small : JSON.stringify(['', each[number % 10]])
    const timestamp = new Date(1_767_225_600_000 + number).toISOString()
    const status = { state: 'TASK_STATE_COMPLETED', timestamp } as const
    await store.put({ owner, bytes: 200, pushConfigs: [], task: { id: `t${number}`, contextId: `c${number}`, status } })
  }
}
await Promise.all(Array.from({ length: 16 }, fill))
const query = { limit: 51, artifacts: false, history: false }
const listOfFew = await median(async () => reader.list({ ...query, owner: small }))
const listOfMany = await median(async () => reader.list({ ...query, owner: JSON.stringify(['', each[0]]) }))
process.send?.({ written, atOwner, elsewhere, listOfFew, listOfMany })
process.exit()
