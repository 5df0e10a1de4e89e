// Agents that misbehave, and servers that are no agents: one typed error each, and nothing is lost.
import { createServer } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { type ConnectOptions, connectAgent } from '../../src/agent/connect.ts'
import { type AgentError, clientErrorCodes, wireErrors } from '../../src/agent/error.ts'
import { codeOfHttp, codeOfReason, codeOfRpc } from '../../src/agent/error-code.ts'
import { readPart } from '../../src/agent/read-value.ts'
import {
  bindings,
  type Connected,
  cardOf,
  chunkOf,
  connectFake,
  type Handle,
  type Json,
  listen,
  listOf,
  serve,
  statusOf,
  taskOf,
} from './fake-agent.ts'

// A busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 })

const message = { parts: [{ text: 'hello' }] }
const quick = { tries: 0, minDelay: 1, maxDelay: 2, reorderTime: 20 }

function connect(handle: Handle, options: ConnectOptions = {}): Promise<Connected> {
  return connectFake('HTTP+JSON', handle, { reconnect: quick, ...options })
}

/** Answers every request with the same. */
async function serveRaw(status: number, headers: Record<string, string>, body = ''): Promise<string> {
  return listen(createServer((_, response) => response.writeHead(status, headers).end(body)))
}

async function errorOf(work: Promise<unknown>): Promise<AgentError> {
  return work.then(
    () => expect.fail('It did not fail'),
    (error: AgentError) => {
      expect(error).toMatchObject({ name: 'AgentError', hint: expect.stringMatching(/\.$/) })
      return error
    },
  )
}

