// Push notifications at their receiver: what agents post over HTTP, checked and read once.
import { createServer } from 'node:http'
import {
  DefaultRequestHandler as DefaultRequestHandler03,
  InMemoryPushNotificationStore as InMemoryPushNotificationStore03,
  InMemoryTaskStore as InMemoryTaskStore03,
} from 'a2a-sdk-0.3/server'
import { jsonRpcHandler as jsonRpcHandler03, UserBuilder as UserBuilder03 } from 'a2a-sdk-0.3/server/express'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { AgentError, type PushNotification, readNotification } from '../../../src/agent/index.ts'
import { v03 } from '../../../src/agent/server/v0-3/index.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { conformanceAgent } from '../server/conformance-agent.ts'
import { call, saying, serve } from '../server/http-calls.ts'
import { oldStatus, oldTask } from '../v0-3/recordings.ts'
import { listen } from './fake-agent.ts'

const token = 'a-long-random-token'

interface Receiver {
  readonly url: string
  readonly got: readonly PushNotification[]
  readonly errors: readonly AgentError[]
}

/** A receiver as a host writes it. `breaks`: how often it fails when it has read one. */
function receiverOf(seen: Set<string>, breaks = 0) {
  const got: PushNotification[] = []
  const errors: AgentError[] = []
  let left = breaks
  async function receive(request: Parameters<typeof readNotification>[0]): Promise<number> {
    try {
      const notification = await readNotification(request, { token, seen })
      if (left-- > 0) return 500
      got.push(notification)
      if (notification.id !== undefined) seen.add(notification.id)
      return 204
    } catch (error) {
      if (!(error instanceof AgentError)) throw error
      errors.push(error)
      return error.httpStatus ?? 500
    }
  }
  return { got, errors, receive }
}

const kinds = {
  async fetch(seen: Set<string>, breaks?: number): Promise<Receiver> {
    const { receive, ...seenBy } = receiverOf(seen, breaks)
    const origin = await serve(async (request) => new Response(null, { status: await receive(request) }))
    return { ...seenBy, url: `${origin}/hook` }
  },
  async node(seen: Set<string>, breaks?: number): Promise<Receiver> {
    const { receive, ...seenBy } = receiverOf(seen, breaks)
    const origin = await listen(
      createServer(async (request, response) => {
        response.statusCode = await receive(request)
        response.end()
      }),
    )
    return { ...seenBy, url: `${origin}/hook` }
  },
}

const textOf = ({ event }: PushNotification): string | undefined =>
  event.kind === 'artifact' ? event.artifact.parts[0]?.text : undefined

