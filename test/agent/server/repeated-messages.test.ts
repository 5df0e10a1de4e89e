// Messages that are sent twice: one turn, and one answer for both.
import { describe, expect, it } from 'vitest'
import {
  AgentError,
  type AgentServerOptions,
  createAgentServer,
  memoryTaskStore,
} from '../../../src/agent/server/index.ts'
import { createRecentMessages } from '../../../src/agent/server/recent-messages.ts'
import { within } from '../../../src/shared/http/sleep.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { gate } from './agent-of.ts'
import { allEvents, as, bindings, call, eventsOf, request, saying, serve } from './http-calls.ts'

describe.each(bindings)('%s: a message that is sent twice', (binding) => {
  const twice = { messageId: '0b9f6a3e-2f4d-4a55-9d54-6f0a0c1e7b11' }

  /** Counts the turns of an agent that ends each task when it is told to. */
  async function counted(options: Partial<AgentServerOptions> = {}) {
    const go = gate()
    const turns: string[] = []
    const origin = await serve(
      createAgentServer({
        card: { name: 'Counted' },
        async *execute({ text }) {
          turns.push(text)
          if (text === 'refuse') throw new AgentError('RATE_LIMITED', 'Later', { hint: 'Wait.' })
          if (text === 'answer') yield { message: 'only once' }
          else {
            yield { text: 'a' }
            await go.passed
            yield { text: 'b' }
            if (text.startsWith('ask')) yield { status: 'input-required' }
          }
        },
        ...options,
      }),
    )
    const send = (text: string, more: object = twice, options: Parameters<typeof call>[4] = {}) =>
      call(origin, binding, 'SendMessage', saying(text, { ...more }), options)
    return { origin, turns, open: go.open, send }
  }

  it('[AS-21] has one turn, and both requests the same task: while it is worked on and later', async () => {
    const { turns, open, send, origin } = await counted()
    const first = send('work')
    await waitUntil(() => turns.length === 1)
    const again = send('work')
    const streamed = await request(origin, binding, 'SendStreamingMessage', saying('work', twice))
    open()
    const tasks = (await Promise.all([first, again, send('work')])).map(({ result }) => result.task)
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(1)
    expect(tasks.map(({ status }) => status.state)).toEqual(Array(3).fill('TASK_STATE_COMPLETED'))
    const events = []
    for await (const event of eventsOf(streamed, binding)) events.push(event)
    expect(events[0]).toMatchObject({ task: { id: tasks[0].id } })
    expect(events.at(-1)).toMatchObject({ taskStatusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } })
    const late = await allEvents(origin, binding, 'SendStreamingMessage', saying('work', twice))
    expect(late).toMatchObject([{ task: { id: tasks[0].id, status: { state: 'TASK_STATE_COMPLETED' } } }])
    expect(turns).toEqual(['work'])
  })

  it('[AS-21] of many at once one has a turn, and all have its task', async () => {
    const { turns, open, send } = await counted()
    open()
    const answers = await Promise.all(Array.from({ length: 40 }, () => send('work')))
    expect(new Set(answers.map(({ result }) => `${result.task.id} ${result.task.status.state}`)).size).toBe(1)
    expect(turns).toEqual(['work'])
  })

  it('[AS-21] the answer of a task that was asked and answered is the task, and no second reply', async () => {
    const { turns, open, send } = await counted()
    open()
    const { task } = (await send('ask')).result
    const reply = { messageId: `${twice.messageId}-2`, taskId: task.id }
    const ended = (await send('reply', reply)).result.task
    expect((await send('reply', reply)).result.task).toEqual(ended)
    expect(turns).toEqual(['ask', 'reply'])
  })

  it('[AS-21] has one message as its answer', async () => {
    const { turns, send } = await counted()
    const answers = [await send('answer'), await send('answer')].map(({ result }) => result.message)
    expect(answers[1]).toEqual(answers[0])
    expect(turns).toHaveLength(1)
  })

  it.each<[string, object, string]>([
    ['of another text', twice, 'other'],
    ['of another context', { ...twice, contextId: 'c' }, 'work'],
    ['with another id', { messageId: `${twice.messageId}-3` }, 'work'],
  ])('[AS-21] a message %s is another message', async (_what, more, text) => {
    const { turns, open, send } = await counted()
    open()
    const [a, b] = [await send('work'), await send(text, more)]
    expect(b.result.task.id).not.toBe(a.result.task.id)
    expect(turns).toHaveLength(2)
  })

  it('[AS-21] messages of other callers, with short ids, or of an agent that remembers none are others', async () => {
    const { turns, send } = await counted({ authenticate: (sent) => sent.headers.get('authorization') ?? undefined })
    await send('answer', twice, as('ann'))
    await send('answer', twice, as('bob'))
    await send('answer', { messageId: '1' }, as('ann'))
    await send('answer', { messageId: '1' }, as('ann'))
    expect(turns).toHaveLength(4)
    const none = await counted({ limits: { rememberedMessages: 0 } })
    await none.send('answer')
    await none.send('answer')
    expect(none.turns).toHaveLength(2)
  })

  it('[AS-21] only so many are remembered, the latest ones', async () => {
    const { turns, send } = await counted({ limits: { rememberedMessages: 2 } })
    const ids = [1, 2, 3].map((number) => ({ messageId: `${twice.messageId}-${number}` }))
    for (const more of [...ids, ...ids.slice(1)]) await send('answer', more)
    expect(turns).toHaveLength(3)
    await send('answer', ids[0])
    expect(turns).toHaveLength(4)
  })

  it('[AS-21] one caller does not push out what is remembered of others', async () => {
    const { turns, send } = await counted({
      authenticate: (sent) => sent.headers.get('authorization') ?? undefined,
      limits: { rememberedMessages: 4, rememberedMessagesPerCaller: 2 },
    })
    const numbered = (number: number) => ({ messageId: `${twice.messageId}-${number}` })
    await send('answer', numbered(0), as('ann'))
    for (let number = 1; number <= 6; number++) await send('answer', numbered(number), as('eve'))
    expect(turns).toHaveLength(7)
    await send('answer', numbered(0), as('ann'))
    for (const number of [5, 6]) await send('answer', numbered(number), as('eve'))
    expect(turns).toHaveLength(7)
    await send('answer', numbered(4), as('eve'))
    expect(turns).toHaveLength(8)
  })

  it('[AS-21] of its request the metadata are not read; its push target is added to the task, once', async () => {
    const seen: unknown[] = []
    const posted: string[] = []
    const go = gate()
    const { origin, turns } = await counted({
      allowPrivatePushTargets: true,
      limits: { pushConfigs: 2 },
      fetch: async (url) => {
        posted.push(String(url))
        return new Response(null, { status: 204 })
      },
      async *execute({ text, metadata }) {
        turns.push(text)
        seen.push(metadata)
        yield { status: 'working' }
        await go.passed
      },
    })
    const again = (url?: string, more: object = {}) =>
      call(origin, binding, 'SendMessage', {
        ...saying('work', twice, { ...(url && { taskPushNotificationConfig: { url } }), returnImmediately: true }),
        ...more,
      })
    const { task } = (await again(undefined, { metadata: { trace: 1 } })).result
    for (let time = 0; time < 2; time++) await again('http://one.example/hook', { metadata: { trace: 2 } })
    const waiting = call(
      ...([origin, binding, 'SendMessage'] as const),
      saying('work', twice, { taskPushNotificationConfig: { url: 'http://two.example/hook' } }),
    )
    const configs = async () =>
      (await call(origin, binding, 'ListPushNotificationConfigs', { taskId: task.id })).result.configs
    await waitUntil(async () => (await configs()).length === 2)
    expect((await again('http://three.example/hook')).reason).toBe('RATE_LIMITED')
    expect((await again('nonsense')).reason).toBe('INVALID_PARAMS')
    go.open()
    expect((await waiting).result.task.id).toBe(task.id)
    await waitUntil(() => posted.length === 2)
    expect(posted.sort()).toEqual(['http://one.example/hook', 'http://two.example/hook'])
    expect([turns, seen]).toEqual([['work'], [{ trace: 1 }]])
    expect((await configs()).map(({ url }: { url: string }) => url)).toHaveLength(2)
  })

  it('[AS-21] is another one where it has other words, for a task too', async () => {
    const { turns, open, send } = await counted()
    open()
    const { id: taskId } = (await send('ask', {})).result.task
    for (const text of ['ask one', 'ask one', 'ask two', 'ask one']) await send(text, { ...twice, taskId })
    expect(turns).toEqual(['ask', 'ask one', 'ask two'])
  })

  it('[AS-21] one that its task has is remembered anew: it does not wait for a later message', async () => {
    const go = gate()
    const turns: string[] = []
    const { origin, send } = await counted({
      limits: { rememberedMessages: 1 },
      async *execute({ text }) {
        turns.push(text)
        if (text === 'later') await go.passed
        yield { status: 'input-required' }
      },
    })
    const { id: taskId } = (await send('ask', {})).result.task
    await send('work', { ...twice, taskId })
    await send('other', { messageId: `${twice.messageId}-2` })
    await send('work', { ...twice, taskId })
    const later = send('later', { taskId })
    await waitUntil(() => turns.includes('later'))
    const now = saying('work', { ...twice, taskId }, { returnImmediately: true })
    const again = call(origin, binding, 'SendMessage', now)
    expect(await within(again, 1_000)).toMatchObject({ result: { task: { id: taskId } } })
    go.open()
    await later
    expect(turns).toEqual(['ask', 'work', 'other', 'later'])
  })

  it('[AS-21] a message that was refused, or whose task is gone, may be sent again', async () => {
    const { turns, open, send } = await counted({ store: memoryTaskStore({ maxTasks: 1 }) })
    expect([(await send('refuse')).reason, (await send('refuse')).reason]).toEqual(Array(2).fill('RATE_LIMITED'))
    open()
    const first = (await send('work')).result.task.id
    await send('work', { messageId: `${twice.messageId}-2` })
    const again = (await send('work')).result.task
    expect([again.id === first, again.status.state]).toEqual([false, 'TASK_STATE_COMPLETED'])
    expect(turns).toHaveLength(5)
  })

  it('[AS-21] one of two clients that leaves does not end the turn that the other waits for', async () => {
    const [go, ended] = [gate(), gate()]
    const turns: AbortSignal[] = []
    const origin = await serve(
      createAgentServer({
        card: { name: 'Slow' },
        async *execute({ signal }) {
          turns.push(signal)
          signal.addEventListener('abort', ended.open)
          await Promise.race([go.passed, ended.passed])
          yield { message: 'done' }
        },
      }),
    )
    const leaving = new AbortController()
    const left = call(origin, binding, 'SendMessage', saying('x', twice), { signal: leaving.signal })
    await waitUntil(() => turns.length === 1)
    // Its headers say that it waits for the same turn.
    const stays = await request(origin, binding, 'SendStreamingMessage', saying('x', twice))
    leaving.abort()
    await Promise.allSettled([left])
    await call(origin, binding, 'ListTasks')
    expect(turns[0]?.aborted).toBe(false)
    go.open()
    for await (const event of eventsOf(stays, binding)) expect(event).toMatchObject({ message: { parts: [{}] } })
    expect(turns).toHaveLength(1)
  })
})

it('[AS-21] answers of many bytes push out only those of their own caller', () => {
  const messages = createRecentMessages(8, 2)
  const answer = (bytes: number) =>
    ({ message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'x'.repeat(bytes) }] } }) as const
  messages.set('ann', answer(1_500_000), 'ann')
  for (const name of ['eve 1', 'eve 2', 'eve 3']) messages.set(name, answer(1_500_000), 'eve')
  messages.set('eve 4', answer(3_000_000), 'eve')
  const kept = ['ann', 'eve 1', 'eve 2', 'eve 3', 'eve 4'].filter((name) => messages.get(name))
  expect(kept).toEqual(['ann'])
  messages.set('eve 5', answer(1_500_000), 'eve')
  expect(messages.get('eve 5')).toBeDefined()
})
