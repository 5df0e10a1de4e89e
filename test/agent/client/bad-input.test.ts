// Agents that misbehave, and servers that are no agents: one typed error each, and nothing is lost.
import { createServer } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { clientErrorCodes } from '../../../src/agent/protocol/error.ts'
import { codeOfHttp, codeOfReason, codeOfRpc } from '../../../src/agent/protocol/read-error.ts'
import { readPart } from '../../../src/agent/protocol/read-value.ts'
import { wireErrors } from '../../../src/agent/protocol/wire-errors.ts'
import { listOf } from '../../support/list-of.ts'
import { connect, deep, errorOf, html, json, local, message, serveRaw } from './bad-input-setup.ts'
import { cardOf, chunkOf, type Json, listen, statusOf, taskOf } from './fake-agent.ts'

describe('an answer', () => {
  it.each<readonly [string, number, Record<string, string>, string, string]>([
    ['HTML with status 200', 200, html, '<!doctype html><title>Sign in</title>', 'CONTENT_TYPE_UNEXPECTED'],
    ['no JSON', 200, json, '{"id": ', 'JSON_SYNTAX'],
    ['JSON that is no task', 200, json, '[1]', 'INVALID_AGENT_RESPONSE'],
    ['a task without a state', 200, json, '{"id":"task-1","status":{}}', 'INVALID_AGENT_RESPONSE'],
    ['401', 401, { 'www-authenticate': 'Bearer' }, '', 'UNAUTHENTICATED'],
    ['403', 403, {}, '', 'PERMISSION_DENIED'],
    ['404', 404, html, '<h1>Not found</h1>', 'TASK_NOT_FOUND'],
    ['410', 410, {}, '', 'TASK_NOT_FOUND'],
    ['418', 418, {}, '', 'HTTP_STATUS'],
    ['429', 429, { 'retry-after': '7' }, '', 'RATE_LIMITED'],
    ['502', 502, html, '<h1>Bad gateway</h1>', 'UNAVAILABLE'],
    ['503', 503, { 'retry-after': '1' }, '', 'UNAVAILABLE'],
    ['a redirect', 307, { location: 'https://elsewhere.example/agent' }, '', 'REDIRECT_REFUSED'],
  ])('[AC-9] of %s is one error', async (_, status, headers, body, code) => {
    const { agent } = await connect(({ response }) => response.writeHead(status, headers).end(body))
    const error = await errorOf(agent.getTask({ id: 'task-1' }))
    expect(error.code).toBe(code)
    expect(error.retryAfter).toBe('retry-after' in headers ? Number(headers['retry-after']) * 1000 : undefined)
    if (code !== 'REDIRECT_REFUSED' || status !== 307) return
    expect((await errorOf(listOf(agent.subscribe({ id: 'task-1' })))).code).toBe(code)
  })

  it.each([
    [
      'the type of a problem',
      { type: 'https://example.com/errors/task-not-cancelable', title: 'No', status: 400 },
      'TASK_NOT_CANCELABLE',
    ],
    ['the name of the error', { type: 'urn:x:TaskNotFoundError', status: 400 }, 'TASK_NOT_FOUND'],
    [
      'google.rpc details',
      { error: { code: 400, details: [{ reason: 'VERSION_NOT_SUPPORTED' }] } },
      'VERSION_NOT_SUPPORTED',
    ],
    ['a JSON-RPC error', { jsonrpc: '2.0', error: { code: -32004, message: 'no' } }, 'UNSUPPORTED_OPERATION'],
    ['the status of a JSON-RPC error without a code', { jsonrpc: '2.0', error: { message: 'no' } }, 'INVALID_REQUEST'],
    ['nothing known', { type: 'about:blank', status: 400, detail: 'Hm' }, 'INVALID_REQUEST'],
  ])('[AC-9] that failed is told by %s', async (_, body, code) => {
    const { agent } = await connect(({ response }) =>
      response.writeHead(400, { 'content-type': 'application/problem+json' }).end(JSON.stringify(body)),
    )
    expect(await errorOf(agent.cancelTask({ id: 'task-1' }))).toMatchObject({ code, httpStatus: 400 })
  })

  it('[AC-9] keeps what the agent said', async () => {
    const problem = { type: 'x:VERSION_NOT_SUPPORTED', status: 400, detail: 'Speak 0.3', supportedVersions: ['0.3'] }
    const { agent } = await connect(({ response }) => response.writeHead(400, json).end(JSON.stringify(problem)))
    const error = await errorOf(agent.getTask({ id: 'task-1' }))
    expect(error.message).toContain('Speak 0.3')
    expect(error.details).toContainEqual(expect.objectContaining({ supportedVersions: ['0.3'] }))
  })

  it('[AC-12] over the limit is not loaded', async () => {
    const { agent } = await connect(
      ({ result }) => result(taskOf('WORKING', { metadata: { text: 'x'.repeat(5_000) } })),
      {
        bodyBytes: 5_000,
      },
    )
    expect((await errorOf(agent.getTask({ id: 'task-1' }))).code).toBe('LIMIT_BYTES')
  })

  it('[AC-13] for another task is refused', async () => {
    const other = taskOf('WORKING', { id: 'task-2' })
    const { agent } = await connect(({ operation, stream, result }) =>
      operation === 'SubscribeToTask' || operation === 'SendStreamingMessage'
        ? stream().event({ task: other }).end()
        : result(other),
    )
    const mine = { ...message, taskId: 'task-1' }
    const works = [agent.getTask({ id: 'task-1' }), agent.cancelTask({ id: 'task-1' })]
    const streams = [agent.subscribe({ id: 'task-1' }), agent.streamMessage({ message: mine })]
    // All at once: one that fails while another is awaited would be nobody's.
    const errors = await Promise.all([...works, ...streams.map(listOf)].map(errorOf))
    expect(errors.map(({ code }) => code)).toEqual(Array(4).fill('TASK_MISMATCH'))
  })

  it('[AC-7] that does not come is given up', async () => {
    const { agent } = await connect(() => undefined, { timeout: 1_000 })
    expect((await errorOf(agent.getTask({ id: 'task-1' }))).code).toBe('TIMEOUT')
  })

  it('[AC-9] from nowhere is one error', async () => {
    const { agent } = await connect(({ request }) => request.socket.destroy())
    expect((await errorOf(agent.getTask({ id: 'task-1' }))).code).toBe('NETWORK_FAILED')
  })

  it('[AC-9] that the host aborts is one error', async () => {
    const { agent } = await connect(() => undefined)
    const signal = AbortSignal.abort(new Error('enough'))
    expect(await errorOf(agent.getTask({ id: 'task-1' }, { signal }))).toMatchObject({
      code: 'ABORTED',
      cause: signal.reason,
    })
  })
})

