// Streams that end before their task does, and streams that fall silent.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { listOf } from '../../support/list-of.ts'
import { cardOf, statusOf, taskOf } from './fake-agent.ts'
import { connect, connectWithoutSubscription, message, statesOf } from './stream-setup.ts'

describe('a connection that breaks', () => {
  it('[AC-6] is no completion: with the task at work and no stream of it the end comes too early', async () => {
    const { agent, count } = await connectWithoutSubscription(taskOf('WORKING'))
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
