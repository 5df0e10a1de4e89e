// Push notifications of the server: nothing is lost, nothing goes where it may not, nothing goes on after it was deleted.
import { describe, expect, it, vi } from 'vitest'
import {
  type AgentServer,
  type AgentServerOptions,
  createAgentServer,
  type Yielded,
} from '../../src/agent/server/index.ts'
import { refusalOf } from '../../src/agent/server/push-target.ts'
import { agentOf, gate, textsOf } from './agent-of.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { bindings, call, saying, seedHeaders, serve } from './http-calls.ts'

type Json = Readonly<Record<string, unknown>>

async function send(handle: AgentServer, path: string, body?: Json, method = 'POST') {
  const init = { method, headers: seedHeaders, ...(body && { body: JSON.stringify(body) }) }
  const response = await handle(new Request(`http://agent.example${path}`, init))
  const answer = JSON.parse((await response.text()) || '{}')
  return { status: response.status, answer, reason: answer.error?.details?.[0]?.reason }
}

const inline = (target: Json, message: Json = {}, text = 'ask') =>
  saying(text, message, { taskPushNotificationConfig: target })

interface Posted {
  readonly url: string
  readonly body: string
}

/** A `fetch` that keeps what is posted. `answer`: default, 204. */
function receiver(
  answer: (posted: Posted) => Promise<Response> | Response = () => new Response(null, { status: 204 }),
) {
  const posts: Posted[] = []
  const fetch: AgentServerOptions['fetch'] = async (url, init) => {
    const posted = { url: String(url), body: String(init?.body) }
    posts.push(posted)
    return answer(posted)
  }
  return { posts, fetch }
}

const open: Partial<AgentServerOptions> = { allowPrivatePushTargets: true, pushRetryDelay: 1 }

