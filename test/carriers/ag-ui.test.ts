// Surfaces of an AG-UI agent: its own client, a server of its events over HTTP.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { A2UIMiddleware } from '@ag-ui/a2ui-middleware'
import { HttpAgent } from '@ag-ui/client'
import { type BaseEvent, EventType, type Message } from '@ag-ui/core'
import { afterEach, describe, expect, it } from 'vitest'
import { connectAgUi } from '../../src/carriers/ag-ui.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

type Event = { readonly type: EventType } & { readonly [name: string]: unknown }
type Run = (input: { readonly forwardedProps?: unknown }) => readonly Event[]

/** Answers one run after the other; the last one serves all further ones. */
async function connected(runs: readonly Run[], initialMessages: readonly unknown[] = []) {
  const inputs: { readonly forwardedProps?: unknown; readonly messages?: readonly unknown[] }[] = []
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const input = JSON.parse(body) as (typeof inputs)[number] & { threadId: string; runId: string }
    inputs.push(input)
    const { threadId, runId } = input
    const events: readonly Event[] = [
      { type: EventType.RUN_STARTED, threadId, runId },
      ...(runs[Math.min(inputs.length, runs.length) - 1]?.(input) ?? []),
      { type: EventType.RUN_FINISHED, threadId, runId },
    ]
    response.setHeader('Content-Type', 'text/event-stream')
    for (const event of events) response.write(`data: ${JSON.stringify(event satisfies BaseEvent)}\n\n`)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const agent = new HttpAgent({ url, initialMessages: initialMessages as Message[] })
  const recorder = record()
  const surfaces = connectAgUi(agent, recorder.runtime)
  ended.unshift(surfaces.stop)
  return { ...recorder, agent, inputs, surfaces }
}

const hello = [CS('s'), UC('s', [T('root', 'hello')])]

const snapshot = (content: JsonObject, more: object = {}): Event => ({
  ...{ type: EventType.ACTIVITY_SNAPSHOT, messageId: 'a1', activityType: 'a2ui-surface', content, replace: true },
  ...more,
})
const delta = (patch: readonly JsonObject[]): Event => ({
  ...{ type: EventType.ACTIVITY_DELTA, messageId: 'a1', activityType: 'a2ui-surface', patch },
})
const result = (content: string, id = 'r1'): Event => ({
  ...{ type: EventType.TOOL_CALL_RESULT, messageId: id, toolCallId: `call ${id}`, content, role: 'tool' },
})
const operations = (...messages: readonly JsonObject[]): JsonObject => ({ a2ui_operations: messages })

