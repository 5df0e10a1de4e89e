// The delivery of push notifications: nothing is lost, nothing goes on after it was deleted.
import { describe, expect, it, vi } from 'vitest'
import { createAgentServer, type Yielded } from '../../../src/agent/server/index.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { agentOf, gate } from './agent-of.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { bindings, call, saying, serve } from './http-calls.ts'
import { inline, type Json, open, receiver, send } from './push-setup.ts'

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
    await waitUntil(() => posts.at(-1)?.body.includes('TASK_STATE_COMPLETED'))
    expect(
      posts.filter(({ body }) => body.includes('artifact')).map(({ body }) => /"(\d+\.)"/.exec(body)?.[1]),
    ).toEqual(texts)
  })

  it('[AS-10] an event that is refused five times is told to the host, and the next event is posted', async () => {
    const ids: (string | null)[] = []
    const errors: string[] = []
    const handle = agentOf(
      async function* () {
        yield { text: 'done' }
      },
      {
        ...open,
        onError: (error) => errors.push(String(error)),
        async fetch(_, init) {
          ids.push(new Headers(init?.headers).get('webhook-id'))
          return new Response(null, { status: ids.length <= 5 ? 500 : 204 })
        },
      },
    )
    await send(handle, '/message:send', inline({ url: 'http://hook.example/x' }))
    await waitUntil(() => ids.length === 6)
    expect([new Set(ids.slice(0, 5)).size, ids[5] === ids[4]]).toEqual([1, false])
    expect(errors).toEqual(['Error: The push target hook.example answered 500'])
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
    await waitUntil(() => posts.some(({ url, body }) => url.endsWith('/stays') && body.includes('COMPLETED')))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(posts.filter(({ url }) => url.endsWith('/gone'))).toHaveLength(1)
    expect(errors).toEqual([])
  })

  it('[AS-18] nothing is posted to a configuration that is deleted while its name is looked up', async () => {
    const found = gate()
    const looked: string[] = []
    const { posts, fetch } = receiver()
    const handle = agentOf(
      async function* () {
        yield { text: 'done' }
      },
      {
        fetch,
        async lookup(name) {
          looked.push(name)
          if (name === 'gone.example.com') await found.passed
          return ['93.184.216.34']
        },
      },
    )
    const { task } = (await send(handle, '/message:send', inline({ url: 'https://gone.example.com/x', configId: 'c' })))
      .answer
    await waitUntil(() => looked.length === 1)
    await send(handle, `/tasks/${task.id}/pushNotificationConfigs/c`, undefined, 'DELETE')
    found.open()
    await send(handle, '/message:send', inline({ url: 'https://stays.example.com/x' }))
    await waitUntil(() => posts.some(({ body }) => body.includes('COMPLETED')))
    expect(posts.map(({ url }) => url).filter((url) => url.includes('gone'))).toEqual([])
  })

  it('[AS-18] names are targets only where something tells their addresses, and then of public ones', async () => {
    const target = { url: 'https://hook.example.com/x' }
    // As where there are no modules of Node.
    vi.stubGlobal('process', { ...process, getBuiltinModule: undefined })
    const plain = conformanceAgent()
    vi.unstubAllGlobals()
    expect((await send(plain, '/message:send', inline(target))).reason).toBe('PUSH_NOTIFICATION_NOT_SUPPORTED')
    const card = { name: 'x', capabilities: { pushNotifications: true } }
    const { posts, fetch } = receiver()
    const addressesOnly = conformanceAgent({ card, fetch })
    expect((await send(addressesOnly, '/message:send', inline(target))).reason).toBe('INVALID_PARAMS')
    await send(addressesOnly, '/message:send', inline({ url: 'https://93.184.216.34/x' }))
    await waitUntil(() => posts.length === 1)

    await send(conformanceAgent({ fetch, guardedFetch: true }), '/message:send', inline(target))
    await waitUntil(() => posts.length === 2)

    const errors: string[] = []
    const onError = (error: unknown) => void errors.push(String(error))
    const nowhere = conformanceAgent({ fetch, lookup: () => [], pushRetryDelay: 1, onError })
    await send(nowhere, '/message:send', inline(target))
    await waitUntil(() => errors.length === 1)
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
