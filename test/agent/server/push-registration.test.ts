// A receiver of push notifications that is registered by a call of its own, the same in every store.
import { type AgentServerOptions, createAgentServer, type Execute } from 'surface-runtime/agent/server'
import { describe, expect, it } from 'vitest'
import { v03 } from '../../../src/agent/server/v0-3/index.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { gate, textsOf } from './agent-of.ts'
import { call, saying, serve } from './http-calls.ts'
import { kinds } from './postgres/task-store-kinds.ts'

interface Post {
  readonly path: string
  readonly id: string | null
  readonly body: Record<string, Record<string, unknown>>
}

describe.each(kinds)('with tasks in %s', (_, openStore) => {
  async function agentWith(
    execute: Execute,
    options: Partial<AgentServerOptions> & { readonly failures?: number } = {},
  ) {
    const { store, close } = await openStore()
    const posts: Post[] = []
    let left = options.failures ?? 0
    const fetch: AgentServerOptions['fetch'] = async (url, init) => {
      const { pathname: path } = new URL(String(url))
      const id = new Headers(init?.headers).get('webhook-id')
      posts.push({ path, id, body: JSON.parse(String(init?.body)) })
      return new Response(null, { status: left-- > 0 ? 500 : 204 })
    }
    const pushing = { allowPrivatePushTargets: true, pushRetryDelay: 1, fetch }
    const origin = await serve(createAgentServer({ card: { name: 'Agent' }, execute, store, ...pushing, ...options }))
    const begin = async (): Promise<string> =>
      (await call(origin, 'HTTP+JSON', 'SendMessage', saying('go', {}, { returnImmediately: true }))).result.task.id
    const register = async (taskId: string, path: string): Promise<void> => {
      const config = { taskId, url: `http://push.example${path}`, configId: 'hook' }
      const { status } = await call(origin, 'HTTP+JSON', 'CreatePushNotificationConfig', config)
      expect(status).toBe(200)
    }
    const taskOf = async (id: string) => (await call(origin, 'HTTP+JSON', 'GetTask', { id })).result
    const ended = (id: string): Promise<void> =>
      waitUntil(async () => (await taskOf(id)).status.state === 'TASK_STATE_COMPLETED')
    return { posts, begin, register, taskOf, ended, close }
  }

  async function* count(): AsyncGenerator<{ readonly text: string }> {
    for (let number = 0; number < 3; number++) yield { text: `${number} ` }
  }

  it('[AG-70] for a task that is over gets the task as it is, and each time that it is registered', async () => {
    const { posts, begin, register, taskOf, ended, close } = await agentWith(count, { failures: 2 })
    const id = await begin()
    await ended(id)
    await register(id, '/first')
    await waitUntil(() => posts.length === 3)
    expect(posts.map(({ body }) => body)).toEqual(Array(3).fill({ task: await taskOf(id) }))
    // The first two were refused: the receiver knows the third as the same.
    expect(new Set(posts.map((post) => post.id)).size).toBe(1)
    await register(id, '/second')
    await waitUntil(() => posts.length === 4)
    expect(posts[3]).toMatchObject({
      path: '/second',
      body: { task: { id, status: { state: 'TASK_STATE_COMPLETED' } } },
    })
    await close()
  })

  it('[AG-70] for a task that is worked on gets the task, then what follows, each once and in order', async () => {
    const hold = gate()
    const { posts, begin, register, taskOf, ended, close } = await agentWith(async function* () {
      yield { text: '9 ' }
      await hold.passed
      yield* count()
    })
    const id = await begin()
    await waitUntil(async () => (await taskOf(id)).artifacts?.length === 1)
    await register(id, '/hook')
    await waitUntil(() => posts.length === 1)
    hold.open()
    await ended(id)
    await waitUntil(() => posts.length === 5)
    expect(posts.map(({ body }) => Object.keys(body)[0])).toEqual([
      ...['task', 'taskArtifactUpdate', 'taskArtifactUpdate', 'taskArtifactUpdate', 'taskStatusUpdate'],
    ])
    expect(textsOf(posts.map(({ body }) => body))).toBe('9 0 1 2')
    await close()
  })
})

describe('with receivers of version 0.3', () => {
  interface PostedTask {
    readonly status: { readonly state: string }
    readonly artifacts?: readonly { readonly parts: readonly { readonly text: string }[] }[]
  }

  async function agentOfOld() {
    const bodies: PostedTask[] = []
    const card = {
      name: 'Old',
      supportedInterfaces: [{ url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '0.3' }],
    }
    const origin = await serve(
      createAgentServer({
        ...{ card, legacy: v03(), allowPrivatePushTargets: true },
        async *execute() {
          yield { text: 'do' }
          yield { text: 'ne' }
        },
        async fetch(_url, init) {
          bodies.push(JSON.parse(String(init?.body)))
          return new Response(null, { status: 204 })
        },
      }),
    )
    const rpc = async (method: string, params: object) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      return (await (await fetch(`${origin}/rpc`, { method: 'POST', headers, body })).json()).result
    }
    return { bodies, rpc }
  }

  const message = { kind: 'message', role: 'user', messageId: 'm-1', parts: [{ kind: 'text', text: 'go' }] }
  const pushNotificationConfig = { url: 'http://push.example/x' }

  it('[AG-70] one that is registered by a call gets the task in its words', async () => {
    const { bodies, rpc } = await agentOfOld()
    const { id: taskId } = await rpc('message/send', { message })
    await rpc('tasks/pushNotificationConfig/set', { taskId, pushNotificationConfig })
    await waitUntil(() => bodies.length === 1)
    expect(bodies).toMatchObject([{ kind: 'task', id: taskId, status: { state: 'completed' } }])
  })

  it('[AV-2] one that comes with a message gets the task as each event left it', async () => {
    const { bodies, rpc } = await agentOfOld()
    await rpc('message/send', { message, configuration: { blocking: true, pushNotificationConfig } })
    await waitUntil(() => bodies.length === 3)
    const texts = bodies.map(({ artifacts = [] }) => artifacts[0]?.parts.map(({ text }) => text).join(''))
    expect(texts).toEqual(['do', 'done', 'done'])
    const states = bodies.map(({ status }) => status.state)
    expect(states.slice(0, 2)).not.toContain('completed')
    expect(states[2]).toBe('completed')
  })
})
