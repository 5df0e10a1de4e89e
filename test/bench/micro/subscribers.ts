/** A thousand readers of one task, over real connections on loopback. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { AgentOrder, AgentUse } from './agent-process.ts'

export interface SubscribersMeasured {
  readonly subscribers: number
  /** Streams that failed, or that did not have every event. */
  readonly errors: number
  /** Bytes of the server for each subscriber. */
  readonly heapEach: number
  readonly residentEach: number
  /** Events that arrived, all readers together. */
  readonly events: number
  /** Milliseconds from the first event to the last, and of the server's CPU time meanwhile. */
  readonly taken: number
  readonly cpu: number
}

const headers = { 'content-type': 'application/json', 'agent-version': '1.0' }

/** `count` readers, half of them in each binding; `chunks` events for each. */
export async function measureSubscribers(count: number, chunks: number): Promise<SubscribersMeasured> {
  const child = fork(join(import.meta.dirname, 'agent-process.js'), { execArgv: ['--expose-gc'] })
  try {
    const [origin] = (await once(child, 'message')) as [string]
    const id = await beginTask(origin, chunks)
    const before = await memoryOf(child)
    const readers = await Promise.all(
      Array.from({ length: count }, (_, index) => subscribe(origin, id, index % 2 === 0)),
    )
    const open = await memoryOf(child)
    const started = performance.now()
    order(child, 'go')
    const seen = await Promise.all(readers.map(({ done }) => done))
    const taken = performance.now() - started
    const after = await memoryOf(child)
    // The chunks and the completed state.
    const errors = seen.filter((events) => events !== chunks + 1).length
    return {
      subscribers: count,
      errors,
      heapEach: (open.heap - before.heap) / count,
      residentEach: (open.resident - before.resident) / count,
      events: seen.reduce((sum, events) => sum + events, 0),
      taken,
      cpu: after.cpu - open.cpu,
    }
  } finally {
    // The server would wait for its connections.
    child.kill('SIGKILL')
  }
}

async function beginTask(origin: string, chunks: number): Promise<string> {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: String(chunks) }] }
  const body = JSON.stringify({ message, configuration: { returnImmediately: true } })
  const response = await fetch(new URL('/message:send', origin), { method: 'POST', headers, body })
  return (await response.json()).task.id
}

interface Reader {
  /** Events after the first one; -1 for a stream that failed. */
  readonly done: Promise<number>
}

/** Resolves when the task as it is has come. */
function subscribe(origin: string, id: string, overHttp: boolean): Promise<Reader> {
  const call = { jsonrpc: '2.0', id: 1, method: 'SubscribeToTask', params: { id } }
  const [path, body] = overHttp ? [`/tasks/${id}:subscribe`, ''] : ['/rpc', JSON.stringify(call)]
  return new Promise((resolve) => {
    const sent = httpRequest(new URL(path, origin), { method: 'POST', headers, agent: false })
    const failed = (): void => resolve({ done: Promise.resolve(-1) })
    sent.on('error', failed)
    sent.on('response', (response) => {
      let events = 0
      let settle: (events: number) => void = () => undefined
      const done = new Promise<number>((resolveDone) => {
        settle = resolveDone
      })
      countEvents(response, () => {
        if (events++ === 0) resolve({ done })
      })
      response.on('end', () => settle(events - 1))
      response.on('error', () => settle(-1))
    })
    sent.end(body)
  })
}

function countEvents(response: IncomingMessage, onEvent: () => void): void {
  let last = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const text = last + chunk
    const parts = text.split('data: ')
    for (let count = 1; count < parts.length; count++) onEvent()
    // A marker may be cut in two, and none is counted twice.
    last = (parts.at(-1) ?? '').slice(-'data:'.length)
  })
}

function order(child: ChildProcess, what: AgentOrder): void {
  child.send(what)
}

async function memoryOf(child: ChildProcess): Promise<AgentUse> {
  order(child, 'use')
  const [use] = (await once(child, 'message')) as [AgentUse]
  return use
}