describe('a part', () => {
  it.each<readonly [string, Json]>([
    ['two content members', { text: 'a', url: 'https://example.com' }],
    ['data beside text', { text: 'a', data: null }],
    ['none', { mediaType: 'text/plain' }],
    ['null where a text should be', { text: null }],
  ])('[AC-14] with %s is refused', (_, part) => {
    expect(() => readPart(part)).toThrow(expect.objectContaining({ code: 'PART_INVALID' }))
  })

  it.each<Json>([{ text: '' }, { raw: 'AA==' }, { url: 'https://example.com' }, { data: null }, { data: false }])(
    '[AC-14] may be %j',
    (part) => expect(readPart({ ...part, unknown: 1 })).toMatchObject(part),
  )

  it('[AC-14] that is wrong costs no event: the task is read instead', async () => {
    const whole = { artifactId: 'artifact-1', parts: [{ text: 'right' }] }
    const { agent, errors } = await connect(({ operation, stream, result }) => {
      if (operation === 'GetTask') result(taskOf('WORKING', { artifacts: [whole] }))
      else {
        const wrong = chunkOf({ text: 'a', raw: 'AA==' })
        stream()
          .event({ task: taskOf('WORKING') })
          .event(wrong)
          .event(statusOf('COMPLETED'))
          .end()
      }
    })
    const kinds = (await listOf(agent.streamMessage({ message }))).map(({ kind }) => kind)
    expect(kinds).toEqual(['task', 'artifact', 'status'])
    expect(errors.map(({ code }) => code)).toEqual(['PART_INVALID'])
  })
})

