// The server's operations over real HTTP on loopback, in both bindings, and what each one answers. Requests are written by
// hand; `sdk-client.test.ts` has another client.
import { describe, expect, it } from 'vitest'
import { memoryTaskStore } from '../../../src/agent/server/index.ts'
import { conformanceAgent, limitedAgent } from './conformance-agent.ts'
import { allEvents, type Binding, bindings, call, eventsOf, request, saying, seedHeaders, serve } from './http-calls.ts'

const errors: unknown[] = []
const origin = await serve(limitedAgent(errors))

/** A task that works until it is canceled. */
async function workingTask(binding: Binding): Promise<string> {
  const { result } = await call(origin, binding, 'SendMessage', saying('wait', {}, { returnImmediately: true }))
  return result.task.id
}

async function finishedTask(binding: Binding, word = 'complete'): Promise<string> {
  return (await call(origin, binding, 'SendMessage', saying(word))).result.task.id
}

describe.each(bindings)('%s', (binding) => {
  it('[AS-1] SendMessage answers with a message, or waits for a task that is over or interrupted', async () => {
    const answer = await call(origin, binding, 'SendMessage', saying('message'))
    expect(answer.result.message).toMatchObject({ role: 'ROLE_AGENT', parts: [{ text: 'No task is needed.' }] })
    expect(answer.result.message.taskId).toBeUndefined()
    const { result } = await call(origin, binding, 'SendMessage', saying('complete'))
    expect(result.task.status).toMatchObject({ state: 'TASK_STATE_COMPLETED', message: { parts: [{ text: 'Done.' }] } })
    expect(result.task.status.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(result.task.history).toMatchObject([{ messageId: 'm-1', taskId: result.task.id }])
  })

  it.each([
    ['reject', 'TASK_STATE_REJECTED', 'Not something I do.'],
    ['fail', 'TASK_STATE_FAILED', 'The agent could not finish this task.'],
  ])('[AS-1] a task can %s', async (word, state, text) => {
    const { result } = await call(origin, binding, 'SendMessage', saying(word))
    expect(result.task.status).toMatchObject({ state, message: { parts: [{ text }] } })
    expect(JSON.stringify(result)).not.toContain('secret')
  })

  it('[AS-5] a task that waits for input goes on with the next message, and its history keeps both sides', async () => {
    const first = await call(origin, binding, 'SendMessage', saying('ask'))
    const { id, contextId, status } = first.result.task
    expect(status.state).toBe('TASK_STATE_INPUT_REQUIRED')
    const reply = saying('Friday', { messageId: 'm-2', taskId: id, contextId })
    const { task } = (await call(origin, binding, 'SendMessage', reply)).result
    expect(task).toMatchObject({ id, contextId, status: { state: 'TASK_STATE_COMPLETED' } })
    const said = task.history.map((message: { parts: { text: string }[] }) => message.parts[0]?.text)
    expect(said).toEqual(['ask', 'Which day?', 'Friday'])
    const again = await call(origin, binding, 'SendMessage', reply)
    expect(again.reason).toBe('UNSUPPORTED_OPERATION')
  })

  it('[AS-1] SendMessage returns a task at once when it is asked to', async () => {
    const sent = saying('wait', {}, { returnImmediately: true, historyLength: 0 })
    const { task } = (await call(origin, binding, 'SendMessage', sent)).result
    expect(task.status.state).toMatch(/SUBMITTED|WORKING/)
    expect(task.history).toBeUndefined()
    await call(origin, binding, 'CancelTask', { id: task.id })
  })

  it('[AS-2] SendStreamingMessage streams the task, then its changes, then ends', async () => {
    const events = await allEvents(origin, binding, 'SendStreamingMessage', saying('chunks'))
    expect(events.map((event) => Object.keys(event)[0])).toEqual([
      'task',
      ...Array<string>(5).fill('taskArtifactUpdate'),
      'taskStatusUpdate',
    ])
    const updates = events.slice(1, 6).map((event) => event['taskArtifactUpdate'])
    expect(updates).toMatchObject([
      { index: 0, append: false, artifact: { parts: [{ text: 'one ' }] } },
      { index: 0, append: true, artifact: { parts: [{ text: 'two ' }] } },
      { index: 0, append: true, artifact: { parts: [{ text: 'three' }] } },
      { index: 1, append: false, artifact: { artifactId: 'file', parts: [{ text: 'a' }] } },
      { index: 1, append: true, lastChunk: true, artifact: { artifactId: 'file', parts: [{ text: 'b' }] } },
    ])
    expect(events.at(-1)).toMatchObject({ taskStatusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } })
    expect(events.at(-1)?.['taskStatusUpdate']).not.toHaveProperty('final')
  })

  it('[AS-2] a stream of a message is that message alone; one of an interrupted task ends there', async () => {
    const events = await allEvents(origin, binding, 'SendStreamingMessage', saying('message'))
    expect(events).toMatchObject([{ message: { parts: [{ text: 'No task is needed.' }] } }])
    const asked = await allEvents(origin, binding, 'SendStreamingMessage', saying('ask'))
    expect(asked.at(-1)).toMatchObject({ taskStatusUpdate: { status: { state: 'TASK_STATE_INPUT_REQUIRED' } } })
  })

  it('[AS-1] GetTask has artifacts of every kind, and as much of the history as is wanted', async () => {
    const id = await finishedTask(binding, 'artifacts')
    const { result } = await call(origin, binding, 'GetTask', { id, historyLength: 0 })
    expect(result).not.toHaveProperty('history')
    expect(result.artifacts.map((artifact: { parts: unknown }) => artifact.parts)).toEqual([
      [{ text: 'plain' }],
      [{ raw: btoa('three small words'), mediaType: 'text/plain', filename: 'words.txt' }],
      [{ url: 'https://files.example/a.png', mediaType: 'image/png' }],
      [{ data: { count: 3 } }, { data: null }],
    ])
    const whole = await call(origin, binding, 'GetTask', { id, historyLength: 1 })
    expect(whole.result.history).toHaveLength(1)
  })

  it('[AS-8] CancelTask ends a task once, and its streams with it', async () => {
    const id = await workingTask(binding)
    // The public text allows both verbs.
    const stream = await (binding === 'JSONRPC'
      ? request(origin, binding, 'SubscribeToTask', { id })
      : fetch(`${origin}/tasks/${id}:subscribe`, { headers: seedHeaders }))
    const canceled = await call(origin, binding, 'CancelTask', { id })
    expect(canceled.result.status.state).toBe('TASK_STATE_CANCELED')
    const events = []
    for await (const event of eventsOf(stream, binding)) events.push(Object.keys(event)[0])
    expect(events[0]).toBe('task')
    expect(events.at(-1)).toBe('taskStatusUpdate')
    expect((await call(origin, binding, 'CancelTask', { id })).reason).toBe('TASK_NOT_CANCELABLE')
  })

  it('[AS-10] push notification configurations are made, read, listed and deleted', async () => {
    const taskId = await workingTask(binding)
    const made = await call(origin, binding, 'CreatePushNotificationConfig', {
      taskId,
      url: 'http://127.0.0.1:9/hook',
      token: 'secret',
      authentication: { scheme: 'Bearer', credentials: 'abc' },
    })
    const { configId } = made.result
    expect(made.result).toMatchObject({ taskId, id: configId, token: 'secret', createdAt: expect.stringMatching(/Z$/) })
    const one = { taskId, configId }
    expect((await call(origin, binding, 'GetPushNotificationConfig', one)).result).toEqual(made.result)
    for (const name of ['second', 'third']) {
      const more = { taskId, configId: name, url: 'http://127.0.0.1:9/more' }
      expect((await call(origin, binding, 'CreatePushNotificationConfig', more)).result.id).toBe(name)
    }
    const fourth = await call(origin, binding, 'CreatePushNotificationConfig', { taskId, url: 'http://127.0.0.1:9/4' })
    expect(fourth.reason).toBe('RATE_LIMITED')
    const page = await call(origin, binding, 'ListPushNotificationConfigs', { taskId })
    expect(page.result).toMatchObject({ configs: [{ configId }, { id: 'second' }, { id: 'third' }], nextPageToken: '' })
    for (const _ of [1, 2]) {
      expect((await call(origin, binding, 'DeletePushNotificationConfig', one)).reason).toBeUndefined()
    }
    expect((await call(origin, binding, 'GetPushNotificationConfig', one)).reason).toBe('TASK_NOT_FOUND')
    await call(origin, binding, 'CancelTask', { id: taskId })
  })

  it('[AS-11] GetExtendedAgentCard has the other card', async () => {
    const { result } = await call(origin, binding, 'GetExtendedAgentCard')
    expect(result).toMatchObject({ name: 'Extended agent', capabilities: { extendedAgentCard: true } })
  })

  it('[AS-12] ListTasks goes through all tasks page by page, newest first, and filters', async () => {
    let time = Date.UTC(2026, 0, 1)
    const now = () => time
    const many = await serve(conformanceAgent({ now, store: memoryTaskStore() }))
    for (let index = 0; index < 7; index++) {
      if (index % 2 === 0) time += 1_000
      await call(
        many,
        binding,
        'SendMessage',
        saying(index === 3 ? 'ask' : 'artifacts', { contextId: `c${index % 2}` }),
      )
    }
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const { result } = await call(many, binding, 'ListTasks', { limit: 3, ...(cursor && { cursor }) })
      expect(result.totalSize).toBe(7)
      expect(result.nextPageToken).toBe(result.nextCursor ?? '')
      expect(result.tasks[0]).not.toHaveProperty('artifacts')
      ids.push(...result.tasks.map((task: { id: string }) => task.id))
      if (!result.nextCursor) break
      cursor = result.nextCursor
    }
    expect(new Set(ids).size).toBe(7)
    const asked = await call(many, binding, 'ListTasks', { status: 'TASK_STATE_INPUT_REQUIRED' })
    expect(asked.result.tasks).toMatchObject([{ contextId: 'c1' }])
    const even = await call(many, binding, 'ListTasks', { contextId: 'c0', includeArtifacts: true, pageSize: 2 })
    expect([even.result.totalSize, even.result.tasks[0].artifacts.length]).toEqual([4, 4])
    const since = '2026-01-01T00:00:04Z'
    const late = await call(many, binding, 'ListTasks', { statusTimestampAfter: since })
    expect(late.result.totalSize).toBe(1)
  })
})
