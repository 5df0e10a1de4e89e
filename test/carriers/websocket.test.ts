// Surfaces by WebSocket frames, with a real server.
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket as Peer, WebSocketServer } from 'ws'
import { connectWebSocket, type WebSocketOptions } from '../../src/carriers/websocket.ts'
import { afterAMinute, holdTimers } from '../support/later.ts'
import { CS, T, UC } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { waitUntil } from '../support/wait-until.ts'

type Talk = (peer: Peer) => void

// Node 20 has none of its own.
beforeAll(() => void vi.stubGlobal('WebSocket', Peer))
afterAll(() => void vi.unstubAllGlobals())

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const hello = [CS('s'), UC('s', [T('root', 'hello')])]

/** Talks to one connection after the other; the last talk serves all further ones. */
async function connected(talks: readonly Talk[], options?: WebSocketOptions) {
  const received: string[] = []
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  let count = 0
  server.on('connection', (peer) => {
    peer.on('message', (data) => received.push(String(data)))
    talks[Math.min(count++, talks.length - 1)]?.(peer)
  })
  await new Promise<void>((resolve) => server.once('listening', () => resolve()))
  const cut = (): void => {
    for (const peer of server.clients) peer.terminate()
  }
  ended.push(() => {
    cut()
    return new Promise((resolve) => server.close(resolve))
  })
  const recorder = record()
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const connection = connectWebSocket(address, recorder.runtime, options)
  ended.unshift(connection.stop)
  const settled = (state: string) => waitUntil(() => connection.state.getSnapshot() === state)
  return { ...recorder, connection, received, settled, server, cut, connections: () => count }
}

const say =
  (...frames: readonly unknown[]): Talk =>
  (peer) => {
    for (const frame of frames) peer.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

describe('connectWebSocket', () => {
  it.each([
    ['a message each', hello],
    ['a list', [hello]],
    ['JSON Lines', [hello.map((message) => JSON.stringify(message)).join('\n')]],
    ['chunks of a wrapper', hello.map((chunk) => ({ id: 'x', chunk }))],
    ['an error that is none', hello.map((chunk) => ({ error: null, chunk }))],
  ])('[CA-1] draws frames with %s', async (_, frames) => {
    const { shown, settled, codes } = await connected([say(...frames, { type: 'done' })])
    await settled('done')
    expect(shown('s')).toBe('hello')
    expect(codes()).toEqual([])
  })

  it('[CA-1] frames of the house are the host’s to read', async () => {
    const texts: unknown[] = []
    const { shown, settled } = await connected([say({ say: 'Hi' }, { ui: hello }, { type: 'done' })], {
      messagesOf(frame) {
        const { ui, say: text } = frame as { ui?: unknown; say?: unknown }
        if (text) texts.push(text)
        return ui
      },
    })
    await settled('done')
    expect([shown('s'), texts]).toEqual(['hello', ['Hi']])
  })

  it('[CA-2] opens a connection again that broke, and what is repeated is applied once', async () => {
    const { runtime, settled, codes, cut } = await connected([
      say(...hello),
      say(...hello, UC('s', [T('root', 'more')]), { type: 'done' }),
    ])
    await waitUntil(() => runtime.surface('s'))
    const surface = runtime.surface('s')
    cut()
    await settled('done')
    expect(runtime.surface('s')).toBe(surface)
    expect(codes()).toEqual([])
  })

  it('[CA-2] a question is not asked again by itself; a function says what each connection begins with', async () => {
    const talks = [say(...hello), say(...hello, { type: 'done' })]
    const asked = await connected(talks, { hello: 'tables?' })
    await waitUntil(() => asked.runtime.surface('s') && asked.received.length > 0)
    asked.cut()
    await asked.settled('failed')
    expect([asked.received, asked.codes()]).toEqual([['tables?'], ['STREAM_FAILED']])
    const subscribed = await connected(talks, { hello: (again) => (again ? 'go on' : undefined) })
    await waitUntil(() => subscribed.runtime.surface('s'))
    subscribed.cut()
    await subscribed.settled('done')
    await waitUntil(() => subscribed.received.length > 0)
    expect([subscribed.received, subscribed.codes()]).toEqual([['go on'], []])
  })

  it('[CA-3] an error of the server is one report; retry begins again', async () => {
    const { shown, settled, codes, connection } = await connected([
      say(...hello, { error: { message: 'out of luck' } }),
      say(hello, { type: 'done' }),
    ])
    await settled('failed')
    expect([shown('s'), codes()]).toEqual(['hello', ['STREAM_FAILED']])
    connection.retry()
    await settled('done')
    expect(codes()).toEqual(['STREAM_FAILED'])
  })

  it('[CA-3] a frame that is no JSON costs only itself', async () => {
    const { shown, settled, codes } = await connected([say('{"half', ...hello, { type: 'done' })])
    await settled('done')
    expect([shown('s'), codes()]).toEqual(['hello', ['JSON_SYNTAX']])
  })

  it('[CA-4] sends what the user did on the same connection', async () => {
    const button = { id: 'root', component: 'Button', child: 't', action: { event: { name: 'go' } } }
    const { runtime, settled, received } = await connected([say([CS('s'), UC('s', [button, T('t', 'Go')])])], {
      hello: 'tables for two',
    })
    await settled('open')
    await waitUntil(() => runtime.surface('s')?.components.size === 2)
    runtime.surface('s')?.emit('root', 'go', {})
    await waitUntil(() => received.length === 2)
    expect(received[0]).toBe('tables for two')
    expect(JSON.parse(received[1] ?? '')).toMatchObject({ action: { name: 'go' } })
  })

  it('[CA-4] an action without a connection is reported as failed', async () => {
    const { runtime, settled, codes } = await connected([
      (peer) => {
        say(...hello)(peer)
        peer.close(1000)
      },
    ])
    await settled('done')
    runtime
      .surface('s')
      ?.emit('root', 'go', {})
      ?.catch(() => undefined)
    await waitUntil(() => codes().length > 0)
    expect(codes()).toEqual(['ACTION_FAILED'])
  })

  it('[CA-5] stop closes the connection and opens no other', async () => {
    holdTimers()
    const { connection, settled, server, connections, runtime } = await connected([say(...hello)], { source: 'k' })
    await settled('open')
    await waitUntil(() => runtime.surface('s'))
    connection.stop()
    runtime.drop('k')
    await waitUntil(() => server.clients.size === 0)
    await afterAMinute()
    expect(connections()).toBe(1)
    expect(runtime.surface('s')).toBeUndefined()
  })

  it.each([
    ['nothing was asked', undefined],
    ['a question was asked', { hello: 'q' }],
  ])('[CA-3] a server that closes in order, without a code, has said everything: %s', async (_, options) => {
    holdTimers()
    const { settled, codes, connection, connections } = await connected(
      [
        (peer) => {
          say(...hello)(peer)
          peer.close()
        },
      ],
      options,
    )
    await settled('done')
    await afterAMinute()
    expect([connections(), connection.state.getSnapshot(), codes()]).toEqual([1, 'done', []])
  })
})
