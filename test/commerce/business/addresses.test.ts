// Addresses that come from platforms: which are asked, and how.
import http from 'node:http'
import https from 'node:https'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createGuardedFetch } from '../../../src/commerce/business/guarded-fetch.ts'
import { isSpecialAddress, isSpecialHost } from '../../../src/commerce/business/special-address.ts'
import { serve } from './serve.ts'

describe('addresses', () => {
  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.31.255.255',
      '192.168.1.1',
      '198.19.0.1',
    ],
    ...[
      '203.0.113.9',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
      'fe80::1%eth0',
    ],
    ...['fc00::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '2001::1', 'nonsense', ''],
  ])('[CB-53] %s is no public address', (address) => {
    expect(isSpecialAddress(address)).toBe(true)
  })

  it.each([
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '198.20.0.1',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
  ])('[CB-53] %s is a public address', (address) => {
    expect(isSpecialAddress(address)).toBe(false)
  })

  it('[CB-53] is judged by its name first, and by the address that the connection goes to', async () => {
    for (const name of ['localhost', 'printer', 'a.local', 'A.LOCALHOST.', '10.0.0.1', '[::1]', '[::ffff:a00:1]'])
      expect(isSpecialHost(name)).toBe(true)
    expect([isSpecialHost('shop.com'), isSpecialHost('[2606:4700::1111]')]).toEqual([false, false])
    const fetch = createGuardedFetch(false)
    await expect(fetch('https://127.0.0.1:9/')).rejects.toMatchObject({ code: 'invalid_profile_url' })
  })
})

describe('the fetch for profiles', () => {
  afterEach(() => vi.restoreAllMocks())

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
    await expect(createGuardedFetch(false)('https://shop.com/profile.json')).rejects.toMatchObject(refused)
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
    const fetch = createGuardedFetch(false)
    const found = await fetch('https://shop.com/a', { headers: { 'If-None-Match': '"x"' } })
    expect([found.status, found.headers.get('etag'), (await found.text()).length]).toEqual([200, '"b"', 100_000])
    expect(seen[0]?.headers.get('if-none-match')).toBe('"x"')
    expect((await fetch('https://shop.com/moved')).status).toBe(302)
    const same = await fetch('https://shop.com/same')
    expect([same.status, same.headers.get('etag'), same.body]).toEqual([304, '"a"', null])
    await (await fetch('https://shop.com/a')).body?.cancel()
    expect(seen).toHaveLength(4)
    await expect(fetch('https://shop.com/a', { signal: AbortSignal.abort() })).rejects.toThrow()
    await server.close()
  })
})