describe.each(Object.entries(kinds))('a receiver of %s requests', (_, makeReceiver) => {
  it.each(['agent-version', 'a2a-version'])(
    '[AR-1] reads what our server posts to callers with %s, each event once',
    async (version) => {
      const { url, got, errors } = await makeReceiver(new Set(), 2)
      const origin = await serve(conformanceAgent({ allowPrivatePushTargets: true, pushRetryDelay: 1 }))
      const headers = { 'content-type': 'application/json', [version]: '1.0' }
      const sent = saying('chunks', {}, { taskPushNotificationConfig: { url, token } })
      await call(origin, 'JSONRPC', 'SendMessage', sent, { headers })
      await waitUntil(() => got.length === 6)
      expect(got.map(({ event }) => event.kind)).toEqual([...Array<string>(5).fill('artifact'), 'status'])
      expect(new Set(got.map(({ id }) => id)).size).toBe(6)
      expect(got.every(({ sentAt = 0 }) => Math.abs(Date.now() - sentAt) < 60_000)).toBe(true)
      expect(got.at(-1)?.event).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } })
      expect(errors).toEqual([])
    },
  )

  it('[AR-1] reads what our server posts to callers of version 0.3', async () => {
    const { url, got, errors } = await makeReceiver(new Set())
    const supportedInterfaces = [{ url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '0.3' }]
    const card = { name: 'Old', supportedInterfaces }
    const origin = await serve(conformanceAgent({ allowPrivatePushTargets: true, card, legacy: v03() }))
    const message = { kind: 'message', role: 'user', messageId: 'm-1', parts: [{ kind: 'text', text: 'complete' }] }
    const params = { message, configuration: { pushNotificationConfig: { url, token } } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/send', params })
    await fetch(`${origin}/rpc`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    await waitUntil(() => got.length > 0)
    expect(got.at(-1)?.event).toMatchObject({ kind: 'task', task: { status: { state: 'TASK_STATE_COMPLETED' } } })
    expect(errors).toEqual([])
  })

  it('[AR-1] reads what the public SDK of 0.3 posts', async () => {
    const { url, got, errors } = await makeReceiver(new Set())
    const origin = await listen(sdkServer())
    const message = { kind: 'message', role: 'user', messageId: 'm-1', parts: [{ kind: 'text', text: 'go' }] }
    const params = { message, configuration: { blocking: true, pushNotificationConfig: { url, token } } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/send', params })
    await fetch(origin, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const states = () => got.map(({ event }) => (event.kind === 'task' ? event.task.status.state : event.kind))
    await waitUntil(() => states().includes('TASK_STATE_COMPLETED'))
    // It posts the whole task for each event, so a busy machine sees the same text twice.
    expect(errors.filter(({ code }) => code !== 'NOTIFICATION_REPEATED')).toEqual([])
  })

  it.each([
    [401, 'UNAUTHENTICATED', { headers: { 'x-a2a-notification-token': 'another' } }],
    [401, 'UNAUTHENTICATED', { headers: { 'x-a2a-notification-token': '' } }],
    [405, 'METHOD_NOT_FOUND', { method: 'PUT' }],
    [413, 'REQUEST_TOO_LARGE', { body: `"${'x'.repeat(17_000_000)}"` }],
    [400, 'PARSE_ERROR', { body: '{' }],
    [400, 'PARSE_ERROR', { body: '' }],
    [400, 'INVALID_REQUEST', { body: `${'['.repeat(400)}${']'.repeat(400)}` }],
    [400, 'INVALID_AGENT_RESPONSE', { body: '[]' }],
    [400, 'INVALID_AGENT_RESPONSE', { body: '{"weather":"fine"}' }],
    [400, 'INVALID_AGENT_RESPONSE', { body: '{"kind":"video"}' }],
    [400, 'INVALID_AGENT_RESPONSE', { body: '{"taskStatusUpdate":{"taskId":"t","status":{}}}' }],
    [400, 'PART_INVALID', { body: '{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{}]}}' }],
    [400, 'NOTIFICATION_EXPIRED', { headers: { 'webhook-timestamp': '1' } }],
    [400, 'NOTIFICATION_EXPIRED', { headers: { 'webhook-timestamp': '99999999999' } }],
    [400, 'NOTIFICATION_EXPIRED', { body: statusBody('2020-01-01T00:00:00.000Z') }],
  ] as const)('[AR-2] answers %i, %s (%#)', async (status, code, init) => {
    const { url, got, errors } = await makeReceiver(new Set())
    const headers = { 'x-a2a-notification-token': token, ...('headers' in init && init.headers) }
    const answer = await fetch(url, { method: 'POST', body: statusBody(new Date().toISOString()), ...init, headers })
    expect(answer.status).toBe(status)
    expect([errors.map((error) => error.code), got]).toEqual([[code], []])
    expect(`${errors[0]?.message}${errors[0]?.hint}`).not.toContain(token)
  })

  it('[AR-3] a notification that comes again is told, whether its agent numbers it or not', async () => {
    const { url, got, errors } = await makeReceiver(new Set())
    const post = (body: string, more: object = {}) =>
      fetch(url, { method: 'POST', body, headers: { 'x-a2a-notification-token': token, ...more } })
    const chunk = JSON.stringify({
      taskArtifactUpdate: { taskId: 't', artifact: { artifactId: 'a', parts: [{ text: 'ha' }] }, append: true },
    })
    const whole = JSON.stringify(oldTask('working'))
    const sent = [
      ...[await post(chunk), await post(chunk)],
      ...[await post(chunk, { 'webhook-id': '1' }), await post(chunk, { 'webhook-id': '1' })],
      ...[await post(whole), await post(whole)],
      ...[await post(JSON.stringify(oldStatus('working')))],
    ]
    expect(sent.map(({ status }) => status)).toEqual([204, 204, 204, 200, 204, 200, 204])
    expect(got.map(textOf)).toEqual(['ha', 'ha', 'ha', undefined, undefined])
    expect(errors.map(({ code }) => code)).toEqual(['NOTIFICATION_REPEATED', 'NOTIFICATION_REPEATED'])
  })
})

it('[AR-2] a missing token is a mistake of the host, and takes nothing', async () => {
  const request = new Request('https://hooks.example', { method: 'POST', body: '{}' })
  for (const wrong of ['', [], [''], undefined as unknown as string])
    await expect(readNotification(request, { token: wrong })).rejects.toThrow(TypeError)
})

it('[AR-2] any of several tokens is good, limits and clock are those of the host', async () => {
  const body = statusBody('2026-01-01T00:00:00.000Z')
  const headers = { 'x-a2a-notification-token': 'new' }
  const read = (more: object) =>
    readNotification(new Request('https://hooks.example', { method: 'POST', body, headers }), {
      ...{ token: ['old', 'new'], now: () => Date.parse('2026-01-01T00:00:01Z') },
      ...more,
    })
  expect(await read({})).toMatchObject({ event: { kind: 'status' }, sentAt: Date.parse('2026-01-01T00:00:00Z') })
  await expect(read({ maxAge: 500 })).rejects.toMatchObject({ code: 'NOTIFICATION_EXPIRED' })
  await expect(read({ bodyBytes: 10 })).rejects.toMatchObject({ code: 'REQUEST_TOO_LARGE', httpStatus: 413 })
  await expect(read({ seen: { has: async () => true } })).rejects.toMatchObject({ httpStatus: 200 })
})

function statusBody(timestamp: string): string {
  return JSON.stringify({ statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_WORKING', timestamp } } })
}

/** An agent of the public SDK of 0.3 that works and completes. */
function sdkServer() {
  const card = {
    ...{ name: 'Old', description: '', version: '1', protocolVersion: '0.3.0', url: 'http://localhost', skills: [] },
    ...{ capabilities: { pushNotifications: true }, defaultInputModes: [], defaultOutputModes: [] },
  }
  const requestHandler = new DefaultRequestHandler03(
    card,
    new InMemoryTaskStore03(),
    {
      async execute({ taskId, contextId }, bus) {
        bus.publish({ kind: 'task', id: taskId, contextId, status: { state: 'submitted' } })
        for (const state of ['working', 'completed'] as const)
          bus.publish({ kind: 'status-update', taskId, contextId, status: { state }, final: state === 'completed' })
        bus.finished()
      },
      async cancelTask() {},
    },
    undefined,
    new InMemoryPushNotificationStore03(),
  )
  const app = express()
  app.use('/', jsonRpcHandler03({ requestHandler, userBuilder: UserBuilder03.noAuthentication }))
  return createServer(app)
}
