// What agents of version 0.3 do that the text of the version does not say, each by a short recording of our own.
import { expect, it } from 'vitest'
import { connectSurfaces } from '../../../src/agent/client/conversation.ts'
import type { Message } from '../../../src/agent/protocol/types.ts'
import { listOf } from '../../support/list-of.ts'
import { CS, T, UC } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'
import type { Json } from '../client/fake-agent.ts'
import { textsOf } from '../client/stream-setup.ts'
import { connectOld, errorEvent, oldChunk, oldMessage, oldStatus, oldSurface, oldTask, oldText } from './recordings.ts'

const hello = { message: { parts: [{ text: 'hello' }] } }

it('[AV-4] a subscription that begins without a task begins with the task all the same', async () => {
  const steps = ['one', 'two'].map(oldText)
  const { agent, calls } = await connectOld(({ method, result, stream }) => {
    if (method === 'tasks/get') result(oldTask('working', { artifacts: [{ artifactId: 'a', parts: steps }] }))
    else stream([': ping - 2026-01-01\n\n', oldChunk('three'), oldStatus('completed')], { newline: '\r\n' })
  })
  const stream = agent.subscribe({ id: 'task-1' })
  const events = await listOf(stream)
  expect(events[0]).toMatchObject({
    kind: 'task',
    task: { artifacts: [{ parts: [{ text: 'one' }, { text: 'two' }] }] },
  })
  expect(textsOf(events)).toEqual(['three'])
  expect(stream.state.getSnapshot()).toBe('done')
  expect(calls.map(({ method }) => method)).toEqual(['tasks/resubscribe', 'tasks/get'])
})

it.each([
  ['is over', 'completed', errorEvent(-32602, 'Task task-1 is in terminal state: completed'), 'done'],
  ['waits', 'input-required', errorEvent(-32001, 'Task not found', 'event: error\n'), 'waiting'],
])('[AV-4] a subscription that is refused because the task %s gives the task', async (_, state, refusal, end) => {
  const { agent } = await connectOld(({ method, result, stream }) => {
    if (method === 'tasks/get') result(oldTask(state))
    else stream([refusal])
  })
  const stream = agent.subscribe({ id: 'task-1' })
  expect(await listOf(stream)).toMatchObject([{ kind: 'task', task: { id: 'task-1' } }])
  expect(stream.state.getSnapshot()).toBe(end)
})

it('[AV-4] a subscription to a task that is not there is one error', async () => {
  const { agent } = await connectOld(({ method, error, stream }) => {
    if (method === 'tasks/get') error(-32001, 'Task not found')
    else stream([errorEvent(-32001, 'Task not found')])
  })
  await expect(listOf(agent.subscribe({ id: 'task-1' }))).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' })
})

it('[AV-4] chunks that the agent stores twice after a subscription are not shown twice', async () => {
  const steps = Array.from({ length: 6 }, (_, i) => `step ${i}`)
  const doubled = steps.flatMap((step, i) => (i > 1 ? [step, step] : [step]))
  const stored = [oldTask('working', withParts(steps.slice(0, 3))), oldTask('completed', withParts(doubled))]
  const { agent, errors } = await connectOld(({ method, result, stream }) => {
    const events = (from: number, to: number) => steps.slice(from, to).map((step) => oldChunk(step))
    if (method === 'message/stream') stream([oldTask('submitted'), ...events(0, 3)])
    else if (method === 'tasks/get') result(stored.shift())
    // What is broken is put right by reading the task.
    else stream([...events(3, 6), 'data: {\n\n'])
  })
  const stream = agent.streamMessage(hello)
  expect(textsOf(await listOf(stream))).toEqual(steps)
  expect(stream.task.getSnapshot()?.artifacts?.[0]?.parts.map(({ text }) => text)).toEqual(steps)
  expect([errors.map(({ code }) => code), stored]).toEqual([['JSON_SYNTAX'], []])
})

function withParts(texts: readonly string[]): Json {
  return { artifacts: [{ artifactId: 'a', parts: texts.map(oldText) }] }
}

it('[AV-4] a stream that stays open after a cancellation ends with the task', async () => {
  const { agent } = await connectOld(({ method, result, stream }) => {
    if (method === 'message/stream') stream([oldTask('working'), ': ping\n\n'], { open: true })
    else result(oldTask('canceled'))
  })
  const stream = agent.streamMessage(hello)
  const events = listOf(stream)
  await expect.poll(() => stream.task.getSnapshot()?.id).toBe('task-1')
  expect((await agent.cancelTask({ id: 'task-1' })).status.state).toBe('TASK_STATE_CANCELED')
  expect(await events).toMatchObject([{ kind: 'task' }, { kind: 'status', status: { state: 'TASK_STATE_CANCELED' } }])
})

