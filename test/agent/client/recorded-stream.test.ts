import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { listOf } from '../../support/list-of.ts'
import { agentSays, cardOf, chunkOf, type Json, statusOf, taskOf } from './fake-agent.ts'
import { message, quick } from './stream-setup.ts'

describe('a recorded stream', () => {
  const encoder = new TextEncoder()
  const recorded = [
    { task: taskOf('WORKING') },
    chunkOf({ text: 'Grüße ' }),
    statusOf('WORKING', 'Überlegung'),
    chunkOf({ text: '😀' }),
    chunkOf({ data: { zahl: 1 } }, {}, 'artifact-2'),
    statusOf('COMPLETED'),
  ]
  const bytesOf = (event: unknown): Uint8Array => encoder.encode(`data: ${JSON.stringify(event)}\n\n`)
  const whole = Uint8Array.from(recorded.flatMap((event) => [...bytesOf(event)]))
  const ends = recorded.map((_, i) => recorded.slice(0, i + 1).reduce((sum, event) => sum + bytesOf(event).length, 0))

  /** The task after the first events, as the agent has it. */
  function snapshotAfter(count: number): Json {
    const had = recorded.slice(0, count)
    const artifacts = new Map<string, Json>()
    for (const event of had) {
      const update = (event as Json)['taskArtifactUpdate'] as
        | { artifact: { artifactId: string; parts: Json[] } }
        | undefined
      if (!update) continue
      const { artifactId, parts } = update.artifact
      const before = (artifacts.get(artifactId)?.['parts'] ?? []) as Json[]
      artifacts.set(artifactId, { artifactId, parts: [...before, ...parts] })
    }
    const history = count > 2 ? { history: [agentSays('Überlegung')] } : {}
    return taskOf('WORKING', { artifacts: [...artifacts.values()], ...history })
  }

  /** A `fetch` whose first stream breaks off after some bytes. `ahead`: events that happen before the second one. */
  function cutAt(length: number, ahead: number): typeof fetch {
    const body = (bytes: Uint8Array, broken: boolean): ReadableStream<Uint8Array> =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(bytes)
          if (!broken) controller.close()
        },
        pull: (controller) => controller.error(new TypeError('terminated')),
      })
    return async (input) => {
      const url = String(input)
      const json = { headers: { 'content-type': 'application/json' } }
      if (url.endsWith('agent-card.json'))
        return new Response(JSON.stringify(cardOf('https://a.example', 'HTTP+JSON')), json)
      const sse = { headers: { 'content-type': 'text/event-stream' } }
      if (url.endsWith(':stream')) return new Response(body(whole.slice(0, length), true), sse)
      const had = Math.min(recorded.length - 1, ends.filter((end) => end <= length).length + ahead)
      if (url.endsWith('task-1')) return new Response(JSON.stringify(snapshotAfter(had)), json)
      const events = [{ task: snapshotAfter(had) }, ...recorded.slice(had)]
      return new Response(body(Uint8Array.from(events.flatMap((event) => [...bytesOf(event)])), false), sse)
    }
  }

  it.each([0, 1, 2])('[AC-5] cut at every byte ends the same, with %i events missed meanwhile @all', async (ahead) => {
    const first = ends[0] ?? 0
    let uncut: unknown
    let current = cutAt(whole.length, ahead)
    const agent = await connectAgent('https://a.example', {
      fetch: (input, init) => current(input, init),
      reconnect: { ...quick, minDelay: 0 },
    })
    for (let length = whole.length; length >= first; length -= ahead === 1 ? 1 : 11) {
      current = cutAt(length, ahead)
      const stream = agent.streamMessage({ message })
      const parts: Json = {}
      const texts: unknown[] = []
      for await (const event of stream) {
        if (event.kind === 'status' && event.status.message) texts.push(event.status.message.parts)
        if (event.kind !== 'artifact') continue
        const { artifactId } = event.artifact
        Object.assign(parts, { [artifactId]: [...((parts[artifactId] ?? []) as unknown[]), ...event.artifact.parts] })
      }
      const seen = { parts, texts, state: stream.task.getSnapshot()?.status.state }
      uncut ??= seen
      expect(seen, `cut at ${length}`).toEqual(uncut)
    }
    expect(uncut).toMatchObject({ state: 'TASK_STATE_COMPLETED', texts: [[{ text: 'Überlegung' }]] })
  })

  it('[AC-6] cut before its first event is one error, because the message may have arrived', async () => {
    for (const length of [0, 5, (ends[0] ?? 0) - 1]) {
      const agent = await connectAgent('https://a.example', { fetch: cutAt(length, 0), reconnect: quick })
      const code = { code: 'NETWORK_FAILED' }
      await expect(listOf(agent.streamMessage({ message }))).rejects.toMatchObject(code)
    }
  })
})
