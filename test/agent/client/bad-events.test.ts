import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { listOf } from '../../support/list-of.ts'
import { connect, deep, errorOf, local, message, quick } from './bad-input-setup.ts'
import { bindings, chunkOf, serve, statusOf, taskOf } from './fake-agent.ts'

describe('an event', () => {
  it('[AC-12] that is no JSON costs no other: the task is read instead', async () => {
    const { agent, errors } = await connect(({ operation, stream, result }) => {
      if (operation === 'GetTask') result(taskOf('WORKING'))
      else
        stream()
          .event({ task: taskOf('WORKING') })
          .raw('data: {oops\n\n')
          .event(statusOf('COMPLETED'))
          .end()
    })
    expect(await listOf(agent.streamMessage({ message }))).toHaveLength(2)
    expect(errors.map(({ code }) => code)).toEqual(['JSON_SYNTAX'])
  })

  it('[AC-12] that is no JSON ends a stream whose task cannot be read either', async () => {
    const { agent } = await connect(({ operation, stream, fail }) => {
      if (operation === 'GetTask') fail('PERMISSION_DENIED')
      else
        stream()
          .event({ task: taskOf('WORKING') })
          .raw('data: {oops\n\n')
          .end()
    })
    expect((await errorOf(listOf(agent.streamMessage({ message })))).code).toBe('JSON_SYNTAX')
  })

  it.each([0, 1])('[AC-12] over the limit ends the stream, at the limit it does not: %i', async (over) => {
    const event = JSON.stringify({ task: taskOf('COMPLETED') })
    const { agent } = await connect(({ stream }) => stream().raw(`data: ${event}\n\n`).end(), {
      eventBytes: event.length - over,
    })
    const events = listOf(agent.streamMessage({ message }))
    if (over === 1) expect((await errorOf(events)).code).toBe('LIMIT_BYTES')
    else expect(await events).toHaveLength(1)
  })

  it('[AC-12] of more than 4 MiB is given up long before it ends', async () => {
    let sent = 0
    const { agent } = await connect(({ stream, response }) => {
      const opened = stream().raw('data: "')
      const timer = setInterval(() => {
        sent += 1
        opened.raw('x'.repeat(1_048_576))
      }, 1)
      response.on('close', () => clearInterval(timer))
    })
    expect((await errorOf(listOf(agent.streamMessage({ message })))).code).toBe('LIMIT_BYTES')
    expect(sent).toBeLessThan(100)
  })

  it.each([
    [true, 'LIMIT_BYTES'],
    [false, 'done'],
  ])(
    '[AC-12] of a task that grows without end ends the stream, and replaced artifacts do not: %s',
    async (append, end) => {
      const { agent } = await connect(
        ({ operation, stream, result }) => {
          if (operation !== 'SendStreamingMessage') return result(taskOf('WORKING'))
          const opened = stream().event({ task: taskOf('WORKING') })
          for (let i = 0; i < 30; i++) opened.event(chunkOf({ text: `${i} ${'x'.repeat(1_000)}` }, { append }))
          opened.event(statusOf('COMPLETED')).end()
        },
        { taskBytes: 20_000 },
      )
      const stream = agent.streamMessage({ message })
      const ended = listOf(stream).then(
        () => 'done',
        ({ code }) => code,
      )
      expect(await ended).toBe(end)
      expect(JSON.stringify(stream.task.getSnapshot()).length).toBeLessThan(20_000)
    },
  )

  it('[AC-13] of another task is reported and not used', async () => {
    const foreign = { taskStatusUpdate: { taskId: 'task-2', status: { state: 'TASK_STATE_FAILED' } } }
    const { agent, errors } = await connect(({ stream }) =>
      stream()
        .event({ task: taskOf('WORKING') })
        .event(foreign)
        .event(statusOf('COMPLETED'))
        .end(),
    )
    expect(await listOf(agent.streamMessage({ message }))).toMatchObject([{ kind: 'task' }, { taskId: 'task-1' }])
    expect(errors.map(({ code }) => code)).toEqual(['TASK_MISMATCH'])
  })

  it.each(bindings)('[AC-9] that is an error ends the stream with it: %s', async (binding) => {
    const { origin } = await serve(binding, ({ stream }) => {
      const error = { code: -32004, message: 'Not this', data: [{ reason: 'PERMISSION_DENIED' }] }
      const problem = {
        type: 'about:blank',
        status: 403,
        error: { code: 403, details: [{ reason: 'PERMISSION_DENIED' }] },
      }
      const event = binding === 'JSONRPC' ? { jsonrpc: '2.0', id: 1, error } : problem
      stream()
        .event({ task: taskOf('WORKING') })
        .raw(`event: error\ndata: ${JSON.stringify(event)}\n\n`)
        .end()
    })
    const agent = await connectAgent(origin, { ...local, reconnect: quick })
    expect((await errorOf(listOf(agent.streamMessage({ message })))).code).toBe('PERMISSION_DENIED')
  })

  it.each<readonly [string, string | Uint8Array]>([
    ['before the first byte', ''],
    ['inside an event', 'data: {"task": {"id": "ta'],
    ['inside a character', Uint8Array.of(...new TextEncoder().encode('data: {"a": "'), 0xf0, 0x9f)],
    ['after an event without its empty line', `data: ${JSON.stringify({ task: taskOf('COMPLETED') })}\n`],
  ])('[AC-6] that is cut off %s is none, and the stream ended early', async (_, bytes) => {
    const { agent } = await connect(({ stream }) => stream().raw(bytes).end())
    expect((await errorOf(listOf(agent.streamMessage({ message })))).code).toBe('STREAM_ENDED_EARLY')
  })

  it('[AC-12] of 100,000 levels costs no other, however often it comes', async () => {
    const parts = `[{"data":${deep}}]`
    const event = `{"taskArtifactUpdate":{"taskId":"task-1","artifact":{"artifactId":"a","parts":${parts}}}}`
    const { agent, errors } = await connect(({ operation, stream, result }) => {
      if (operation === 'GetTask') result(taskOf('WORKING'))
      else
        stream()
          .event({ task: taskOf('WORKING') })
          .raw(`data: ${event}\n\ndata: ${event}\n\n`)
          .event(statusOf('COMPLETED'))
          .end()
    })
    expect(await listOf(agent.streamMessage({ message }))).toHaveLength(2)
    expect(errors.map(({ code }) => code)).toEqual(['JSON_SYNTAX', 'JSON_SYNTAX'])
  })

  it('[AC-12] with bytes that are no UTF-8 ends the stream', async () => {
    const { agent } = await connect(({ stream }) =>
      stream()
        .raw(Uint8Array.of(0x64, 0xff, 0xfe, 0x0a))
        .end(),
    )
    expect((await errorOf(listOf(agent.streamMessage({ message })))).code).toBe('JSON_SYNTAX')
  })

  it('[AC-7] that never comes, on a stream that never pings, is a typed error in the end', async () => {
    const { agent } = await connect(({ stream }) => stream(), { idleTimeout: 20 })
    const silent = await errorOf(listOf(agent.subscribe({ id: 'task-1' })))
    expect(silent.code).toBe('STREAM_IDLE')
  })
})
