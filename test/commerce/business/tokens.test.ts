// Access tokens and certificates at a shop, checked as at an agent's server.
import { credentials } from 'surface-runtime/commerce/business'
import { verifyTokens } from 'surface-runtime/commerce/tokens'
import { describe, expect, it } from 'vitest'
import { forger } from '../../agent/sign-in/authorization.ts'
import { line, openShop } from './shop.ts'

const order = { line_items: [line('v-road')] }
const audience = 'https://agent.example'

describe('access tokens', () => {
  it('[SI-8] let platforms in, and a refusal says what was wrong', async () => {
    const issuer = await forger()
    const bearer = verifyTokens({
      ...{ issuer: issuer.issuer, audience, allowInsecureLoopback: true },
      operations: { createCart: ['cart'] },
    })
    const shop = await openShop({ authenticate: credentials({ bearer }) })
    const tried = async (token: string): Promise<readonly unknown[]> => {
      const got = await shop.call('POST', '/carts', order, { Authorization: `Bearer ${token}` })
      return [got.status, got.json.code, got.headers.get('www-authenticate')]
    }
    expect(await tried(await issuer.sign({ scope: 'cart' }))).toEqual([201, undefined, null])
    const poor = await issuer.sign({ scope: 'read' })
    const challenge = 'Bearer error="insufficient_scope", scope="read cart"'
    expect(await tried(poor)).toEqual([403, 'permission_denied', challenge])
    expect((await shop.call('GET', '/carts/none', undefined, { Authorization: `Bearer ${poor}` })).status).toBe(200)
    const old = 'Bearer error="invalid_token", error_description="The token has expired"'
    expect(await tried(await issuer.sign({ exp: 1 }))).toEqual([401, 'authentication_required', old])
    expect((await tried(await issuer.sign({ aud: 'https://other.example' })))[0]).toBe(401)
    expect((await tried(await issuer.sign({ cnf: { 'x5t#S256': 'abc' } })))[0]).toBe(401)
  })

  it('[SI-8] cannot be checked while the authorization server is away: 503', async () => {
    const bearer = verifyTokens({ issuer: 'http://127.0.0.1:9', audience, allowInsecureLoopback: true })
    const shop = await openShop({ authenticate: credentials({ bearer }) })
    const got = await shop.call('POST', '/carts', order, { Authorization: 'Bearer a.b.c' })
    expect([got.status, got.headers.get('retry-after')]).toEqual([503, '2'])
  })
})

describe('certificates', () => {
  it('[SI-8] stand for a client where there is neither a token nor a key', async () => {
    const authenticate = credentials({
      apiKeys: { good: { kind: 'client', id: 'key' } },
      certificate: ({ name }) => (name === 'chat' ? { kind: 'client', id: name } : { kind: 'forbidden' }),
    })
    const request = (headers: Record<string, string> = {}) => new Request('https://shop.example/', { headers })
    const asked = (name: string, headers?: Record<string, string>) =>
      authenticate(request(headers), 'createCart', { certificate: { name, thumbprint: 'x', alternativeNames: '' } })
    expect(await asked('chat')).toEqual({ kind: 'client', id: 'chat' })
    expect(await asked('other')).toEqual({ kind: 'forbidden' })
    expect(await asked('chat', { 'x-api-key': 'good' })).toEqual({ kind: 'client', id: 'key' })
    expect(await asked('chat', { 'x-api-key': 'bad' })).toEqual({ kind: 'unauthenticated' })
    expect(await authenticate(request(), 'createCart', {})).toEqual({ kind: 'unauthenticated' })
  })
})