describe('a server that is no agent', () => {
  it.each<readonly [string, number, Record<string, string>, string, string]>([
    ['nothing', 404, {}, '', 'CARD_INVALID'],
    ['an error', 500, {}, '', 'INTERNAL_ERROR'],
    ['HTML', 200, html, '<p>', 'CONTENT_TYPE_UNEXPECTED'],
    ['no JSON', 200, json, 'card', 'JSON_SYNTAX'],
    ['an array', 200, json, '[]', 'CARD_INVALID'],
    ['a card without interfaces', 200, json, '{"name":"x","capabilities":{}}', 'CARD_INVALID'],
    [
      'an interface without an address',
      200,
      json,
      '{"name":"x","capabilities":{},"supportedInterfaces":[{}]}',
      'CARD_INVALID',
    ],
    ...[
      '"supportedInterfaces":[null]',
      '"supportedInterfaces":{}',
      '"supportedInterfaces":[],"capabilities":"x"',
      '"supportedInterfaces":[],"signatures":{}',
      '"supportedInterfaces":[],"signatures":[null]',
    ].map((more) => [more, 200, json, `{"name":"x","capabilities":{},${more}}`, 'CARD_INVALID'] as const),
    ['a card of 100,000 levels', 200, json, `{"name":${deep}}`, 'JSON_SYNTAX'],
    ['a card over 1 MiB', 200, json, `{"name":"${'x'.repeat(1_048_576)}"}`, 'LIMIT_BYTES'],
  ])('[AC-15] answers with %s', async (_, status, headers, body, code) => {
    const origin = await serveRaw(status, headers, body)
    expect((await errorOf(connectAgent(origin, { ...local, keys: { keys: [] } }))).code).toBe(code)
  })

  it('[AC-16] sends us to another origin', async () => {
    let asked = 0
    const target = await listen(createServer((_, response) => response.writeHead(++asked && 200, json).end('{}')))
    const origin = await serveRaw(302, { location: `${target}/card` })
    expect((await errorOf(connectAgent(origin, local))).code).toBe('REDIRECT_REFUSED')
    expect(asked).toBe(0)
  })

  it('[AC-16] has its card at another path', async () => {
    const server = createServer(({ url }, response) => {
      if (url !== '/card') response.writeHead(302, { location: '/card' }).end()
      else response.writeHead(200, json).end(JSON.stringify(cardOf('http://127.0.0.1:1', 'JSONRPC')))
    })
    expect((await connectAgent(await listen(server), local)).card.name).toBe('Fake')
  })

  it.each(['http://agent.example', 'http://127.0.0.1:1', 'ftp://agent.example', 'agent.example', ''])(
    '[AC-16] is not asked at the insecure address "%s"',
    async (origin) => {
      const fetched = vi.fn<typeof fetch>()
      expect((await errorOf(connectAgent(origin, { fetch: fetched }))).code).toBe('ADDRESS_INSECURE')
      expect(fetched).not.toHaveBeenCalled()
    },
  )

  it('[AC-16] names an insecure address in its card', async () => {
    const card = cardOf('http://agent.example', 'JSONRPC')
    const fetched: typeof fetch = async () => new Response(JSON.stringify(card), { headers: json })
    expect((await errorOf(connectAgent('https://agent.example', { fetch: fetched }))).code).toBe('ADDRESS_INSECURE')
  })
})

describe('the codes', () => {
  it('[AC-9] are each there once, and found by reason and by status', () => {
    const codes = [...Object.keys(wireErrors), ...clientErrorCodes]
    expect(new Set(codes).size).toBe(codes.length)
    for (const [code, { rpc }] of Object.entries(wireErrors))
      expect([codeOfReason(code), codeOfRpc(rpc)]).toEqual([code, code])
    expect([codeOfRpc(-1), codeOfRpc(-32010.5), codeOfRpc(-33000)]).toEqual(Array(3).fill('INTERNAL_ERROR'))
    expect([401, 403, 404, 413, 429, 500, 503].map((status) => codeOfHttp(status))).not.toContain('HTTP_STATUS')
  })
})
