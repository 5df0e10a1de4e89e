// Turns of an agent: what it yields, and what becomes of one that is written wrongly.

import { describe, expect, it, vi } from 'vitest'
import { createAgentServer, type Execute, type ExecuteContext, type Yielded } from '../../../src/agent/server/index.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { agentOf, beginTask, gate } from './agent-of.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { allEvents, ask, call, request, saying, seedHeaders, serve } from './http-calls.ts'

describe('turns', () => {
  it('[AS-8] canceling aborts the agent, and what it yields afterwards is nothing', async () => {
    const aborted = gate()
    const origin = await serve(
      agentOf(async function* ({ signal }) {
        yield { status: 'working' }
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        aborted.open()
        yield { text: 'too late' }
      }),
    )
    const id = await beginTask(origin)
    await call(origin, 'HTTP+JSON', 'CancelTask', { id })
    await aborted.passed
    const { result } = await call(origin, 'HTTP+JSON', 'GetTask', { id })
    expect(result.status.state).toBe('TASK_STATE_CANCELED')
    expect(result).not.toHaveProperty('artifacts')
  })

  it('[AS-5] messages to one task take turns, in bounds', async () => {
    const gates = [gate(), gate(), gate()]
    const order: string[] = []
    const origin = await serve(
      agentOf(
        async function* ({ text }) {
          order.push(`begin ${text}`)
          yield { status: 'working' }
          await gates[Number(text)]?.passed
          order.push(`end ${text}`)
          yield { status: 'input-required' }
        },
        { limits: { waitingMessages: 1 } },
      ),
    )
    const taskId = await beginTask(origin, '0')
    const send = (text: string) => call(origin, 'HTTP+JSON', 'SendMessage', saying(text, { taskId }))
    const answers = [send('1'), send('1')]
    const refused = await Promise.race(answers)
    expect(refused.reason).toBe('RATE_LIMITED')
    for (const { open } of gates) open()
    const states = (await Promise.all(answers)).map(({ result, reason }) => reason ?? result.task.status.state)
    expect(states.sort()).toEqual(['RATE_LIMITED', 'TASK_STATE_INPUT_REQUIRED'])
    expect(order).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1'])
  })

  it('[AS-5] of several messages that wait for one task each has its turn when the one before has ended', async () => {
    const hold = gate()
    const order: string[] = []
    const origin = await serve(
      agentOf(async function* ({ text }) {
        order.push(`begin ${text}`)
        yield { status: 'working' }
        await hold.passed
        yield { text }
        order.push(`end ${text}`)
        yield { status: 'input-required' }
      }),
    )
    const taskId = await beginTask(origin, '0')
    const streams = []
    // The headers of a stream say that its message waits.
    for (const text of ['1', '2', '3'])
      streams.push(await request(origin, 'HTTP+JSON', 'SendStreamingMessage', saying(text, { taskId })))
    hold.open()
    await Promise.all(streams.map((stream) => stream.text()))
    expect(order).toEqual(['0', '1', '2', '3'].flatMap((text) => [`begin ${text}`, `end ${text}`]))
  })

  it('[AS-5] a subscription outlasts a question, and sees the answer to it', async () => {
    const origin = await serve(conformanceAgent())
    const { task } = (await call(origin, 'HTTP+JSON', 'SendMessage', saying('ask'))).result
    const events = allEvents(origin, 'HTTP+JSON', 'SubscribeToTask', { id: task.id })
    await request(origin, 'HTTP+JSON', 'GetTask', { id: task.id })
    await call(origin, 'HTTP+JSON', 'SendMessage', saying('Friday', { taskId: task.id }))
    const states = (await events).map((event) => JSON.stringify(event).match(/TASK_STATE_\w+/)?.[0])
    expect(states).toEqual(['TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_WORKING', 'TASK_STATE_COMPLETED'])
  })

  it('[AS-7] text that follows text is one artifact; a surface has its own; a task that just ends is completed', async () => {
    const create = { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'c' } }
    const write = { version: 'v0.9', updateDataModel: { surfaceId: 's', value: 1 } }
    const other = { beginRendering: { surfaceId: 'o', root: 'r' } }
    const origin = await serve(
      agentOf(async function* () {
        yield { text: 'a' }
        yield { text: 'b' }
        yield { surface: [create, write, other] }
        yield { text: 'c' }
        yield { surface: write }
        yield { message: 'said while working' }
      }),
    )
    const { task } = (await call(origin, 'HTTP+JSON', 'SendMessage', saying('x'))).result
    const artifacts = task.artifacts.map(({ artifactId, parts }: { artifactId: string; parts: unknown[] }) => [
      artifactId.replace(/-.*/, ''),
      parts,
    ])
    const part = (data: unknown) => ({
      data,
      mediaType: 'application/json+a2ui',
      metadata: { mimeType: 'application/json+a2ui' },
    })
    expect(artifacts).toEqual([
      ['text', [{ text: 'ab' }]],
      ['surface:s', [part([create, write]), part([write])]],
      ['surface:o', [part(other)]],
      ['text', [{ text: 'c' }]],
    ])
    expect(task.status.state).toBe('TASK_STATE_COMPLETED')
    expect(task.history.at(-1)).toMatchObject({ role: 'ROLE_AGENT', parts: [{ text: 'said while working' }] })
  })

  it('[AS-9] surfaces of a version that the client did not choose are not sent; actions are read in both', async () => {
    const uri = 'https://a2ui.org/a2a-extension/a2ui/'
    const errors: unknown[] = []
    const seen: ExecuteContext[] = []
    const origin = await serve(
      agentOf(
        async function* (context) {
          seen.push(context)
          yield { surface: { beginRendering: { surfaceId: 'old', root: 'r' } } }
          yield { surface: { version: 'v0.9', deleteSurface: { surfaceId: 'new' } } }
        },
        {
          card: { name: 'Surfaces', extensions: [{ uri: `${uri}v0.8` }, { uri: `${uri}v0.9` }] },
          onError: (error) => errors.push(error),
        },
      ),
    )
    const press = { name: 'go', surfaceId: 's', sourceComponentId: 'b', timestamp: 't', context: { a: 1 } }
    const mimeType = 'application/json+a2ui'
    const parts = [
      { data: { userAction: press }, metadata: { mimeType } },
      { data: [{ version: 'v0.9', action: press }], mediaType: mimeType },
      { data: { version: 'v0.9', error: { code: 'X', surfaceId: 's', message: 'm' } }, mediaType: mimeType },
      { data: { userAction: press } },
    ]
    const metadata = { a2uiClientDataModel: { version: 'v0.9', surfaces: { s: { n: 1 } } } }
    const headers = { ...seedHeaders, 'agent-extensions': `${uri}v0.8,${uri}v0.9` }
    const sent = { message: { messageId: 'm', role: 'ROLE_USER', parts, metadata } }
    const { task } = (await call(origin, 'HTTP+JSON', 'SendMessage', sent, { headers })).result
    expect(task.artifacts.map((artifact: { artifactId: string }) => artifact.artifactId)).toEqual(['surface:new'])
    expect(errors).toHaveLength(1)
    const { actions, surfaceErrors, dataModels, surfaceVersion } = seen[0] as ExecuteContext
    expect(actions).toEqual([
      { ...press, version: 'v0.8' },
      { ...press, version: 'v0.9' },
    ])
    expect([surfaceErrors.length, dataModels, surfaceVersion]).toEqual([1, { s: { n: 1 } }, 'v0.9'])
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an unknown member', { say: 'x' }],
    ['an unknown status', { status: 'done' }],
    ['an artifact without parts', { artifact: { parts: [] } }],
    ['a part with two contents', { artifact: { parts: [{ text: 'a', url: 'b' }] } }],
    ['a surface message without a surface', { surface: { version: 'v0.9' } }],
    ['more than a task may hold', { text: 'x'.repeat(2_000) }],
    ['a longer word than a task may hold', { status: 'working', text: 'x'.repeat(2_000) }],
  ])('[AS-7] an agent that yields %s fails its task, and the host is notified', async (_what, value) => {
    const errors: unknown[] = []
    const handle = agentOf(
      async function* () {
        yield { status: 'working' }
        yield value as Yielded
      },
      { limits: { taskBytes: 1_000 }, onError: (error) => errors.push(error) },
    )
    const body = JSON.stringify(saying('x'))
    const sent = new Request('http://agent.example/message:send', { method: 'POST', headers: seedHeaders, body })
    expect((await (await handle(sent)).json()).task.status.state).toBe('TASK_STATE_FAILED')
    expect(errors).toHaveLength(1)
  })

  it('[AS-7] an agent that never waits holds up nobody: its task can be canceled', async () => {
    const origin = await serve(
      agentOf(async function* () {
        for (;;) yield { status: 'working' }
      }),
    )
    const id = await beginTask(origin)
    expect((await call(origin, 'HTTP+JSON', 'CancelTask', { id })).result.status?.state).toBe('TASK_STATE_CANCELED')
  })

  it('[AS-14] an agent works on a bounded number of tasks', async () => {
    const origin = await serve(conformanceAgent({ limits: { runningTasks: 1 } }))
    const id = await beginTask(origin, 'wait')
    expect((await call(origin, 'JSONRPC', 'SendMessage', saying('message'))).reason).toBe('UNAVAILABLE')
    await call(origin, 'JSONRPC', 'CancelTask', { id })
    await waitUntil(async () => (await call(origin, 'JSONRPC', 'SendMessage', saying('message'))).result?.message)
  })
})

