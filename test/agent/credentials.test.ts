import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectAgent } from '../../src/agent/connect.ts'
import { type Credentials, credentialsFor, describeSecurity } from '../../src/agent/credentials.ts'
import type { AgentError } from '../../src/agent/error.ts'
import type { AgentCard } from '../../src/agent/types.ts'
import { bindings, cardOf, type Json, serve, taskOf } from './fake-agent.ts'

const base = cardOf('https://agent.example', 'JSONRPC')

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
    '[AC-22] are asked for again after a 401, once, and then the error is reported: %s',
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
  })

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
