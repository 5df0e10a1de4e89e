// Streams that break, repeat and skip: over real HTTP, and cut at every byte.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { type ConnectOptions, connectAgent } from '../../src/agent/connect.ts'
import { createReader } from '../../src/agent/reader.ts'
import { delayOf, sleep } from '../../src/agent/reconnect.ts'
import type { TaskStream } from '../../src/agent/stream-types.ts'
import type { StreamEvent } from '../../src/agent/types.ts'
import {
  agentSays,
  bindings,
  type Connected,
  cardOf,
  chunkOf,
  connectFake,
  type Handle,
  type Json,
  listOf,
  serve,
  statusOf,
  taskOf,
} from './fake-agent.ts'

// A busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 })

const message = { parts: [{ text: 'hello' }] }
const quick = { tries: 3, minDelay: 1, maxDelay: 4, reorderTime: 20 }

function connect(handle: Handle, options: ConnectOptions = {}): Promise<Connected> {
  return connectFake('JSONRPC', handle, { reconnect: quick, ...options })
}

/** The texts of the artifact's chunks, `=` before those that take the place of what was there. */
function textsOf(events: readonly StreamEvent[]): string[] {
  return events.flatMap((event) =>
    event.kind === 'artifact'
      ? event.artifact.parts.map(({ text }) => (event.append === true ? `${text}` : `=${text}`))
      : [],
  )
}

/** The state as one word, each once in a row. */
function statesOf({ state }: TaskStream): string[] {
  const seen: string[] = [state.getSnapshot()]
  state.subscribe(() => {
    if (seen.at(-1) !== state.getSnapshot()) seen.push(state.getSnapshot())
  })
  return seen
}

const words = Array.from({ length: 60 }, (_, i) => `word ${i % 7}`)
const chunks = (from: number, to: number): Json[] => words.slice(from, to).map((text) => chunkOf({ text }))
const artifactOf = (to: number): Json => ({
  artifactId: 'artifact-1',
  parts: words.slice(0, to).map((text) => ({ text })),
})

