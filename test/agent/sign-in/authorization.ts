// Authorization servers for tests: the kept library on loopback, and one whose tokens are forged at will.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import {
  type AuthorizationServerOptions,
  type RunningAuthorizationServer,
  startAuthorizationServer,
} from '../../../demo/sign-in/authorization-server.ts'

export const audience = 'https://agent.example'

export const clients: AuthorizationServerOptions['clients'] = [
  {
    client_id: 'machine',
    client_secret: 'machine-secret-of-this-test',
    grant_types: ['client_credentials', 'refresh_token', 'authorization_code'],
    redirect_uris: ['https://machine.example/back'],
  },
  {
    client_id: 'chat',
    client_name: 'Sample chat',
    token_endpoint_auth_method: 'none',
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    redirect_uris: ['http://127.0.0.1/back', 'http://localhost:4999/callback.html'],
  },
]

export const scopes = { read: 'Read your notes', write: 'Write notes' }

/** Address of the service → how its tokens look. */
export type Audiences = Readonly<Record<string, 'jwt' | 'opaque'>>

export type TestedServerOptions = Partial<Omit<AuthorizationServerOptions, 'audiences'>> & {
  readonly audiences?: Audiences
}

/** Ends with the test. */
export async function authorizationServer(options: TestedServerOptions = {}): Promise<RunningAuthorizationServer> {
  const usual: Audiences = { [audience]: 'jwt', 'urn:opaque': 'opaque', 'https://other.example': 'jwt' }
  const known = options.audiences ?? usual
  const audiences = (address: string) => known[address]
  const server = await startAuthorizationServer({ clients, scopes, ...options, audiences })
  onTestFinished(server.close)
  return server
}

export interface Forger {
  readonly issuer: string
  /** How often the keys were fetched. */
  readonly fetched: () => number
  readonly sign: (
    claims: { readonly [name: string]: unknown },
    header?: { alg?: string; typ?: string; kid?: string },
  ) => Promise<string>
  /** Takes another key pair in place of the present one, under this id. */
  readonly rotate: (kid: string) => Promise<void>
  /** The published key, as JSON: what an attacker knows. */
  readonly published: () => string
}

/** An issuer that signs whatever a test wants. */
export async function forger(): Promise<Forger> {
  let pair = await generateKeyPair('RS256', { extractable: true })
  let kid = 'first'
  let fetches = 0
  let published = await exportJWK(pair.publicKey)
  const server = createServer((request, response) => {
    const jwks = request.url === '/jwks'
    if (jwks) fetches++
    response.setHeader('content-type', 'application/json')
    const keys = [{ ...published, kid, use: 'sig' }]
    response.end(JSON.stringify(jwks ? { keys } : { issuer, jwks_uri: `${issuer}/jwks` }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => void server.close())
  return {
    issuer,
    fetched: () => fetches,
    sign: (claims, header) =>
      new SignJWT({ iss: issuer, aud: audience, sub: 'ann', exp: Math.floor(Date.now() / 1000) + 60, ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid, ...header })
        .sign(pair.privateKey),
    async rotate(next) {
      pair = await generateKeyPair('RS256', { extractable: true })
      published = await exportJWK(pair.publicKey)
      kid = next
    },
    published: () => JSON.stringify(published),
  }
}

/** A token by client credentials. */
export async function machineToken(issuer: string, resource: string, scope: string = ''): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('machine:machine-secret-of-this-test')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }),
  })
  const { access_token: token, ...rest } = (await response.json()) as { access_token?: string }
  if (token === undefined) throw new Error(JSON.stringify(rest))
  return token
}