it('[AV-4] a deletion is answered without a result', async () => {
  const { agent, calls } = await connectOld(({ answer }) => answer({}))
  await agent.deletePushConfig({ taskId: 'task-1', configId: 'c1' })
  expect(calls).toMatchObject([
    {
      method: 'tasks/pushNotificationConfig/delete',
      params: { id: 'task-1', pushNotificationConfigId: 'c1' },
    },
  ])
  // Any other answer needs one.
  await expect(agent.getTask({ id: 'task-1' })).rejects.toMatchObject({ code: 'INVALID_AGENT_RESPONSE' })
})

it('[AV-4] a push configuration is the one that was asked for, though agents answer with the first one', async () => {
  const taskId = 'task-1'
  const pairs = ['c1', 'c2'].map((id) => ({
    taskId,
    pushNotificationConfig: { id, url: `https://hooks.example/${id}` },
  }))
  const { agent, calls } = await connectOld(({ method, result }) => result(method.endsWith('/list') ? pairs : pairs[0]))
  expect(await agent.getPushConfig({ taskId, configId: 'c1' })).toMatchObject({ url: 'https://hooks.example/c1' })
  expect(await agent.getPushConfig({ taskId, configId: 'c2' })).toMatchObject({ configId: 'c2' })
  expect(calls.map(({ method }) => String(method).split('/').at(-1))).toEqual(['get', 'get', 'list'])
  await expect(agent.getPushConfig({ taskId, configId: 'c3' })).rejects.toMatchObject({
    code: 'INVALID_AGENT_RESPONSE',
  })
})

it('[AV-4] a tenant is an error, because version 0.3 has none', async () => {
  const { agent, calls } = await connectOld(({ result }) => result(oldTask('working')))
  const wrong = { code: 'UNSUPPORTED_OPERATION', message: expect.stringContaining('no tenants') }
  await expect(agent.sendMessage({ ...hello, tenant: 'north' })).rejects.toMatchObject(wrong)
  await expect(listOf(agent.streamMessage({ ...hello, tenant: 'north' }))).rejects.toMatchObject(wrong)
  await expect(agent.getTask({ id: 'task-1', tenant: 'north' })).rejects.toMatchObject(wrong)
  expect(calls).toEqual([])
  expect(await agent.getTask({ id: 'task-1', tenant: '' })).toMatchObject({ id: 'task-1' })
})

it('[AV-4] a state that no version names is an unknown one, and the stream goes on', async () => {
  const { agent, errors } = await connectOld(({ stream }) =>
    stream([oldTask('submitted'), oldStatus('day-dreaming'), oldStatus('cancelled')]),
  )
  const states = (await listOf(agent.streamMessage(hello))).map((event) =>
    event.kind === 'status' ? event.status.state : undefined,
  )
  expect(states).toEqual([undefined, 'TASK_STATE_DAY_DREAMING', 'TASK_STATE_CANCELED'])
  expect(errors).toEqual([])
})

it.each([
  ['2026-11-23T22:40:34.448476+00:00', '2026-11-23T22:40:34.448Z'],
  ['2026-11-23T22:40:34+02:00', '2026-11-23T20:40:34.000Z'],
  ['2026-11-23T22:40:34', '2026-11-23T22:40:34.000Z'],
  ['yesterday', undefined],
  [undefined, undefined],
])('[AV-4] the time %s is %s', async (timestamp, expected) => {
  const { agent } = await connectOld(({ result }) =>
    result(oldTask('working', { status: { state: 'working', timestamp } })),
  )
  expect((await agent.getTask({ id: 'task-1' })).status).toEqual({
    state: 'TASK_STATE_WORKING',
    ...(expected && { timestamp: expected }),
  })
})

it('[AV-4] a history is asked for by a number, because some agents give none without', async () => {
  const { agent, calls } = await connectOld(({ result }) => result(oldTask('working', { history: [oldMessage([])] })))
  expect((await agent.getTask({ id: 'task-1' })).history).toHaveLength(1)
  await agent.getTask({ id: 'task-1', historyLength: 3 })
  // 0 means all to them.
  expect((await agent.getTask({ id: 'task-1', historyLength: 0 })).history).toBeUndefined()
  expect(calls.map(({ params }) => params)).toEqual(
    [1_000, 3, 1].map((historyLength) => ({ id: 'task-1', historyLength })),
  )
})

it('[AV-4] agents are told whether to wait, because they differ where nothing is said', async () => {
  const { agent, calls } = await connectOld(({ result }) => result(oldTask('working')))
  await agent.sendMessage(hello)
  await agent.sendMessage({ ...hello, configuration: { returnImmediately: true, acceptedOutputModes: ['text/plain'] } })
  expect(calls.map(({ params }) => (params as { configuration: unknown }).configuration)).toEqual([
    { blocking: true },
    { blocking: false, acceptedOutputModes: ['text/plain'] },
  ])
})

it.each([
  ['named', 'event: error\n'],
  ['without a name', ''],
])('[AV-4] an error before the first event, %s, is the error of the stream', async (_, name) => {
  const { agent } = await connectOld(({ stream }) => stream([errorEvent(-32602, 'Not so', name)], { newline: '\r\n' }))
  await expect(listOf(agent.streamMessage(hello))).rejects.toMatchObject({ code: 'INVALID_PARAMS', rpcCode: -32602 })
})

