// Every error of the protocol that a server answers over real HTTP on loopback, in both bindings.
import { describe, expect, it } from 'vitest'
import { AgentError } from '../../../src/agent/server/index.ts'
import { conformanceAgent, limitedAgent } from './conformance-agent.ts'
import { allEvents, type Binding, bindings, call, request, saying, seedHeaders, serve } from './http-calls.ts'

const errors: unknown[] = []
const origin = await serve(limitedAgent(errors))

async function finishedTask(binding: Binding, word = 'complete'): Promise<string> {
  return (await call(origin, binding, 'SendMessage', saying(word))).result.task.id
}

describe.each(bindings)('%s', (binding) => {
  it.each([
    'GetTask',
    'CancelTask',
    'SubscribeToTask',
    'GetPushNotificationConfig',
    'ListPushNotificationConfigs',
    'DeletePushNotificationConfig',
    'CreatePushNotificationConfig',
  ])('[AS-3] %s of an unknown task: TASK_NOT_FOUND', async (name) => {
    const params = { id: 'none', taskId: 'none', configId: 'none', url: 'http://127.0.0.1:9/hook' }
    const { status, reason } = await call(origin, binding, name, params)
    expect([status, reason]).toEqual([binding === 'JSONRPC' ? 200 : 404, 'TASK_NOT_FOUND'])
  })

  it.each<readonly [object, string]>([
    [{ pageSize: 0 }, '"/pageSize" must be an integer from 1 to 100'],
    [{ limit: 0 }, '"/limit" must be an integer from 1 to 100'],
    [{ page_size: 0 }, '"/page_size" must be an integer from 1 to 100'],
    [{ pageToken: 'abc' }, '"/pageToken" must be the nextPageToken of a page'],
    [{ cursor: 'abc' }, '"/cursor" must be the nextCursor of a page'],
  ])('[AS-36] names the members as the caller does: %o', async (params, said) => {
    const response = await request(origin, binding, 'ListTasks', params as Record<string, unknown>)
    // As a text within JSON.
    expect(await response.text()).toContain(JSON.stringify(said).slice(1, -1))
  })

  it('[AS-36] names headers as the caller does, in the public spelling where that is not known', async () => {
    const json = { 'content-type': 'application/json' }
    const hintOf = async (headers: Record<string, string>): Promise<string> =>
      (await request(origin, binding, 'ListTasks', {}, { headers: { ...json, ...headers } })).text()
    expect(await hintOf({})).toMatch(/Send the header A2A-Version: 1\.0/)
    expect(await hintOf({ 'a2a-version': '7.0' })).toMatch(/Send the header A2A-Version: 1\.0/)
    expect(await hintOf({ 'agent-version': '7.0' })).toMatch(/Send the header Agent-Version: 1\.0/)
  })

  it.each<[string, string, Record<string, unknown>, string]>([
    ['an unknown task', 'SendMessage', saying('x', { taskId: 'none' }), 'TASK_NOT_FOUND'],
    ['no message', 'SendMessage', {}, 'INVALID_PARAMS'],
    ['no message', 'SendStreamingMessage', {}, 'INVALID_PARAMS'],
    ['no messageId', 'SendMessage', saying('x', { messageId: '' }), 'INVALID_PARAMS'],
    ['no parts', 'SendMessage', saying('x', { parts: [] }), 'INVALID_PARAMS'],
    ['a role of nobody', 'SendMessage', saying('x', { role: 'ROLE_UNSPECIFIED' }), 'INVALID_PARAMS'],
    ['two contents', 'SendMessage', saying('x', { parts: [{ text: 'a', url: 'b' }] }), 'INVALID_PARAMS'],
    ['no content', 'SendMessage', saying('x', { parts: [{ mediaType: 'text/plain' }] }), 'INVALID_PARAMS'],
    ['content of a wrong type', 'SendMessage', saying('x', { parts: [{ text: 5 }] }), 'INVALID_PARAMS'],
    ['bytes that are no base64', 'SendMessage', saying('x', { parts: [{ raw: '&' }] }), 'INVALID_PARAMS'],
    [
      'a media type that the agent does not take',
      'SendMessage',
      saying('x', { parts: [{ raw: 'aaaa', mediaType: 'video/mp4' }] }),
      'CONTENT_TYPE_NOT_SUPPORTED',
    ],
    ['a negative history', 'GetTask', { id: 'x', historyLength: -1 }, 'INVALID_PARAMS'],
    ['a page of none', 'ListTasks', { limit: 0 }, 'INVALID_PARAMS'],
    ['a page of too many', 'ListTasks', { pageSize: 101 }, 'INVALID_PARAMS'],
    ['a cursor of nobody', 'ListTasks', { cursor: 'abc' }, 'INVALID_PARAMS'],
    ['an unknown state', 'ListTasks', { status: 'TASK_STATE_NEW' }, 'INVALID_PARAMS'],
    ['a local time', 'ListTasks', { statusTimestampAfter: '2026-01-01T00:00:00+02:00' }, 'INVALID_PARAMS'],
    [
      'a push target inside a task that has no such scheme',
      'SendMessage',
      saying('x', {}, { taskPushNotificationConfig: { url: 'file:///etc/passwd' } }),
      'INVALID_PARAMS',
    ],
  ])('[AS-3] %s in %s: an error', async (_what, name, params, reason) => {
    const answer = await call(origin, binding, name, params)
    expect(answer.reason).toBe(reason)
    const status = { TASK_NOT_FOUND: 404, CONTENT_TYPE_NOT_SUPPORTED: 415 }[reason] ?? 400
    expect(answer.status).toBe(binding === 'JSONRPC' ? 200 : status)
  })

  it('[AS-3] a message of another context than its task is refused', async () => {
    const { task } = (await call(origin, binding, 'SendMessage', saying('ask'))).result
    const { reason } = await call(origin, binding, 'SendMessage', saying('x', { taskId: task.id, contextId: 'other' }))
    expect(reason).toBe('INVALID_PARAMS')
  })

  it('[AS-3] a subscription to a task that is over is refused', async () => {
    const id = await finishedTask(binding)
    expect((await call(origin, binding, 'SubscribeToTask', { id })).reason).toBe('UNSUPPORTED_OPERATION')
  })

  it('[AS-3] what the card does not offer is refused', async () => {
    const capabilities = { streaming: false, pushNotifications: false, extendedAgentCard: false }
    const plain = await serve(conformanceAgent({ card: { name: 'Plain', capabilities } }))
    const reasons: Record<string, string | undefined> = {}
    for (const name of [
      'SendStreamingMessage',
      'SubscribeToTask',
      'ListPushNotificationConfigs',
      'GetExtendedAgentCard',
    ]) {
      reasons[name] = (await call(plain, binding, name, { ...saying('x'), id: 'x', taskId: 'x' })).reason
    }
    expect(reasons).toEqual({
      SendStreamingMessage: 'UNSUPPORTED_OPERATION',
      SubscribeToTask: 'UNSUPPORTED_OPERATION',
      ListPushNotificationConfigs: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
      GetExtendedAgentCard: 'UNSUPPORTED_OPERATION',
    })
    const missing = await serve(
      conformanceAgent({ card: { name: 'Plain', capabilities: { extendedAgentCard: true } } }),
    )
    const { reason } = await call(missing, binding, 'GetExtendedAgentCard')
    expect(reason).toBe('EXTENDED_AGENT_CARD_NOT_CONFIGURED')
  })

  it('[AS-4] a version that is not spoken is refused, in either spelling and when there is none', async () => {
    const json = { 'content-type': 'application/json' }
    const cases: readonly Record<string, string>[] = [
      json,
      { ...json, 'agent-version': '0.3' },
      { ...json, 'a2a-version': '2.0' },
    ]
    for (const headers of cases) {
      const { status, reason } = await call(origin, binding, 'ListTasks', {}, { headers })
      expect([status, reason]).toEqual([binding === 'JSONRPC' ? 200 : 400, 'VERSION_NOT_SUPPORTED'])
    }
    const patch = { ...json, 'agent-version': '1.0.3', 'a2a-version': '1.0' }
    expect((await call(origin, binding, 'ListTasks', {}, { headers: patch })).reason).toBeUndefined()
    const both = { ...json, 'agent-version': '1.0', 'a2a-version': '0.3' }
    expect((await call(origin, binding, 'ListTasks', {}, { headers: both })).reason).toBe('INVALID_REQUEST')
  })

  it('[AS-4] a required extension must be named; what is named and known is told back', async () => {
    const extensions = [{ uri: 'urn:needed', required: true }, { uri: 'urn:known' }]
    const strict = await serve(conformanceAgent({ card: { name: 'Strict', extensions } }))
    expect((await call(strict, binding, 'ListTasks')).reason).toBe('EXTENSION_SUPPORT_REQUIRED')
    const named = { ...seedHeaders, 'agent-extensions': 'urn:other, urn:known', 'x-a2a-extensions': 'urn:needed' }
    const response = await request(strict, binding, 'ListTasks', {}, { headers: named })
    expect(response.status).toBe(200)
    expect(response.headers.get('agent-extensions')).toBe('urn:known, urn:needed')
  })

  it('[AS-4] the answer is spelt as the request is', async () => {
    const headers = { 'content-type': 'application/a2a+json', 'a2a-version': '1.0' }
    const events = await allEvents(origin, binding, 'SendStreamingMessage', saying('chunks'), { headers })
    expect(new Set(events.map((event) => Object.keys(event)[0]))).toEqual(
      new Set(['task', 'artifactUpdate', 'statusUpdate']),
    )
  })

  it('[AS-13] credentials that are missing or wrong are refused before anything else', async () => {
    const authenticate = (sent: Request) => (sent.headers.get('authorization') === 'Bearer right' ? 'ann' : undefined)
    const guarded = await serve(conformanceAgent({ authenticate }))
    const response = await request(guarded, binding, 'ListTasks')
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="agent"'])
    const headers = { ...seedHeaders, authorization: 'Bearer right' }
    expect((await request(guarded, binding, 'ListTasks', {}, { headers })).status).toBe(200)
    const forbid = (): never => {
      throw new AgentError('PERMISSION_DENIED', 'No', { hint: 'Ask.' })
    }
    const closed = await serve(conformanceAgent({ authenticate: forbid }))
    const { status, reason } = await call(closed, binding, 'ListTasks')
    expect([status, reason]).toEqual([403, 'PERMISSION_DENIED'])
  })
})
