// Callers of version 0.3 that send what no caller should: one clear error each, and the server goes on.
import { expect, it } from 'vitest'
import { createAgentServer } from '../../../../src/agent/server/index.ts'
import { v03 } from '../../../../src/agent/server/v0-3/index.ts'

const errors: unknown[] = []
const handle = createAgentServer({
  card: {
    name: 'Old',
    supportedInterfaces: [{ url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '0.3' }],
    capabilities: { pushNotifications: false },
  },
  legacy: v03(),
  onError: (error) => errors.push(error),
  async *execute({ message }) {
    yield { message: [{ data: JSON.parse(JSON.stringify(message.parts)) }] }
  },
})

async function ask(method: string, params: unknown, headers: Record<string, string> = {}) {
  const text = `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${typeof params === 'string' ? params : JSON.stringify(params)}}`
  const sent = { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...headers } }
  const response = await handle(new Request('https://agent.example/rpc', sent))
  const body = await response.text()
  const json = body.replace(/^event: error\n/, '').replace(/^data: /, '')
  return { status: response.status, type: response.headers.get('content-type'), ...JSON.parse(json) }
}

const message = (more: object) => ({
  message: { kind: 'message', messageId: 'm-1', role: 'user', parts: [{ kind: 'text', text: 'x' }], ...more },
})
const deep = `{"message":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`

it.each<[string, unknown, number]>([
  ['no message', {}, -32602],
  ['a message that is a text', { message: 'x' }, -32602],
  ['a list of parameters', '[1]', -32602],
  ['no parts', message({ parts: [] }), -32602],
  ['parts that are no list', message({ parts: {} }), -32602],
  ['a part of an unknown kind', message({ parts: [{ kind: 'video', video: 'x' }] }), -32602],
  ['a file without content', message({ parts: [{ kind: 'file', file: {} }] }), -32602],
  ['a file that is a text', message({ parts: [{ kind: 'file', file: 'x' }] }), -32602],
  [
    'a file with two contents',
    message({ parts: [{ kind: 'file', file: { bytes: 'AA==', uri: 'https://a.example' } }] }),
    -32602,
  ],
  ['the role of the agent', message({ role: 'agent' }), -32602],
  ['a role that is a number', message({ role: 7 }), -32602],
  ['10,000 parts', message({ parts: Array(10_000).fill({ kind: 'text', text: 'x' }) }), -32602],
  ['members of the prototype', '{"message":{"__proto__":{"messageId":"m","role":"user","parts":[]}}}', -32602],
  ['too many levels', deep, -32600],
  ['a message of 1.0', message({ role: 'ROLE_USER', parts: [{ text: 'x' }] }), -32602],
])('[AV-11] %s is refused', async (_, params, code) => {
  for (const method of ['message/send', 'message/stream']) {
    const { error } = await ask(method, params)
    expect(error).toMatchObject({ code, message: expect.any(String) })
  }
  expect(errors).toEqual([])
  expect('messageId' in {}).toBe(false)
})

it('[AV-11] a method of 1.0, one of neither version, and another version are refused', async () => {
  expect((await ask('GetTask', { id: 'x' })).error.code).toBe(-32009)
  expect((await ask('tasks/none', {})).error.code).toBe(-32601)
  expect((await ask('__proto__/constructor', {})).error.code).toBe(-32601)
  expect((await ask('tasks/get', { id: 'x' }, { 'a2a-version': '2.0' })).error.code).toBe(-32009)
  expect((await ask('tasks/get', { id: 7 })).error.code).toBe(-32602)
  expect((await ask('tasks/pushNotificationConfig/get', {})).error.code).toBe(-32003)
  expect(
    (await ask('tasks/get', { id: 'x' }, { 'agent-version': '0.3', 'a2a-version': '1.0' })).error.code,
  ).toBeLessThan(0)
  expect(errors).toEqual([])
})

it('[AV-11] names of the prototype in data stay data', async () => {
  const parts = '[{"kind":"data","data":{"__proto__":{"polluted":true},"constructor":1}}]'
  const { result } = await ask(
    'message/send',
    `{"message":{"kind":"message","messageId":"m","role":"user","parts":${parts}}}`,
  )
  expect(JSON.stringify(result)).toContain('"__proto__":{"polluted":true}')
  expect('polluted' in {}).toBe(false)
})
