// The public SDK's client of version 0.3 against our server.
import { createServer } from 'node:http'
import type { MessageSendParams, Task } from 'a2a-sdk-0.3'
import { A2AClient, ClientFactory } from 'a2a-sdk-0.3/client'
import { describe, expect, it } from 'vitest'
import { createSampleAgent } from '../../../../demo/agent/sample-agent.ts'
import { connectAgent } from '../../../../src/agent/client/agent.ts'
import { createAgentServer } from '../../../../src/agent/server/index.ts'
import { v03 } from '../../../../src/agent/server/v0-3/index.ts'
import { listOf } from '../../../support/list-of.ts'
import { CS, T, UC } from '../../../support/messages.ts'
import { listen } from '../../client/fake-agent.ts'
import { conformanceAgent } from '../conformance-agent.ts'
import { serve } from '../http-calls.ts'

const address = (protocolVersion: string, url = '/rpc') => ({ url, protocolBinding: 'JSONRPC', protocolVersion })
const both = [address('1.0'), address('0.3')]
const card = { name: 'Both', defaultInputModes: [], supportedInterfaces: both }

const origin = await serve(
  conformanceAgent({
    ...{ allowPrivatePushTargets: true, legacy: v03(), authenticate: () => 'ann' },
    ...{ card, extendedCard: { ...card, name: 'Extended agent' } },
  }),
)

function say(text: string, message: object = {}, configuration: object = {}): MessageSendParams {
  const parts = [{ kind: 'text', text } as const]
  return {
    message: { kind: 'message', role: 'user', messageId: `m-${Math.random()}`, parts, ...message },
    ...(Object.keys(configuration).length > 0 && { configuration }),
  } as MessageSendParams
}

const nameOf = (failing: Promise<unknown>): Promise<string> =>
  failing.then(
    () => 'none',
    (error: Error) => error.name,
  )

describe('the public client of 0.3', async () => {
  const client = await new ClientFactory().createFromUrl(origin)
  const taskOf = async (params: MessageSendParams): Promise<Task> => (await client.sendMessage(params)) as Task

  it('[AV-2] sends messages and gets messages and tasks', async () => {
    expect(await client.sendMessage(say('message'))).toMatchObject({
      ...{ kind: 'message', role: 'agent', parts: [{ kind: 'text', text: 'No task is needed.' }] },
    })
    const task = await taskOf(say('artifacts'))
    expect(task).toMatchObject({ kind: 'task', status: { state: 'completed' } })
    expect(task.artifacts?.map(({ parts }) => parts[0]?.kind)).toEqual(['text', 'file', 'file', 'data'])
    const read = await client.getTask({ id: task.id, historyLength: 1 })
    expect(read.history).toMatchObject([{ kind: 'message', role: 'user' }])
  })

  it('[AV-2] streams, and the last event is the final one', async () => {
    const events = await listOf(client.sendMessageStream(say('chunks')))
    const kinds = ['task', ...Array<string>(5).fill('artifact-update'), 'status-update']
    expect(events.map(({ kind }) => kind)).toEqual(kinds)
    expect(events.at(-1)).toMatchObject({ final: true, status: { state: 'completed' } })
    expect((await listOf(client.sendMessageStream(say('ask')))).at(-1)).toMatchObject({
      ...{ final: true, status: { state: 'input-required' } },
    })
  })

  it('[AV-2] goes on with a task that asked, subscribes, and cancels', async () => {
    const asked = await taskOf(say('ask'))
    const stream = client.resubscribeTask({ id: asked.id })
    expect((await stream.next()).value).toMatchObject({ kind: 'task', id: asked.id })
    await taskOf(say('Friday', { taskId: asked.id, contextId: asked.contextId }))
    expect((await listOf(stream)).map(({ kind }) => kind)).toEqual(['status-update', 'status-update'])
    const running = await taskOf(say('wait', {}, { blocking: false }))
    expect((await client.cancelTask({ id: running.id })).status.state).toBe('canceled')
  })

  it('[AV-2] keeps push configurations', async () => {
    const { id: taskId } = await taskOf(say('wait', {}, { blocking: false }))
    const config = { id: 'c1', url: 'http://127.0.0.1:9/hook', token: 't' }
    const given = { ...config, authentication: { schemes: ['Bearer'], credentials: 'c' } }
    // No answer shows the credentials.
    const kept = { taskId, pushNotificationConfig: { ...config, authentication: { schemes: ['Bearer'] } } }
    expect(await client.setTaskPushNotificationConfig({ taskId, pushNotificationConfig: given })).toEqual(kept)
    const one = { id: taskId, pushNotificationConfigId: 'c1' }
    expect(await client.getTaskPushNotificationConfig(one)).toEqual(kept)
    expect(await client.listTaskPushNotificationConfig({ id: taskId })).toHaveLength(1)
    await client.deleteTaskPushNotificationConfig(one)
    expect(await nameOf(client.getTaskPushNotificationConfig(one))).toBe('TaskNotFoundError')
    await client.cancelTask({ id: taskId })
  })

  it('[AV-2] gets the extended card, and errors as its own classes', async () => {
    expect((await client.getAgentCard()).name).toBe('Extended agent')
    expect(await nameOf(client.getTask({ id: 'none' }))).toBe('TaskNotFoundError')
    const done = await taskOf(say('complete'))
    expect(await nameOf(client.cancelTask({ id: done.id }))).toBe('TaskNotCancelableError')
    // The client shows what an error in a stream says.
    await expect(listOf(client.resubscribeTask({ id: 'none' }))).rejects.toThrow('There is no task "none"')
  })
})

