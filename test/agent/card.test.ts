// The card: which interface is chosen, what is required, whose signature counts, which credentials go where.

import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Agent } from '../../src/agent/agent.ts'
import { canonicalJson, withoutDefaults } from '../../src/agent/canonical-json.ts'
import type { CachedCard } from '../../src/agent/card.ts'
import { type ConnectOptions, connectAgent } from '../../src/agent/connect.ts'
import { type Credentials, credentialsFor, describeSecurity } from '../../src/agent/credentials.ts'
import type { AgentError } from '../../src/agent/error.ts'
import type { AgentCard } from '../../src/agent/types.ts'
import { bindings, cardOf, type Json, serve, taskOf } from './fake-agent.ts'

// A busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 })

const base = cardOf('https://agent.example', 'JSONRPC')
const uri = 'https://example.com/extension'
const surfaces = 'https://a2ui.org/a2a-extension/a2ui/'

/** A card that no network has to bring. */
function connect(card: Json, options: ConnectOptions = {}): Promise<Agent> {
  const fetched: typeof fetch = async () => Response.json({ ...base, ...card })
  return connectAgent('https://agent.example', { fetch: fetched, ...options })
}

function interfaceOf(protocolBinding: string, protocolVersion: string, url = 'https://agent.example/x'): Json {
  return { url, protocolBinding, protocolVersion }
}

describe('the interface', () => {
  it.each([
    [
      [
        ['GRPC', '1.0'],
        ['HTTP+JSON', '1.0'],
        ['JSONRPC', '1.0'],
      ],
      'HTTP+JSON',
    ],
    [
      [
        ['JSONRPC', '0.3'],
        ['JSONRPC', '1.0.2'],
        ['HTTP+JSON', '1.0'],
      ],
      'JSONRPC',
    ],
    [
      [
        ['JSONRPC', '2.0'],
        ['HTTP+JSON', '1.0'],
      ],
      'HTTP+JSON',
    ],
  ])('[AC-17] is the first whose binding and version are spoken: %j', async (offered, chosen) => {
    const agent = await connect({ supportedInterfaces: offered.map(([one = '', two = '']) => interfaceOf(one, two)) })
    expect(agent.interface.protocolBinding).toBe(chosen)
  })

  it.each([
    [[]],
    [[['GRPC', '1.0']]],
    [
      [
        ['JSONRPC', '0.3'],
        ['HTTP+JSON', '1.1'],
        ['JSONRPC', '10.0'],
      ],
    ],
  ])('[AC-17] is none of %j, and that is said before any request', async (offered: string[][]) => {
    const supportedInterfaces = offered.map(([one = '', two = '']) => interfaceOf(one, two))
    await expect(connect({ supportedInterfaces })).rejects.toMatchObject({ code: 'NO_INTERFACE' })
  })
})

describe('extensions', () => {
  const places: readonly ((list: readonly Json[]) => Json)[] = [
    (extensions) => ({ extensions }),
    (extensions) => ({ capabilities: { extensions } }),
    (extensions) => ({
      extensions: extensions.map((one) => ({ ...one, required: false })),
      capabilities: { extensions },
    }),
  ]

  it.each(places)('[AC-18] that are required and unknown are refused, in either place', async (place) => {
    const card = place([{ uri, required: true }])
    await expect(connect(card)).rejects.toMatchObject({ code: 'EXTENSION_SUPPORT_REQUIRED' })
    expect((await connect(card, { extensions: [uri] })).extensions).toEqual([uri])
    expect((await connect(place([{ uri }]))).extensions).toEqual([])
  })

  it('[AC-18] of surfaces are named in the newest version of both, and in one that is required', async () => {
    const declared = ['v0.8', 'v0.9', 'v9.9'].map((version) => ({ uri: surfaces + version }))
    expect((await connect({ extensions: declared })).extensions).toEqual([`${surfaces}v0.9`])
    const required = [...declared, { uri: `${surfaces}v0.8`, required: true }]
    expect((await connect({ extensions: required })).extensions).toEqual([`${surfaces}v0.8`, `${surfaces}v0.9`])
  })
})

