// Every kind of answer to a caller who speaks the public text, against the public schema, whose objects are closed.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { createAgentServer } from '../../../src/agent/server/index.ts'
import { describeCorpus, readFolder } from '../../conformance/corpus.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { bindings, saying, seedHeaders } from './http-calls.ts'
import { kitAgent } from './kit-agent.ts'
import { createPublicCaller } from './public-calls.ts'

interface Bundle {
  readonly definitions: { readonly [title: string]: object }
}

/** A function that says what is wrong with a value. The parts of the bundle refer to one another by file names. */
function createFaultsOf({ definitions }: Bundle): (title: string, value: unknown) => unknown {
  const formats = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ }
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats })
  for (const [title, schema] of Object.entries(definitions)) {
    const name = title.replaceAll(' ', '')
    const room = ['Struct', 'Timestamp', 'Value'].includes(name) ? 'google.protobuf' : 'lf.a2a.v1'
    ajv.addSchema(schema, `${room}.${name}.jsonschema.json`)
  }
  return (title, value) => {
    const check = ajv.getSchema(`lf.a2a.v1.${title}.jsonschema.json`)
    if (!check) throw new Error(`The bundle has no ${title}`)
    return check(value) ? [] : check.errors
  }
}

describeCorpus('answers in the public spelling', () => {
  const [bundle] = readFolder<Bundle>('a2a-schema')
  const faultsOf = createFaultsOf(bundle?.[1] ?? { definitions: {} })

  it.each(bindings)('[AS-26] %s: answers and events', async (binding) => {
    const { call, events, message, send } = createPublicCaller(kitAgent(true), binding)
    for (const prefix of ['tck-complete-task', 'tck-artifact-file', 'tck-artifact-data', 'tck-message-response'])
      expect(faultsOf('SendMessageResponse', await send(prefix))).toEqual([])
    const { task } = await send('tck-input-required')
    expect(faultsOf('Task', (await call('GetTask', { id: task.id })).result)).toEqual([])
    for (const pageSize of [1, 100])
      expect(
        faultsOf('ListTasksResponse', (await call('ListTasks', { pageSize, includeArtifacts: true })).result),
      ).toEqual([])
    for (const prefix of ['tck-stream-001', 'tck-stream-artifact-chunked', 'tck-message-response'])
      for (const event of await events('SendStreamingMessage', { message: message(prefix) }))
        expect(faultsOf('StreamResponse', event)).toEqual([])
    const config = { taskId: task.id, url: 'http://hook.example/', token: 't' }
    const { result } = await call('CreateTaskPushNotificationConfig', config)
    expect(faultsOf('TaskPushNotificationConfig', result)).toEqual([])
    const one = { taskId: task.id, id: result.id, configId: result.id }
    const again = (await call('GetTaskPushNotificationConfig', one)).result
    expect(again).toEqual(result)
    const list = (await call('ListTaskPushNotificationConfigs', { taskId: task.id })).result
    expect(faultsOf('ListTaskPushNotificationConfigsResponse', list)).toEqual([])
    expect(faultsOf('AgentCard', (await call('GetExtendedAgentCard', {})).result)).toEqual([])
    expect(faultsOf('Task', (await call('CancelTask', { id: task.id })).result)).toEqual([])
  })

  it('[AS-26] the card, and what is posted to push targets', async () => {
    const posted: unknown[] = []
    const handle = createAgentServer({
      card: { name: 'Posting', extensions: [{ uri: 'urn:known' }] },
      allowPrivatePushTargets: true,
      async *execute() {
        yield { text: 'a' }
      },
      async fetch(_url, init) {
        posted.push(JSON.parse(String(init?.body)))
        return new Response(null, { status: 204 })
      },
    })
    const headers = { 'a2a-version': '1.0', 'content-type': 'application/json' }
    const read = async (more: object) =>
      (await handle(new Request('http://agent.example/.well-known/agent-card.json', { headers: { ...more } }))).json()
    expect(faultsOf('AgentCard', await read(headers))).toEqual([])
    expect(await read({})).toMatchObject({ extensions: [{ uri: 'urn:known' }] })
    const body = JSON.stringify(saying('x', {}, { taskPushNotificationConfig: { url: 'http://hook.example/' } }))
    await handle(new Request('http://agent.example/message:send', { method: 'POST', headers, body }))
    await waitUntil(() => posted.length === 2)
    for (const event of posted) expect(faultsOf('StreamResponse', event)).toEqual([])
  })
})

describe('errors and members of each spelling', () => {
  const handle = kitAgent()
  const get = async (path: string, headers: Record<string, string>) =>
    handle(new Request(`http://agent.example${path}`, { headers }))

  it('[AS-26] over HTTP the public text has the status object alone, and the protocol document a problem', async () => {
    const response = await get('/tasks/none', { 'a2a-version': '1.0' })
    const body = await response.json()
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
    expect(Object.keys(body)).toEqual(['error'])
    expect(Object.keys(body.error).sort()).toEqual(['code', 'details', 'message', 'status'])
    for (const headers of [seedHeaders, { ...seedHeaders, 'a2a-version': '1.0' }, {}]) {
      const other = await get('/tasks/none', headers)
      expect(other.headers.get('content-type')).toBe('application/problem+json')
      expect(await other.json()).toMatchObject({ title: expect.any(String), error: { details: [{}] } })
    }
    const wrong = await handle(
      new Request('http://agent.example/tasks/x', { method: 'POST', headers: { 'a2a-version': '1.0' } }),
    )
    expect([wrong.status, Object.keys(await wrong.json())]).toEqual([405, ['error']])
  })

  it('[AS-26] callers of the protocol document have the times of a task and the place of an artifact', async () => {
    const ask = async (path: string) => {
      const body = JSON.stringify({ message: { messageId: 'tck-stream', role: 'ROLE_USER', parts: [{ text: '' }] } })
      const init = { method: 'POST', headers: seedHeaders, body }
      return (await handle(new Request(`http://agent.example${path}`, init))).text()
    }
    const { task } = JSON.parse(await ask('/message:send'))
    expect([task.createdAt, task.lastModified]).toEqual(Array(2).fill(expect.stringMatching(/Z$/)))
    expect(await ask('/message:stream')).toContain('"index":0')
    const list = await (await get('/tasks?limit=1', seedHeaders)).json()
    expect(list).toMatchObject({ nextCursor: list.nextPageToken, tasks: [{ createdAt: expect.any(String) }] })
  })
})
