// A conversation that is restored, follows tasks without streams, or loses them.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import type { ConversationOptions } from '../../../src/agent/client/conversation.ts'
import { createSurfaceIntake } from '../../../src/agent/client/surface-intake.ts'
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { CS, DS, T, UC, UD } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { events, opening, settled, setUp, surface, textsIn, today } from './conversation-setup.ts'
import { agentSays, type Json, statusOf, taskOf } from './fake-agent.ts'

describe('a conversation', () => {
  it('[AP-8] is restored from an agent that lists slowly, without times, and more than was asked for', async () => {
    const said = (id: string, more: Json = {}): Json => ({
      ...taskOf('COMPLETED', { history: [agentSays(id)], ...more }),
      id,
    })
    const all = [said('b'), said('a'), said('other', { contextId: 'context-2' })]
    const { conversation, fake } = await setUp(
      ({ operation, params, result }) => {
        if (operation === 'GetTask') result(all.find(({ id }) => id === params['id']))
        else if (params['cursor'] === undefined) result({ tasks: [all[0]], nextCursor: 'A' })
        else result({ tasks: all, nextCursor: params['cursor'] === 'A' ? 'B' : 'A' })
      },
      { options: { contextId: 'context-1' } },
    )
    await expect.poll(() => textsIn(conversation)).toEqual(['a', 'b'].map((text) => ['ROLE_AGENT', text]))
    expect([fake.count('ListTasks'), fake.count('GetTask')]).toEqual([3, 2])
    expect(fake.exchanges[0]?.params['includeArtifacts']).not.toBe('true')
  })

  it('[AP-8] [CA-13] is restored with what a press was answered where it was pressed', async () => {
    const task = (id: string, more: Json): Json => ({ ...taskOf('COMPLETED', more), id })
    const began = (id: string) => task(id, { artifacts: [{ artifactId: 'a', parts: [surface(...opening)] }] })
    const action = { version: 'v0.9', action: { name: 'go', surfaceId: 's', sourceComponentId: 'root', context: {} } }
    const pressed = { messageId: 'p', role: 'ROLE_USER', parts: [surface(action)], referenceTaskIds: ['one'] }
    const all = [
      began('one'),
      began('two'),
      task('three', { history: [pressed], artifacts: [{ artifactId: 'b', parts: [surface(UD('s', '/n', 7))] }] }),
    ]
    const { conversation, runtime, codes } = await setUp(
      ({ params, result }) => result(all.find(({ id }) => id === params['id'])),
      { options: { tasks: ['one', 'two', 'three'] } },
    )
    await conversation.restored
    const data = () => runtime.surfaces.getSnapshot().map((one) => one.data.get('/n'))
    await expect.poll(data).toEqual([7, 1])
    expect(codes()).toEqual([])
  })

  it('[AP-8] is no longer restored after it was disposed', async () => {
    let closed = false
    const { conversation, fake } = await setUp(
      ({ response }) =>
        response.on('close', () => {
          closed = true
        }),
      { options: { contextId: 'context-1' } },
    )
    await expect.poll(() => fake.exchanges.length).toBe(1)
    conversation.dispose()
    await expect.poll(() => closed).toBe(true)
    expect([conversation.state.getSnapshot(), conversation.error.getSnapshot()]).toEqual(['done', undefined])
  })

  it('[AP-8] follows a task again whose answer did not reach the agent', async () => {
    const { conversation, fake } = await setUp(
      ({ operation, stream, result, fail }) => {
        if (operation === 'GetTask') result(taskOf('INPUT_REQUIRED'))
        else if (operation === 'SendStreamingMessage') fail('PERMISSION_DENIED')
        else stream().event({ task: taskOf('INPUT_REQUIRED') })
      },
      { options: { tasks: ['task-1'] } },
    )
    await expect.poll(() => fake.count('SubscribeToTask')).toBe(1)
    await expect(conversation.send('yes')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    await expect.poll(() => fake.count('SubscribeToTask')).toBe(2)
    await settled(conversation, 'failed')
  })

  it('[AP-8] [AP-7] is at work from sending on, while it is restored, and until it is stopped', async () => {
    const { conversation, fake } = await setUp(() => undefined, { options: { tasks: ['task-1'] } })
    const { state, messages } = conversation
    await expect.poll(() => fake.count('GetTask')).toBe(1)
    expect(state.getSnapshot()).toBe('done')
    const states: string[] = []
    state.subscribe(() => states.push(state.getSnapshot()))
    const [first, second] = [conversation.send('one'), conversation.send('two')]
    expect(states).toEqual(['connecting'])
    // Nothing is with the agent yet, so nothing of it is waited for.
    await conversation.stop()
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
    await expect(second).rejects.toMatchObject({ code: 'ABORTED' })
    expect(states).toEqual(['connecting', 'done'])
    expect(messages.getSnapshot().map(({ delivery }) => delivery)).toEqual(['failed', 'failed'])
    expect(fake.exchanges).toHaveLength(1)
  })

  it('[AP-8] with nothing to restore is ready at once, and its state goes to the answer without a break', async () => {
    const { conversation } = await setUp(events({ task: taskOf('WORKING') }, statusOf('COMPLETED')), {
      options: { tasks: [] },
    })
    const states: string[] = []
    conversation.state.subscribe(() => states.push(conversation.state.getSnapshot()))
    await Promise.all([conversation.send('one'), conversation.send('two')])
    await settled(conversation)
    expect(states).toEqual(['connecting', 'live', 'done'])
  })

  it('[AP-8] that cannot be restored tells why', async () => {
    const { conversation } = await setUp(({ fail }) => fail('UNAUTHENTICATED'), { options: { contextId: 'context-1' } })
    await settled(conversation, 'failed')
    expect(conversation.error.getSnapshot()).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it.each([{ streaming: false }, {}, { streaming: true }])(
    '[AP-9] is restored from an agent that has no streams: %j',
    async (capabilities) => {
      let looks = 0
      const { conversation, fake } = await setUp(
        ({ operation, result, fail }) => {
          if (operation === 'GetTask') result(taskOf(++looks < 3 ? 'WORKING' : 'COMPLETED'))
          else fail('UNSUPPORTED_OPERATION')
        },
        { card: { capabilities }, options: { tasks: ['task-1'] } },
      )
      await expect.poll(() => looks, { timeout: 30_000 }).toBeGreaterThan(2)
      await settled(conversation, 'done', 'failed')
      expect([conversation.state.getSnapshot(), fake.count('SendMessage')]).toEqual(['done', 0])
      expect(fake.count('SubscribeToTask')).toBe(capabilities.streaming === false ? 0 : 1)
    },
  )

  it.each([{ capabilities: { streaming: false } }, { capabilities: {} }])(
    '[AP-9] works with an agent that has no streams: %j @all',
    async (card) => {
      const { conversation, fake, shown } = await setUp(
        ({ operation, result, fail }) => {
          const artifacts = [{ artifactId: 'a', parts: [surface(...opening)] }]
          if (operation === 'SendMessage') result({ task: taskOf('WORKING') })
          else if (operation === 'GetTask') result(taskOf('COMPLETED', { artifacts }))
          else fail('UNSUPPORTED_OPERATION')
        },
        { card },
      )
      const states: string[] = []
      conversation.state.subscribe(() => states.push(conversation.state.getSnapshot()))
      await conversation.send('hello')
      await expect.poll(() => shown('s', 'label'), { timeout: 30_000 }).toBe('Go')
      await settled(conversation, 'done')
      expect(states).toEqual(['connecting', 'live', 'done'])
      expect(fake.count('SendStreamingMessage')).toBe(card.capabilities.streaming === false ? 0 : 1)
    },
  )
  it.each<readonly [string, ConversationOptions, readonly string[], readonly string[]]>([
    ['sent', {}, ['cut', '503', 'WORKING', 'COMPLETED'], ['connecting', 'live', 'reconnecting', 'live', 'done']],
    // The first look of a restored conversation loads its task.
    [
      'restored',
      { tasks: ['task-1'] },
      ['WORKING', 'cut', '503', 'COMPLETED'],
      ['connecting', 'reconnecting', 'live', 'done'],
    ],
  ])('[AP-9] goes on where looks at a task that was %s fail for a while @all', async (_, options, looks, expected) => {
    let next = 0
    const { conversation } = await setUp(
      ({ operation, request, response, result }) => {
        const look = operation === 'SendMessage' ? 'WORKING' : (looks[next++] ?? 'FAILED')
        if (look === 'cut') request.socket.destroy()
        else if (look === '503') response.writeHead(503).end()
        else result(operation === 'SendMessage' ? { task: taskOf(look) } : taskOf(look))
      },
      { card: { capabilities: { streaming: false } }, options },
    )
    const states: string[] = []
    conversation.state.subscribe(() => states.push(conversation.state.getSnapshot()))
    if (!options.tasks) await conversation.send('hello')
    await expect.poll(() => next, { timeout: 30_000 }).toBe(looks.length)
    await settled(conversation)
    expect([states, next]).toEqual([expected, looks.length])
    expect(conversation.error.getSnapshot()).toBeUndefined()
  })

  it('[AP-2] takes as many messages at once as an event can hold', () => {
    const { runtime } = record()
    const intake = createSurfaceIntake(runtime, () => undefined)
    const take = (data: JsonObject[]) => intake.artifact('a', [{ data, mediaType: today }], true, { source: 'task' })
    take([CS('s')])
    take([...Array<JsonObject>(130_000).fill(DS('other')), UC('s', [T('root', 'Hi')])])
    expect(runtime.surface('s')?.components.size).toBe(1)
  })

  it('[AP-2] lets go of surfaces that the agent has deleted', async () => {
    const { runtime } = record()
    const intake = createSurfaceIntake(runtime, () => undefined)
    const gone = Array.from({ length: 50 }, (_, index) => {
      const id = `s${index}`
      intake.message([{ data: [CS(id), UC(id, [T('root', 'Hi')])] as JsonValue, mediaType: today }], { source: 'task' })
      const ref = new WeakRef(runtime.surface(id) as object)
      intake.message([{ data: [DS(id)] as JsonValue, mediaType: today }], { source: 'task' })
      expect(runtime.surface(id)).toBeUndefined()
      return ref
    })
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    await new Promise((resolve) => setTimeout(resolve, 0))
    collect()
    expect(gone.filter((one) => one.deref() !== undefined).length).toBeLessThan(5)
  })

  it('[AP-2] fails where an answer cannot be taken, and looks like no good end', async () => {
    const artifacts = [{ artifactId: 'a', parts: [surface(...opening)] }]
    const { conversation, runtime } = await setUp(events({ task: taskOf('COMPLETED', { artifacts }) }))
    const cause = new TypeError('no room')
    vi.spyOn(runtime, 'apply').mockImplementation(() => {
      throw cause
    })
    await conversation.send('x').catch(() => undefined)
    await waitUntil(() => conversation.state.getSnapshot() === 'failed')
    expect(conversation.error.getSnapshot()).toMatchObject({ code: 'INTERNAL_ERROR', cause })
  })

  it('[AP-9] gives up after as many looks in a row as the host allows @all', async () => {
    let looks = 0
    const { conversation } = await setUp(
      ({ operation, result, fail }) => {
        if (operation === 'SendMessage') result({ task: taskOf('WORKING') })
        else if (++looks === 4) fail('PERMISSION_DENIED')
        else fail('UNAVAILABLE')
      },
      { card: { capabilities: { streaming: false } } },
    )
    await conversation.send('hello')
    await settled(conversation, 'failed')
    expect([conversation.error.getSnapshot()?.code, looks]).toEqual(['UNAVAILABLE', 3])
  })

  it('[AP-9] ends at once where a look tells that the task is lost', async () => {
    const { conversation, fake } = await setUp(
      ({ operation, result, fail }) =>
        operation === 'SendMessage' ? result({ task: taskOf('WORKING') }) : fail('PERMISSION_DENIED'),
      { card: { capabilities: { streaming: false } } },
    )
    await conversation.send('hello')
    await settled(conversation, 'failed')
    expect([conversation.error.getSnapshot()?.code, fake.count('GetTask')]).toEqual(['PERMISSION_DENIED', 1])
  })

  it('[AP-8] is restored from an agent whose list has no end', async () => {
    let page = 0
    const { conversation, fake } = await setUp(
      ({ operation, params, result }) => {
        if (operation === 'GetTask')
          return result({ ...taskOf('COMPLETED', { history: [agentSays('a')] }), id: params['id'] })
        // Foreign tasks, each new, under cursors that are new as well.
        const foreign = Array.from({ length: 100 }, (_, i) => ({
          ...taskOf('COMPLETED'),
          id: `${page}-${i}`,
          contextId: 'other',
        }))
        result({ tasks: page === 0 ? [taskOf('COMPLETED')] : foreign, nextCursor: String(++page) })
      },
      { options: { contextId: 'context-1' } },
    )
    await expect.poll(() => textsIn(conversation), { timeout: 20_000 }).toEqual([['ROLE_AGENT', 'a']])
    expect(fake.count('ListTasks')).toBeLessThan(30)
  })
})