const local = { allowInsecureLoopback: true }
const deep = '['.repeat(100_000) + ']'.repeat(100_000)
const html = { 'content-type': 'text/html' }
const json = { 'content-type': 'application/json' }

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
  ])('[AC-9] I4 of %s is one error', async (_, status, headers, body, code) => {
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
  ])('[AC-9] I4 that failed is told by %s', async (_, body, code) => {
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
    for (const work of [...works, ...streams.map(listOf)]) expect((await errorOf(work)).code).toBe('TASK_MISMATCH')
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
  ])('[AC-14] I4 with %s is refused', (_, part) => {
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

describe('an event', () => {
  it('[AC-12] that is no JSON costs no other: the task is read instead', async () => {
    const { agent, errors } = await connect(({ operation, stream, result }) => {
      if (operation === 'GetTask') result(taskOf('WORKING'))
      else
        stream()
          .event({ task: taskOf('WORKING') })
          .raw('data: {oops\n\n')
          .event(statusOf('COMPLETED'))
          .end()
    })
    expect(await listOf(agent.streamMessage({ message }))).toHaveLength(2)
    expect(errors.map(({ code }) => code)).toEqual(['JSON_SYNTAX'])
  })

  it('[AC-12] that is no JSON ends a stream whose task cannot be read either', async () => {
    const { agent } = await connect(({ operation, stream, fail }) => {
      if (operation === 'GetTask') fail('PERMISSION_DENIED')
      else
        stream()
          .event({ task: taskOf('WORKING') })
          .raw('data: {oops\n\n')
          .end()
    })
    expect((await errorOf(listOf(agent.streamMessage({ message })))).code).toBe('JSON_SYNTAX')
  })

  it.each([0, 1])('[AC-12] over the limit ends the stream, at the limit it does not: %i', async (over) => {
    const event = JSON.stringify({ task: taskOf('COMPLETED') })
    const { agent } = await connect(({ stream }) => stream().raw(`data: ${event}\n\n`).end(), {
      eventBytes: event.length - over,
    })
    const events = listOf(agent.streamMessage({ message }))
    if (over === 1) expect((await errorOf(events)).code).toBe('LIMIT_BYTES')
    else expect(await events).toHaveLength(1)
  })

  it('[AC-12] of more than 4 MiB is given up long before it ends', async () => {
    let sent = 0
    const { agent } = await connect(({ stream, response }) => {
      const opened = stream().raw('data: "')
      const timer = setInterval(() => {
        sent += 1
        opened.raw('x'.repeat(1_048_576))
      }, 1)
      response.on('close', () => clearInterval(timer))
    })
    expect((await errorOf(listOf(agent.streamMessage({ message })))).code).toBe('LIMIT_BYTES')
    expect(sent).toBeLessThan(100)
  })

  it.each([
    [true, 'LIMIT_BYTES'],
    [false, 'done'],
  ])(
    '[AC-12] of a task that grows without end ends the stream, and replaced artifacts do not: %s',
    async (append, end) => {
      const { agent } = await connect(
        ({ operation, stream, result }) => {
          if (operation !== 'SendStreamingMessage') return result(taskOf('WORKING'))
          const opened = stream().event({ task: taskOf('WORKING') })
          for (let i = 0; i < 30; i++) opened.event(chunkOf({ text: `${i} ${'x'.repeat(1_000)}` }, { append }))
          opened.event(statusOf('COMPLETED')).end()
        },
        { taskBytes: 20_000 },
      )
      const stream = agent.streamMessage({ message })
      const ended = listOf(stream).then(
        () => 'done',
        ({ code }) => code,
      )
      expect(await ended).toBe(end)
      expect(JSON.stringify(stream.task.getSnapshot()).length).toBeLessThan(20_000)
    },
  )

  it('[AC-13] of another task is told and not used', async () => {
    const foreign = { taskStatusUpdate: { taskId: 'task-2', status: { state: 'TASK_STATE_FAILED' } } }
    const { agent, errors } = await connect(({ stream }) =>
      stream()
        .event({ task: taskOf('WORKING') })
        .event(foreign)
        .event(statusOf('COMPLETED'))
        .end(),
    )
    expect(await listOf(agent.streamMessage({ message }))).toMatchObject([{ kind: 'task' }, { taskId: 'task-1' }])
    expect(errors.map(({ code }) => code)).toEqual(['TASK_MISMATCH'])
  })

  it.each(bindings)('[AC-9] that is an error ends the stream with it: %s', async (binding) => {
    const { origin } = await serve(binding, ({ stream }) => {
      const error = { code: -32004, message: 'Not this', data: [{ reason: 'PERMISSION_DENIED' }] }
      const problem = {
        type: 'about:blank',
        status: 403,
        error: { code: 403, details: [{ reason: 'PERMISSION_DENIED' }] },
      }
      const event = binding === 'JSONRPC' ? { jsonrpc: '2.0', id: 1, error } : problem
      stream()
        .event({ task: taskOf('WORKING') })
        .raw(`event: error\ndata: ${JSON.stringify(event)}\n\n`)
        .end()
    })
    const agent = await connectAgent(origin, { ...local, reconnect: quick })
    expect((await errorOf(listOf(agent.streamMessage({ message })))).code).toBe('PERMISSION_DENIED')
  })

  it.each<readonly [string, string | Uint8Array]>([
    ['before the first byte', ''],
    ['inside an event', 'data: {"task": {"id": "ta'],
    ['inside a character', Uint8Array.of(...new TextEncoder().encode('data: {"a": "'), 0xf0, 0x9f)],
    ['after an event without its empty line', `data: ${JSON.stringify({ task: taskOf('COMPLETED') })}\n`],
  ])('[AC-6] that is cut off %s is none, and the stream ended early', async (_, bytes) => {
    const { agent } = await connect(({ stream }) => stream().raw(bytes).end())
    expect((await errorOf(listOf(agent.streamMessage({ message })))).code).toBe('STREAM_ENDED_EARLY')
  })

  it('[AC-12] of 100,000 levels costs no other, however often it comes', async () => {
    const parts = `[{"data":${deep}}]`
    const event = `{"taskArtifactUpdate":{"taskId":"task-1","artifact":{"artifactId":"a","parts":${parts}}}}`
    const { agent, errors } = await connect(({ operation, stream, result }) => {
      if (operation === 'GetTask') result(taskOf('WORKING'))
      else
        stream()
          .event({ task: taskOf('WORKING') })
          .raw(`data: ${event}\n\ndata: ${event}\n\n`)
          .event(statusOf('COMPLETED'))
          .end()
    })
    expect(await listOf(agent.streamMessage({ message }))).toHaveLength(2)
    expect(errors.map(({ code }) => code)).toEqual(['JSON_SYNTAX', 'JSON_SYNTAX'])
  })

  it('[AC-12] with bytes that are no UTF-8 ends the stream', async () => {
    const { agent } = await connect(({ stream }) =>
      stream()
        .raw(Uint8Array.of(0x64, 0xff, 0xfe, 0x0a))
        .end(),
    )
    expect((await errorOf(listOf(agent.streamMessage({ message })))).code).toBe('JSON_SYNTAX')
  })

  it('[AC-7] that never comes, on a stream that never pings, is a typed error in the end', async () => {
    const { agent } = await connect(({ stream }) => stream(), { idleTimeout: 20 })
    const silent = await errorOf(listOf(agent.subscribe({ id: 'task-1' })))
    expect(silent.code).toBe('STREAM_IDLE')
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

  it('[AC-16] I7 sends us to another origin', async () => {
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
    '[AC-16] I7 is not asked at the insecure address "%s"',
    async (origin) => {
      const fetched = vi.fn<typeof fetch>()
      expect((await errorOf(connectAgent(origin, { fetch: fetched }))).code).toBe('ADDRESS_INSECURE')
      expect(fetched).not.toHaveBeenCalled()
    },
  )

  it('[AC-16] I7 names an insecure address in its card', async () => {
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
