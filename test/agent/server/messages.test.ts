// Messages that wait for their turn.
import { describe, expect, it } from 'vitest'
import { createAgentServer } from '../../../src/agent/server/index.ts'
import { gate } from './agent-of.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { ask, eventsOf, saying } from './http-calls.ts'

describe('a message that waits for its turn', () => {
  it('[AS-6] its stream opens at once, and pings until the turn before is over', async () => {
    const first = gate()
    const handle = createAgentServer({
      card: { name: 'Busy' },
      async *execute({ text }) {
        yield { status: 'working' }
        if (text === 'first') await first.passed
        yield { status: 'input-required', text: `after ${text}` }
      },
      pingInterval: 5,
    })
    const begun = await ask(handle, '/message:send', saying('first', {}, { returnImmediately: true }))
    const taskId = (await begun.json()).task.id
    const waiting = await ask(handle, '/message:stream', saying('second', { taskId }))
    expect(waiting.headers.get('content-type')).toBe('text/event-stream')
    const reader = waiting.body?.getReader()
    const read = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect([await read(), await read()]).toEqual([': open\n\n', ': ping\n\n'])
    first.open()
    let text = ''
    while (!text.includes('after second')) text += await read()
    expect(text).toContain(`data: {"task":{"id":"${taskId}"`)
  })

  it('[AS-3] what is wrong with it at once has a status; what comes of the wait is an event', async () => {
    const handle = conformanceAgent({ limits: { waitingMessages: 1 } })
    const begun = await ask(handle, '/message:send', saying('wait', {}, { returnImmediately: true }))
    const taskId = (await begun.json()).task.id
    const other = await ask(handle, '/message:stream', saying('x', { taskId, contextId: 'other' }))
    expect(other.status).toBe(400)
    const waiting = await ask(handle, '/message:stream', saying('x', { taskId }))
    expect((await ask(handle, '/message:stream', saying('x', { taskId }))).status).toBe(429)
    await ask(handle, `/tasks/${taskId}:cancel`)
    const events = []
    for await (const event of eventsOf(waiting, 'HTTP+JSON')) events.push(event)
    expect(events).toMatchObject([{ status: 400, error: { details: [{ reason: 'UNSUPPORTED_OPERATION' }] } }])
  })

  it('[AS-6] a client that leaves while its message waits takes the message with it', async () => {
    const seen: string[] = []
    const first = gate()
    const handle = createAgentServer({
      card: { name: 'Busy' },
      async *execute({ text }) {
        seen.push(text)
        yield { status: 'working' }
        if (text === 'first') await first.passed
        yield { status: 'input-required' }
      },
      limits: { waitingMessages: 1 },
    })
    const begun = await ask(handle, '/message:send', saying('first', {}, { returnImmediately: true }))
    const taskId = (await begun.json()).task.id
    const waiting = await ask(handle, '/message:stream', saying('second', { taskId }))
    await waiting.body?.cancel()
    // The place of the message that has gone is free.
    const third = ask(handle, '/message:send', saying('third', { taskId }))
    first.open()
    expect((await (await third).json()).task.status.state).toBe('TASK_STATE_INPUT_REQUIRED')
    expect(seen).toEqual(['first', 'third'])
  })
})
