import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectAgent } from '../../src/agent/connect.ts'
import { agentSays, bindings, cardOf, chunkOf, type Json, listOf, serve, statusOf, taskOf } from './fake-agent.ts'
import { artifactOf, chunks, connect, message, quick, statesOf, textsOf, words } from './stream-setup.ts'

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
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const asked: string[] = []
    const fetched: typeof fetch = async (input) => {
      asked.push(new URL(String(input)).pathname)
      if (asked.length === 1) return Response.json(cardOf('https://agent.example', 'HTTP+JSON'))
      return new Response(body.readable, { headers: { 'content-type': 'text/event-stream' } })
    }
    const agent = await connectAgent('https://agent.example', { fetch: fetched, idleTimeout: 1_000 })
    const events = listOf(agent.streamMessage({ message }))
    const writer = body.writable.getWriter()
    const write = (text: string): Promise<void> => writer.write(new TextEncoder().encode(text))
    await write(`data: ${JSON.stringify({ task: taskOf('WORKING') })}\n\n`)
    for (let ping = 0; ping < 14; ping++) {
      await vi.advanceTimersByTimeAsync(900)
      await write(': ping\n\n')
    }
    await write(`data: ${JSON.stringify(statusOf('COMPLETED'))}\n\n`)
    await writer.close()
    expect(await events).toHaveLength(2)
    expect(asked).toEqual(['/.well-known/agent-card.json', '/agent/message:stream'])
  })
})
