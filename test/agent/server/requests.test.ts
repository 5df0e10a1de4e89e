// Requests to the server that are refused before anything is done.
import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AgentServerOptions, createAgentServer } from '../../../src/agent/server/index.ts'
import { gate } from './agent-of.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { ask, bindings, call, saying, seedHeaders, serve } from './http-calls.ts'

const errors: unknown[] = []
const origin = await serve(
  conformanceAgent({ limits: { requestBytes: 100_000 }, onError: (error) => errors.push(error) }),
)

/** The answer to a request as it is written, which `fetch` would not send. */
async function rawAnswer(text: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}

describe('requests that are none', () => {
  const rpc = async (body: string, headers: Record<string, string> = seedHeaders) => {
    const response = await fetch(`${origin}/rpc`, { method: 'POST', headers, body })
    return { status: response.status, body: await response.json() }
  }

  it.each([
    ['no JSON', '{', -32700],
    ['bytes that are no UTF-8', '"\\ud800', -32700],
    ['a batch', '[]', -32600],
    ['another JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"GetTask"}', -32600],
    ['no id that may be one', '{"jsonrpc":"2.0","id":{},"method":"GetTask"}', -32600],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32600],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601],
    ['an old method name', '{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"x"}}', -32601],
    ['parameters that are no object', '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":[1]}', -32602],
    [
      'a deep value',
      `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"a":${'['.repeat(70)}${']'.repeat(70)}}}`,
      -32600,
    ],
  ])('[AS-3] %s: %s', async (_what, text, code) => {
    const { status, body } = await rpc(text)
    expect([status, body.jsonrpc, body.error.code]).toEqual([200, '2.0', code])
    expect(JSON.stringify(body)).not.toMatch(/\bat \S+:\d+/)
  })

  it('[AS-3] the id of a JSON-RPC request comes back as it is', async () => {
    const of = async (id: unknown) => (await rpc(JSON.stringify({ jsonrpc: '2.0', id, method: 'None' }))).body.id
    expect([await of('a"b'), await of(0), await of(null)]).toEqual(['a"b', 0, null])
  })

  it('[AS-3] requests without a version are a choice of the host', async () => {
    const old = await serve(conformanceAgent({ defaultVersion: '1.0' }))
    const body = '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x"}}'
    const response = await fetch(`${old}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect((await response.json()).error.code).toBe(-32001)
  })

  it('[AS-3] whatever JSON comes, the answer is one of the protocol and no fault of the server', async () => {
    const seen = errors.length
    const handle = conformanceAgent({ onError: (error) => errors.push(error) })
    const names = ['SendMessage', 'SendStreamingMessage', 'GetTask', 'ListTasks', 'CreatePushNotificationConfig']
    const members = fc.constantFrom('message', 'parts', 'id', 'taskId', 'url', 'limit', 'configuration', 'text', 'data')
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, -1, 1e300, '', 'x', '\u0000', '__proto__', 'ROLE_USER'),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(members, tie('any'), { maxKeys: 4 }),
      ),
    })).any
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), value, async (method, params) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        const response = await handle(
          new Request('http://a.example/rpc', { method: 'POST', headers: seedHeaders, body }),
        )
        expect(response.status).toBe(200)
        const { error } = JSON.parse((await response.text()).replace(/^[\s\S]*?data: /, ''))
        expect(error?.code).not.toBe(-32603)
      }),
      { numRuns: 300, seed: 11 },
    )
    expect(errors.length).toBe(seen)
  })

  it.each(['/rpc', '/message:send', '/tasks/x:cancel'])(
    '[AS-24] a body of %s that does not end is refused after a while',
    async (path) => {
      const faults: unknown[] = []
      const handle = conformanceAgent({ limits: { requestTime: 20 }, onError: (error) => faults.push(error) })
      const canceled: unknown[] = []
      const bodies = [
        new ReadableStream({ cancel: (reason) => void canceled.push(reason) }),
        new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) }),
      ]
      const reported = []
      for (const body of bodies) {
        const init = { method: 'POST', headers: seedHeaders, body, duplex: 'half' } as RequestInit
        reported.push(await (await handle(new Request(`http://agent.example${path}`, init))).text())
      }
      expect(reported).toEqual([
        expect.stringContaining('did not come within 20 ms'),
        expect.stringContaining('broke off'),
      ])
      await expect.poll(() => canceled.length, { interval: 5 }).toBe(1)
      expect(faults).toEqual([])
    },
  )

  it('[AS-14] a body that says itself that it is too long is answered at once, and canceled when its time is over', async () => {
    const canceled = gate()
    const body = new ReadableStream({ cancel: canceled.open })
    const headers = { ...seedHeaders, 'content-length': '100001' }
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const handle = conformanceAgent({ limits: { requestBytes: 100_000, requestTime: 50 } })
    expect((await handle(new Request('http://agent.example/message:send', init))).status).toBe(413)
    await canceled.passed
  })

  it('[AS-14] the rest of a body that is too long is read and dropped: its sender sees the answer', async () => {
    let sent = 0
    const closed = gate()
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(60_000))
        if (++sent < 5) return
        controller.close()
        closed.open()
      },
      cancel: () => expect.unreachable('The sender would see a broken connection'),
    })
    const init = { method: 'POST', headers: seedHeaders, body, duplex: 'half' } as RequestInit
    const handle = conformanceAgent({ limits: { requestBytes: 100_000 } })
    expect((await handle(new Request('http://agent.example/message:send', init))).status).toBe(413)
    await closed.passed
  })

  it('[AS-14] a body that is too long, or of another type, is not read', async () => {
    const long = saying('x'.repeat(8_000_000))
    for (const binding of bindings) {
      const answer = await call(origin, binding, 'SendMessage', long)
      expect([answer.status, answer.reason]).toEqual([413, 'REQUEST_TOO_LARGE'])
      const headers = { ...seedHeaders, 'content-type': 'text/plain' }
      const typed = await call(origin, binding, 'SendMessage', saying('x'), { headers })
      expect(typed.reason).toBe('CONTENT_TYPE_NOT_SUPPORTED')
    }
  })

  it.each([
    ['GET', '/rpc', 405, 'POST, OPTIONS'],
    ['DELETE', '/message:send', 405, 'POST, OPTIONS'],
    ['POST', '/tasks/x', 405, 'GET, OPTIONS'],
    ['POST', '/.well-known/agent-card.json', 405, 'GET, HEAD, OPTIONS'],
    ['GET', '/nothing/here/at/all', 404, null],
    ['GET', '/tasks/%E0%A4%A', 400, null],
  ])('[AS-3] %s %s: %i', async (method, path, status, allow) => {
    const response = await fetch(origin + path, { method, headers: seedHeaders })
    expect([response.status, response.headers.get('allow')]).toEqual([status, allow])
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) })
  })

  it('[AS-3] a host with an impossible port is 400', async () => {
    const host = 'agent.example:99999'
    const seen = errors.length
    for (const line of ['GET /tasks', 'GET /.well-known/agent-card.json', 'POST /rpc']) {
      const text = `${line} HTTP/1.1\r\nHost: ${host}\r\nAgent-Version: 1.0\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
      expect(await rawAnswer(text)).toMatch(/^HTTP\/1.1 400 /)
    }
    expect(errors.length).toBe(seen)
  })

  it('[AS-3] a problem document serves readers of both kinds', async () => {
    const response = await fetch(`${origin}/tasks/none`, { headers: seedHeaders })
    expect(await response.json()).toMatchObject({
      type: expect.stringMatching(/\/task-not-found$/),
      title: 'Task not found',
      status: 404,
      error: { code: 404, status: 'NOT_FOUND', details: [{ reason: 'TASK_NOT_FOUND', domain: 'a2a-protocol.org' }] },
    })
    const version = await fetch(`${origin}/tasks`)
    expect(await version.json()).toMatchObject({ supportedVersions: ['1.0'] })
  })

  it('[AS-3] what a host throws is told to the host alone', async () => {
    const broken = await serve(
      createAgentServer({
        card: { name: 'Broken' },
        execute: () => [],
        authenticate: () => {
          throw new Error('secret reason')
        },
        onError: (error) => errors.push(error),
      }),
    )
    errors.length = 0
    for (const binding of bindings) {
      const answer = await call(broken, binding, 'ListTasks')
      expect([answer.status, answer.reason]).toEqual([binding === 'JSONRPC' ? 200 : 500, 'INTERNAL_ERROR'])
      expect(JSON.stringify(answer)).not.toContain('secret')
    }
    expect(errors).toHaveLength(2)
  })
})

describe('a parameter of the query that is given twice', () => {
  const get = (path: string, headers: Record<string, string> = seedHeaders) =>
    conformanceAgent()(new Request(`http://agent.example${path}`, { headers }))

  it.each([
    '/tasks?status=TASK_STATE_WORKING&status=TASK_STATE_FAILED',
    '/tasks?limit=1&limit=1',
    '/tasks?cursor=a&cursor=a',
    '/tasks?includeArtifacts=true&includeArtifacts=false',
    '/tasks?tenant=a&tenant=b',
    '/tasks/x?historyLength=1&historyLength=2',
  ])('[AS-3] %s is refused', async (path) => {
    const problem = await (await get(path)).json()
    expect([problem.status, problem.error.details[0].reason]).toEqual([400, 'INVALID_PARAMS'])
    expect(problem.detail).toMatch(/^"\/\w+" is given more than once$/)
  })

  it('[AS-3] one that no operation knows does not matter, and of versions each counts', async () => {
    expect((await get('/tasks?utm=a&utm=b')).status).toBe(200)
    const versions = await get('/tasks?A2A-Version=1.0&A2A-Version=2.0', {})
    expect((await versions.json()).error.details[0].reason).toBe('INVALID_REQUEST')
  })
})

describe('requests of other pages', () => {
  const simple = { method: 'POST', headers: { origin: 'https://evil.example' } }

  async function running(options: Partial<AgentServerOptions> = {}) {
    const handle = conformanceAgent(options)
    const sent = await ask(handle, '/message:send', saying('wait', {}, { returnImmediately: true }))
    return { handle, id: (await sent.json()).task.id as string }
  }

  it.each<[string, Partial<AgentServerOptions>, string, RequestInit]>([
    ['with the version in the query', {}, '?A2A-Version=1.0', simple],
    ['where no version is needed', { defaultVersion: '1.0' }, '', simple],
    ['of plain text', { defaultVersion: '1.0' }, '', { ...simple, body: '{}' }],
    ['of a form', { defaultVersion: '1.0' }, '', { ...simple, body: new URLSearchParams({ a: 'b' }) }],
  ])('[AS-15] a POST %s, which needs no preflight, changes nothing', async (_what, options, query, init) => {
    const { handle, id } = await running(options)
    for (const path of [`/tasks/${id}:cancel`, `/tasks/${id}:subscribe`]) {
      const refused = await ask(handle, path + query, undefined, init)
      expect((await refused.json()).error.details[0].reason).toBe('CONTENT_TYPE_NOT_SUPPORTED')
    }
    const task = await handle(new Request(`http://agent.example/tasks/${id}`, { headers: seedHeaders }))
    expect((await task.json()).status.state).toBe('TASK_STATE_WORKING')
  })

  it.each<[string, Record<string, string>, string]>([
    ['a version header', { 'a2a-version': '1.0' }, ''],
    ['a content type', { 'content-type': 'application/json' }, '?A2A-Version=1.0'],
  ])('[AS-15] a POST without a body but with %s is carried out', async (_what, headers, query) => {
    const { handle, id } = await running()
    expect((await ask(handle, `/tasks/${id}:cancel${query}`, undefined, { headers })).status).toBe(200)
  })
})