describe('connectAgUi', () => {
  it.each<readonly [string, readonly Event[]]>([
    ['an activity', [snapshot(operations(...hello))]],
    ['cumulative snapshots', [snapshot(operations(...hello.slice(0, 1))), snapshot(operations(...hello))]],
    [
      'how far the agent is, before its surface',
      [snapshot({ status: 'building', progressTokens: 20 }), snapshot(operations(...hello))],
    ],
    ['messages in a list of that name', [snapshot({ messages: [...hello] })]],
    ['a tool’s result', [result(JSON.stringify(operations(...hello)))]],
    ['a result that is encoded twice', [result(JSON.stringify(JSON.stringify(operations(...hello))))]],
    [
      'a result that says again what an activity shows',
      [snapshot(operations(...hello)), result(JSON.stringify(operations(...hello)))],
    ],
    ['custom events', hello.map((value) => ({ type: EventType.CUSTOM, name: 'a2ui', value }))],
    ['a custom event with a list', [{ type: EventType.CUSTOM, name: 'a2ui.operations', value: [...hello] }]],
    [
      'other activities, results and events beside it',
      [
        { ...snapshot({ steps: [] }), messageId: 'other', activityType: 'plan' },
        result('{"ok":true}'),
        result('plain text', 'r2'),
        { type: EventType.CUSTOM, name: 'a2ui-partial', value: [{}] },
        snapshot(operations(...hello)),
      ],
    ],
  ])('[CA-1] draws %s', async (_, events) => {
    const { agent, shown, codes } = await connected([() => events])
    await agent.runAgent()
    expect(shown('s')).toBe('hello')
    expect(codes()).toEqual([])
  })

  it('[CA-2] an activity that grows by additions is applied as a change, in v0.8 too', async () => {
    const add = (value: JsonObject): JsonObject => ({ op: 'add', path: '/operations/-', value })
    const { agent, shown, codes } = await connected([
      () => [
        snapshot({ operations: [] }, { replace: false }),
        delta([add(v08.SU('u', [v08.T('root', { path: '/name' })]))]),
        delta([add(v08.BR('u')), add(v08.DM('u', [{ key: 'name', valueString: 'Ann' }]))]),
      ],
    ])
    await agent.runAgent()
    expect([shown('u'), codes()]).toEqual(['Ann', []])
  })

  it('[CA-2] data that come item by item keep what the user typed', async () => {
    const field = { id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } }
    const first = [CS('s'), UC('s', [field])]
    const { agent, runtime, shown, codes } = await connected([
      () => [snapshot(operations(...first, UD('s', '/items', [1])))],
      () => [snapshot(operations(...first, UD('s', '/items', [1, 2])))],
    ])
    await agent.runAgent()
    const surface = runtime.surface('s')
    surface?.data.set('/name', 'Bo')
    await agent.runAgent()
    expect(runtime.surface('s')).toBe(surface)
    expect(surface?.data.get('/items')).toEqual([1, 2])
    expect([shown('s', 'root', 'value'), codes()]).toEqual(['Bo', []])
  })

  it('[CA-7] draws a restored thread, and takes back what is gone', async () => {
    const history = [
      { id: 'a1', role: 'activity', activityType: 'a2ui-surface', content: operations(...hello) },
      {
        id: 'r1',
        role: 'tool',
        toolCallId: 'c',
        content: JSON.stringify(operations(CS('t'), UC('t', [T('root', 'two')]))),
      },
    ]
    const { agent, runtime, codes } = await connected([() => []], history)
    expect(runtime.surfaces.getSnapshot().map(({ id }) => id)).toEqual(['s', 't'])
    agent.setMessages(agent.messages.slice(0, 1))
    await agent.runAgent()
    expect(runtime.surfaces.getSnapshot().map(({ id }) => id)).toEqual(['s'])
    expect(codes()).toEqual([])
  })

  it('[CA-4] an action begins a run that carries it, and nothing of it stays behind', async () => {
    const { agent, runtime, inputs } = await connected([() => [snapshot(operations(...hello))], () => []])
    await agent.runAgent()
    await runtime.surface('s')?.emit('root', 'go', { at: 4 })
    expect(inputs[1]?.forwardedProps).toMatchObject({
      a2uiAction: { userAction: { name: 'go', surfaceId: 's', context: { at: 4 } } },
    })
    await agent.runAgent()
    expect(inputs[2]?.forwardedProps ?? {}).not.toHaveProperty('a2uiAction')
    // What is drawn is not sent back.
    expect(inputs[2]?.messages?.filter((message) => (message as Message).role === 'activity')).toEqual([])
  })

  it('[CA-2] a run that writes its activity anew, from its beginning on, takes nothing away on the way', async () => {
    const field = { id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } }
    const whole = [CS('s'), UC('s', [field]), UD('s', '/a', 1)]
    const growing: Run = () => whole.map((_, index) => snapshot(operations(...whole.slice(0, index + 1))))
    const { agent, runtime, codes } = await connected([
      growing,
      growing,
      () => [snapshot(operations(...whole.slice(0, 2)))],
    ])
    await agent.runAgent()
    const surface = runtime.surface('s')
    surface?.data.set('/name', 'Bo')
    await agent.runAgent()
    expect(runtime.surface('s')).toBe(surface)
    expect(surface?.data.get('')).toEqual({ name: 'Bo', a: 1 })
    // What a run leaves out in the end is gone; what was typed is not.
    await agent.runAgent()
    expect(runtime.surface('s')?.data.get('')).toEqual({ name: 'Bo' })
    expect(codes()).toEqual([])
  })

  it('[CA-2] a surface that a model streams through the middleware grows, and is drawn without a report', async () => {
    const components = [
      { id: 'root', component: 'Column', children: ['title', 'rows'] },
      T('title', 'Trains'),
      { id: 'rows', component: 'Column', children: { componentId: 'row', path: '/items' } },
      T('row', { path: 'at' }),
    ]
    const input = JSON.stringify({
      surfaceId: 'trains',
      components,
      data: { items: [{ at: '10:04' }, { at: '10:34' }] },
    })
    const call = { toolCallId: 'call 1' }
    const { agent, runtime, codes } = await connected([
      () => [
        { type: EventType.TOOL_CALL_START, ...call, toolCallName: 'render_a2ui' },
        ...(input.match(/.{1,25}/g) ?? []).map((piece) => ({ type: EventType.TOOL_CALL_ARGS, ...call, delta: piece })),
        { type: EventType.TOOL_CALL_END, ...call },
      ],
    ])
    const middleware: unknown = new A2UIMiddleware({ injectA2UITool: true })
    agent.use(middleware as Parameters<typeof agent.use>[0])
    const surfaces = new Set<unknown>()
    runtime.surfaces.subscribe(() => {
      for (const surface of runtime.surfaces.getSnapshot()) surfaces.add(surface)
    })
    await agent.runAgent()
    const surface = runtime.surface('trains')
    expect(surface?.components.size).toBe(4)
    expect(surface?.data.get('/items')).toEqual([{ at: '10:04' }, { at: '10:34' }])
    // None was begun anew.
    expect(surfaces.size).toBe(1)
    expect(codes()).toEqual([])
  })

  it('[CA-3] a faulty operation is one report, however often it comes', async () => {
    const faulty = operations(...hello, { type: 'create_surface', surfaceId: 'x' })
    const { agent, shown, codes } = await connected([
      () => [snapshot(faulty), snapshot(faulty)],
      () => [snapshot(faulty)],
    ])
    await agent.runAgent()
    await agent.runAgent()
    expect(shown('s')).toBe('hello')
    expect(codes()).toHaveLength(1)
  })

  it('[CA-10] a part that is missing is reported when the run is over, once', async () => {
    const unfinished = [CS('s'), UC('s', [{ id: 'root', component: 'Column', children: ['gone'] }])]
    const started: (readonly string[])[] = []
    const inActivity = await connected([() => [snapshot({ a2ui_operations: unfinished })], () => []])
    inActivity.agent.subscribe({ onMessagesChanged: () => void started.push(inActivity.codes()) })
    await inActivity.agent.runAgent()
    expect(started[0]).toEqual([])
    expect(inActivity.codes()).toEqual(['CHILD_MISSING'])
    await inActivity.agent.runAgent()
    expect(inActivity.codes()).toEqual(['CHILD_MISSING'])
    const inEvent = await connected([() => [{ type: EventType.CUSTOM, name: 'a2ui', value: unfinished }]])
    await inEvent.agent.runAgent()
    expect(inEvent.codes()).toEqual(['CHILD_MISSING'])
  })

  it('[CA-5] stop leaves no subscriber behind', async () => {
    const { agent, surfaces, runtime } = await connected([() => [snapshot(operations(...hello))]])
    surfaces.stop()
    expect(agent.subscribers).toEqual([])
    await agent.runAgent()
    expect(runtime.surfaces.getSnapshot()).toEqual([])
  })
})