describe('a cached card', () => {
  it('[AC-19] is used while it is fresh, asked for by ETag afterwards, and not kept against its headers', async () => {
    const asked: (string | null)[] = []
    let control = 'max-age=60'
    const fetched: typeof fetch = async (_, init) => {
      const tag = new Headers(init?.headers).get('if-none-match')
      asked.push(tag)
      const headers = { etag: '"1"', 'cache-control': control }
      return tag === '"1"' ? new Response(null, { status: 304, headers }) : Response.json(base, { headers })
    }
    const cardCache = new Map<string, CachedCard>()
    const once = (): Promise<Agent> => connectAgent('https://agent.example/', { fetch: fetched, cardCache })
    await once()
    await once()
    expect(asked).toEqual([null])
    const [[key, kept] = expect.fail('Nothing is kept')] = cardCache
    control = 'no-cache'
    cardCache.set(key, { ...kept, freshUntil: 0 })
    expect((await once()).card.name).toBe('Fake')
    await once()
    expect(asked).toEqual([null, '"1"', '"1"'])
    control = 'no-store'
    cardCache.clear()
    await once()
    expect(cardCache.size).toBe(0)
  })
})

describe('a card for a cache', () => {
  it('[AC-19] is kept for a day at most, and only if it is one', async () => {
    const cache = new Map<string, CachedCard>()
    const headers = { 'cache-control': 'max-age=99999999' }
    const answers = (card: unknown): ConnectOptions => ({
      cardCache: cache,
      fetch: async () => Response.json(card, { headers }),
    })
    await expect(connectAgent('https://agent.example', answers({ name: 'x' }))).rejects.toMatchObject({
      code: 'CARD_INVALID',
    })
    expect(cache.size).toBe(0)
    await connectAgent('https://agent.example', answers(base))
    expect([...cache.values()][0]?.freshUntil).toBeLessThanOrEqual(Date.now() + 86_400_000)
  })
})

