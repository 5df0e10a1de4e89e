import { describe, expect, it } from 'vitest'
import { type Credentials, credentialsFor, describeSecurity } from '../../../src/agent/client/credentials.ts'
import type { AgentCard } from '../../../src/agent/protocol/types.ts'
import { cardOf, type Json } from './fake-agent.ts'

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
})