it('[AV-2] the whole task is posted to a push target of 0.3', async () => {
  const posts: { kind: string; status: { state: string } }[] = []
  const target = await listen(
    createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      posts.push(JSON.parse(text))
      response.end()
    }),
  )
  const client = await A2AClient.fromCardUrl(`${origin}/.well-known/agent-card.json`)
  await client.sendMessage(say('complete', {}, { blocking: true, pushNotificationConfig: { url: target } }))
  await expect.poll(() => posts.at(-1)?.status.state).toBe('completed')
  expect(posts.every(({ kind }) => kind === 'task')).toBe(true)
})

it('[AV-8] surfaces come in status messages, once, and a press is known by its members', async () => {
  const actions: unknown[] = []
  const server = await serve(
    createAgentServer({
      ...{ card, legacy: v03() },
      async *execute(context) {
        actions.push(...context.actions)
        yield { surface: [CS(`s${actions.length}`), UC(`s${actions.length}`, [T('root', 'hello')])] }
        yield { status: 'input-required', text: 'More?' }
      },
    }),
  )
  const client = await new ClientFactory().createFromUrl(server)
  const task = (await client.sendMessage(say('go'))) as Task
  expect(task.artifacts).toBeUndefined()
  expect(task.status.message?.parts.map(({ kind }) => kind)).toEqual(['data', 'data', 'text'])
  const press = { kind: 'data', data: { version: 'v0.9', action: { name: 'go', surfaceId: 's0', context: {} } } }
  const next = (await client.sendMessage(say('', { taskId: task.id, parts: [press] }))) as Task
  expect(actions).toMatchObject([{ name: 'go', surfaceId: 's0' }])
  expect(JSON.stringify(next.status.message?.parts)).not.toContain('"s0"')
  const typed = { kind: 'text', text: JSON.stringify({ userAction: { name: 'old', surfaceId: 's1' } }) }
  const events = await listOf(client.sendMessageStream(say('', { taskId: task.id, parts: [typed] })))
  expect(actions).toMatchObject([{ name: 'go' }, { name: 'old' }])
  const shown = events.flatMap((event) =>
    event.kind === 'status-update' && event.status.state === 'working' ? [event.status.message?.parts.length] : [],
  )
  expect(shown.filter((count) => count !== undefined)).toEqual([2])
})

it('[AV-7] one address serves both versions, told apart by header and method; our client chooses 1.0', async () => {
  const ask = async (method: string, headers: object = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { id: 'x' } })
    const sent = { 'content-type': 'application/json', ...headers }
    return (await (await fetch(`${origin}/rpc`, { method: 'POST', headers: sent, body })).json()).error.code
  }
  expect(await ask('tasks/get')).toBe(-32001)
  expect(await ask('tasks/get', { 'a2a-version': '0.3' })).toBe(-32001)
  expect(await ask('tasks/list')).toBe(-32601)
  expect(await ask('tasks/get', { 'a2a-version': '1.0' })).toBe(-32601)
  expect(await ask('GetTask', { 'a2a-version': '1.0' })).toBe(-32001)
  expect(await ask('GetTask')).toBe(-32009)
  const agent = await connectAgent(origin, { allowInsecureLoopback: true })
  expect(agent.interface.protocolVersion).toBe('1.0')
  expect(await (await fetch(`${origin}/.well-known/agent.json`)).json()).toMatchObject({ protocolVersion: '0.3.0' })
})

it('[AV-7] an interface of a version that the server cannot speak is refused at the start', async () => {
  const make = (supportedInterfaces: object[], legacy?: ReturnType<typeof v03>) =>
    createAgentServer({
      card: { name: 'A', supportedInterfaces: supportedInterfaces as typeof both },
      ...(legacy && { legacy }),
      async *execute() {},
    })
  expect(() => make(both)).toThrow('JSONRPC 0.3')
  expect(() => make([address('2.0')])).toThrow('JSONRPC 2.0')
  expect(() => make([{ ...address('0.3'), protocolBinding: 'HTTP+JSON' }], v03())).toThrow('HTTP+JSON 0.3')
  expect(() => make([address('1.0')], v03())).toThrow('JSONRPC 0.3')
  expect(() => createAgentServer({ card: { name: 'A' }, legacy: v03(), async *execute() {} })).toThrow('"legacy"')
  expect(() => make([{ url: '/rpc', protocolBinding: 'JSONRPC' }])).toThrow('JSONRPC undefined')
  const apart = await serve(make([address('1.0'), address('0.3', '/old')], v03()))
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } })
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' }
  const answer = await (await fetch(`${apart}/old`, { method: 'POST', headers, body })).json()
  expect(answer.error.code).toBe(-32009)
})

it('[AV-7] a signed card for both kinds of readers is published as it is', async () => {
  const signed = {
    ...{ name: 'A', description: 'D', version: '1', skills: [], capabilities: {} },
    ...{ defaultInputModes: [], defaultOutputModes: [] },
    ...{ url: 'https://agent.example/rpc', protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' },
    supportedInterfaces: [address('1.0', 'https://agent.example/rpc'), address('0.3', 'https://agent.example/rpc')],
    signatures: [{ protected: 'p', signature: 's' }],
  } as const
  const make = (legacy: object) => createAgentServer({ card: signed, ...legacy, async *execute() {} })
  expect(() => make({})).toThrow('of version 0.3')
  const published = await serve(make({ legacy: v03() }))
  expect(await (await fetch(`${published}/.well-known/agent-card.json`)).json()).toEqual(signed)
})

it('[AV-9] the sample agent can be asked in 0.3', async () => {
  const sample = await serve(createSampleAgent({ pause: 0 }))
  const client = await A2AClient.fromCardUrl(`${sample}/.well-known/agent-card.json`)
  const answer = await client.sendMessage(say('count to 3', {}, { blocking: true }))
  expect(JSON.stringify(answer)).toContain('"state":"completed"')
})
