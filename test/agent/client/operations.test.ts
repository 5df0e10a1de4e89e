// Every operation in both bindings over real HTTP: what goes out, what comes back, and each error that it may have.
import { describe, expect, it } from 'vitest'
import { type Agent, connectAgent } from '../../../src/agent/client/agent.ts'
import type { AgentErrorCode, WireErrorCode } from '../../../src/agent/protocol/error.ts'
import { listOf } from '../../support/list-of.ts'
import { agentSays, bindings, connectFake, type Handle, type Json, serve, statusOf, taskOf } from './fake-agent.ts'
import { always, config, message, streams, task, unary } from './operation-rows.ts'

async function connect(binding: (typeof bindings)[number], handle: Handle): Promise<Agent> {
  const { agent } = await connectFake(binding, handle, { reconnect: { tries: 0, minDelay: 1 } })
  return agent
}

function codeOf(error: unknown): AgentErrorCode | undefined {
  return error instanceof Error && 'code' in error ? (error.code as AgentErrorCode) : undefined
}

describe.each(bindings)('%s', (binding) => {
  it.each(unary)('[AC-1] carries $operation', async ({ operation, run, result, expected, params }) => {
    let seen: Json | undefined
    const agent = await connect(binding, (exchange) => {
      seen = { operation: exchange.operation, ...exchange.params }
      exchange.result(result)
    })
    const answer = await run(agent)
    if (expected === undefined) expect(answer).toBeUndefined()
    else expect(answer).toMatchObject(expected as Json)
    expect(seen).toMatchObject({ operation, ...params })
  })

  it.each(streams)('[AC-1] carries $operation', async ({ operation, run, expected, params }) => {
    let seen: Json | undefined
    const agent = await connect(binding, (exchange) => {
      seen = { operation: exchange.operation, ...exchange.params }
      exchange
        .stream()
        .event({ task: taskOf('SUBMITTED') })
        .event(statusOf('WORKING'))
        .event(statusOf('COMPLETED'))
        .end()
    })
    expect(await run(agent)).toEqual(expected)
    expect(seen).toMatchObject({ operation, ...params })
  })

  it.each([...unary, ...streams])('[AC-9] gives every error of $operation its code', async ({ run, errors }) => {
    let code: WireErrorCode = 'INTERNAL_ERROR'
    const agent = await connect(binding, (exchange) => exchange.fail(code))
    for (code of [...always, ...errors]) {
      const error = await run(agent).catch((thrown: unknown) => thrown)
      expect(codeOf(error)).toBe(code)
      expect(error).toHaveProperty('hint', expect.stringMatching(/\.$/))
    }
  })

  it('[AC-1] takes a message as the only answer, bare or in its member', async () => {
    for (const answer of [{ message: agentSays('hi') }, agentSays('hi')]) {
      const agent = await connect(binding, (exchange) => exchange.result(answer))
      expect(await agent.sendMessage({ message })).toMatchObject({ parts: [{ text: 'hi' }] })
      const streamed = await connect(binding, (exchange) => exchange.stream().event(answer).end())
      expect(await listOf(streamed.streamMessage({ message }))).toMatchObject([{ kind: 'message' }])
    }
  })

  it('[AC-1] gives each message an id and a role', async () => {
    const ids = new Set<unknown>()
    const agent = await connect(binding, (exchange) => {
      const sent = exchange.params['message'] as Json
      expect(sent['role']).toBe('ROLE_USER')
      ids.add(sent['messageId'])
      exchange.result({ task })
    })
    await agent.sendMessage({ message })
    await agent.sendMessage({ message })
    expect(ids.size).toBe(2)
  })

  it('[AC-2] goes through the pages of a list', async () => {
    const pages: Json = {
      '': { tasks: [task], nextCursor: 'b' },
      b: { tasks: [task], nextPageToken: 'c' },
      c: { tasks: [task] },
    }
    const agent = await connect(binding, ({ params, result }) => result(pages[String(params['cursor'] ?? '')]))
    expect(await listOf(agent.allTasks({ limit: 1 }))).toHaveLength(3)
  })

  it('[AC-2] stops where an agent gives the same cursor for ever', async () => {
    const agent = await connect(binding, ({ result }) => result({ tasks: [task], nextCursor: 'again' }))
    expect(await listOf(agent.allTasks())).toHaveLength(2)
  })

  it.each([
    ['empty pages', () => []],
    ['the same tasks', () => [task]],
  ])('[AC-2] stops where an agent gives %s under new cursors for ever', async (_, tasks) => {
    let page = 0
    const agent = await connect(binding, ({ result }) => result({ tasks: tasks(), nextCursor: String(++page) }))
    await listOf(agent.allTasks())
    expect(page).toBeLessThan(10)
  })

  it('[AC-2] goes on behind empty pages', async () => {
    let page = 0
    const agent = await connect(binding, ({ result }) =>
      ++page < 12
        ? result({ tasks: page % 5 === 0 ? [{ ...task, id: `task-${page}` }] : [], nextCursor: String(page) })
        : result({ tasks: [task] }),
    )
    expect(await listOf(agent.allTasks())).toHaveLength(3)
  })
})