describe('push notifications', () => {
  /** A receiver that fails as often as it is told to. */
  async function receiver(failures = 0): Promise<{ readonly url: string; readonly got: Received[] }> {
    const got: Received[] = []
    let left = failures
    const origin = await serve(async (sent) => {
      if (left-- > 0) return new Response('no', { status: 500 })
      got.push({ headers: Object.fromEntries(sent.headers), body: await sent.json() })
      return new Response(null, { status: 204 })
    })
    return { url: `${origin}/hook`, got }
  }

  interface Received {
    readonly headers: Readonly<Record<string, string>>
    readonly body: Record<string, unknown>
  }

  it('[AS-10] every event is posted, in order, at least once, with the credentials of its configuration', async () => {
    const { url, got } = await receiver(2)
    const origin = await serve(conformanceAgent({ allowPrivatePushTargets: true, pushRetryDelay: 1 }))
    const authentication = { scheme: 'Bearer', credentials: 'abc' }
    const push = { url, token: 'token-1', authentication }
    await call(origin, 'JSONRPC', 'SendMessage', saying('chunks', {}, { taskPushNotificationConfig: push }))
    await vi.waitUntil(() => got.length === 6)
    expect(got.map(({ body }) => Object.keys(body)[0])).toEqual([
      ...Array<string>(5).fill('taskArtifactUpdate'),
      'taskStatusUpdate',
    ])
    expect(got[0]?.headers).toMatchObject({ authorization: 'Bearer abc', 'x-a2a-notification-token': 'token-1' })
    const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' }
    const sent = saying('complete', {}, { taskPushNotificationConfig: { url } })
    await call(origin, 'JSONRPC', 'SendMessage', sent, { headers })
    await vi.waitUntil(() => got.length === 7)
    expect(got[6]?.body).toHaveProperty('statusUpdate')
  })

  it.each([
    ['pushTargets', undefined, 3],
    ['pushTargetsPerCaller', () => 'ada', 3],
  ] as const)('[AS-10] [AS-14] receivers that hang have a bound: limits.%s', async (limit, authenticate, most) => {
    const hold = gate()
    let posts = 0
    const errors: unknown[] = []
    const handle = agentOf(
      async function* () {
        yield { status: 'completed' }
      },
      {
        ...{ allowPrivatePushTargets: true, onError: (error) => errors.push(error), limits: { [limit]: most } },
        ...(authenticate && { authenticate }),
        fetch: async () => {
          posts++
          await hold.passed
          return new Response(null, { status: 204 })
        },
      },
    )
    const ask = () => send(handle, '/message:send', inline({ url: 'http://push.example/hook' }))
    for (let number = 0; number < 6; number++) expect((await ask()).status).toBe(200)
    expect(posts).toBe(most)
    expect(errors[0]).toMatchObject({ message: expect.stringMatching('too many push notifications under way') })
    hold.open()
    await vi.waitUntil(async () => {
      await ask()
      return posts > most
    })
  })

  it('[AS-10] a receiver that does not keep up gets the task as it is; one that is gone is told to the host', async () => {
    const hold = gate()
    const bodies: string[] = []
    const errors: unknown[] = []
    const handle = agentOf(
      async function* () {
        for (let number = 0; number < 500; number++) yield { text: `${number} ` }
      },
      {
        allowPrivatePushTargets: true,
        pushRetryDelay: 1,
        onError: (error) => errors.push(error),
        fetch: async (address, init) => {
          if (String(address).endsWith('/gone')) throw new TypeError('refused')
          await hold.passed
          bodies.push(String(init?.body))
          return new Response(null, { status: 204 })
        },
      },
    )
    for (const path of ['/slow', '/gone']) {
      const configuration = { taskPushNotificationConfig: { url: `http://push.example${path}` } }
      const body = JSON.stringify(saying('x', {}, configuration))
      await handle(new Request('http://agent.example/message:send', { method: 'POST', headers: seedHeaders, body }))
    }
    hold.open()
    await vi.waitUntil(() => bodies.at(-1)?.includes('TASK_STATE_COMPLETED'))
    expect(bodies.length).toBeLessThan(140)
    const snapshot = bodies.findIndex((body) => body.startsWith('{"task":'))
    expect(snapshot).toBeGreaterThan(0)
    expect(textsOf([JSON.parse(bodies[0] ?? ''), ...bodies.slice(snapshot).map((body) => JSON.parse(body))])).toMatch(
      /499$/,
    )
    await vi.waitUntil(() => errors.length > 0)
  })

  it.each([
    'http://hooks.example.com/x',
    'https://localhost/x',
    'https://127.1/x',
    'https://0x7f000001/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://10.0.0.1/x',
    'https://169.254.169.254/latest',
    'https://printer/x',
    'https://user:secret@hooks.example.com/x',
    'ftp://hooks.example.com/x',
    'hooks',
  ])('[AS-10] %s may not be a target outside of development', async (url) => {
    const handle = conformanceAgent({ lookup: () => ['93.184.216.34'] })
    const body = JSON.stringify(saying('wait', {}, { taskPushNotificationConfig: { url } }))
    const sent = new Request('http://agent.example/message:send', { method: 'POST', headers: seedHeaders, body })
    expect((await handle(sent)).status).toBe(400)
  })

  it('[AS-10] names that lead into the private network are found out, and redirects are not followed', async () => {
    const errors: unknown[] = []
    const posts: RequestInit[] = []
    const handle = conformanceAgent({
      pushRetryDelay: 1,
      lookup: (name) => (name === 'inside.example.com' ? ['93.184.216.34', '10.0.0.7'] : ['93.184.216.34']),
      fetch: async (_address, init) => {
        posts.push(init ?? {})
        return new Response(null, { status: 307, headers: { location: 'http://127.0.0.1/' } })
      },
      onError: (error) => errors.push(String(error)),
    })
    for (const host of ['inside.example.com', 'outside.example.com']) {
      const push = { taskPushNotificationConfig: { url: `https://${host}/hook` } }
      const body = JSON.stringify(saying('complete', {}, push))
      await handle(new Request('http://agent.example/message:send', { method: 'POST', headers: seedHeaders, body }))
    }
    await vi.waitUntil(() => errors.length === 2)
    expect(errors.sort()).toEqual([
      expect.stringContaining('inside.example.com has a private address'),
      expect.stringContaining('answered 307'),
    ])
    expect(posts.every(({ redirect }) => redirect === 'manual')).toBe(true)
  })

  it.each([
    ['8.8.8.8', false],
    ['100.64.0.1', true],
    ['172.31.0.1', true],
    ['172.32.0.1', false],
    ['224.0.0.1', true],
    ['[2606:4700::1111]', false],
    ['[fd00::1]', true],
    ['[fe80::1]', true],
    ['[64:ff9b::a00:1]', true],
    ['[64:ff9b::808:808]', false],
    ['[::]', true],
    ['a.localhost.', true],
    ['db.internal', true],
    ['name.alt', true],
    ['hooks.slack.com', false],
  ])('[AS-10] %s is private: %s', (host, expected) => {
    expect(refusalOf(`https://${host}/hook`, false)).toBe(
      expected ? 'must not be a private or loopback address' : undefined,
    )
  })
})

