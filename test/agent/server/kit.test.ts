// What a public test kit of the protocol asks for, in the public spelling and both bindings. What the kit calls
// CORE-SEND-003 is among it: its requirement names no error, ours is the protocol's.
import { describe, expect, it } from 'vitest'
import { type Binding, bindings } from './http-calls.ts'
import { kitAgent, kitTasks } from './kit-agent.ts'
import { createPublicCaller, tellsNoEnd } from './public-calls.ts'

const card = '/.well-known/agent-card.json'

describe.each(bindings)('%s', (binding: Binding) => {
  const { call, events, message, send } = createPublicCaller(kitAgent(), binding)

  it.each(kitTasks)('[AS-28] %s', async (prefix, task) => {
    expect(await send(prefix)).toMatchObject({
      task: { id: expect.any(String), contextId: expect.any(String), ...task },
    })
  })

  it('[AS-28] an answer may be a message, alone in a stream as well', async () => {
    expect(await send('tck-message-response')).toMatchObject({ message: { parts: [{ text: 'No task.' }] } })
    const alone = await events('SendStreamingMessage', { message: message('tck-message-response') })
    expect(alone).toMatchObject([{ message: { role: 'ROLE_AGENT' } }])
  })

  it('[AS-28] a blocking request waits for the end, and one that wants the task at once does not', async () => {
    const now = await send('tck-delayed-complete', {}, { returnImmediately: true })
    expect(tellsNoEnd(now)).toBe(true)
    expect(tellsNoEnd(await send('tck-delayed-complete'))).toBe(false)
  })

  it.each([
    'tck-stream-001',
    'tck-stream-ordering-001',
    'tck-stream-artifact-text',
    'tck-stream-artifact-file',
    'tck-stream-artifact-chunked',
  ])('[AS-28] %s: the task, what comes of it in order, and the end', async (prefix) => {
    const all = await events('SendStreamingMessage', { message: message(prefix) })
    const names = all.flatMap((event) => Object.keys(event))
    expect([names[0], names.at(-1)]).toEqual(['task', 'statusUpdate'])
    expect(names).toContain('artifactUpdate')
    expect(all.at(-1)).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } })
  })

  it('[AS-28] a subscription begins with the task, and streams of one task have the same events', async () => {
    const { task } = await send('test-resubscribe-message-id', {}, { returnImmediately: true })
    const both = await Promise.all([0, 1].map(() => events('SubscribeToTask', { id: task.id })))
    expect(both[1]).toEqual(both[0])
    expect(both[0]?.[0]).toMatchObject({ task: { id: task.id } })
    expect(await call('SubscribeToTask', { id: task.id })).toMatchObject({ reason: 'UNSUPPORTED_OPERATION' })
  })

  it('[AS-28] contexts and tasks of messages: made, kept, inferred, or refused', async () => {
    const asked = (await send('tck-input-required')).task
    const inferred = await send('tck-complete-task', { taskId: asked.id })
    expect(inferred.task).toMatchObject({ id: asked.id, contextId: asked.contextId })
    const kept = await send('tck-complete-task', { contextId: asked.contextId })
    expect([kept.task.contextId, kept.task.id === asked.id]).toEqual([asked.contextId, false])
    const over = await call('SendMessage', { message: { ...message('tck-complete-task'), taskId: asked.id } })
    expect(over.reason).toBe('UNSUPPORTED_OPERATION')
    const none = await call('SendMessage', { message: { ...message('tck-complete-task'), taskId: 'none' } })
    expect(none.reason).toBe('TASK_NOT_FOUND')
    const waiting = (await send('tck-input-required')).task
    const other = { ...message('tck-complete-task'), taskId: waiting.id, contextId: 'other' }
    expect((await call('SendMessage', { message: other })).reason).toBe('INVALID_PARAMS')
  })

  it('[AS-28] tasks are read, listed, cut to a history, and canceled once', async () => {
    const { task } = await send('tck-input-required')
    await send('tck-input-required', { taskId: task.id })
    for (const historyLength of [0, 1, 2]) {
      const { result } = await call('GetTask', { id: task.id, historyLength })
      expect(result.history?.length ?? 0).toBe(historyLength)
    }
    expect((await call('GetTask', { id: 'none' })).reason).toBe('TASK_NOT_FOUND')
    const page = (await call('ListTasks', { contextId: task.contextId, pageSize: 100 })).result
    expect(page).toMatchObject({ tasks: [{ id: task.id }], nextPageToken: '', pageSize: 100, totalSize: 1 })
    expect(page.tasks[0]).not.toHaveProperty('artifacts')
    expect((await call('CancelTask', { id: task.id })).result.status.state).toBe('TASK_STATE_CANCELED')
    expect((await call('CancelTask', { id: task.id })).reason).toBe('TASK_NOT_CANCELABLE')
    expect((await call('CancelTask', { id: 'none' })).reason).toBe('TASK_NOT_FOUND')
  })

  it('[AS-28] what is not supported is refused by its own error', async () => {
    const parts = [{ raw: 'dGNr', mediaType: 'application/x-unsupported' }]
    const typed = await call('SendMessage', { message: { ...message('tck-send-003'), parts } })
    expect([typed.reason, typed.status]).toEqual(['CONTENT_TYPE_NOT_SUPPORTED', binding === 'JSONRPC' ? 200 : 415])
    const push = { taskId: 'none', url: 'https://hook.example' }
    expect((await call('CreateTaskPushNotificationConfig', push)).reason).toBe('PUSH_NOTIFICATION_NOT_SUPPORTED')
    expect((await call('GetExtendedAgentCard', {})).reason).toBe('UNSUPPORTED_OPERATION')
    const version = await call('ListTasks', {}, { 'a2a-version': '99.0' })
    expect(version.reason).toBe('VERSION_NOT_SUPPORTED')
    expect((await call('SendMessage', {})).reason).toBe('INVALID_PARAMS')
    const known = await call('ListTasks', {}, { 'a2a-extensions': 'urn:known,urn:other' })
    expect(known.headers.get('a2a-extensions')).toBe('urn:known')
  })

  it('[AS-26] an answer has the content type that its caller accepts', async () => {
    const typeOf = async (name: string, params: object, accept?: string): Promise<string | null> =>
      (await call(name, params, accept ? { accept } : {})).headers.get('content-type')
    const wanted = binding === 'JSONRPC' ? 'application/json' : 'application/a2a+json'
    expect(await typeOf('ListTasks', {})).toBe('application/json')
    expect(await typeOf('ListTasks', {}, 'application/a2a+json, */*')).toBe(wanted)
    expect(await typeOf('GetTask', { id: 'none' })).toBe('application/json')
  })
})

it('[AS-28] [AS-11] the card can be cached', async () => {
  const response = await kitAgent()(new Request(`http://agent.example${card}`))
  const { headers } = response
  expect(headers.get('cache-control')).toMatch(/max-age=\d+/)
  expect(headers.get('etag')).toMatch(/^".+"$/)
  expect(headers.get('last-modified')).toMatch(/GMT$/)
})
