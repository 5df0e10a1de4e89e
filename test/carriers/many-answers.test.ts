// A page with many answers: the agent uses one surface id in all, and each press goes once, to the connection that owns its surface.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpAgent } from '@ag-ui/client'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket as Peer, WebSocketServer } from 'ws'
import { connectAgUi } from '../../src/carriers/ag-ui.ts'
import { connectMcp, surfaceResource } from '../../src/carriers/mcp.ts'
import { connectSse } from '../../src/carriers/sse.ts'
import { readText } from '../../src/carriers/text.ts'
import { connectWebSocket } from '../../src/carriers/websocket.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { inner } from '../support/live.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { waitUntil } from '../support/wait-until.ts'

// Node 20 has none of its own.
beforeAll(() => void vi.stubGlobal('WebSocket', Peer))
afterAll(() => void vi.unstubAllGlobals())

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

/** The answer to a question: always the same surface. */
const answer = (question: unknown): readonly JsonObject[] => [
  CS('s1'),
  UC('s1', [
    { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'go' } } },
    T('label', String(question)),
  ]),
]
/** The answer to a press: it means the surface that was pressed. */
const pressed = [UD('s1', '/pressed', true)]

function labels({ runtime }: Pick<Recorder, 'runtime'>): readonly unknown[] {
  return runtime.surfaces
    .getSnapshot()
    .map(({ components }) => (components.get('label')?.props['text'] as { value?: unknown })?.value)
}

/** Presses the button of each surface, from the last to the first, and waits for what the agent does. */
async function pressAll({ runtime }: Recorder): Promise<void> {
  for (const surface of runtime.surfaces.getSnapshot().slice(0, 3).toReversed())
    await inner(surface)
      .emit('root', 'go', {})
      ?.catch(() => undefined)
}

function marks({ runtime }: Recorder): readonly unknown[] {
  return runtime.surfaces.getSnapshot().map(({ data }) => data.get('/pressed'))
}