describe('a connection that breaks', () => {
  it.each(bindings)(
    '[AC-5] I1 after an event is resumed: nothing is lost, nothing comes twice: %s',
    async (binding) => {
      const { origin } = await serve(binding, ({ operation, stream }) => {
        const opened = stream()
        if (operation === 'SendStreamingMessage') {
          opened.event({ task: taskOf('WORKING') })
          for (const chunk of chunks(0, 56)) opened.event(chunk)
          opened.raw('data: {"half').cut()
          return
        }
        // Two chunks were made while nobody listened.
        opened.event({ task: taskOf('WORKING', { artifacts: [artifactOf(58)] }) })
        for (const chunk of chunks(58, 60)) opened.event(chunk)
        opened.event(statusOf('COMPLETED')).end()
      })
      const agent = await connectAgent(origin, { allowInsecureLoopback: true, reconnect: quick })
      const stream = agent.streamMessage({ message })
      const states = statesOf(stream)
      const events = await listOf(stream)
      expect(textsOf(events)).toEqual(words)
      expect(events.filter(({ kind }) => kind === 'task')).toHaveLength(1)
      expect(states).toEqual(['connecting', 'live', 'reconnecting', 'live', 'done'])
      expect(stream.task.getSnapshot()?.status.state).toBe('TASK_STATE_COMPLETED')
      expect(stream.task.getSnapshot()?.artifacts?.[0]?.parts).toHaveLength(60)
    },
  )

  it('[AC-5] I1 gives up after as many attempts in a row as the host says', async () => {
    const { agent, count } = await connect(({ operation, stream, fail }) => {
      if (operation === 'SendStreamingMessage')
        stream()
          .event({ task: taskOf('WORKING') })
          .cut()
      else fail('UNAVAILABLE')
    })
    const stream = agent.streamMessage({ message })
    await expect(listOf(stream)).rejects.toMatchObject({ code: 'STREAM_ENDED_EARLY', taskId: 'task-1' })
    expect(stream.state.getSnapshot()).toBe('failed')
    expect(count('SubscribeToTask')).toBe(3)
  })

  it.each<readonly [string, Json]>([
    ['a status', statusOf('WORKING')],
    ['an artifact', chunkOf({ text: 'one' })],
    ['an artifact whose predecessor has not come', chunkOf({ text: 'two' }, { index: 1 })],
  ])('[AC-5] after %s and no task is resumed, and the message is sent once', async (_, first) => {
    const { agent, errors, count } = await connect(({ operation, stream, result }) => {
      const opened = operation === 'GetTask' ? undefined : stream()
      if (operation === 'SendStreamingMessage')
        opened
          ?.event(first)
          .event({ taskStatusUpdate: { taskId: 'task-2', status: { state: 'TASK_STATE_COMPLETED' } } })
          .cut()
      else if (operation === 'SubscribeToTask')
        opened
          ?.event({ task: taskOf('WORKING') })
          .event(statusOf('COMPLETED'))
          .end()
      else result(taskOf('WORKING'))
    })
    const stream = agent.streamMessage({ message })
    await listOf(stream)
    expect(stream.task.getSnapshot()).toMatchObject({ id: 'task-1', status: { state: 'TASK_STATE_COMPLETED' } })
    expect(errors.map(({ code }) => code)).toContain('TASK_MISMATCH')
    expect([count('SendStreamingMessage'), count('SubscribeToTask')]).toEqual([1, 1])
  })

  it('[AC-5] brings the messages that passed meanwhile, each once', async () => {
    const { agent } = await connect(({ operation, stream }) => {
      if (operation === 'SendStreamingMessage') {
        stream()
          .event({ task: taskOf('WORKING') })
          .event(statusOf('WORKING', 'first'))
          .cut()
        return
      }
      const history = [agentSays('first'), agentSays('second')]
      const status = { state: 'TASK_STATE_WORKING', message: agentSays('third') }
      stream()
        .event({ task: taskOf('WORKING', { history, status }) })
        .event(statusOf('COMPLETED'))
        .end()
    })
    const events = await listOf(agent.streamMessage({ message }))
    const texts = events.flatMap((event) =>
      event.kind === 'status' ? (event.status.message?.parts[0]?.text ?? '-') : [],
    )
    expect(texts).toEqual(['first', 'second', 'third', '-'])
  })

  it('[AC-5] takes a text that the agent has joined meanwhile, and replaces what it cannot match', async () => {
    const { agent } = await connect(({ operation, stream }) => {
      if (operation === 'SendStreamingMessage') {
        const other = chunkOf({ data: 1 }, {}, 'other')
        stream()
          .event({ task: taskOf('WORKING') })
          .event(chunkOf({ text: 'a' }))
          .event(chunkOf({ text: 'b' }))
          .event(other)
          .cut()
        return
      }
      const artifacts = [
        { artifactId: 'artifact-1', parts: [{ text: 'abc' }] },
        { artifactId: 'other', parts: [{ data: 2 }] },
      ]
      stream()
        .event({ task: taskOf('COMPLETED', { artifacts }) })
        .end()
    })
    const events = await listOf(agent.streamMessage({ message }))
    const artifacts = events.flatMap((event) =>
      event.kind === 'artifact' ? [[event.append, event.artifact.parts]] : [],
    )
    expect(artifacts.slice(-2)).toEqual([
      [true, [{ text: 'c' }]],
      [false, [{ data: 2 }]],
    ])
  })

  it('[AC-5] asks for the task where the agent says that there is nothing to subscribe to', async () => {
    const { agent, count } = await connect(({ operation, stream, fail, result }) => {
      if (operation === 'SendStreamingMessage')
        stream()
          .event({ task: taskOf('WORKING') })
          .end()
      else if (operation === 'SubscribeToTask') fail('UNSUPPORTED_OPERATION')
      else result(taskOf('COMPLETED', { artifacts: [artifactOf(2)] }))
    })
    const events = await listOf(agent.streamMessage({ message }))
    expect(textsOf(events)).toEqual(['=word 0', '=word 1'])
    expect([count('SubscribeToTask'), count('GetTask')]).toEqual([1, 1])
  })

  it('[AC-5] asks for that task again where the answer does not come', async () => {
    let looks = 0
    const { agent } = await connect(({ operation, stream, fail, result }) => {
      if (operation === 'SendStreamingMessage')
        stream()
          .event({ task: taskOf('WORKING') })
          .end()
      else if (operation === 'SubscribeToTask') fail('UNSUPPORTED_OPERATION')
      else if (++looks === 1) fail('UNAVAILABLE')
      else result(taskOf('COMPLETED', { artifacts: [artifactOf(2)] }))
    })
    const stream = agent.streamMessage({ message })
    expect(textsOf(await listOf(stream))).toEqual(['=word 0', '=word 1'])
    expect([looks, stream.state.getSnapshot()]).toEqual([2, 'done'])
  })

  it.each(['COMPLETED', 'INPUT_REQUIRED'])(
    '[AC-5] reads a task whose snapshot is too large for an event until it is %s',
    async (end) => {
      const text = 'x'.repeat(2_000)
      let looks = 0
      const { agent, count } = await connect(
        ({ operation, stream, result, fail }) => {
          const artifacts = [{ artifactId: 'artifact-1', parts: [{ text }, { text: `${++looks}` }] }]
          if (operation === 'SendStreamingMessage')
            stream()
              .event({ task: taskOf('WORKING') })
              .cut()
          else if (operation === 'SubscribeToTask') stream().event({ task: taskOf('WORKING', { artifacts }) })
          else if (looks === 5) fail('UNAVAILABLE')
          else result(taskOf(looks < 6 ? 'WORKING' : end, { artifacts }))
        },
        { eventBytes: 1_000 },
      )
      const stream = agent.streamMessage({ message })
      const states = statesOf(stream)
      await listOf(stream)
      expect(stream.task.getSnapshot()).toMatchObject({
        status: { state: `TASK_STATE_${end}` },
        artifacts: [{ parts: [{ text }, { text: '6' }] }],
      })
      expect([count('SubscribeToTask'), count('GetTask')]).toEqual([1, 4])
      expect(states.at(-1)).toBe(end === 'COMPLETED' ? 'done' : 'waiting')
    },
  )

  it('[AC-6] I3 is no completion: with the task at work and no stream of it the end comes too early', async () => {
    const { agent, count } = await connect(({ operation, stream, fail, result }) => {
      if (operation === 'SendStreamingMessage')
        stream()
          .event({ task: taskOf('WORKING') })
          .end()
      else if (operation === 'SubscribeToTask') fail('UNSUPPORTED_OPERATION')
      else result(taskOf('WORKING'))
    })
    const stream = agent.streamMessage({ message })
    await expect(listOf(stream)).rejects.toMatchObject({ code: 'STREAM_ENDED_EARLY' })
    expect([count('GetTask'), stream.state.getSnapshot()]).toEqual([1, 'failed'])
  })

  it('[AC-6] at a question is no failure where the task cannot be read at that moment', async () => {
    let looks = 0
    const { agent } = await connect(({ operation, stream, fail, result }) => {
      if (operation === 'GetTask' && ++looks === 1) fail('UNAVAILABLE')
      else if (operation === 'GetTask') result(taskOf('INPUT_REQUIRED'))
      else
        stream()
          .event({ task: taskOf('INPUT_REQUIRED') })
          .end()
    })
    const stream = agent.streamMessage({ message })
    expect(await listOf(stream)).toHaveLength(1)
    expect([looks, stream.state.getSnapshot()]).toEqual([2, 'waiting'])
  })

  it('[AC-6] at a question is the end of the stream and not of the task', async () => {
    const { agent } = await connect(({ operation, stream, result }) => {
      if (operation === 'GetTask') result(taskOf('INPUT_REQUIRED'))
      else
        stream()
          .event({ task: taskOf('WORKING') })
          .event(statusOf('INPUT_REQUIRED', 'Which one?'))
          .end()
    })
    const stream = agent.streamMessage({ message })
    const states = statesOf(stream)
    expect(await listOf(stream)).toHaveLength(2)
    expect(states).toEqual(['connecting', 'live', 'waiting'])
  })

  it('[AC-7] without a byte for too long is given up and resumed', async () => {
    let subscribed = false
    const { agent } = await connect(
      ({ operation, stream }) => {
        const opened = stream().event({ task: taskOf('WORKING') })
        if (operation === 'SubscribeToTask') opened.event(statusOf('COMPLETED')).end()
        subscribed ||= operation === 'SubscribeToTask'
      },
      { idleTimeout: 30 },
    )
    await listOf(agent.streamMessage({ message }))
    expect(subscribed).toBe(true)
  })

  it('[AC-7] stays while pings come', async () => {
    const { agent, count } = await connect(
      async ({ stream }) => {
        const opened = stream().event({ task: taskOf('WORKING') })
        for (let i = 0; i < 14; i++) {
          await new Promise((resolve) => setTimeout(resolve, 100))
          opened.raw(': ping\n\n')
        }
        opened.event(statusOf('COMPLETED')).end()
      },
      { idleTimeout: 1_000 },
    )
    await listOf(agent.streamMessage({ message }))
    expect(count('SubscribeToTask')).toBe(0)
  })
})

