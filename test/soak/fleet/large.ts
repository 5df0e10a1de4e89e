/**
 * How long it takes to read where much is stored: one of very many tasks, lists among them, and a task of very many events. Arguments:
 * the store (empty: memory), events of the long task, tasks. Sends what it measured: milliseconds, as a median and a 99th percentile.
 */
import { randomUUID } from 'node:crypto'
import {
  type AgentServer,
  createAgentServer,
  memoryTaskStore,
  type StoredTask,
} from '../../../src/agent/server/index.ts'
import type { TaskWrite } from '../../../src/agent/server/log/task-log.ts'
import { logAt, storeAt } from './store-at.ts'

const [url = '', eventCount = '', taskCount = ''] = process.argv.slice(2)
const tasks = Number(taskCount)
const [here, there] = url
  ? [await storeAt(url, 600_000, 60_000), await storeAt(url, 600_000, 60_000)]
  : [memoryTaskStore({ maxTasks: 2 * tasks, maxBytes: 2 ** 31 }), undefined]

const options = {
  card: { name: 'Large' },
  tenants: ['large'],
  authenticate: (request: Request) => request.headers.get('x-caller') ?? 'somebody',
}
const handle = createAgentServer({
  ...{ ...options, store: here },
  async *execute({ text }) {
    for (let number = 0; number < Number(text); number++) yield { text: `${number % 10} ` }
    // It goes on: what is stored of it is no whole snapshot.
    await new Promise(() => undefined)
  },
})
/** Another process's server; in memory there is one. */
const other = there ? createAgentServer({ ...options, store: there, execute: async function* () {} }) : handle

async function send(
  to: AgentServer,
  method: string,
  path: string,
  { caller = 'somebody', body = undefined as unknown } = {},
) {
  const headers = { 'content-type': 'application/json', 'agent-version': '1.0', 'x-caller': caller }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await to(new Request(`http://agent.example${path}`, init))
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
  return response
}

async function get(to: AgentServer, path: string, caller?: string): Promise<ArrayBuffer> {
  return (await send(to, 'GET', path, { caller })).arrayBuffer()
}

/** Absent: it failed. */
type Figure = { readonly p50: number; readonly p99: number } | undefined

/** 200 times, or for ten seconds. */
async function timed(work: () => Promise<unknown>): Promise<Figure> {
  const times: number[] = []
  const end = performance.now() + 10_000
  while (times.length < 5 || (times.length < 200 && performance.now() < end)) {
    const began = performance.now()
    try {
      await work()
    } catch (error) {
      console.error(String(error))
      return undefined
    }
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

// The newest task is as old as this. Ten in a hundred thousand are one caller's, a tenth another one's, and the rest a third one's.
const newest = Date.now()
const callers = [
  ['few', 100],
  ['many', Math.floor(tasks / 10)],
  ['most', tasks - 100 - Math.floor(tasks / 10)],
] as const

function recordOf(number: number): StoredTask & { readonly first: StoredTask['task'] } {
  let [left, caller] = [number, '']
  for (const [name, count] of callers) {
    caller = name
    if (left < count) break
    left -= count
  }
  const at = (later: number): string => new Date(newest - tasks + number + later).toISOString()
  const message = { messageId: `m${number}`, role: 'ROLE_USER', parts: [{ text: `Question ${number}` }] } as const
  const begun = { id: `t${number}`, contextId: `c${number}`, history: [message] }
  const first = { ...begun, status: { state: 'TASK_STATE_SUBMITTED', timestamp: at(0) } } as const
  const artifacts = [{ artifactId: 'answer', parts: [{ text: `The answer to question ${number}. `.repeat(20) }] }]
  const task = { ...begun, artifacts, status: { state: 'TASK_STATE_COMPLETED', timestamp: at(1) } } as const
  const bytes = JSON.stringify(task).length
  return { owner: JSON.stringify(['large', caller]), caller, bytes, pushConfigs: [], task, first }
}

function writeOf(
  key: string,
  { first, task, owner, caller, bytes, pushConfigs }: ReturnType<typeof recordOf>,
): TaskWrite {
  const of = { taskId: task.id, contextId: task.contextId }
  const at = task.status.timestamp ?? ''
  const events = [
    { kind: 'artifact', ...of, artifact: task.artifacts?.[0], index: 0, append: false, lastChunk: true },
    { kind: 'status', ...of, status: task.status },
  ].map((event, index) => ({ seq: index + 1, at, body: JSON.stringify(event) }))
  return {
    ...{ key, fence: 0, before: 0, events, task, bytes, snapshot: true, released: true, turn: undefined },
    made: { owner, caller, digest: undefined, first, bytes, pushConfigs },
  }
}

async function fill(): Promise<void> {
  if (!url) {
    for (let number = 0; number < tasks; number++) await here.put(recordOf(number))
    return
  }
  const log = await logAt(url)
  const holder = randomUUID()
  await log.leases.renew(holder, 600_000)
  for (let number = 0; number < tasks; ) {
    const records = Array.from({ length: Math.min(1_000, tasks - number) }, () => recordOf(number++))
    const writes: TaskWrite[] = []
    for (const record of records) writes.push(writeOf(await log.keyFor(record.owner, record.task.id), record))
    const { written } = await log.append(holder, writes)
    if (written.size !== writes.length) throw new Error(`Of ${writes.length} tasks ${written.size} were written`)
  }
  await log.leases.end(holder)
  await log.close()
}

async function lasting(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function writeLong(): Promise<string> {
  const message = { messageId: 'long', role: 'ROLE_USER', parts: [{ text: eventCount }] }
  const body = { message, configuration: { returnImmediately: true } }
  const { task } = await (await send(handle, 'POST', '/message:send', { body })).json()
  const path = `/tasks/${task.id}`
  for (;;) {
    const { artifacts = [] } = await (await send(other, 'GET', path)).json()
    if (artifacts[0]?.parts[0].text.length === Number(eventCount) * 2) return path
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

const filled = await lasting(fill)
const figures: Record<string, Figure> = {}
let number = 0
figures['get'] = await timed(() => get(other, `/large/tasks/t${number++ % 100}`, 'few'))
for (const [caller] of callers) figures[caller] = await timed(() => get(other, '/large/tasks', caller))
figures['whole'] = await timed(() => get(other, '/large/tasks?includeArtifacts=true&historyLength=10', 'many'))
let path = ''
const written = await lasting(async () => {
  path = await writeLong()
})
figures['longHere'] = await timed(() => get(handle, path))
figures['longThere'] = await timed(() => get(other, path))
process.send?.({ filled, written, figures }, () => process.exit())
