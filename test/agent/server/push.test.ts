// Push notifications of the server: what is posted, and nothing goes where it may not.
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../src/agent/server/push-post.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { agentOf, gate, textsOf } from './agent-of.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { call, saying, seedHeaders, serve } from './http-calls.ts'
import { inline, send } from './push-setup.ts'

describe('push notifications', () => {
  /** A receiver that fails as often as it is asked to. */
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
    await waitUntil(() => got.length === 6)
    expect(got.map(({ body }) => Object.keys(body)[0])).toEqual([
      ...Array<string>(5).fill('taskArtifactUpdate'),
      'taskStatusUpdate',
    ])
    expect(got[0]?.headers).toMatchObject({ authorization: 'Bearer abc', 'x-a2a-notification-token': 'token-1' })
    const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' }
    const sent = saying('complete', {}, { taskPushNotificationConfig: { url } })
    await call(origin, 'JSONRPC', 'SendMessage', sent, { headers })
    await waitUntil(() => got.length === 7)
    expect(got[6]?.body).toHaveProperty('statusUpdate')
  })

  it.each([
    ['pushTargets', undefined, 3],
    ['pushTargetsPerCaller', () => 'ada', 3],
  ] as const)('[AS-10] [AS-14] receivers that hang have a bound: limits.%s', async (limit, authenticate, max) => {
    const hold = gate()
    let posts = 0
    const errors: unknown[] = []
    const handle = agentOf(
      async function* () {
        yield { status: 'completed' }
      },
      {
        ...{ allowPrivatePushTargets: true, onError: (error) => errors.push(error), limits: { [limit]: max } },
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
    expect(posts).toBe(max)
    expect(errors[0]).toMatchObject({ message: expect.stringMatching('too many push notifications under way') })
    hold.open()
    await waitUntil(async () => {
      await ask()
      return posts > max
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
    await waitUntil(() => bodies.at(-1)?.includes('TASK_STATE_COMPLETED'))
    expect(bodies.length).toBeLessThan(140)
    const snapshot = bodies.findIndex((body) => body.startsWith('{"task":'))
    expect(snapshot).toBeGreaterThan(0)
    expect(textsOf([JSON.parse(bodies[0] ?? ''), ...bodies.slice(snapshot).map((body) => JSON.parse(body))])).toMatch(
      /499$/,
    )
    await waitUntil(() => errors.length > 0)
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
    await waitUntil(() => errors.length === 2)
    expect(errors.sort()).toEqual([
      expect.stringContaining('inside.example.com is no public host'),
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