describe('the pause before an attempt', () => {
  const reconnect = { tries: 8, minDelay: 1_000, maxDelay: 30_000, reorderTime: 1_000 }

  it('[AC-5] grows from one second to thirty, and is never the same for all clients', () => {
    for (const [tries, least, most] of [
      [1, 1_000, 2_000],
      [2, 2_000, 4_000],
      [5, 15_000, 30_000],
      [9, 15_000, 30_000],
    ] as const) {
      const delays = Array.from({ length: 50 }, () => delayOf(tries, reconnect))
      expect(new Set(delays).size).toBeGreaterThan(1)
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(least)
      expect(Math.max(...delays)).toBeLessThanOrEqual(most)
    }
  })

  it('[AC-11] is none after an abort', async () => {
    await sleep(3_600_000, AbortSignal.abort())
  }, 5_000)

  it('[AC-5] is what the agent asks for, within ten minutes', () => {
    expect([delayOf(1, reconnect, 45_000), delayOf(1, reconnect, 1e12)]).toEqual([45_000, 600_000])
  })
})

describe('events', () => {
  it('[AC-8] I2 with numbers come in their order and once, whatever order they arrive in', async () => {
    const { agent, errors } = await connect(({ stream }) => {
      const opened = stream().event({ task: taskOf('WORKING') }, 1)
      for (const id of [3, 2, 2, 5, 4, 3, 6]) opened.event(chunkOf({ text: `${id}` }), id)
      opened.event(statusOf('COMPLETED'), 7).end()
    })
    expect(textsOf(await listOf(agent.streamMessage({ message })))).toEqual(['2', '3', '4', '5', '6'])
    expect(errors).toEqual([])
  })

  it('[AC-8] I2 of which one is missing are put right by reading the task', async () => {
    let goOn: () => void = () => undefined
    const { agent, errors, count } = await connect(({ operation, stream, result }) => {
      if (operation === 'GetTask') {
        result(taskOf('WORKING', { artifacts: [artifactOf(4)] }))
        goOn()
        return
      }
      const opened = stream().event({ task: taskOf('WORKING') }, 1)
      opened.event(chunks(0, 1)[0], 2).event(chunks(2, 3)[0], 4).event(chunks(3, 4)[0], 5)
      goOn = () => opened.event(chunks(4, 5)[0], 6).event(statusOf('COMPLETED'), 7).end()
    })
    expect(textsOf(await listOf(agent.streamMessage({ message })))).toEqual(words.slice(0, 5))
    expect(errors.map(({ code }) => code)).toEqual(['STREAM_GAP'])
    expect(count('GetTask')).toBeGreaterThan(0)
  })

  it('[AC-8] I2 of an artifact whose predecessor has not come wait for it, and are asked for if it does not', async () => {
    const indexed = (artifactId: string, index: number): Json => chunkOf({ text: artifactId }, { index }, artifactId)
    const { agent, errors } = await connect(({ operation, stream, result }) => {
      const artifacts = ['a', 'b', 'c', 'd'].map((artifactId) => ({ artifactId, parts: [{ text: artifactId }] }))
      if (operation === 'GetTask') result(taskOf('COMPLETED', { artifacts }))
      else {
        const opened = stream()
          .event({ task: taskOf('WORKING') })
          .event(indexed('b', 1))
          .event(indexed('a', 0))
        opened.event(indexed('d', 3)).event(statusOf('COMPLETED')).end()
      }
    })
    const stream = agent.streamMessage({ message })
    expect(textsOf(await listOf(stream)).map((text) => text.replace('=', ''))).toEqual(['a', 'b', 'c', 'd'])
    expect(errors.map(({ code }) => code)).toEqual(['STREAM_GAP'])
    expect(stream.task.getSnapshot()?.artifacts).toHaveLength(4)
  })

  it('[AC-8] that a snapshot holds already are not applied again, and new ones that look alike are', async () => {
    for (const repeated of [0, 1, 2, 3]) {
      const { agent } = await connect(({ operation, stream, result }) => {
        if (operation === 'GetTask') return result(taskOf('COMPLETED', { artifacts: [artifactOf(20)] }))
        const opened = stream()
        if (operation === 'SendStreamingMessage') {
          opened.event({ task: taskOf('WORKING') })
          for (const chunk of chunks(0, 3)) opened.event(chunk)
          return opened.cut()
        }
        opened.event({ task: taskOf('WORKING', { artifacts: [artifactOf(12)] }) })
        // The agent has subscribed us before it read the task.
        for (const chunk of chunks(12 - repeated, 20)) opened.event(chunk)
        return opened.event(statusOf('COMPLETED')).end()
      })
      const stream = agent.streamMessage({ message })
      expect(textsOf(await listOf(stream))).toEqual(words.slice(0, 20))
    }
  })

  it('[AC-8] I5 are the same for two subscribers of one task, and for two readers of one stream', async () => {
    const { agent } = await connect(({ stream }) => {
      const opened = stream().event({ task: taskOf('WORKING') })
      for (const chunk of chunks(0, 20)) opened.event(chunk)
      opened.event(statusOf('COMPLETED')).end()
    })
    const stream = agent.subscribe({ id: 'task-1' })
    const all = await Promise.all([listOf(stream), listOf(stream), listOf(agent.subscribe({ id: 'task-1' }))])
    expect(all[0]).toHaveLength(22)
    expect(all[1]).toEqual(all[0])
    expect(all[2]).toEqual(all[0])
  })

  it('[AC-8] come one each to a reader that asks for several at once', async () => {
    let goOn: (() => void) | undefined
    const { agent } = await connect(({ stream }) => {
      const opened = stream()
      goOn = () =>
        opened
          .event({ task: taskOf('WORKING') })
          .event(statusOf('COMPLETED'))
          .end()
    })
    const reader = agent.subscribe({ id: 'task-1' })[Symbol.asyncIterator]()
    const asked = Promise.all([reader.next(), reader.next(), reader.next(), reader.next()])
    await expect.poll(() => goOn).toBeTypeOf('function')
    goOn?.()
    expect((await asked).map(({ done, value }) => (done ? 'end' : value.kind))).toEqual([
      'task',
      'status',
      'end',
      'end',
    ])
  })

  it('[AC-8] are let go of once they are taken, also by a reader that is always a little behind', async () => {
    const reader = createReader<object>([], { onDrained: () => undefined, onLeave: () => undefined })
    reader.push({})
    const taken: WeakRef<object>[] = []
    for (let count = 0; count < 5_000; count++) {
      reader.push({ count })
      const { value } = await reader.iterator.next()
      taken.push(new WeakRef(value))
    }
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    await new Promise((resolve) => setTimeout(resolve, 0))
    collect()
    expect(reader.waiting).toBe(1)
    expect(taken.filter((one) => one.deref() !== undefined).length).toBeLessThan(2_500)
  })

  it('[AC-8] of a reader that comes later begin with the task as it is', async () => {
    let finish: () => void = () => undefined
    const { agent } = await connect(({ stream }) => {
      const opened = stream()
        .event({ task: taskOf('WORKING') })
        .event(chunks(0, 1)[0])
      finish = () => opened.event(statusOf('COMPLETED')).end()
    })
    const stream = agent.subscribe({ id: 'task-1' })
    const first = stream[Symbol.asyncIterator]()
    await first.next()
    await first.next()
    const late = listOf(stream)
    finish()
    expect((await late).map((event) => (event.kind === 'task' ? event.task.artifacts?.length : event.kind))).toEqual([
      1,
      'status',
    ])
    expect((await listOf({ [Symbol.asyncIterator]: () => first })).map(({ kind }) => kind)).toEqual(['status'])
  })

  it('[AC-10] I4 with an unknown state, and of an unknown kind, do not end the stream', async () => {
    const { agent, errors } = await connect(({ stream }) => {
      const opened = stream()
        .event({ task: taskOf('NEW', { strange: { member: 1 } }) })
        .event({ somethingNew: {} })
      opened.event(statusOf('COMPLETED')).end()
    })
    const events = await listOf(agent.streamMessage({ message }))
    expect(events).toMatchObject([{ task: { status: { state: 'TASK_STATE_NEW' } } }, { kind: 'status' }])
    expect(errors).toEqual([])
  })

  it('[AC-11] end when the last reader leaves, and the agent is told', async () => {
    let left = false
    const { agent } = await connect(({ stream, response }) => {
      response.on('close', () => {
        left = true
      })
      stream().event({ task: taskOf('WORKING') })
    })
    const stream = agent.streamMessage({ message })
    for await (const event of stream) if (event.kind === 'task') break
    expect(stream.state.getSnapshot()).toBe('done')
    await expect.poll(() => left).toBe(true)
  })

  it('[AC-11] end at once when a listener closes the stream', async () => {
    const { agent } = await connect(({ stream }) => {
      const opened = stream().event({ task: taskOf('WORKING') })
      for (const chunk of chunks(0, 3)) opened.event(chunk)
    })
    const stream = agent.streamMessage({ message })
    stream.task.subscribe(() => {
      if (stream.task.getSnapshot()?.artifacts) stream.close()
    })
    expect(textsOf(await listOf(stream))).toEqual(words.slice(0, 1))
    expect(stream.state.getSnapshot()).toBe('done')
  })

  it.each(['at once', 'while its code is loaded'])(
    '[AC-11] of a stream that is closed %s are not asked for',
    async (when) => {
      const { agent, count } = await connect(({ operation, stream, result }) =>
        operation === 'GetTask' ? result(taskOf('WORKING')) : stream().event({ task: taskOf('WORKING') }),
      )
      const stream = agent.streamMessage({ message })
      const iterator = stream[Symbol.asyncIterator]()
      const next = when === 'at once' ? undefined : iterator.next()
      stream.close()
      expect(await (next ?? iterator.next())).toMatchObject({ done: true })
      await agent.getTask({ id: 'task-1' })
      expect([count('SendStreamingMessage'), stream.state.getSnapshot()]).toEqual([0, 'done'])
    },
  )

  it('[AC-11] end with an error when the host aborts', async () => {
    const controller = new AbortController()
    const { agent } = await connect(({ stream }) => void stream().event({ task: taskOf('WORKING') }))
    const events = listOf(agent.streamMessage({ message }, { signal: controller.signal }))
    setTimeout(() => controller.abort(new Error('enough')), 20)
    await expect(events).rejects.toMatchObject({ code: 'ABORTED', cause: { message: 'enough' } })
    const late = listOf(agent.streamMessage({ message }, { signal: controller.signal }))
    await expect(late).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

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

  it.each([0, 1, 2])('[AC-5] cut at every byte ends the same, with %i events missed meanwhile', async (ahead) => {
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
