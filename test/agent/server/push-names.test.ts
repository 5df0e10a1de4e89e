// Push notifications over a connection of Node's own: it goes to the addresses that were checked, whatever DNS says a moment later.
import type { RequestListener } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nodeFetch } from '../../../src/shared/http/node-fetch.ts'
import { cert, key } from '../../support/tls-certificate.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { inline, send } from './push-setup.ts'

type Done = (error: Error | null, found: readonly { readonly address: string; readonly family: number }[]) => void

const { getBuiltinModule } = process

/** DNS that knows these names, and the modules of Node that a server asks for. */
function standIn(names: Readonly<Record<string, readonly string[]>>, request?: typeof https.request): void {
  const lookup = (name: string, _: object, done: Done): void => {
    const found = names[name]
    if (found) {
      const all = found.map((address) => ({ address, family: 4 }))
      done(null, all)
    } else done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), [])
  }
  const modules: Readonly<Record<string, unknown>> = {
    'node:dns': { lookup },
    ...(request && { 'node:https': { Agent: https.Agent, request } }),
  }
  vi.spyOn(process, 'getBuiltinModule').mockImplementation(
    ((name: string) => modules[name] ?? getBuiltinModule(name as 'node:https')) as typeof getBuiltinModule,
  )
}

/** A receiver over TLS. */
async function receiver(handle: RequestListener) {
  let connections = 0
  const server = https.createServer({ key, cert, keepAliveTimeout: 0 }, handle)
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  const open = (): Promise<number> => promisify(server.getConnections.bind(server))()
  return { port: (server.address() as AddressInfo).port, connections: () => connections, open, close }
}

describe('push notifications to a name', () => {
  afterEach(() => vi.restoreAllMocks())

  it('[AS-18] need no option in Node, and no connection is opened to an address that is not public', async () => {
    const { port, connections, close } = await receiver((_request: unknown, response: { end(): void }) =>
      response.end(),
    )
    standIn({ 'turns.example.com': ['127.0.0.1'], 'both.example.com': ['93.184.216.34', '10.0.0.7'] })
    const errors: string[] = []
    const handle = conformanceAgent({ pushRetryDelay: 1, onError: (error) => errors.push(String(error)) })
    for (const name of ['turns', 'both', 'unknown'])
      expect(
        (await send(handle, '/message:send', inline({ url: `https://${name}.example.com:${port}/x` }))).status,
      ).toBe(200)
    await waitUntil(() => errors.length >= 3)
    expect(new Set(errors)).toEqual(
      new Set([
        'Error: The push target turns.example.com is no public host',
        'Error: The push target both.example.com is no public host',
        'Error: The push target unknown.example.com has no address',
      ]),
    )
    expect(connections()).toBe(0)
    await close()
  })

  it('[AS-18] arrive there whole and in order over one connection, and follow no redirect', async () => {
    const posts: { readonly path: string; readonly type: string; readonly body: string }[] = []
    const { port, connections, close } = await receiver(async (request, response) => {
      let body = ''
      for await (const part of request) body += String(part)
      posts.push({ path: request.url ?? '', type: request.headers['content-type'] ?? '', body })
      response.writeHead(request.url === '/moved' ? 307 : 204, { location: '/there' }).end()
    })
    const agents = new Set<unknown>()
    // The receiver is on this machine, and its certificate is of no known authority: the connection that a public address would get.
    const reaching = new https.Agent({ keepAlive: true, ca: cert, checkServerIdentity: () => undefined })
    standIn({}, ((url: URL, options: RequestOptions) => {
      agents.add(options.agent)
      return https.request(`https://127.0.0.1:${port}${url.pathname}`, { ...options, agent: reaching })
    }) as typeof https.request)
    const errors: string[] = []
    const handle = conformanceAgent({ pushRetryDelay: 1, onError: (error) => errors.push(String(error)) })
    await send(handle, '/message:send', inline({ url: 'https://hooks.example.com/é' }, {}, 'complete'))
    await waitUntil(() => posts.at(-1)?.body.includes('TASK_STATE_COMPLETED'))
    expect(posts.map(({ path }) => path)).toEqual(posts.map(() => '/%C3%A9'))
    expect(posts[0]?.type).toContain('json')
    expect(JSON.parse(posts[0]?.body ?? '')).toBeTypeOf('object')
    expect([connections(), agents.size]).toEqual([1, 1])
    await send(handle, '/message:send', inline({ url: 'https://hooks.example.com/moved' }, {}, 'complete'))
    await waitUntil(() => errors.length > 0)
    expect(errors[0]).toBe('Error: The push target hooks.example.com answered 307')
    expect(posts.some(({ path }) => path === '/there')).toBe(false)
    reaching.destroy()
    await close()
  })

  it('[AS-18] wait neither for the rest of an answer nor for one that never comes, and connections that rest are closed @all', async () => {
    setFlagsFromString('--expose_gc')
    const collect = runInNewContext('gc') as () => void
    const paths: string[] = []
    const { port, open, close } = await receiver((request, response) => {
      request.resume()
      paths.push(request.url ?? '')
      if (request.url === '/stalls') response.writeHead(200).flushHeaders()
      if (request.url === '/rests') response.writeHead(204).end()
    })
    let reaching: https.Agent | undefined
    standIn({}, ((url: URL, { agent, ...options }: RequestOptions & { readonly agent: https.Agent }) => {
      reaching ??= new https.Agent({
        ...agent.options,
        lookup: undefined,
        ca: cert,
        checkServerIdentity: () => undefined,
      })
      return https.request(`https://127.0.0.1:${port}${url.pathname}`, { ...options, agent: reaching })
    }) as typeof https.request)
    const errors: string[] = []
    const handle = conformanceAgent({ pushRetryDelay: 1, onError: (error) => errors.push(String(error)) })
    const count = (path: string): number => paths.filter((one) => one === path).length
    await send(handle, '/message:send', inline({ url: 'https://hooks.example.com/rests' }, {}, 'complete'))
    await waitUntil(() => count('/rests') > 0)
    await waitUntil(async () => (await open()) === 0)
    const stalled = await nodeFetch(new URL('https://hooks.example.com/stalls'), {}, { agent: new https.Agent() })
    // Without a signal nothing else would end it.
    await stalled.body?.cancel()
    await send(handle, '/message:send', inline({ url: 'https://hooks.example.com/silent' }, {}, 'complete'))
    await waitUntil(() => paths.includes('/silent'))
    const collecting = setInterval(collect, 100)
    await waitUntil(() => count('/silent') === 2)
    clearInterval(collecting)
    expect(errors).toEqual([])
    reaching?.destroy()
    await close()
  })

  it('[AS-18] go to the addresses of the option lookup, where there is one', async () => {
    standIn({ 'hooks.example.com': ['93.184.216.34'] })
    const errors: string[] = []
    const options = { pushRetryDelay: 1, onError: (error: unknown) => errors.push(String(error)) }
    const handle = conformanceAgent({ ...options, lookup: () => ['fd00::7'] })
    await send(handle, '/message:send', inline({ url: 'https://hooks.example.com/x' }))
    await waitUntil(() => errors.length > 0)
    expect(errors[0]).toBe('Error: The push target hooks.example.com is no public host')
  })
})
