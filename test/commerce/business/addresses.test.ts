// Addresses that come from platforms: which are asked, and how.
import http from 'node:http'
import https from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createGuardedFetch } from '../../../src/commerce/business/guarded-fetch.ts'
import { serve } from './serve.ts'

describe('the fetch for profiles', () => {
  afterEach(() => vi.restoreAllMocks())

  it('[CB-53] asks no address that is not public', async () => {
    const fetch = createGuardedFetch()
    await expect(fetch('https://127.0.0.1:9/')).rejects.toMatchObject({ code: 'invalid_profile_url' })
  })

  /** DNS that gives one address for every name, and connections that end at a server of ours. */
  function standIn(address: string, origin = ''): void {
    const lookup = (_: string, __: object, done: (error: null, found: readonly object[]) => void): void =>
      done(null, [{ address, family: 4 }])
    const request = (url: URL, options: Parameters<typeof http.request>[1]): ReturnType<typeof http.request> =>
      origin === ''
        ? https.request(url, options)
        : http.request(`${origin}${url.pathname}`, { ...options, lookup: undefined })
    const modules: Readonly<Record<string, unknown>> = { 'node:dns': { lookup }, 'node:https': { request } }
    vi.spyOn(process, 'getBuiltinModule').mockImplementation((name: string) => modules[name] as never)
  }

  it('[CB-53] opens no connection to an address that is not public, whatever the name', async () => {
    standIn('10.0.0.1')
    const refused = { code: 'invalid_profile_url', content: 'shop.com is no public host' }
    await expect(createGuardedFetch()('https://shop.com/profile.json')).rejects.toMatchObject(refused)
  })

  it('[CB-53] hands over status, headers and body of others, and follows no redirect', async () => {
    const seen: Request[] = []
    const server = await serve((request) => {
      seen.push(request)
      if (request.url.endsWith('/moved')) return new Response(null, { status: 302, headers: { Location: '/there' } })
      if (request.url.endsWith('/same')) return new Response(null, { status: 304, headers: { ETag: '"a"' } })
      return new Response('é'.repeat(100_000), { headers: { ETag: '"b"' } })
    })
    standIn('1.1.1.1', server.origin)
    const fetch = createGuardedFetch()
    const found = await fetch('https://shop.com/a', { headers: { 'If-None-Match': '"x"' } })
    expect([found.status, found.headers.get('etag'), (await found.text()).length]).toEqual([200, '"b"', 100_000])
    expect(['if-none-match', 'accept-encoding'].map((name) => seen[0]?.headers.get(name))).toEqual(['"x"', 'identity'])
    expect((await fetch('https://shop.com/moved')).status).toBe(302)
    const same = await fetch('https://shop.com/same')
    expect([same.status, same.headers.get('etag'), same.body]).toEqual([304, '"a"', null])
    await (await fetch('https://shop.com/a')).body?.cancel()
    expect(seen).toHaveLength(4)
    await expect(fetch('https://shop.com/a', { signal: AbortSignal.abort() })).rejects.toThrow()
    await server.close()
  })

  it('[CB-56] a status that is none, a change of protocol or no answer at all rejects, and nothing else', async () => {
    let answer = ''
    const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end(answer)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    standIn('1.1.1.1', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const uncaught: unknown[] = []
    const listener = (error: unknown): unknown => uncaught.push(error)
    process.on('uncaughtException', listener)
    for (const status of ['600 Odd', '999 Odd', '099 Odd', '000 Odd', '101 Switching Protocols']) {
      answer = `HTTP/1.1 ${status}\r\nConnection: Upgrade\r\nUpgrade: x\r\nContent-Length: 0\r\n\r\n`
      await expect(createGuardedFetch()('https://shop.com/a'), status).rejects.toThrow()
    }
    answer = ''
    await expect(createGuardedFetch()('https://shop.com/a')).rejects.toThrow()
    process.off('uncaughtException', listener)
    expect(uncaught).toEqual([])
    await new Promise((resolve) => server.close(resolve))
  })

  it('[CB-53] opens a connection for each request, of TLS 1.3, and looks one or all addresses up', async () => {
    standIn('1.1.1.1')
    const seen: Parameters<typeof https.request>[1][] = []
    const request = vi.spyOn(https, 'request').mockImplementation(((_: URL, options: (typeof seen)[number]) => {
      seen.push(options)
      return http.request('http://127.0.0.1:9', { signal: AbortSignal.abort() })
    }) as never)
    await createGuardedFetch()('https://shop.com/a').catch(() => undefined)
    request.mockRestore()
    expect(seen).toMatchObject([{ agent: false, minVersion: 'TLSv1.3' }])
    const lookup = (seen[0] as { lookup: (name: string, options: object, done: (...found: unknown[]) => void) => void })
      .lookup
    const found: unknown[] = []
    lookup('shop.com', {}, (...one) => found.push(one))
    lookup('shop.com', { all: true }, (...all) => found.push(all))
    expect(found).toEqual([
      [null, '1.1.1.1', 4],
      [null, [{ address: '1.1.1.1', family: 4 }]],
    ])
  })
})