describe('an agent that is written wrongly', () => {
  it.each<[string, () => unknown]>([
    ['a promise', async () => [{ text: 'a' }]],
    ['a promise', () => Promise.reject(new Error('rejected'))],
    ['undefined', () => undefined],
    ['null', () => null],
    ['string', () => 'text'],
    ['object', () => ({ text: 'a' })],
  ])('[AS-7] whose execute returns %s fails its task, and the host is notified why', async (what, execute) => {
    const errors: unknown[] = []
    const onError = (error: unknown): void => void errors.push(error)
    const handle = createAgentServer({ card: { name: 'Wrong' }, execute: execute as Execute, onError })
    const sent = await ask(handle, '/message:send', saying('x'))
    expect((await sent.json()).task.status.state).toBe('TASK_STATE_FAILED')
    const reported = errors.find((error) => error instanceof TypeError)
    expect(reported?.message).toBe(
      `execute must return what it yields, and returned ${what}: write "async *execute(context) { … }"`,
    )
  })

  it('[AS-22] what it throws reaches the console where there is no onError', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    try {
      const fault = new Error('broken tool')
      const handle = createAgentServer({
        card: { name: 'Broken' },
        *execute(): Generator<Yielded> {
          yield { status: 'working' }
          throw fault
        },
      })
      const answer = await (await ask(handle, '/message:send', saying('x'))).text()
      expect(answer).not.toContain('broken tool')
      expect(logged.mock.calls).toEqual([[fault]])
    } finally {
      logged.mockRestore()
    }
  })
})
