/** The relay that the browser tests put between page, agent and business: each of its faults, over real connections. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRelay, type Relay } from '../../../e2e/relay.ts'

let relay: Relay
let server: Server
/** Of the last request that reached the server. */
let version: string | string[] | undefined
let asked = 0
/** Sends the rest of an open stream, and ends it. */
let finish: (rest: string) => void

beforeEach(async () => {
  asked = 0
  server = createServer(({ url, headers }, answer) => {
    asked++
    version = headers['agent-version']
    if (url === '/plain') {
      answer.setHeader('content-length', 11).end('hello world')
      return
    }
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\ndata: two\n\n')
    finish = (rest) => answer.end(rest)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  relay = await createRelay()
  relay.forwardTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

afterEach(async () => {
  await relay.close()
  server.closeAllConnections()
  server.close()
})

const get = (path: string): Promise<Response> => fetch(`${relay.origin}${path}`)

/** What comes until the text has come, or the connection ends. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<string> {
  let all = ''
  while (!all.includes(text)) {
    const chunk = await reader.read().catch(() => 'cut' as const)
    if (chunk === 'cut') return `${all}<cut>`
    if (chunk.done) return `${all}<end>`
    all += new TextDecoder().decode(chunk.value)
  }
  return all
}

async function openStream(): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const { body } = await get('/stream')
  if (!body) throw new Error('no body')
  return body.getReader()
}

test('answers of its own, headers on their way and texts that are replaced, for as many requests as asked for', async () => {
  relay.refuse(503, { path: '/plain', times: 1 })
  relay.setHeader('Agent-Version', '9.9', { times: 1 })
  const refused = await get('/plain')
  expect([refused.status, refused.headers.get('access-control-allow-origin'), asked]).toEqual([503, '*', 0])
  relay.setHeader('Agent-Version', '9.9', { times: 1 })
  relay.spoil('hello', 'good morning,', { times: 1 })
  expect(await (await get('/plain')).text()).toBe('good morning, world')
  expect(version).toBe('9.9')
  expect(await (await get('/plain')).text()).toBe('hello world')
  expect(version).toBeUndefined()
})

test('a body is cut after so many bytes, in the middle of a line', async () => {
  relay.cutAfter(4, { path: 'plain' })
  await expect(get('/plain').then((answer) => answer.text())).rejects.toThrow()
  relay.cutAfter(15)
  expect(await readUntil(await openStream(), 'two')).toBe('data: one\n\ndata<cut>')
})

test('a stream is held in the middle of a text; then it goes on or is cut', async () => {
  relay.holdAt('data: two')
  const reader = await openStream()
  await relay.held()
  expect(await readUntil(reader, '\n\ndata')).toBe('data: one\n\ndata')
  relay.resume()
  expect(await readUntil(reader, 'two')).toBe(': two\n\n')
  relay.holdAt('three')
  finish('data: three\n\n')
  await relay.held()
  relay.cut()
  expect(await readUntil(reader, 'three')).toMatch(/^(data: th)?<cut>$/)
})

test('a silent relay lets pings pass, and later everything', async () => {
  relay.silence({ ping: 5 })
  const reader = await openStream()
  expect(await readUntil(reader, 'ping')).toMatch(/^: ping\n\n/)
  relay.spoil('never', 'met')
  finish('data: three\n\n')
  relay.heal()
  expect((await readUntil(reader, 'three')).replaceAll(': ping\n\n', '')).toBe(
    'data: one\n\ndata: two\n\ndata: three\n\n',
  )
})

test('a stopped relay refuses connections, and comes back at its port', async () => {
  const reader = await openStream()
  await relay.stop()
  expect(await readUntil(reader, 'three')).toContain('<cut>')
  await expect(get('/plain')).rejects.toThrow()
  await relay.start()
  expect(await (await get('/plain')).text()).toBe('hello world')
})
