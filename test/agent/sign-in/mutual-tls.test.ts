// Mutual TLS, over real TLS: certificates of clients at an agent and at a shop, and tokens that are bound to them.
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from 'srvx/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectAgent } from '../../../src/agent/index.ts'
import type { SecurityScheme } from '../../../src/agent/protocol/types.ts'
import { type AgentServerOptions, type Connection, createAgentServer } from '../../../src/agent/server/index.ts'
import { clientCertificate, verifyTokens } from '../../../src/agent/server/tokens/index.ts'
import { signIn } from '../../../src/agent/sign-in/index.ts'
import { type CertificateOptions, certificateFetch } from '../../../src/agent/sign-in/node/index.ts'
import { createBusiness, credentials, memoryStore } from '../../../src/commerce/business/index.ts'
import { businessProfile } from '../../commerce/business/shop.ts'
import * as certificates from '../../support/client-certificates.ts'
import { cert, key } from '../../support/tls-certificate.ts'
import { audience, forger } from './authorization.ts'

/** A server that asks clients for a certificate and lets the handler judge. */
async function serveTls(handle: (request: Request, connection: Connection) => Promise<Response>): Promise<string> {
  const options = { key, cert, ca: certificates.authority, requestCert: true, rejectUnauthorized: false }
  const server = createServer(options, (incoming, outgoing) => {
    const certificate = clientCertificate(incoming.socket)
    const answer = toNodeHandler((request: Request) => handle(request, { certificate })) as RequestListener
    void answer(incoming, outgoing)
  })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

const tls = { tls: { mtlsSecurityScheme: {} } }
const chat = { cert: certificates.chatCert, key: certificates.chatKey }
const stranger = { cert: certificates.strangerCert, key: certificates.strangerKey }

async function agentWith(
  authenticate: AgentServerOptions['authenticate'],
  schemes: Readonly<Record<string, SecurityScheme>> = tls,
): Promise<string> {
  const required = Object.fromEntries(Object.keys(schemes).map((name) => [name, { list: [] }]))
  return serveTls(
    createAgentServer({
      card: { name: 'Notes', securitySchemes: schemes, securityRequirements: [{ schemes: required }] },
      ...(authenticate && { authenticate }),
      *execute({ caller }) {
        yield { message: caller.id }
      },
    }),
  )
}

async function say(origin: string, shown: CertificateOptions, session = signIn({ mutualTls: true })): Promise<string> {
  const agent = await connectAgent(origin, {
    fetch: certificateFetch({ ...shown, ca: cert }),
    credentials: session.credentials,
  })
  const answer = await agent.sendMessage({ message: { parts: [{ text: 'hello' }] } })
  return 'parts' in answer ? (answer.parts[0]?.text ?? '') : ''
}

const byName: AgentServerOptions['authenticate'] = (_request, { certificate }) => certificate?.name

describe('mutual TLS', () => {
  it('[SI-17] shows the certificate of the client to the agent', async () => {
    const seen: unknown[] = []
    const origin = await agentWith((_request, { certificate }) => {
      seen.push(certificate)
      return certificate?.name
    })
    expect(await say(origin, chat)).toBe('chat')
    expect(seen).toEqual([
      { name: 'chat', alternativeNames: 'DNS:chat.example', thumbprint: expect.stringMatching(/^[\w-]{43}$/) },
    ])
  })

  it('[SI-17] with no certificate, or one of the same name that nobody vouches for, is 401 and says what is missing', async () => {
    const origin = await agentWith(byName)
    await expect(say(origin, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED', httpStatus: 401 })
    await expect(say(origin, stranger)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', httpStatus: 401 })
    const response = await certificateFetch({ ca: cert })(`${origin}/tasks`, { headers: { 'agent-version': '1.0' } })
    expect(response.headers.get('www-authenticate')).toBe('ClientCertificate realm="agent"')
  })

  it('[SI-17] is not tried where the host says nothing of a certificate', async () => {
    const origin = await agentWith(byName)
    const message = 'The agent wants "tls" (mutualTls), which this sign-in does not have'
    await expect(say(origin, chat, signIn())).rejects.toMatchObject({ message })
  })

  it('[SI-6, SI-17] a token that is bound to a certificate is of no use to a thief', async () => {
    const issuer = await forger()
    const { X509Certificate } = await import('node:crypto')
    const print = Buffer.from(new X509Certificate(certificates.chatCert).fingerprint256.replaceAll(':', ''), 'hex')
    const token = await issuer.sign({ cnf: { 'x5t#S256': print.toString('base64url') } })
    const schemes = { ...tls, login: { httpAuthSecurityScheme: { scheme: 'Bearer' } } }
    const verify = verifyTokens({ issuer: issuer.issuer, audience, allowInsecureLoopback: true })
    const origin = await agentWith(verify, schemes)
    const session = () => signIn({ mutualTls: true, secrets: { login: token } })
    expect(await say(origin, chat, session())).toBe('ann')
    await expect(say(origin, {}, session())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(say(origin, stranger, session())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('[SI-17] reaches a shop, too', async () => {
    let handle: ReturnType<typeof createBusiness> | undefined
    const origin = await serveTls(async (request, connection) => handle?.(request, connection) ?? new Response())
    const seen: string[] = []
    handle = createBusiness({
      ...{ profile: businessProfile(origin), store: memoryStore([]) },
      authenticate: credentials({
        certificate: ({ name }) => {
          seen.push(name)
          return { kind: 'forbidden', challenge: 'Bearer scope="cart"' }
        },
      }),
    })
    const ask = (shown: CertificateOptions) =>
      certificateFetch({ ...shown, ca: cert })(`${origin}/commerce/rest/carts/x`, {
        headers: { 'Commerce-Agent': 'profile="https://platform.example/profile.json"' },
      })
    const refused = await ask(chat)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([403, 'Bearer scope="cart"'])
    expect((await ask({})).status).toBe(401)
    expect(seen).toEqual(['chat'])
  })

  it('[SI-17] goes over https alone, follows no redirect, sends bodies and can be aborted', async () => {
    const origin = await serveTls(async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/away') return Response.redirect('https://evil.example/', 302)
      if (pathname === '/never') return new Promise(() => undefined)
      if (pathname === '/empty') return new Response(null, { status: 204 })
      return new Response(await request.text(), {
        headers: [
          ['x-two', 'a'],
          ['x-two', 'b'],
        ],
      })
    })
    const fetched = certificateFetch({ ...chat, ca: cert })
    await expect(fetched('http://127.0.0.1:1/')).rejects.toThrow('over https only')
    expect((await fetched(`${origin}/away`)).status).toBe(302)
    expect((await fetched(`${origin}/empty`)).status).toBe(204)
    const echoed = await fetched(new Request(`${origin}/`, { method: 'POST', body: 'grün' }))
    expect([await echoed.text(), echoed.headers.get('x-two')]).toEqual(['grün', 'a, b'])
    const leaving = new AbortController()
    const never = fetched(`${origin}/never`, { signal: leaving.signal })
    leaving.abort()
    await expect(never).rejects.toMatchObject({ name: 'AbortError' })
    // Nobody vouches for this server but the test.
    await expect(certificateFetch(chat)(origin)).rejects.toThrow('fetch failed')
  })
})
