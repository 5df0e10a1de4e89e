// The handler by itself: what reaches it, and that it answers whatever happens.
import {
  type BusinessHandler,
  type BusinessOptions,
  createBusiness,
  memoryStore,
} from 'surface-runtime/commerce/business'
import { describe, expect, it } from 'vitest'
import { products } from './products.ts'
import { businessProfile, newest } from './shop.ts'

describe('a handler', () => {
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

  it('[CB-45] a body that breaks off is 400, and nobody is told', async () => {
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

  it.each(['', '/'])('[CB-47] serves tools at the root of an origin: "%s"', async (end) => {
    const tools = { version: newest, transport: 'tools', schema: 'https://shop.example/rpc.json' }
    const services = { 'dev.commerce.shopping': [{ ...tools, endpoint: `https://shop.example${end}` }] }
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
