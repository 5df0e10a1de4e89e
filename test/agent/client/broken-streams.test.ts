import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { listOf } from '../../support/list-of.ts'
import { agentSays, bindings, chunkOf, type Json, serve, statusOf, taskOf } from './fake-agent.ts'
import {
  artifactOf,
  chunks,
  connect,
  connectWithoutSubscription,
  message,
  quick,
  statesOf,
  textsOf,
  words,
} from './stream-setup.ts'

describe('a connection that breaks', () => {
  it.each(bindings)('[AC-5] after an event is resumed: nothing is lost, nothing comes twice: %s', async (binding) => {
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
  })

  it('[AC-5] gives up after as many attempts in a row as the host says', async () => {
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
    const { agent, count } = await connectWithoutSubscription(taskOf('COMPLETED', { artifacts: [artifactOf(2)] }))
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
})