describe('push delivery', () => {
  it('[AS-18] an event that comes at the moment when a queue has run empty is posted', async () => {
    // Each text is yielded so many microtasks after the post before it that the queue ends about then.
    const texts = Array.from({ length: 40 }, (_, number) => `${number}.`)
    let resolvePost: () => void = () => undefined
    const { posts, fetch } = receiver(() => {
      resolvePost()
      return new Response(null, { status: 204 })
    })
    const handle = createAgentServer({
      ...open,
      fetch,
      card: { name: 'Agent' },
      async *execute(): AsyncGenerator<Yielded> {
        for (const [microtasks, text] of texts.entries()) {
          const posted = new Promise<void>((resolve) => {
            resolvePost = resolve
          })
          yield { text }
          await posted
          for (let count = 0; count < microtasks; count++) await undefined
        }
      },
    })
    await send(handle, '/message:send', inline({ url: 'http://hook.example/x' }, {}, 'go'))
    await vi.waitUntil(() => posts.at(-1)?.body.includes('TASK_STATE_COMPLETED'))
    expect(
      posts.filter(({ body }) => body.includes('artifact')).map(({ body }) => /"(\d+\.)"/.exec(body)?.[1]),
    ).toEqual(texts)
  })

  it('[AS-18] a configuration within a message needs the capability and counts for the limit', async () => {
    const without = conformanceAgent({ ...open, card: { name: 'x', capabilities: { pushNotifications: false } } })
    const refused = await send(without, '/message:send', inline({ url: 'http://hook.example' }))
    expect(refused.reason).toBe('PUSH_NOTIFICATION_NOT_SUPPORTED')
    expect((await send(without, '/tasks', undefined, 'GET')).answer.totalSize).toBe(0)

    const handle = conformanceAgent({ ...open, fetch: receiver().fetch, limits: { pushConfigs: 2 } })
    const { task } = (await send(handle, '/message:send', saying('ask'))).answer
    const path = `/tasks/${task.id}/pushNotificationConfigs`
    for (const name of ['a', 'b']) await send(handle, path, { url: `http://hook.example/${name}` })
    const third = await send(handle, '/message:send', inline({ url: 'http://hook.example/c' }, { taskId: task.id }))
    expect(third.reason).toBe('RATE_LIMITED')
    // The refused message has begun nothing, and one target sent twice is one configuration.
    const again = await send(handle, '/message:send', inline({ url: 'http://hook.example/a' }, { taskId: task.id }))
    expect(again.answer.task.status.state).toBe('TASK_STATE_COMPLETED')
    expect(again.answer.task.history).toHaveLength(3)
    expect((await send(handle, path, undefined, 'GET')).answer.configs).toHaveLength(2)
  })

  it.each<[string, Json]>([
    ['an address that is too long', { url: `http://hook.example/${'x'.repeat(4_096)}` }],
    ['a token that is too long', { token: 'x'.repeat(4_097) }],
    ['credentials that are too long', { authentication: { scheme: 'Bearer', credentials: 'x'.repeat(4_097) } }],
    ['a token with a line break', { token: 'a\r\nX-Other: 1' }],
    ['a token that is no ASCII', { token: 'ä' }],
    ['credentials with a line break', { authentication: { scheme: 'Bearer', credentials: 'a\nb' } }],
    ['a scheme that is none', { authentication: { scheme: 'Bearer x', credentials: 'a' } }],
  ])('[AS-18] %s is refused', async (_what, members) => {
    const handle = conformanceAgent(open)
    const target = { url: 'http://hook.example/x', ...members }
    expect((await send(handle, '/message:send', inline(target))).reason).toBe('INVALID_PARAMS')
  })

  it('[AS-18] nothing is posted to a configuration that was deleted, not even a repetition', async () => {
    let refuse: () => void = () => undefined
    const refused = new Promise<Response>((resolve) => {
      refuse = () => resolve(new Response(null, { status: 500 }))
    })
    const { posts, fetch } = receiver(({ url }) =>
      url.endsWith('/gone') ? refused : new Response(null, { status: 204 }),
    )
    const errors: unknown[] = []
    const handle = conformanceAgent({ ...open, fetch, onError: (error) => errors.push(error) })
    const { task } = (await send(handle, '/message:send', saying('ask'))).answer
    const path = `/tasks/${task.id}/pushNotificationConfigs`
    for (const configId of ['gone', 'stays']) {
      await send(handle, path, { configId, url: `http://hook.example/${configId}` })
    }
    await send(handle, '/message:send', saying('Friday', { taskId: task.id }))
    await send(handle, `${path}/gone`, undefined, 'DELETE')
    refuse()
    await vi.waitUntil(() => posts.some(({ url, body }) => url.endsWith('/stays') && body.includes('COMPLETED')))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(posts.filter(({ url }) => url.endsWith('/gone'))).toHaveLength(1)
    expect(errors).toEqual([])
  })

  it('[AS-18] names are targets only where something tells their addresses, and then of public ones', async () => {
    const target = { url: 'https://hook.example.com/x' }
    const plain = conformanceAgent()
    expect((await send(plain, '/message:send', inline(target))).reason).toBe('PUSH_NOTIFICATION_NOT_SUPPORTED')
    const card = { name: 'x', capabilities: { pushNotifications: true } }
    const { posts, fetch } = receiver()
    const addressesOnly = conformanceAgent({ card, fetch })
    expect((await send(addressesOnly, '/message:send', inline(target))).reason).toBe('INVALID_PARAMS')
    await send(addressesOnly, '/message:send', inline({ url: 'https://93.184.216.34/x' }))
    await vi.waitUntil(() => posts.length === 1)

    await send(conformanceAgent({ fetch, guardedFetch: true }), '/message:send', inline(target))
    await vi.waitUntil(() => posts.length === 2)

    const errors: string[] = []
    const onError = (error: unknown) => void errors.push(String(error))
    const nowhere = conformanceAgent({ fetch, lookup: () => [], pushRetryDelay: 1, onError })
    await send(nowhere, '/message:send', inline(target))
    await vi.waitUntil(() => errors.length === 1)
    expect(errors[0]).toContain('hook.example.com has no address')
    expect(posts).toHaveLength(2)
  })
})

it.each(bindings)('[AS-14] %s: the id of a push configuration is bounded', async (binding) => {
  const origin = await serve(conformanceAgent({ allowPrivatePushTargets: true }))
  const sent = saying('wait', {}, { returnImmediately: true })
  const taskId = (await call(origin, binding, 'SendMessage', sent)).result.task.id
  const create = (configId: string) =>
    call(origin, binding, 'CreatePushNotificationConfig', { taskId, configId, url: 'http://127.0.0.1:9/hook' })
  expect((await create('c'.repeat(257))).reason).toBe('INVALID_PARAMS')
  expect((await create('c'.repeat(256))).result.configId).toHaveLength(256)
  expect((await create('')).result.configId).toMatch(/^[\w-]{8,}$/)
})
