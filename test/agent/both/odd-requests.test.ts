// Requests as no client writes them, to each listener of the library: none ends the process, and the next good one is answered.
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { loopback } from '../../../src/agent/sign-in/node/index.ts'
import { seeded } from '../../support/random.ts'
import { uncaught } from '../../support/uncaught.ts'
import { serveGrpc } from '../grpc/setup.ts'
import { agentOf } from '../server/agent-of.ts'

const requests = 5_000

const parts = {
  verbs: [
    'GET',
    'POST',
    'OPTIONS',
    'HEAD',
    'TRACE',
    'CONNECT',
    'PUT',
    'DELETE',
    'PATCH',
    'PROPFIND',
    'get',
    '',
    '\0',
    'PRI',
  ],
  paths: [
    ...[
      '//',
      '/',
      '',
      '*',
      '///',
      '/\\',
      '//[',
      '//]:0',
      '/?',
      '/#',
      '?',
      '/callback',
      '/callback?state=',
      '/%',
      '/%00',
    ],
    ...[
      'http://',
      'http://[',
      'https://evil.example/callback',
      'file:///etc',
      'evil.example:443',
      '/tasks/%zz',
      '/rpc',
    ],
    ...['/tasks/a:cancel', '/.well-known/agent-card.json', '//evil.example/', '/\x7f', '/ü', '/\t', '/a b', ':', '://'],
    ...[
      '/lf.a2a.v1.A2AService/SendMessage',
      '/lf.a2a.v1.A2AService/',
      `/${'a'.repeat(9_000)}`,
      `/?${'%5B'.repeat(900)}`,
    ],
  ],
  versions: ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', 'HTTP/9', ''],
  headers: [
    ...['host: x', 'host: [', 'host:', 'host: a/b', 'host: a@b:c', 'host: 127.0.0.1:999999', 'host: \x80', 'Host: ü'],
    ...['content-length: 3', 'content-length: -1', 'content-length: 1e9', 'transfer-encoding: chunked', 'upgrade: h2c'],
    ...[
      'transfer-encoding: gzip',
      'connection: upgrade',
      'connection: close',
      'expect: 100-continue',
      'expect: x',
      ':',
    ],
    ...['content-type: application/grpc', 'content-type: application/grpc-web+proto', 'content-type: application/json'],
    ...['a2a-version: 1.0', 'agent-version: 1.0', 'last-event-id: \x01', 'accept: ;q=', 'origin: null', 'te: trailers'],
    ...[
      'access-control-request-method: POST',
      'grpc-timeout: 1',
      'grpc-timeout: 99999999999H',
      'cookie: \xff',
      ' x: y',
    ],
    ...['x', `x: ${'y'.repeat(20_000)}`, 'if-none-match: *', 'authorization: Bearer \x00', 'http2-settings: !'],
  ],
  bodies: [
    '',
    '{}',
    '[',
    '{"jsonrpc":"2.0"}',
    '\0\0\0\0\0',
    '\0\xff\xff\xff\xff',
    '3\r\nabc\r\n0\r\n\r\n',
    'zz\r\n',
    '\xff',
  ],
}

/** The same requests each time. */
function oddRequests() {
  const random = seeded(7)
  const some = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const headers = () => Array.from({ length: Math.floor(random() * 5) }, () => some(parts.headers))
  return {
    some,
    headers,
    text: (host: string): string => {
      const first = `${some(parts.verbs)} ${some(parts.paths)} ${some(parts.versions)}`
      const named = random() < 0.7 ? [`host: ${host}`] : []
      return `${[first, ...named, ...headers()].join('\r\n')}\r\n\r\n${some(parts.bodies)}`
    },
  }
}

/** Sends each by a connection of its own. */
async function sendAll(port: number, more: (turn: number) => void = () => undefined): Promise<void> {
  const { text } = oddRequests()
  const send = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(Buffer.from(text(`127.0.0.1:${port}`), 'latin1')))
      socket.setTimeout(500, () => socket.destroy())
      socket.on('error', () => undefined)
      socket.resume()
      socket.once('close', () => resolve())
    })
  const turns = Array.from({ length: requests }, (_, turn) => turn).values()
  const worker = async (): Promise<void> => {
    for (const turn of turns) {
      more(turn)
      await send()
    }
  }
  await Promise.all(Array.from({ length: 40 }, worker))
}

it('[SI-23] the port of a sign-in outlives whatever a page or a program sends there', async () => {
  const thrown = await uncaught(async () => {
    const place = await loopback({ open: () => undefined }).begin()
    const back = new URL(place.redirectUri)
    const leaving = new AbortController()
    const coming = place.returned('right', leaving.signal)
    onTestFinished(() => leaving.abort())
    void coming.catch(() => undefined)
    await sendAll(Number(back.port))
    expect((await fetch(`${back.href}?state=right&code=1`)).status).toBe(200)
    expect(await coming).toBe('?state=right&code=1')
  })
  expect(thrown).toEqual([])
}, 120_000)

it('[AG-11] the port of an agent outlives whatever is sent there, over HTTP/1.1 and HTTP/2', async () => {
  const errors: unknown[] = []
  const onError = (error: unknown): number => errors.push(error)
  const thrown = await uncaught(async () => {
    const agent = agentOf(
      async function* () {
        yield { message: 'hello' }
      },
      { onError },
    )
    const port = await serveGrpc(agent, { health: true, reflection: true })
    const { some, headers } = oddRequests()
    const session = () => {
      const made = connectHttp2(`http://127.0.0.1:${port}`)
      made.on('error', () => undefined)
      return made
    }
    let to = session()
    onTestFinished(() => to.destroy())
    await sendAll(port, () => {
      if (to.destroyed || to.closed) to = session()
      try {
        const named = headers().map((line): [string, string] => [line.split(':')[0] ?? '', line.replace(/^.*?:/, '')])
        const stream = to.request({
          ':method': some(parts.verbs),
          ':path': some(parts.paths),
          ':authority': some(['x', '', '[', 'a/b', `127.0.0.1:${port}`, 'a@b']),
          ...Object.fromEntries(named.filter(([name]) => /^[a-z-]+$/.test(name) && name !== 'host')),
        })
        stream.on('error', () => undefined)
        stream.resume()
        stream.end(some(parts.bodies))
        setTimeout(() => stream.close(), 300)
      } catch {
        // What Node does not send.
      }
    })
    const good = { 'a2a-version': '1.0' }
    expect((await fetch(`http://127.0.0.1:${port}/tasks`, { headers: good })).status).toBe(200)
  })
  expect(thrown).toEqual([])
  expect(errors).toEqual([])
}, 120_000)