describe('names on the wire', () => {
  it.each([
    ['document', { 'agent-version': '1.0' }, ['a2a-version']],
    ['public', { 'a2a-version': '1.0' }, ['agent-version']],
    ['both', { 'agent-version': '1.0', 'a2a-version': '1.0' }, []],
  ] as const)('[AC-3] of headers is that of the text %s', async (wireFormat, present, absent) => {
    const { origin, exchanges } = await serve('JSONRPC', ({ result }) => result(task))
    const extensions = ['https://example.com/extension']
    const agent = await connectAgent(origin, { allowInsecureLoopback: true, wireFormat, extensions })
    await agent.getTask({ id: 'task-1' })
    const headers = exchanges[0]?.request.headers ?? {}
    expect(headers).toMatchObject(present)
    for (const name of Object.keys(present)) expect(headers[name.replace('version', 'extensions')]).toBe(extensions[0])
    for (const name of absent) expect(headers).not.toHaveProperty(name)
  })

  it('[AC-3] of methods changes to the public one where the agent does not know the other', async () => {
    const methods: unknown[] = []
    const { origin } = await serve('JSONRPC', ({ operation, fail, result }) => {
      methods.push(operation)
      if (operation.includes('Task')) result(config)
      else fail('METHOD_NOT_FOUND')
    })
    const agent = await connectAgent(origin, { allowInsecureLoopback: true })
    await agent.createPushConfig(config)
    await agent.deletePushConfig(config)
    const names = [
      'CreatePushNotificationConfig',
      'CreateTaskPushNotificationConfig',
      'DeleteTaskPushNotificationConfig',
    ]
    expect(methods).toEqual(names)
  })

  it.each(bindings)('[AC-4] puts the tenant of the interface on every request: %s', async (binding) => {
    const seen: unknown[] = []
    const handle: Handle = ({ url, params, result }) => {
      seen.push(binding === 'JSONRPC' ? params['tenant'] : url.pathname)
      result(task)
    }
    const bare = await serve(binding, handle)
    const address = { url: `${bare.origin}/agent`, protocolBinding: binding, protocolVersion: '1.0', tenant: 'tenant' }
    const { origin } = await serve(binding, handle, { supportedInterfaces: [address] })
    const agent = await connectAgent(origin, { allowInsecureLoopback: true })
    await agent.getTask({ id: 'task-1' })
    expect(seen).toEqual([binding === 'JSONRPC' ? 'tenant' : '/agent/tenant/tasks/task-1'])
  })

  it('[AC-3] of the extensions that the agent activated is any', async () => {
    for (const name of ['agent-extensions', 'a2a-extensions', 'x-a2a-extensions']) {
      const { origin } = await serve('JSONRPC', ({ result }) =>
        result(task, { [name]: 'https://a.example/x, https://b.example/y' }),
      )
      const agent = await connectAgent(origin, { allowInsecureLoopback: true })
      await agent.getTask({ id: 'task-1' })
      expect(agent.activated.getSnapshot()).toEqual(['https://a.example/x', 'https://b.example/y'])
    }
  })
})

