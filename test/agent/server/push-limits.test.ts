// Bounds of push notifications, the same in every store: a caller whose receivers hang costs others nothing.
import { type AgentServerOptions, createAgentServer, type Execute } from 'surface-runtime/agent/server'
import { describe, expect, it } from 'vitest'
import { sleep, untilAborted } from '../../../src/shared/http/sleep.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { gate } from './agent-of.ts'
import { as, call, saying, serve } from './http-calls.ts'
import { kinds } from './postgres/task-store-kinds.ts'

describe.each(kinds)('with tasks in %s', (_, openStore) => {
  async function agentWith(execute: Execute, options: Partial<AgentServerOptions>) {
    const { store, close } = await openStore()
    const authenticate: AgentServerOptions['authenticate'] = ({ headers }) => headers.get('authorization') ?? undefined
    const pushing = { allowPrivatePushTargets: true, pushRetryDelay: 1, onError: () => undefined }
    const more = { authenticate, ...pushing, ...options }
    const origin = await serve(createAgentServer({ card: { name: 'Agent' }, execute, store, ...more }))
    const ask = (caller: string, url: string) =>
      call(
        origin,
        'HTTP+JSON',
        'SendMessage',
        saying('go', {}, { returnImmediately: true, taskPushNotificationConfig: { url, configId: 'hook' } }),
        as(caller),
      )
    return { origin, ask, close }
  }

  it.each([
    ['pushTargetsPerCaller', 2, ['ann', 'ann', 'ann', 'ann'], 2],
    ['pushTargets', 3, ['ann', 'bob', 'cid', 'dan'], 3],
  ] as const)('[AS-37] [AS-14] no more receivers at one time than limits.%s', async (limit, max, callers, most) => {
    const hold = gate()
    const open = new Set<object>()
    let posts = 0
    let highest = 0
    const { ask, close } = await agentWith(
      async function* () {
        yield { status: 'completed' }
      },
      {
        limits: { [limit]: max },
        async fetch() {
          const one = {}
          open.add(one)
          posts++
          highest = Math.max(highest, open.size)
          await hold.passed
          open.delete(one)
          return new Response(null, { status: 204 })
        },
      },
    )
    for (const caller of callers) await ask(caller, `http://push.example/${caller}`)
    await waitUntil(() => posts === most)
    await sleep(1_300)
    expect([posts, highest]).toEqual([most, most])
    hold.open()
    await waitUntil(() => open.size === 0)
    await close()
  })

  it('[AS-37] the receivers of one caller that hang do not hold up those of another one', async () => {
    const hold = gate()
    const posts: string[] = []
    const { ask, close } = await agentWith(
      async function* () {
        yield { status: 'completed' }
      },
      {
        async fetch(url) {
          posts.push(String(url))
          if (String(url).endsWith('/pit')) await hold.passed
          return new Response(null, { status: 204 })
        },
      },
    )
    for (let number = 0; number < 40; number++) await ask('mallory', 'http://push.example/pit')
    await waitUntil(() => posts.length === 40)
    await ask('ann', 'http://push.example/good')
    await waitUntil(() => posts.includes('http://push.example/good'))
    hold.open()
    await close()
  })

  it.each([
    ['ends when it is cut off', true],
    ['goes on', false],
  ])('[AS-37] receivers that hang and are deleted do not hold up others: a post %s', async (_what, isCutOff) => {
    const hold = gate()
    const posts: string[] = []
    let atOneTime = 0
    let highest = 0
    const { origin, ask, close } = await agentWith(
      async function* () {
        yield { status: 'completed' }
      },
      {
        limits: { pushTargets: 3, pushTargetsPerCaller: 1 },
        async fetch(url, { signal } = {}) {
          posts.push(String(url))
          if (!String(url).endsWith('/pit')) return new Response(null, { status: 204 })
          highest = Math.max(highest, ++atOneTime)
          await (isCutOff && signal ? untilAborted(hold.passed, signal) : hold.passed)
          atOneTime--
          signal?.throwIfAborted()
          return new Response(null, { status: 204 })
        },
      },
    )
    for (let number = 0; number < 4; number++) {
      const { result } = await ask('mallory', 'http://push.example/pit')
      await waitUntil(() => posts.length > 0)
      const one = { taskId: result.task.id, configId: 'hook' }
      await call(origin, 'HTTP+JSON', 'DeletePushNotificationConfig', one, as('mallory'))
    }
    await ask('ann', 'http://push.example/good')
    await waitUntil(() => posts.includes('http://push.example/good'))
    expect(highest).toBe(1)
    hold.open()
    await close()
  })

  it('[AS-37] a configuration that is changed while its receiver is busy counts for the posts that follow', async () => {
    const hold = gate()
    const posts: string[] = []
    const { origin, ask, close } = await agentWith(
      async function* () {
        yield { status: 'working' }
        for (let number = 0; number < 5; number++) yield { text: `${number} ` }
      },
      {
        async fetch(url) {
          posts.push(String(url).replace(/.*\//, ''))
          if (posts.length === 1) await hold.passed
          return new Response(null, { status: 204 })
        },
      },
    )
    const { result } = await ask('ann', 'http://push.example/old')
    const taskId = result.task.id
    await waitUntil(() => posts.length === 1)
    const ended = async () => (await call(origin, 'HTTP+JSON', 'GetTask', { id: taskId }, as('ann'))).result
    await waitUntil(async () => (await ended()).status.state === 'TASK_STATE_COMPLETED')
    const changed = { taskId, url: 'http://push.example/new', configId: 'hook' }
    expect((await call(origin, 'HTTP+JSON', 'CreatePushNotificationConfig', changed, as('ann'))).status).toBe(200)
    hold.open()
    await waitUntil(() => posts.length === 7)
    expect(posts).toEqual(['old', ...Array(6).fill('new')])
    await close()
  })
})