async function serve(
  handle: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    handle(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function serveSocket(talk: (peer: Peer, received: string[]) => void) {
  const received: string[] = []
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (peer) => {
    peer.on('message', (data) => received.push(String(data)))
    talk(peer, received)
  })
  ended.push(() => {
    for (const peer of server.clients) peer.terminate()
    return new Promise((resolve) => server.close(resolve))
  })
  return new Promise<{ address: string; received: string[]; server: WebSocketServer }>((resolve) =>
    server.once('listening', () =>
      resolve({ address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`, received, server }),
    ),
  )
}

const say = (peer: Peer, ...frames: readonly unknown[]): void => {
  for (const frame of frames) peer.send(JSON.stringify(frame))
}
const done = { type: 'done' }

const three = ['one', 'two', 'three']
const all = [true, true, true]

describe('[CA-11] [CA-12] three answers', () => {
  async function askedBySse(key?: (question: string) => string) {
    const posts: string[] = []
    const address = await serve((request, response, body) => {
      if (request.method === 'POST') posts.push(body)
      const messages = request.method === 'POST' ? pressed : answer(request.headers['x-question'])
      response.setHeader('Content-Type', 'text/event-stream')
      response.end(messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join(''))
    })
    const recorder = record()
    const connections = three.map((question) =>
      connectSse(address, recorder.runtime, {
        request: { headers: { 'X-Question': question } },
        ...(key && { source: key(question) }),
      }),
    )
    for (const { stop } of connections) ended.unshift(stop)
    await waitUntil(() => connections.every(({ state }) => state.getSnapshot() === 'done'))
    return { ...recorder, connections, posts, address }
  }

  it.each([
    ['named by nobody', undefined],
    ['named by the host', (question: string) => `answer ${question}`],
  ])('by server-sent events, %s', async (_, key) => {
    const asked = await askedBySse(key)
    expect(labels(asked).toSorted()).toEqual(three.toSorted())
    await pressAll(asked)
    expect(asked.posts).toHaveLength(3)
    expect([marks(asked), asked.codes()]).toEqual([all, []])
    const sources = asked.connections.flatMap((connection) => connection.sources.getSnapshot())
    expect(new Set(sources).size).toBe(6)
    for (const connection of asked.connections)
      expect(
        asked.runtime
          .surfacesOf(connection.sources.getSnapshot())
          .getSnapshot()
          .map(({ id }) => id),
      ).toEqual(['s1'])
    expect(asked.events).toHaveLength(3)
  })

  it('by server-sent events, pressed after their connections were stopped', async () => {
    const asked = await askedBySse()
    for (const { stop } of asked.connections) stop()
    await pressAll(asked)
    expect([asked.posts.length, marks(asked), asked.codes()]).toEqual([3, all, []])
  })

  it('a press whose answer begins the same id anew leaves what was pressed', async () => {
    const address = await serve((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(answer(request.method === 'POST' ? 'answered' : 'asked')))
    })
    const recorder = record()
    const { state, stop, sources } = connectSse(address, recorder.runtime)
    ended.unshift(stop)
    await waitUntil(() => state.getSnapshot() === 'done')
    await pressAll(recorder)
    expect([labels(recorder), recorder.codes()]).toEqual([['asked', 'answered'], []])
    expect(sources.getSnapshot()).toEqual([address, `${address} 2`])
  })

  it('by one WebSocket that stays open', async () => {
    const { address, received } = await serveSocket((peer) => {
      for (const question of three) say(peer, ...answer(question), done)
      peer.on('message', () => say(peer, ...pressed, done))
    })
    const recorder = record()
    const { sources, stop } = connectWebSocket(address, recorder.runtime, { source: 'chat' })
    ended.unshift(stop)
    await waitUntil(() => recorder.runtime.surfaces.getSnapshot().length === 3)
    expect([labels(recorder), sources.getSnapshot()]).toEqual([three, ['chat', 'chat 2', 'chat 3']])
    for (const surface of recorder.runtime.surfaces.getSnapshot().toReversed()) {
      await inner(surface).emit('root', 'go', {})
      await waitUntil(() => surface.data.get('/pressed'))
    }
    expect([received.length, marks(recorder), recorder.codes()]).toEqual([3, all, []])
  })

  it('by one WebSocket, by which the questions are sent as well', async () => {
    const { address, received } = await serveSocket((peer) =>
      peer.on('message', (data) => say(peer, ...answer(String(data)), done)),
    )
    const recorder = record()
    const connection = connectWebSocket(address, recorder.runtime, { source: 'chat', hello: 'one' })
    ended.unshift(connection.stop)
    expect(connection.ask('too early')).toBe(false)
    for (const [index, question] of three.entries()) {
      if (index > 0) expect(connection.ask(question)).toBe(true)
      await waitUntil(() => recorder.runtime.surfaces.getSnapshot().length > index)
      await waitUntil(() => connection.state.getSnapshot() === 'done')
    }
    expect([labels(recorder), connection.sources.getSnapshot()]).toEqual([three, ['chat', 'chat 2', 'chat 3']])
    connection.stop()
    expect([connection.ask('too late'), received]).toEqual([false, three])
  })

  it('by a WebSocket each; a close behind an answer is no failure', async () => {
    const { address, received, server } = await serveSocket((peer) => say(peer, ...answer(server.clients.size), done))
    const recorder = record()
    const connections = []
    for (let count = 1; count <= 3; count++) {
      const connection = connectWebSocket(address, recorder.runtime)
      connections.push(connection)
      ended.unshift(connection.stop)
      await waitUntil(() => recorder.runtime.surfaces.getSnapshot().length === count)
    }
    await pressAll(recorder)
    await waitUntil(() => received.length === 3)
    for (const peer of server.clients) peer.terminate()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([labels(recorder), recorder.codes()]).toEqual([['1', '2', '3'], []])
    expect(connections.map(({ state }) => state.getSnapshot())).toEqual(['done', 'done', 'done'])
    const [surface] = recorder.runtime.surfaces.getSnapshot()
    await expect(surface && inner(surface).emit('root', 'go', {})).rejects.toThrow('connect again')
    expect(recorder.codes()).toEqual(['ACTION_FAILED'])
  })

  it('by a WebSocket that breaks within the third: what the server repeats is applied once', async () => {
    let connections = 0
    const { address } = await serveSocket((peer) => {
      const again = ++connections > 1
      for (const question of ['one', 'two']) say(peer, ...answer(question), done)
      say(peer, ...answer('three').slice(0, again ? 2 : 1))
      if (again) say(peer, done, ...answer('four'), done)
      else setTimeout(() => peer.terminate(), 20)
    })
    const recorder = record()
    const { sources, stop } = connectWebSocket(address, recorder.runtime, { source: 'chat' })
    ended.unshift(stop)
    await waitUntil(() => recorder.runtime.surfaces.getSnapshot().length === 3)
    const before = recorder.runtime.surfaces.getSnapshot()
    before[0]?.data.set('/typed', 'Bo')
    await waitUntil(() => recorder.runtime.surfaces.getSnapshot().length === 4)
    expect(labels(recorder)).toEqual([...three, 'four'])
    expect(recorder.runtime.surfaces.getSnapshot().slice(0, 3)).toEqual(before)
    expect(before[0]?.data.get('/typed')).toBe('Bo')
    expect([sources.getSnapshot().length, recorder.codes()]).toEqual([4, []])
  })

  it('by a WebSocket that goes on where it was after a break', async () => {
    let connections = 0
    const { address } = await serveSocket((peer) => {
      const [begin, ...rest] = answer('two')
      if (++connections > 1) return say(peer, ...rest, done)
      say(peer, ...answer('one'), done, begin)
      setTimeout(() => peer.terminate(), 20)
    })
    const recorder = record()
    const { stop } = connectWebSocket(address, recorder.runtime)
    ended.unshift(stop)
    await waitUntil(() => labels(recorder)[1] === 'two')
    expect([labels(recorder), recorder.codes()]).toEqual([['one', 'two'], []])
  })

  it('in a model’s text', () => {
    const recorder = record()
    const sources = three.map((question) => {
      const reader = readText(recorder.runtime, { onText: () => undefined })
      reader.push(`Here:\n<a2ui-json>${JSON.stringify(answer(question))}</a2ui-json>`)
      reader.end()
      return reader.source
    })
    expect([labels(recorder), sources, recorder.codes()]).toEqual([three, ['text', 'text 2', 'text 3'], []])
  })

  it('of tools of the Model Context Protocol', async () => {
    const calls: unknown[] = []
    const client = {
      callTool: async (call: unknown) => {
        calls.push(call)
        return { content: [surfaceResource(pressed)] }
      },
      readResource: async () => ({}),
    }
    const recorder = record()
    const { show, stop } = connectMcp(client, recorder.runtime, { tools: ['a2ui_action'] })
    // A second server, whose tools answer for its own surfaces alone.
    const other = connectMcp({ ...client, callTool: () => expect.fail('not its surface') }, recorder.runtime)
    ended.unshift(stop, other.stop)
    for (const question of three) show(question, { content: [surfaceResource(answer(question))] })
    expect(labels(recorder)).toEqual(three)
    await pressAll(recorder)
    expect([calls.length, marks(recorder), recorder.codes()]).toEqual([3, all, []])
  })

  it.each([
    [
      'activities',
      (id: string, messages: readonly unknown[]) => ({
        id,
        role: 'activity',
        activityType: 'a2ui-surface',
        content: { a2ui_operations: messages },
      }),
    ],
    [
      'results of tools',
      (id: string, messages: readonly unknown[]) => ({
        id,
        role: 'tool',
        toolCallId: `call ${id}`,
        content: JSON.stringify({ a2ui_operations: messages }),
      }),
    ],
  ])('of AG-UI, as %s', async (_, messageOf) => {
    const runs: unknown[] = []
    let subscriber: { onMessagesChanged(change: { messages: readonly unknown[] }): void } | undefined
    const agent = {
      messages: [] as unknown[],
      isRunning: false,
      subscribe(one: never) {
        subscriber = one
        return { unsubscribe: () => undefined }
      },
      async runAgent(parameters: never) {
        runs.push(parameters)
        say(messageOf(`answer ${runs.length}`, pressed))
      },
    }
    const say = (message: unknown): void => {
      agent.messages = [...agent.messages, message]
      subscriber?.onMessagesChanged(agent)
    }
    const recorder = record()
    const { stop } = connectAgUi(agent, recorder.runtime)
    ended.unshift(stop)
    // One of another kind, with the same id.
    say({ id: 'first', role: 'activity', activityType: 'a2ui-surface', content: { a2ui_operations: answer('zero') } })
    for (const question of three) say(messageOf(question, answer(question)))
    expect(labels(recorder)).toEqual(['zero', ...three])
    for (const surface of recorder.runtime.surfaces.getSnapshot().toReversed())
      await inner(surface).emit('root', 'go', {})
    expect([runs.length, marks(recorder), recorder.codes()]).toEqual([4, [true, ...all], []])
    // A reload brings all back.
    const later = record()
    connectAgUi(agent, later.runtime)
    expect([labels(later), later.codes()]).toEqual([['zero', ...three], []])
  })
})

/** Presses the first answer, then the second, before the agent has answered; it answers in this order. */
async function pressTwo({ runtime }: Recorder, release: () => void): Promise<void> {
  const [first, second] = runtime.surfaces.getSnapshot()
  const presses = [first, second].map((surface) => surface && inner(surface).emit('root', 'go', {}))
  await new Promise((resolve) => setTimeout(resolve, 20))
  release()
  await Promise.all(presses)
}

describe('[CA-13] an answer to a press changes what was pressed, though another was pressed since', () => {
  const order = (count: number) => [UD('s1', '/pressed', count)]

  /** Answers that are held back. */
  function held() {
    const waiting: (() => void)[] = []
    return {
      hold: (answer: () => void): void => void waiting.push(answer),
      release: (): void => {
        for (const answer of waiting.splice(0)) answer()
      },
    }
  }

  it.each(['by server-sent events', 'as what onEvent returns of fetch'])('%s', async (way) => {
    const { hold, release } = held()
    let posts = 0
    const address = await serve((request, response) => {
      response.setHeader('Content-Type', 'text/event-stream')
      const say = (messages: readonly JsonObject[]): void =>
        void response.end(messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join(''))
      const count = request.method === 'POST' ? ++posts : 0
      if (count > 0) hold(() => say(order(count)))
      else say(answer('asked'))
    })
    const post = (_: unknown, wire: unknown) => fetch(address, { method: 'POST', body: JSON.stringify(wire) })
    const recorder = record(way.startsWith('by') ? {} : { onEvent: post })
    for (const key of ['one', 'two']) {
      if (way.startsWith('by')) {
        const { state, stop } = connectSse(address, recorder.runtime, { source: key })
        ended.unshift(stop)
        await waitUntil(() => state.getSnapshot() === 'done')
      } else recorder.runtime.sync(key, answer(key))
    }
    const pressed = pressTwo(recorder, () => undefined)
    await waitUntil(() => posts === 2)
    release()
    await pressed
    expect([marks(recorder), recorder.codes()]).toEqual([[1, 2], []])
  })

  it('by one WebSocket', async () => {
    const { hold, release } = held()
    let presses = 0
    const { address } = await serveSocket((peer) => {
      for (const question of ['one', 'two']) say(peer, ...answer(question), done)
      peer.on('message', () => {
        const count = ++presses
        hold(() => say(peer, ...order(count), done))
      })
    })
    const recorder = record()
    ended.unshift(connectWebSocket(address, recorder.runtime).stop)
    await waitUntil(() => recorder.runtime.surfaces.getSnapshot().length === 2)
    await pressTwo(recorder, () => undefined)
    await waitUntil(() => presses === 2)
    release()
    await waitUntil(() => marks(recorder)[1] !== undefined)
    expect([marks(recorder), recorder.codes()]).toEqual([[1, 2], []])
  })

  it('by one WebSocket, while another answer is under way, beside a question and behind an answer that says nothing', async () => {
    const received: (() => void)[] = []
    const { address } = await serveSocket((peer) => {
      for (const question of ['one', 'two']) say(peer, ...answer(question), done)
      const replies = [[], order(1), answer('three'), order(2)]
      peer.on('message', () => {
        const reply = replies[received.length] ?? []
        received.push(() => say(peer, ...reply, done))
      })
    })
    const recorder = record()
    const connection = connectWebSocket(address, recorder.runtime)
    ended.unshift(connection.stop)
    const { surfaces } = recorder.runtime
    await waitUntil(() => surfaces.getSnapshot().length === 2)
    const [first, second] = surfaces.getSnapshot()
    const press = (one = first) => one && inner(one).emit('root', 'go', {})
    await press(second)
    await press(first)
    connection.ask('three')
    await press(second)
    await waitUntil(() => received.length === 4)
    for (const reply of received) reply()
    await waitUntil(() => surfaces.getSnapshot().length === 3 && connection.sources.getSnapshot().length === 5)
    await waitUntil(() => marks(recorder)[1] !== undefined)
    expect([marks(recorder), recorder.codes()]).toEqual([[1, 2, undefined], []])
  })

  it('of tools of the Model Context Protocol', async () => {
    const { hold, release } = held()
    let calls = 0
    const client = {
      callTool: () => {
        const count = ++calls
        return new Promise((resolve) => hold(() => resolve({ content: [surfaceResource(order(count))] })))
      },
      readResource: async () => ({}),
    }
    const recorder = record()
    const { show, stop } = connectMcp(client, recorder.runtime, { tools: ['a2ui_action'] })
    ended.unshift(stop)
    for (const question of ['one', 'two']) show(question, { content: [surfaceResource(answer(question))] })
    await pressTwo(recorder, release)
    expect([marks(recorder), recorder.codes()]).toEqual([[1, 2], []])
  })

  it.each(['activities', 'custom events'])('of AG-UI, as %s', async (kind) => {
    const { hold, release } = held()
    let subscriber: { [name: string]: (change: unknown) => void } = {}
    const agent = {
      messages: [activity('one'), activity('two')] as unknown[],
      isRunning: false,
      subscribe(one: never) {
        subscriber = one
        return { unsubscribe: () => undefined }
      },
      runAgent: () => new Promise((resolve) => hold(() => resolve(run()))),
    }
    function run(): void {
      if (kind === 'activities') agent.messages = [...agent.messages, activity('three', order(1))]
      else subscriber['onCustomEvent']?.({ event: { name: 'a2ui', value: order(1) } })
      subscriber['onMessagesChanged']?.(agent)
      subscriber['onRunFinalized']?.(agent)
    }
    const recorder = record()
    ended.unshift(connectAgUi(agent as never, recorder.runtime).stop)
    const [first, second] = recorder.runtime.surfaces.getSnapshot()
    const pressed = first && inner(first).emit('root', 'go', {})
    // Another agent's surface, which the user presses meanwhile.
    recorder.runtime.sync('other', answer('other'))
    recorder.runtime.surface('s1', 'other')?.emit('root', 'go', {})
    await new Promise((resolve) => setTimeout(resolve))
    release()
    await pressed
    expect([first, second].map((surface) => surface?.data.get('/pressed'))).toEqual([1, undefined])
    expect(recorder.codes()).toEqual([])
  })

  it('of AG-UI, whose client runs once at a time', async () => {
    const { hold, release } = held()
    const runs: unknown[] = []
    const url = await serve((_, response, body) => {
      const { threadId, runId, forwardedProps } = JSON.parse(body)
      runs.push(forwardedProps)
      const number = runs.length
      const events = [
        { type: 'RUN_STARTED', threadId, runId },
        { ...activity(`reply ${number}`, order(number)), type: 'ACTIVITY_SNAPSHOT', messageId: `reply ${number}` },
        { type: 'RUN_FINISHED', threadId, runId },
      ]
      response.setHeader('Content-Type', 'text/event-stream')
      hold(() => response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')))
    })
    const agent = new HttpAgent({ url, initialMessages: [activity('one'), activity('two')] as never })
    const recorder = record()
    ended.unshift(connectAgUi(agent, recorder.runtime).stop)
    // The host's own question is under way as well.
    const asked = agent.runAgent()
    const pressed = pressTwo(recorder, () => undefined)
    for (const count of [1, 2, 3]) {
      await waitUntil(() => runs.length === count)
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(runs).toHaveLength(count)
      release()
    }
    await Promise.all([asked, pressed])
    // What the question was answered is about the newest of this id: the second press is later.
    expect([marks(recorder), recorder.codes()]).toEqual([[2, 3], []])
    expect(agent.messages).toHaveLength(5)
  })

  function activity(id: string, messages: readonly unknown[] = answer(id)) {
    return { id, role: 'activity', activityType: 'a2ui-surface', content: { a2ui_operations: messages } }
  }
})

it('[CA-12] an event of a surface that no connection owns goes to the host alone', async () => {
  const posts: string[] = []
  const address = await serve((request, response, body) => {
    if (request.method === 'POST') posts.push(body)
    response.setHeader('Content-Type', 'text/event-stream').end()
  })
  const recorder = record()
  ended.unshift(connectSse(address, recorder.runtime).stop)
  recorder.send(...answer('the host’s'))
  await pressAll(recorder)
  expect([recorder.events.length, posts.length]).toEqual([1, 0])
})
