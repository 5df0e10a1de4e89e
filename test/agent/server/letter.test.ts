// Small promises of the agent protocol that are easily missed.
import { describe, expect, it } from 'vitest'
import { createAgentServer } from '../../../src/agent/server/index.ts'
import { agentOf } from './agent-of.ts'
import { allEvents, ask, bindings, call, saying, seedHeaders } from './http-calls.ts'
import { open, send } from './push-setup.ts'

const handle = agentOf(async function* () {
  yield { status: 'input-required', text: 'Which day?' }
}, open)
const over = { fetch: (url: string, init: RequestInit) => handle(new Request(url, init)) }
const at = 'http://agent.example'

describe.each(bindings)('%s', (binding) => {
  it('[AS-32] historyLength counts in the first event of a stream', async () => {
    const { task } = (await call(at, binding, 'SendMessage', saying('one'), over)).result
    const historyOf = async (historyLength: number) => {
      const sent = saying('again', { taskId: task.id }, { historyLength })
      const [first = {}] = await allEvents(at, binding, 'SendStreamingMessage', sent, over)
      return (first['task'] as { history?: unknown[] }).history?.length
    }
    expect([await historyOf(1), await historyOf(0), await historyOf(2)]).toEqual([1, undefined, 2])
  })

  it('[AS-32] a push configuration of a message keeps its id, and no answer shows credentials', async () => {
    const authentication = { scheme: 'Bearer', credentials: 'secret' }
    const push = { configId: 'mine', url: 'http://push.example/x', authentication }
    const sent = saying('one', {}, { taskPushNotificationConfig: push })
    const { task } = (await call(at, binding, 'SendMessage', sent, over)).result
    const ids = { taskId: task.id, configId: 'mine' }
    const one = await call(at, binding, 'GetPushNotificationConfig', ids, over)
    const all = await call(at, binding, 'ListPushNotificationConfigs', { taskId: task.id }, over)
    expect(one.result).toMatchObject({ configId: 'mine', authentication: { scheme: 'Bearer' } })
    expect(JSON.stringify([one, all])).not.toContain('secret')
  })

  it('[AS-32] the default card takes JSON and surfaces', async () => {
    for (const mediaType of ['application/json', 'application/json+a2ui', 'application/a2ui+json']) {
      const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: {}, mediaType }] }
      expect((await call(at, binding, 'SendMessage', { message }, over)).reason).toBeUndefined()
    }
  })

  it('[AS-32] an unsupported version has the name that the document gives it', async () => {
    const headers = { ...seedHeaders, 'agent-version': '9.9' }
    const response = await (binding === 'JSONRPC'
      ? ask(handle, '/rpc', { jsonrpc: '2.0', id: 1, method: 'ListTasks' }, { headers })
      : handle(new Request(`${at}/tasks`, { headers })))
    expect(await response.text()).toContain('"VersionNotSupportedError"')
  })
})

describe('ids in a path', () => {
  it('[AS-32] may hold a colon, written out or not', async () => {
    const colon = createAgentServer({
      card: { name: 'x' },
      newId: () => 'a:b',
      *execute() {
        yield { status: 'input-required' }
      },
    })
    await ask(colon, '/message:send', saying('x'))
    const get = (path: string) => colon(new Request(at + path, { headers: seedHeaders }))
    for (const path of ['/tasks/a:b', '/tasks/a%3Ab'])
      expect(await (await get(path)).json()).toMatchObject({ id: 'a:b' })
    expect((await ask(colon, '/tasks/a:b:cancel')).status).toBe(200)
    expect((await get('/tasks/a:b:cancel')).status).toBe(405)
  })

  it.each(['.', '..'])(
    '[AS-32] the id %j, which no path can hold, is refused where a client chooses it',
    async (configId) => {
      const { reason } = await send(
        handle,
        '/message:send',
        saying('x', {}, { taskPushNotificationConfig: { url: 'http://p.example', configId } }),
      )
      expect(reason).toBe('INVALID_PARAMS')
    },
  )
})

it.each(['ListTasks', 'None', 'SendMessage'])('[AS-32] a JSON-RPC notification of %s gets no body', async (method) => {
  const response = await ask(handle, '/rpc', {
    jsonrpc: '2.0',
    method,
    params: method === 'SendMessage' ? saying('x') : {},
  })
  expect([response.status, await response.text()]).toEqual([204, ''])
})