describe('signatures', () => {
  const card = { ...base, description: '', skills: [], metadata: { z: 1, a: [1.5, 'ü', null] } }

  async function signed(body: unknown, header: Json = {}): Promise<{ signature: Json; jwk: JWK }> {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const payload = new TextEncoder().encode(canonicalJson(body))
    const jws = await new CompactSign(payload)
      .setProtectedHeader({ alg: 'ES256', kid: 'key', ...header })
      .sign(privateKey)
    const [head, , signature] = jws.split('.')
    return { signature: { protected: head, signature }, jwk: { ...(await exportJWK(publicKey)), kid: 'key' } }
  }

  it('[AC-20] over the canonical text of the card are good', async () => {
    const { signature, jwk } = await signed(card)
    const agent = await connect({ ...card, signatures: [signature] }, { keys: { keys: [jwk] } })
    expect(agent.card).toMatchObject({ metadata: { z: 1 }, skills: [] })
  })

  it('[AC-20] of writers that leave out defaults are good, and only what they cover is used', async () => {
    for (const kept of [new Set(['skills', 'description']), new Set<string>()]) {
      const { signature, jwk } = await signed(withoutDefaults(card, kept))
      const agent = await connect({ ...card, iconUrl: '', signatures: [signature] }, { keys: { keys: [jwk] } })
      expect(agent.card).not.toHaveProperty('iconUrl')
    }
  })

  it.each<readonly [string, (one: Json) => Json]>([
    ['of a card that was changed', (one) => ({ description: 'Another', signatures: [one] })],
    ['that was changed itself', (one) => ({ signatures: [{ ...one, signature: 'AAAA' }] })],
    ['whose header is not JSON', (one) => ({ signatures: [{ ...one, protected: 'AAAA' }] })],
    ['that is missing', () => ({})],
    ['that is missing though there is a list', () => ({ signatures: [] })],
  ])('[AC-20] I7 %s rejects the card', async (_, change) => {
    const { signature, jwk } = await signed(card)
    const changed = connect({ ...card, ...change(signature) }, { keys: { keys: [jwk] } })
    await expect(changed).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
  })

  it('[AC-20] I7 by another key, or by none, reject the card', async () => {
    const { signature } = await signed(card)
    const { jwk } = await signed(card)
    const none = await signed(card, { alg: 'ES256', kid: '' })
    for (const [one, keys] of [
      [signature, [jwk]],
      [signature, []],
      [none.signature, [none.jwk]],
    ] as const) {
      const bad = connect({ ...card, signatures: [one] }, { keys: { keys } })
      await expect(bad).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
    }
  })

  it('[AC-20] may name a key set, which is asked for only where the host allows it', async () => {
    const jku = 'https://keys.example/set.json'
    const { signature, jwk } = await signed(card, { jku })
    const asked: string[] = []
    const fetched: typeof fetch = async (input) => {
      asked.push(String(input))
      return Response.json(String(input) === jku ? { keys: [jwk] } : { ...card, signatures: [signature] })
    }
    await connectAgent('https://agent.example', { fetch: fetched, keys: { jku: [jku] } })
    expect(asked).toContain(jku)
    asked.length = 0
    const refused = connectAgent('https://agent.example', {
      fetch: fetched,
      keys: { jku: ['https://keys.example/other'] },
    })
    await expect(refused).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
    expect(asked).not.toContain(jku)
  })

  it('[AC-20] are looked at up to a number, each key set once, and not for ever', async () => {
    const jku = 'https://keys.example/set.json'
    const { signature } = await signed(card, { jku })
    let asked = 0
    const answers = (count: number, set: (init?: RequestInit) => Promise<Response>): typeof fetch => {
      const signatures = Array(count).fill(signature)
      return async (input, init) => {
        if (String(input) !== jku) return Response.json({ ...card, signatures })
        asked++
        return set(init)
      }
    }
    const fetched = answers(20, async () => Response.json({ keys: [] }))
    const refused = connectAgent('https://agent.example', { fetch: fetched, keys: { jku: [jku] } })
    await expect(refused).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
    expect(asked).toBe(1)
    const { signature: good, jwk } = await signed(card)
    const late = connect({ ...card, signatures: [...Array(8).fill(signature), good] }, { keys: { keys: [jwk] } })
    await expect(late).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
    const silent = answers(1, (init) => {
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    })
    const waiting = connectAgent('https://agent.example', { fetch: silent, keys: { jku: [jku] }, timeout: 20 })
    await expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  it('[AC-20] are not looked at without keys', async () => {
    await expect(connect({ signatures: [{ protected: 'x', signature: 'y' }] })).resolves.toBeDefined()
  })

  it.each([
    [{ b: 1, a: [true, null] }, '{"a":[true,null],"b":1}'],
    [{ '\u20ac': 1, '\r': 2, '1': 3, '\ud83d\ude00': 4, ö: 5 }, '{"\\r":2,"1":3,"ö":5,"€":1,"😀":4}'],
    [[1e30, 4.5, 2e-3, 1e-27, -0], '[1e+30,4.5,0.002,1e-27,0]'],
  ])('[AC-20] cover the canonical text %#', (value, text) => expect(canonicalJson(value)).toBe(text))
})

describe('credentials', () => {
  const scopes = { read: 'May read' }
  const securitySchemes = {
    header: { apiKeySecurityScheme: { location: 'header', name: 'x-key' } },
    query: { apiKeySecurityScheme: { location: 'query', name: 'key' } },
    cookie: { apiKeySecurityScheme: { location: 'cookie', name: 'session' } },
    bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } },
    basic: { httpAuthSecurityScheme: { scheme: 'basic' } },
    digest: { httpAuthSecurityScheme: { scheme: 'Digest' } },
    oidc: { openIdConnectSecurityScheme: { openIdConnectUrl: 'https://id.example' } },
    tls: { mtlsSecurityScheme: { description: 'Ask us for a certificate' } },
    new: { quantumSecurityScheme: {} },
    oauth: {
      oauth2SecurityScheme: {
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://id.example/a',
            tokenUrl: 'https://id.example/t',
            scopes,
            pkceRequired: true,
          },
          deviceCode: { device_authorization_url: 'https://id.example/d', tokenUrl: 'https://id.example/t', scopes },
          clientCredentials: { tokenUrl: 'https://id.example/t', scopes },
          implicit: { authorizationUrl: 'https://id.example/old', scopes },
        },
      },
    },
  }
  const requirement = (...names: string[]): Json => ({
    schemes: Object.fromEntries(names.map((name) => [name, { list: ['read'] }])),
  })
  const cardWith = (...requirements: Json[]): AgentCard =>
    ({ ...base, securitySchemes, securityRequirements: requirements }) as unknown as AgentCard

  it('[AC-21] are obtained at safe addresses only', () => {
    const flows = {
      authorizationCode: { authorizationUrl: 'javascript:alert(1)', tokenUrl: 'https://id.example/t', scopes },
      deviceCode: { deviceAuthorizationUrl: 'https://id.example/d', tokenUrl: 'http://id.example/t', scopes },
      clientCredentials: { tokenUrl: 'http://127.0.0.1/t', refreshUrl: 'http://id.example/r', scopes },
    }
    const card = {
      ...cardWith(requirement('oauth'), requirement('oidc')),
      securitySchemes: {
        oauth: { oauth2SecurityScheme: { flows } },
        oidc: { openIdConnectSecurityScheme: { openIdConnectUrl: 'http://id.example' } },
      },
    }
    const unknown = (scheme: string): unknown => [{ scheme, kind: 'unknown' }]
    expect(describeSecurity(card)).toEqual([unknown('oauth'), unknown('oidc')])
    const [[local] = []] = describeSecurity(card, undefined, true)
    expect(local).toMatchObject({ kind: 'clientCredentials', tokenUrl: 'http://127.0.0.1/t' })
    expect(local).not.toHaveProperty('refreshUrl', expect.any(String))
  })

  it.each<readonly [string, unknown, Json | undefined]>([
    ['no list of requirements', 'bearer', undefined],
    ['a requirement that is null', [null], undefined],
    ['a requirement that is a text', ['bearer'], undefined],
    ['requirements by an array', [{ schemes: ['bearer'] }], undefined],
    [
      'scopes that are no list',
      [{ schemes: { a: 5 } }],
      { a: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: 'http:' } } } } },
    ],
    ['scopes that are null', [{ schemes: { a: null } }], undefined],
    ['schemes that are a text', [{ schemes: { a: {} } }], 'none' as unknown as Json],
    ['a scheme that is null', [{ schemes: { a: {} } }], { a: null }],
    ['a scheme by the name of a prototype', [{ schemes: { constructor: {} } }], {}],
    ['an API key without a name', [{ schemes: { a: {} } }], { a: { apiKeySecurityScheme: { location: 'header' } } }],
    ['an API key at no place', [{ schemes: { a: {} } }], { a: { apiKeySecurityScheme: { location: 5, name: 'k' } } }],
    ['an API key that is a text', [{ schemes: { a: {} } }], { a: { apiKeySecurityScheme: 'x' } }],
    ['HTTP without a scheme', [{ schemes: { a: {} } }], { a: { httpAuthSecurityScheme: {} } }],
    ['HTTP with a scheme that is a number', [{ schemes: { a: {} } }], { a: { httpAuthSecurityScheme: { scheme: 5 } } }],
    ['OAuth without flows', [{ schemes: { a: {} } }], { a: { oauth2SecurityScheme: {} } }],
    [
      'OAuth with a flow that is null',
      [{ schemes: { a: {} } }],
      { a: { oauth2SecurityScheme: { flows: { deviceCode: null } } } },
    ],
    [
      'OAuth with an address that is a number',
      [{ schemes: { a: {} } }],
      { a: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: 5 } } } } },
    ],
    ['OpenID Connect without an address', [{ schemes: { a: {} } }], { a: { openIdConnectSecurityScheme: {} } }],
  ])('[AC-21] of a kind that cannot be told are "unknown": %s', (_, securityRequirements, securitySchemes) => {
    const card = { ...base, securityRequirements, securitySchemes } as unknown as AgentCard
    expect(describeSecurity(card)).toEqual([[{ scheme: expect.any(String), kind: 'unknown' }]])
  })

  it('[AC-21] that leave too many ways are described by the first hundred', () => {
    const flow = {
      tokenUrl: 'https://id.example/t',
      authorizationUrl: 'https://id.example/a',
      deviceAuthorizationUrl: 'https://id.example/d',
    }
    const flows = { authorizationCode: flow, clientCredentials: flow, deviceCode: flow }
    const names = Array.from({ length: 200 }, (_, i) => `scheme-${i}`)
    const card = {
      ...cardWith(requirement(...names)),
      securitySchemes: Object.fromEntries(names.map((name) => [name, { oauth2SecurityScheme: { flows } }])),
    }
    const ways = describeSecurity(card as unknown as AgentCard)
    expect(ways).toHaveLength(100)
    expect(ways.every((way) => way.length === names.length)).toBe(true)
  })

  it('[AC-21] are described by what the host must obtain', () => {
    const all = ['header', 'query', 'cookie', 'bearer', 'basic', 'digest', 'oidc', 'tls', 'new']
    const kinds = describeSecurity(cardWith(...all.map((name) => requirement(name)))).map(([need]) => need?.kind)
    expect(kinds).toEqual([
      'apiKey',
      'apiKey',
      'apiKey',
      'bearer',
      'basic',
      'http',
      'openIdConnect',
      'mutualTls',
      'unknown',
    ])
    const [flows, both, nothing] = [cardWith(requirement('oauth')), cardWith(requirement('oidc', 'header')), cardWith()]
    expect(describeSecurity(flows).map(([need]) => need)).toMatchObject([
      {
        kind: 'authorizationCode',
        pkceRequired: true,
        authorizationUrl: 'https://id.example/a',
        scopes: ['read'],
        known: scopes,
      },
      { kind: 'deviceCode', deviceAuthorizationUrl: 'https://id.example/d' },
      { kind: 'clientCredentials', tokenUrl: 'https://id.example/t' },
    ])
    expect(describeSecurity(both)).toMatchObject([[{ kind: 'openIdConnect' }, { kind: 'apiKey', location: 'header' }]])
    expect(describeSecurity(nothing)).toEqual([])
  })

  it.each<readonly [string, string, Credentials]>([
    ['header', 'secret', { headers: { 'x-key': 'secret' } }],
    ['query', 'secret', { query: { key: 'secret' } }],
    ['cookie', 'secret', { headers: { cookie: 'session=secret' }, include: true }],
    ['bearer', 'token', { headers: { authorization: 'Bearer token' } }],
    ['basic', 'jörg:pass', { headers: { authorization: 'Basic asO2cmc6cGFzcw==' } }],
    ['digest', 'x', { headers: { authorization: 'Digest x' } }],
    ['oidc', 'token', { headers: { authorization: 'Bearer token' } }],
    ['oauth', 'token', { headers: { authorization: 'Bearer token' } }],
    ['tls', '', { include: true }],
  ])('[AC-21] of %s go where the scheme wants them', (name, secret, expected) => {
    const [[need] = []] = describeSecurity(cardWith(requirement(name)))
    expect(need && credentialsFor(need, secret)).toEqual(expected)
  })

  it.each(bindings)(
    '[AC-22] are asked for again after a 401, once, and then the error is told: %s',
    async (binding) => {
      const seen: unknown[] = []
      const { origin } = await serve(
        binding,
        ({ request, url, response, result }) => {
          seen.push([request.headers['x-key'], url.searchParams.get('key'), request.headers.cookie])
          if (request.headers['x-key'] === 'good') return result(taskOf('WORKING'))
          return response.writeHead(401, { 'www-authenticate': 'Bearer realm="agents"' }).end()
        },
        { securitySchemes, securityRequirements: [requirement('header')] },
      )
      const asked: unknown[] = []
      let secret = 'old'
      const agent = await connectAgent(origin, {
        allowInsecureLoopback: true,
        credentials: ({ challenge, needs, operation }) => {
          asked.push([operation, challenge, needs[0]?.[0]?.kind])
          if (challenge !== undefined && secret === 'old') secret = 'good'
          return { headers: { 'x-key': secret, cookie: 'a=b' }, query: { key: secret } }
        },
      })
      await agent.getTask({ id: 'task-1' })
      expect(asked).toEqual([
        ['GetTask', undefined, 'apiKey'],
        ['GetTask', 'Bearer realm="agents"', 'apiKey'],
      ])
      expect(seen).toEqual([
        ['old', 'old', 'a=b'],
        ['good', 'good', 'a=b'],
      ])
      secret = 'wrong'
      await expect(agent.getTask({ id: 'task-1' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED', httpStatus: 401 })
      expect(seen).toHaveLength(4)
    },
  )

  it('[AC-22] that the host cannot give are an error of their own', async () => {
    const { origin } = await serve('JSONRPC', ({ result }) => result(taskOf('WORKING')))
    const cause = new Error('The user went away')
    const credentials = (): Promise<never> => Promise.reject(cause)
    const agent = await connectAgent(origin, { allowInsecureLoopback: true, credentials })
    await expect(agent.getTask({ id: 'task-1' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED', cause })
  })

  it('[AC-22] that do not come end with the call that the host aborts', async () => {
    const { origin } = await serve('JSONRPC', ({ result }) => result(taskOf('WORKING')))
    const credentials = (): Promise<never> => new Promise(() => undefined)
    const agent = await connectAgent(origin, { allowInsecureLoopback: true, credentials })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 20)
    const stopped = agent.getTask({ id: 'task-1' }, { signal: controller.signal })
    await expect(stopped).rejects.toMatchObject({ code: 'ABORTED' })
  }, 5_000)

  it('[AC-22] may take longer than the timeout, which counts each request from when it is sent', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let sent = 0
    const fetched: typeof fetch = async (input, init) => {
      if (String(input).endsWith('.json')) return Response.json(cardOf('https://agent.example', 'HTTP+JSON'))
      sent++
      if (sent === 1) return new Response(null, { status: 401 })
      if (sent === 2) return Response.json(taskOf('WORKING'))
      // An agent that does not answer.
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    }
    const credentials = async (): Promise<Credentials> => {
      await vi.advanceTimersByTimeAsync(600_000)
      return { headers: { 'x-key': 'k' } }
    }
    const agent = await connectAgent('https://agent.example', { fetch: fetched, credentials, timeout: 1_000 })
    expect(await agent.getTask({ id: 'task-1' })).toMatchObject({ id: 'task-1' })
    const unanswered = agent.getTask({ id: 'task-1' }).catch((error: AgentError) => error.code)
    await vi.waitUntil(() => sent === 3)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await unanswered).toBe('TIMEOUT')
  })

  it('[AC-22] that no header may hold are an error of their own', async () => {
    const { origin } = await serve('JSONRPC', ({ result }) => result(taskOf('WORKING')))
    const agent = await connectAgent(origin, {
      allowInsecureLoopback: true,
      credentials: () => ({ headers: { a: 'line\nbreak' } }),
    })
    await expect(agent.getTask({ id: 'task-1' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('[AC-22] show the extended card, which takes the place of the other', async () => {
    const { origin } = await serve('JSONRPC', ({ result }) => result({ ...base, name: 'Extended' }))
    const agent = await connectAgent(origin, { allowInsecureLoopback: true })
    await agent.extendedCard()
    expect(agent.card.name).toBe('Extended')
  })
})