describe('an answer', () => {
  const answering = async (envelope: Json) => {
    const { agent } = await connectFake(
      'JSONRPC',
      ({ response }) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope)),
      {},
    )
    return agent.getTask({ id: 'task-1' }).catch(codeOf)
  }

  it.each([[999], ['1'], [null], [undefined]])('[AC-26] with the id %j is none to this request', async (id) => {
    expect(await answering({ jsonrpc: '2.0', id, result: task })).toBe('INVALID_AGENT_RESPONSE')
    expect(await answering({ jsonrpc: '2.0', id: 1, result: task })).toEqual(task)
  })

  it('[AC-26] with an error may have no id, and no other one', async () => {
    const error = { code: -32001, message: 'gone' }
    for (const id of [1, null, undefined]) expect(await answering({ jsonrpc: '2.0', id, error })).toBe('TASK_NOT_FOUND')
    expect(await answering({ jsonrpc: '2.0', id: 2, error })).toBe('INVALID_AGENT_RESPONSE')
  })

  it('[AC-26] of a stream counts only with the id of its request', async () => {
    const event = (id: number) => `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { task } })}\n\n`
    const { agent } = await connectFake('JSONRPC', ({ stream }) => stream().raw(event(7)).end(), {
      reconnect: { tries: 0 },
    })
    const code = await listOf(agent.streamMessage({ message })).catch(codeOf)
    expect(code).toBe('INVALID_AGENT_RESPONSE')
  })
})

describe('a request', () => {
  it('[AC-4] keeps the query of an interface, before its own', async () => {
    const asked: string[] = []
    const url = 'https://agent.example/a/?key=1'
    const card = {
      name: 'x',
      capabilities: {},
      supportedInterfaces: [{ url, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' }],
    }
    const fetched: typeof fetch = async (input) => {
      asked.push(String(input))
      return Response.json(asked.length === 1 ? card : asked.length === 2 ? { tasks: [] } : task)
    }
    const agent = await connectAgent('https://agent.example', { fetch: fetched, wireFormat: 'document' })
    await agent.listTasks({ limit: 3 })
    await agent.cancelTask({ id: 'task-1' })
    expect(asked.slice(1)).toEqual([
      'https://agent.example/a/tasks?key=1&limit=3',
      'https://agent.example/a/tasks/task-1:cancel?key=1',
    ])
  })

  it.each(['..', '.', ''])('[AC-16] about a task with the id "%s" does not leave its path', async (id) => {
    const { agent, exchanges } = await connectFake('HTTP+JSON', ({ result }) => result(task), {})
    await expect(agent.getTask({ id })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    await expect(listOf(agent.subscribe({ id }))).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    await expect(agent.getPushConfig({ taskId: 'task-1', configId: id })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
    expect(exchanges).toEqual([])
  })

  it('[AC-1] may be made by a fetch whose responses are of another class', async () => {
    const { origin } = await serve('JSONRPC', ({ stream }) => stream().event({ task }).end())
    const foreign = async (...args: Parameters<typeof fetch>): Promise<unknown> => {
      const { body, headers, ok, status, type, url } = await fetch(...args)
      return { body, headers, ok, status, type, url }
    }
    const agent = await connectAgent(origin, { allowInsecureLoopback: true, fetch: foreign as typeof fetch })
    expect(await listOf(agent.streamMessage({ message }))).toEqual([{ kind: 'task', task }])
  })
})