it('[AV-4] a stream whose first event is a status has a task, and one message alone is an answer', async () => {
  let answer: readonly unknown[] = [oldStatus('working'), oldStatus('completed', [oldText('Done')])]
  const { agent } = await connectOld(({ stream }) => stream(answer))
  const stream = agent.streamMessage(hello)
  expect((await listOf(stream)).map(({ kind }) => kind)).toEqual(['status', 'status'])
  expect(stream.task.getSnapshot()).toMatchObject({ id: 'task-1', status: { message: { parts: [{ text: 'Done' }] } } })
  answer = [oldMessage([oldText('Hello')])]
  expect(await listOf(agent.streamMessage(hello))).toMatchObject([{ kind: 'message', message: { role: 'ROLE_AGENT' } }])
})

it('[AV-4] what stands in a status message and in an artifact is shown once', async () => {
  const parts = [oldText('Here you are.'), ...[CS('s'), UC('s', [T('root', 'once')])].map((one) => oldSurface(one))]
  const artifact = { artifactId: 'answer', parts }
  const task = oldTask('completed', {
    history: [oldMessage(parts, 'm-0')],
    artifacts: [artifact],
    status: { state: 'completed' },
  })
  const { agent } = await connectOld(({ method, result, stream }) => {
    if (method === 'tasks/get') result(task)
    else
      stream([
        oldTask('submitted'),
        oldStatus('working', parts),
        oldChunk('', { artifact, append: false, lastChunk: true }),
        oldStatus('completed'),
      ])
  })
  for (const options of [{}, { contextId: 'context-1', tasks: ['task-1'] }]) {
    const { runtime, shown, codes } = record()
    const conversation = connectSurfaces(agent, runtime, options)
    if ('tasks' in options) await conversation.restored
    else await conversation.send('hello')
    await expect.poll(() => shown('s')).toBe('once')
    await expect.poll(() => conversation.state.getSnapshot()).toBe('done')
    const said = conversation.messages.getSnapshot().filter(({ role }) => role === 'ROLE_AGENT')
    expect(said.map(({ parts: all }) => all.map(({ text }) => text))).toEqual([['Here you are.']])
    expect(codes()).toEqual([])
    conversation.dispose()
  }
  // A program without surfaces has the artifact.
  expect((await agent.getTask({ id: 'task-1' })).artifacts).toMatchObject([{ artifactId: 'answer' }])
})

it('[AV-4] a conversation that is restored by its context alone begins empty, because nothing lists its tasks', async () => {
  const { agent, calls } = await connectOld(({ result }) => result(oldTask('working')))
  const { runtime } = record()
  const conversation = connectSurfaces(agent, runtime, { contextId: 'context-1' })
  await conversation.restored
  expect([conversation.state.getSnapshot(), conversation.error.getSnapshot(), calls]).toEqual(['done', undefined, []])
  conversation.dispose()
})

it('[AV-4] a stream that closes at a question waits for the user', async () => {
  const { agent } = await connectOld(({ method, result, stream }) => {
    if (method === 'tasks/get') result(oldTask('input-required'))
    else stream([oldTask('submitted'), oldStatus('input-required', [oldText('When?')])], { newline: '\r\n' })
  })
  const stream = agent.streamMessage(hello)
  await listOf(stream)
  expect(stream.state.getSnapshot()).toBe('waiting')
})

it('[AV-4] files and data are read in all the ways that texts and agents write them', async () => {
  const written = [
    { kind: 'file', file: { bytes: 'AA==', mimeType: 'image/png', name: 'a.png' } },
    { kind: 'file', file: { fileWithBytes: 'AA==' } },
    { kind: 'file', file: { data: 'AA==' } },
    { kind: 'file', file: { uri: 'https://files.example/a' }, metadata: { a: 1 } },
    { kind: 'file', file: { fileWithUri: 'https://files.example/a' } },
    { kind: 'data', data: { a: 1 }, mimeType: 'application/json+a2ui' },
    { kind: 'data', data: { value: [1] }, metadata: { data_part_compat: true } },
    { kind: 'data', data: { a: 1 }, metadata: { data_part_compat: true } },
    { text: 'no kind' },
  ]
  const { agent } = await connectOld(({ result }) => result(oldMessage(written)))
  expect((await agent.sendMessage(hello)) as Message).toHaveProperty('parts', [
    { raw: 'AA==', mediaType: 'image/png', filename: 'a.png' },
    { raw: 'AA==' },
    { raw: 'AA==' },
    { url: 'https://files.example/a', metadata: { a: 1 } },
    { url: 'https://files.example/a' },
    { data: { a: 1 }, metadata: { mimeType: 'application/json+a2ui' } },
    { data: [1] },
    { data: { a: 1 }, metadata: { data_part_compat: true } },
    { text: 'no kind' },
  ])
})
