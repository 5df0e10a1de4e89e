// The handler by itself: what reaches it, and that it answers whatever happens.
import { once } from 'node:events'
import { connect } from 'node:net'
import {
  type BusinessHandler,
  type BusinessOptions,
  createBusiness,
  createGuardedFetch,
  memoryStore,
} from 'surface-runtime/commerce/business'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { products } from './products.ts'
import { serve } from './serve.ts'
import { businessProfile, countingStore, newest } from './shop.ts'

describe('a handler', () => {
  afterEach(() => void vi.useRealTimers())

  const handlerOf = (more: Partial<BusinessOptions>): BusinessHandler =>
    createBusiness({ profile: businessProfile('https://shop.example'), store: memoryStore(products), ...more })

  it('[CB-60] never rejects, whatever onError or a store does', async () => {
    let now = 0
    const removeExpired = (): never => {
      throw new Error('sweep')
    }
    for (const onError of [removeExpired, () => Promise.reject(new Error('told')) as never]) {
      const store = { ...memoryStore(products), removeExpired }
      const handle = handlerOf({ store, onError, now: () => now, authenticate: () => Promise.reject(new Error('a')) })
      now += 3_600_000
      const headers = { 'Commerce-Agent': 'profile="https://p.example/p"' }
      const answer = await handle(new Request('https://shop.example/commerce/rest/carts/x', { headers }))
      expect(answer.status).toBe(500)
    }
  })

  it('[CB-45] a body that breaks off is 400, and nobody is notified', async () => {
    const errors: unknown[] = []
    const handle = handlerOf({ onError: (error) => errors.push(error) })
    const send = (path: string): Promise<Response> => {
      const body = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit
      return handle(new Request(`https://shop.example/commerce/${path}`, init))
    }
    expect((await send('rest/carts')).status).toBe(400)
    expect((await (await send('tools')).json()).error.code).toBe(-32602)
    expect(errors).toEqual([])
  })

  it('[CB-64] a body that does not end is 408 after a while, and nothing is stored', async () => {
    const store = countingStore()
    const errors: unknown[] = []
    const handle = handlerOf({ store, limits: { bodyTime: 20 }, onError: (error) => errors.push(error) })
    let canceled = 0
    const send = (path: string): Promise<Response> => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"line_items":[')),
        cancel: () => void canceled++,
      })
      const headers = { 'Commerce-Agent': 'profile="https://p.example/p"', 'Content-Type': 'application/json' }
      const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
      return handle(new Request(`https://shop.example/commerce/${path}`, init))
    }
    const rest = await send('rest/carts')
    expect([rest.status, (await rest.json()).code]).toEqual([408, 'request_timeout'])
    const tools = await send('tools')
    expect([tools.status, (await tools.json()).error]).toMatchObject([408, { code: -32000 }])
    await expect.poll(() => canceled, { interval: 5 }).toBe(2)
    expect([store.writes, errors]).toEqual([0, []])
  })

  it('[CB-64] a body that ends a little late is read to its end: its sender sees the answer', async () => {
    const handle = handlerOf({ limits: { bodyTime: 50 } })
    const canceled: unknown[] = []
    let source: ReadableStreamDefaultController | undefined
    const body = new ReadableStream({
      start(controller) {
        source = controller
      },
      cancel: (reason) => void canceled.push(reason),
    })
    const headers = { 'Commerce-Agent': 'profile="https://p.example/p"', 'Content-Type': 'application/json' }
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = handle(new Request('https://shop.example/commerce/rest/carts', init))
    await vi.advanceTimersByTimeAsync(50)
    expect([(await answer).status, canceled]).toEqual([408, []])
    source?.enqueue(new TextEncoder().encode('{}'))
    source?.close()
    await vi.advanceTimersByTimeAsync(100)
    expect(canceled).toEqual([])
  })

  it('[CB-64] a body is late, and not broken, where the process was too busy to look at the time', async () => {
    const handle = handlerOf({ limits: { bodyTime: 20 } })
    const send = (): Promise<Response> => {
      const headers = { 'Commerce-Agent': 'profile="https://p.example/p"', 'Content-Type': 'application/json' }
      const init = { method: 'POST', body: new ReadableStream(), headers, duplex: 'half' } as RequestInit
      return handle(new Request('https://shop.example/commerce/rest/carts', init))
    }
    // The timers of the first request are still there: they would be looked at before those of the second one.
    expect((await send()).status).toBe(408)
    const second = send()
    await Promise.resolve()
    for (const end = performance.now() + 80; performance.now() < end; );
    expect((await second).status).toBe(408)
  })

  it('[CB-64] over a connection that sends byte after byte', async () => {
    const server = await serve(handlerOf({ limits: { bodyTime: 50 } }))
    const { port } = new URL(server.origin)
    const socket = connect(Number(port), '127.0.0.1')
    const head =
      'POST /commerce/rest/carts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n'
    socket.write(`${head}{`)
    const drip = setInterval(() => socket.write(' '), 5)
    const [answer] = await once(socket, 'data')
    clearInterval(drip)
    socket.destroy()
    expect(String(answer)).toMatch(/^HTTP\/1.1 408 /)
    await server.close()
  })

  it('[CB-65] faults reach the console where there is no onError, and never the answer', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    try {
      const fault = new Error('no disk')
      const handle = handlerOf({ authenticate: () => Promise.reject(fault) })
      const headers = { 'Commerce-Agent': 'profile="https://p.example/p"' }
      const answer = await handle(new Request('https://shop.example/commerce/rest/carts/x', { headers }))
      expect([answer.status, (await answer.text()).includes('disk')]).toEqual([500, false])
      expect(logged.mock.calls).toEqual([[fault]])
    } finally {
      logged.mockRestore()
    }
  })

  it('[CB-53] a fetch of the host keeps the guard when it is built on the one of the package', async () => {
    const traced: string[] = []
    const guarded = createGuardedFetch()
    const fetch: typeof globalThis.fetch = (input, init) => {
      traced.push(String(input))
      return guarded(input, init)
    }
    const headers = { 'Commerce-Agent': 'profile="https://printer.local/p"' }
    const answer = await handlerOf({ fetch })(new Request('https://shop.example/commerce/rest/carts/x', { headers }))
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalid_profile_url'])
    expect(traced).toEqual(['https://printer.local/p'])
  })

  it('[CB-47] serves tools at the root of an origin', async () => {
    const tools = { version: newest, transport: 'tools', schema: 'https://shop.example/rpc.json' }
    const services = { 'dev.commerce.shopping': [{ ...tools, endpoint: 'https://shop.example' }] }
    const handle = handlerOf({ profile: businessProfile('', newest, { services }) })
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    const answer = await handle(new Request('https://shop.example', { method: 'POST', body }))
    expect((await answer.json()).result.tools).toHaveLength(6)
    expect((await handle(new Request('https://shop.example/carts', { method: 'POST', body }))).status).toBe(404)
  })

  describe('for pages of other origins', () => {
    const preflight = (origin: string): Request =>
      new Request('https://shop.example/commerce/rest/carts', {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      })
    const read = (origin: string, path = '/commerce/rest/carts/x'): Request =>
      new Request(`https://shop.example${path}`, { headers: { Origin: origin } })
    const app = 'https://app.example'

    it('[CB-62] answers preflight requests, and lets allowed origins read answers and errors', async () => {
      const handle = handlerOf({ origins: [app] })
      const { status, headers } = await handle(preflight(app))
      expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([204, app, 'Origin'])
      expect(headers.get('access-control-allow-headers')).toMatch(/^Commerce-Agent, .*Idempotency-Key/)
      expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT')
      expect(headers.has('access-control-allow-credentials')).toBe(false)
      for (const path of [undefined, '/.well-known/commerce', '/commerce/tools']) {
        const { headers } = await handle(read(app, path))
        expect(headers.get('access-control-allow-origin')).toBe(app)
        expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
      }
      const any = await handlerOf({ origins: ['*'] })(read('https://other.example'))
      expect(any.headers.get('access-control-allow-origin')).toBe('*')
    })

    it.each([
      ['other origins', [app], 'https://app.example.evil.example'],
      ['any, by default', undefined, app],
    ])('[CB-62] allows nothing to %s', async (_, origins, origin) => {
      const handle = handlerOf(origins ? { origins } : {})
      expect((await handle(preflight(origin))).status).toBe(405)
      const answers = [await handle(preflight(origin)), await handle(read(origin))]
      expect(answers.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([null, null])
      expect(answers.map(({ headers }) => headers.has('vary'))).toEqual(origins ? [true, true] : [false, false])
    })
  })
})
