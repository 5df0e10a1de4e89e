import { describe, expect, it } from 'vitest'
import { T, UC } from '../../support/messages.ts'
import { uncaught } from '../../support/uncaught.ts'
import { base, events, opening, settled, setUp, surface, textsIn } from './conversation-setup.ts'
import { agentSays, chunkOf, type Json, type Stream, statusOf, taskOf } from './fake-agent.ts'

describe('a conversation', () => {
  it('[AP-6] shows both sides, and the texts of artifacts joined', async () => {
    const { conversation } = await setUp(
      events(
        { task: taskOf('WORKING') },
        statusOf('WORKING', 'Thinking'),
        chunkOf({ text: 'Hel' }),
        chunkOf({ text: 'lo' }),
        chunkOf({ url: 'https://example.com' }),
        statusOf('COMPLETED'),
      ),
    )
    const sending = conversation.send('hi')
    expect(conversation.messages.getSnapshot()).toMatchObject([{ role: 'ROLE_USER', delivery: 'sending' }])
    await sending
    await settled(conversation)
    const [own, thinking, artifact] = conversation.messages.getSnapshot()
    expect(own).toMatchObject({ delivery: 'sent', parts: [{ text: 'hi' }] })
    expect(thinking).toMatchObject({ role: 'ROLE_AGENT', parts: [{ text: 'Thinking' }] })
    expect(artifact).toMatchObject({
      messageId: 'task-1/artifact-1',
      parts: [{ text: 'Hello' }, { url: 'https://example.com' }],
    })
  })

  it("[AP-6] goes on where a listener of the host throws, and the host's own handler gets the error", async () => {
    const { conversation } = await setUp(events({ task: taskOf('WORKING') }, statusOf('COMPLETED', 'Done')))
    const mistake = new Error('a mistake of the host')
    let sending: Promise<unknown> | undefined
    const thrown = await uncaught(() => {
      const stop = conversation.messages.subscribe(() => {
        stop()
        throw mistake
      })
      sending = conversation.send('hi')
    })
    await sending
    await settled(conversation, 'done')
    expect(textsIn(conversation)).toEqual([
      ['ROLE_USER', 'hi'],
      ['ROLE_AGENT', 'Done'],
    ])
    expect(thrown).toEqual([mistake])
  })

  it("[AP-6] shows the message of a status as the agent's, whatever role it names", async () => {
    const { conversation } = await setUp(({ stream, params }) => {
      const status = (message: unknown): Json => ({ state: 'TASK_STATE_WORKING', message })
      const said = { ...agentSays('hello'), role: 'ROLE_USER' }
      stream()
        .event({ task: taskOf('WORKING', { status: status(params['message']) }) })
        .event({ taskStatusUpdate: { taskId: 'task-1', status: status(said) } })
        .event(statusOf('COMPLETED'))
        .end()
    })
    await conversation.send('hi')
    await settled(conversation, 'done')
    expect(textsIn(conversation)).toEqual([
      ['ROLE_USER', 'hi'],
      ['ROLE_AGENT', 'hello'],
    ])
  })

  it('[AP-6] marks a message that did not arrive, and tells why', async () => {
    const { conversation } = await setUp(({ fail }) => fail('RATE_LIMITED'))
    await expect(conversation.send('hi')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(conversation.messages.getSnapshot()).toMatchObject([{ delivery: 'failed' }])
    expect(conversation.state.getSnapshot()).toBe('failed')
    // Nobody waits for this one, and no rejection goes unhandled.
    conversation.send('again')
    await expect.poll(() => conversation.messages.getSnapshot()[1]?.delivery).toBe('failed')
  })

  it('[AP-7] stops what the agent is working on', async () => {
    const { conversation, fake } = await setUp(({ operation, stream, result }) => {
      if (operation === 'CancelTask') result(taskOf('CANCELED'))
      else stream().event({ task: taskOf('WORKING') })
    })
    await conversation.send('hi')
    await conversation.stop()
    await settled(conversation, 'done')
    expect(fake.count('CancelTask')).toBe(1)
    await conversation.stop()
    expect(fake.count('CancelTask')).toBe(1)
  })

  it.each(['WORKING', 'CANCELED'])('[AP-7] shows once what the answer to a stop holds: %s', async (state) => {
    let opened: Stream | undefined
    const { conversation } = await setUp(({ operation, stream, result }) => {
      if (operation !== 'CancelTask') {
        opened = stream()
          .event({ task: taskOf('WORKING') })
          .event(chunkOf({ text: 'one ' }))
        return
      }
      // The stream is ahead of the answer, or behind it.
      const late = (): unknown =>
        opened
          ?.event(chunkOf({ text: 'two ' }))
          .event(statusOf('CANCELED'))
          .end()
      if (state === 'CANCELED') late()
      result(taskOf(state, { artifacts: [{ artifactId: 'artifact-1', parts: [{ text: 'one ' }, { text: 'two ' }] }] }))
      if (state === 'WORKING') setTimeout(late, 20)
    })
    await conversation.send('hi')
    await expect.poll(() => textsIn(conversation).length).toBe(2)
    await conversation.stop()
    await settled(conversation, 'done')
    expect(textsIn(conversation)[1]).toEqual(['ROLE_AGENT', 'one two '])
  })

  it('[AP-7] stops a message that was given a moment ago, before it is sent', async () => {
    const { conversation, fake } = await setUp(({ stream }) =>
      stream()
        .event({ task: taskOf('COMPLETED') })
        .end(),
    )
    const sending = conversation.send('pay')
    await conversation.stop()
    await expect(sending).rejects.toMatchObject({ code: 'ABORTED' })
    expect(conversation.messages.getSnapshot()).toMatchObject([{ delivery: 'failed' }])
    expect(fake.exchanges).toHaveLength(0)
    await conversation.send('look')
    expect(fake.count('SendStreamingMessage')).toBe(1)
  })

  it('[AP-7] cancels the task of a message that the agent had when it was stopped', async () => {
    let begin: () => void = () => undefined
    const { conversation, fake } = await setUp(({ operation, stream, result }) => {
      if (operation === 'CancelTask') result(taskOf('CANCELED'))
      else begin = () => void stream().event({ task: taskOf('WORKING') })
    })
    const sending = conversation.send('buy')
    await expect.poll(() => fake.exchanges.length).toBe(1)
    const stopping = conversation.stop()
    begin()
    await Promise.all([sending, stopping])
    expect(fake.count('CancelTask')).toBe(1)
    expect(conversation.messages.getSnapshot()).toMatchObject([{ delivery: 'sent' }])
    await settled(conversation, 'done')
  })

  it('[AP-7] stops a message that has not been answered, and tells where an agent cannot stop', async () => {
    const silent = await setUp(() => undefined)
    const sending = silent.conversation.send('hi')
    await expect.poll(() => silent.fake.exchanges.length).toBe(1)
    await silent.conversation.stop()
    await expect(sending).rejects.toMatchObject({ code: 'ABORTED' })
    const { conversation } = await setUp(({ operation, stream, fail }) => {
      if (operation === 'CancelTask') fail('INTERNAL_ERROR')
      else stream().event({ task: taskOf('WORKING') })
    })
    await conversation.send('hi')
    await expect(conversation.stop()).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
    expect(conversation.state.getSnapshot()).toBe('live')
    conversation.dispose()
    await expect(conversation.send('more')).rejects.toMatchObject({ code: 'ABORTED' })
  })

  const saved = taskOf('WORKING', {
    status: { state: 'TASK_STATE_WORKING', message: agentSays('Working on it') },
    history: [{ messageId: 'user-1', role: 'ROLE_USER', parts: [{ text: 'hello' }] }],
    artifacts: [{ artifactId: 'artifact-1', parts: [surface(...opening)] }],
  })

  it.each([
    ['its tasks', { contextId: 'context-1', tasks: ['gone', 'task-1'] }, 'GetTask'],
    ['its context', { contextId: 'context-1' }, 'ListTasks'],
  ] as const)('[AP-8] is restored from %s, and goes on', async (_, options, operation) => {
    const { conversation, fake, shown, codes, sent } = await setUp(
      (exchange) => {
        if (exchange.operation === 'ListTasks') exchange.result({ tasks: [saved] })
        else if (exchange.params['id'] === 'gone') exchange.fail('TASK_NOT_FOUND')
        else if (exchange.operation === 'GetTask') exchange.result(saved)
        else {
          const next = chunkOf(surface(UC('s', [T('label', 'Later')])))
          exchange.stream().event({ task: saved }).event(next).event(statusOf('COMPLETED', 'Done')).end()
        }
      },
      { options },
    )
    await expect.poll(() => shown('s', 'label')).toBe('Later')
    await settled(conversation, 'done')
    expect(fake.count(operation)).toBeGreaterThan(0)
    expect(codes()).toEqual([])
    const texts = [
      ['ROLE_USER', 'hello'],
      // Where the history has it as soon as something else is said.
      ['ROLE_AGENT', 'Working on it'],
      ['ROLE_AGENT', ''],
      ['ROLE_AGENT', 'Done'],
    ]
    expect(textsIn(conversation)).toEqual(texts)
    await conversation.send('more')
    expect(sent()[0]).toMatchObject({ contextId: 'context-1' })
    expect(conversation.taskIds).toEqual(['task-1'])
  })

  it('[CH-1] tells the state of each task, and whose task a message is, live and restored', async () => {
    const live = await setUp(({ stream }) =>
      stream()
        .event({ task: taskOf('WORKING') })
        .event(statusOf('FAILED', 'No luck'))
        .end(),
    )
    const seen: unknown[] = []
    live.conversation.tasks.subscribe(() => seen.push(live.conversation.tasks.getSnapshot()))
    await live.conversation.send('hi')
    await settled(live.conversation, 'done')
    const failed = { id: 'task-1', state: 'TASK_STATE_FAILED' }
    expect(seen).toEqual([[{ id: 'task-1', state: 'TASK_STATE_WORKING' }], [failed]])
    expect(live.conversation.messages.getSnapshot().map(({ taskId }) => taskId)).toEqual(['task-1', 'task-1'])
    const back = await setUp(({ result }) => result({ ...saved, status: { state: 'TASK_STATE_FAILED' } }), {
      options: { tasks: ['task-1'] },
    })
    await back.conversation.restored
    expect(back.conversation.tasks.getSnapshot()).toEqual([failed])
    expect(back.conversation.messages.getSnapshot().map(({ taskId }) => taskId)).toEqual(['task-1', 'task-1'])
  })

  it('[CH-2] activates the newest surface version among those that the host offers', async () => {
    const extensions = ['v0.9.1', 'v0.9', 'v0.8'].map((version) => ({ uri: base + version }))
    const offers = [undefined, ['v0.8', 'v0.9'], ['v0.8'], []] as const
    const activated = offers.map(async (surfaceVersions) => {
      const { conversation, fake, sent } = await setUp(
        ({ stream }) =>
          stream()
            .event({ task: taskOf('COMPLETED') })
            .end(),
        { card: { extensions }, connecting: { surfaceVersions } },
      )
      await conversation.send('hi')
      const [message] = sent()
      return [fake.exchanges[0]?.request.headers['agent-extensions'], Object.keys(message?.['metadata'] ?? {}).length]
    })
    expect(await Promise.all(activated)).toEqual([
      [`${base}v0.9.1`, 1],
      [`${base}v0.9`, 1],
      [`${base}v0.8`, 1],
      [undefined, 0],
    ])
  })
})
