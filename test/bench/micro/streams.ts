/** What the agent client adds to the parser of its streams: order, repetition, the task as it is, and an iterator. */
import { createParser } from 'eventsource-parser'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { UC } from '../../support/messages.ts'
import type { Measured } from './main.ts'
import type { Timing } from './measure.ts'

const count = 5_000

/** Medians of 11 turns went from x1.22 to x1.86 of the parser, from run to run on a busy machine. */
const turnsPerSample = 6

/** Bytes of a chunk, about as a network brings them. */
const chunkBytes = 16_384

const task = { id: 'task-1', contextId: 'context-1', status: { state: 'TASK_STATE_WORKING' } }

/** One message for a surface in each event, as a part of an artifact that grows. */
function recorded(): readonly Uint8Array[] {
  const events: unknown[] = [{ task }]
  for (let i = 0; i < count; i++) {
    const text = `Value number ${i} of a surface that an agent keeps up to date, with a sentence of ordinary length.`
    const data = [UC('s', [{ id: `text-${i % 50}`, component: 'Text', text }])]
    const part = { data, mediaType: 'application/json+a2ui', metadata: { mimeType: 'application/json+a2ui' } }
    const artifact = { artifactId: 'surface:s', parts: [part] }
    events.push({
      taskArtifactUpdate: { taskId: task.id, contextId: task.contextId, artifact, index: 0, append: true },
    })
  }
  const status = { ...task.status, state: 'TASK_STATE_COMPLETED' }
  events.push({ taskStatusUpdate: { taskId: task.id, contextId: task.contextId, status } })
  const bytes = new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
  const chunks = Math.ceil(bytes.length / chunkBytes)
  return Array.from({ length: chunks }, (_, i) => bytes.subarray(i * chunkBytes, (i + 1) * chunkBytes))
}

function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next++]
      if (chunk) controller.enqueue(chunk.slice())
      else controller.close()
    },
  })
}

const card = {
  name: 'Bench',
  supportedInterfaces: [{ url: 'https://agent.example/', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
}

export async function measureStreams(samples: number): Promise<readonly Measured[]> {
  const chunks = recorded()
  const agent = await connectAgent('https://agent.example', {
    fetch: async (input) =>
      String(input).endsWith('.json')
        ? Response.json(card)
        : new Response(bodyOf(chunks), { headers: { 'content-type': 'text/event-stream' } }),
  })

  async function ours(): Promise<number> {
    let seen = 0
    for await (const event of agent.subscribe({ id: task.id })) if (event.kind === 'artifact') seen++
    return seen
  }

  async function yardstick(): Promise<number> {
    let seen = 0
    const parser = createParser({ onEvent: ({ data }) => (JSON.parse(data).taskArtifactUpdate ? seen++ : 0) })
    const decoder = new TextDecoder()
    const reader = bodyOf(chunks).getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read())
      parser.feed(decoder.decode(read.value, { stream: true }))
    return seen
  }

  const timing = { ours: [] as number[], yardstick: [] as number[] }
  const contenders = [
    { run: ours, into: timing.ours },
    { run: yardstick, into: timing.yardstick },
  ]
  // A turn takes 20 ms, and one in a few has a large collection of garbage in it: that may be the other's.
  const turns = samples * turnsPerSample
  // The first turns warm up.
  for (let turn = -8; turn < turns; turn++)
    for (const { run, into } of turn % 2 ? contenders.toReversed() : contenders) {
      const taken = await cpuOf(run)
      if (turn >= 0) into.push(taken)
    }
  return [{ ...describe, ...(timing satisfies Timing) }]
}

const describe = {
  group: 'streams',
  name: 'agent: events of a stream, in order and once',
  against: 'eventsource-parser and JSON.parse',
  amount: { of: 'events', count },
}

/** Milliseconds of CPU time: on a busy machine the clock says little. */
async function cpuOf(run: () => Promise<number>): Promise<number> {
  const before = process.cpuUsage()
  const seen = await run()
  const { user, system } = process.cpuUsage(before)
  if (seen !== count) throw new Error(`${seen} events of ${count} came`)
  return (user + system) / 1_000
}
