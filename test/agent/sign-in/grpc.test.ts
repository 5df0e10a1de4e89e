// Signing in over gRPC: tokens for more scopes, what a refusal says, and certificates of clients.
import { ConnectError, createClient } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { describe, expect, it } from 'vitest'
import { A2AService } from '../../../src/agent/grpc/generated/lf/a2a/v1/a2a_pb.ts'
import { type GrpcClientOptions, grpc } from '../../../src/agent/grpc/index.ts'
import { messageOf } from '../../../src/agent/grpc/messages.ts'
import { connectAgent } from '../../../src/agent/index.ts'
import type { SecurityScheme } from '../../../src/agent/protocol/types.ts'
import { type AgentServerOptions, createAgentServer } from '../../../src/agent/server/index.ts'
import { verifyTokens } from '../../../src/agent/server/tokens/index.ts'
import { type SignInState, signIn } from '../../../src/agent/sign-in/index.ts'
import { certificateFetch } from '../../../src/agent/sign-in/node/index.ts'
import * as certificates from '../../support/client-certificates.ts'
import { cert, key } from '../../support/tls-certificate.ts'
import { freePort, interfacesAt, serveGrpc } from '../grpc/setup.ts'
import { saying } from '../server/http-calls.ts'
import { audience, forger } from './authorization.ts'
import { signedAgent } from './signed-agent.ts'

const asking = (text: string) => ({ message: { parts: [{ text }] } })
const textOf = (answer: object): string | undefined =>
  'parts' in answer ? (answer.parts as readonly { readonly text?: string }[])[0]?.text : undefined

describe('scopes', () => {
  /** An agent on one port, and a machine that may get tokens for it. */
  async function connect() {
    const there = await signedAgent('clientCredentials', {}, undefined, true)
    const client = { issuer: there.issuer, clientId: 'machine', clientSecret: 'machine-secret-of-this-test' }
    const session = signIn({ clients: [client], allowInsecureLoopback: true })
    const states: SignInState[] = []
    session.state.subscribe(() => states.push(session.state.getSnapshot()))
    const { credentials } = session
    const agent = await connectAgent(there.origin, {
      ...{ allowInsecureLoopback: true, bindings: [grpc()], credentials },
    })
    expect(agent.interface.protocolBinding).toBe('GRPC')
    return { there, agent, states, say: async (text: string) => textOf(await agent.sendMessage(asking(text))) }
  }

  it('[SI-14] that a refusal over gRPC names are asked for, with those from before', async () => {
    const { there, agent, states, say } = await connect()
    const many = await Promise.all(Array.from({ length: 50 }, () => say('hello')))
    expect(new Set(many)).toEqual(new Set(['client:machine: read']))
    expect(new Set(there.seen).size).toBe(1)
    expect(await say('write')).toBe('client:machine: read write')
    expect(states.at(-1)).toEqual({ kind: 'signedIn', scopes: ['read', 'write'] })
    expect(new Set(there.seen).size).toBe(2)
    expect(await agent.listTasks()).toMatchObject({ tasks: [] })
  })

  it('[SI-14] are asked for before the first event of a stream over gRPC', async () => {
    const { agent, there } = await connect()
    const said: unknown[] = []
    for await (const event of agent.streamMessage(asking('please write'))) said.push(event)
    expect(said).toMatchObject([{ kind: 'message', message: { parts: [{ text: 'client:machine: read write' }] } }])
    expect(there.seen).toHaveLength(2)
  })
})

describe('a refusal', () => {
  type Refusal = readonly [code: number, challenge: string | null]

  /** How the agent refuses a message and a stream over gRPC. */
  async function refusalsOf(options: Partial<AgentServerOptions>, authorization?: string): Promise<readonly Refusal[]> {
    const agent = createAgentServer({
      card: { name: 'Notes' },
      *execute() {
        yield { message: 'let in' }
      },
      ...options,
    })
    const baseUrl = `http://127.0.0.1:${await serveGrpc(agent)}`
    const client = createClient(A2AService, createGrpcTransport({ baseUrl }))
    const headers = { 'a2a-version': '1.0', ...(authorization !== undefined && { authorization }) }
    const message = messageOf(A2AService.method.sendMessage.input, saying('hello'))
    const stream = async (): Promise<void> => {
      for await (const _event of client.sendStreamingMessage(message, { headers })) break
    }
    const running = [client.sendMessage(message, { headers }), stream()]
    return Promise.all(
      running.map((one) =>
        one.then(
          () => [0, null] as const,
          (error: unknown) => {
            const { code, metadata } = ConnectError.from(error)
            return [code, metadata.get('www-authenticate')] as const
          },
        ),
      ),
    )
  }

  const twice = (code: number, challenge: string | null): readonly Refusal[] => [
    [code, challenge],
    [code, challenge],
  ]

  it('[SI-4] over gRPC names the schemes of the card', async () => {
    const securitySchemes: Readonly<Record<string, SecurityScheme>> = {
      key: { apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' } },
      basic: { httpAuthSecurityScheme: { scheme: 'Basic' } },
      tls: { mtlsSecurityScheme: {} },
    }
    const refused = (names: readonly string[]) => {
      const schemes = Object.fromEntries(names.map((name) => [name, { list: [] }]))
      const card = { name: 'Notes', securitySchemes, securityRequirements: [{ schemes }] }
      return refusalsOf({ card, authenticate: () => undefined })
    }
    expect(await refused(['key'])).toEqual(twice(16, 'ApiKey realm="agent", in="header", name="X-API-Key"'))
    expect(await refused(['basic', 'tls'])).toEqual(twice(16, 'Basic realm="agent", ClientCertificate realm="agent"'))
  })

  it('[SI-4] over gRPC says which scopes are needed, what was wrong, and where tokens come from', async () => {
    const issuer = await forger()
    const verify = verifyTokens({ issuer: issuer.issuer, audience, scopes: ['read'], allowInsecureLoopback: true })
    const card = {
      name: 'Notes',
      securitySchemes: { login: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
      securityRequirements: [{ schemes: { login: { list: [] } } }],
    }
    const refused = (token?: string) => refusalsOf({ card, authenticate: verify }, token && `Bearer ${token}`)
    const metadata = 'resource_metadata="https://agent.example/.well-known/oauth-protected-resource"'
    const bearer = 'Bearer realm="agent", scope="read"'
    expect(await refused()).toEqual(twice(16, `${bearer}, ${metadata}`))
    const expired = 'error="invalid_token", error_description="The token has expired"'
    expect(await refused(await issuer.sign({ exp: 1 }))).toEqual(twice(16, `${bearer}, ${expired}, ${metadata}`))
    const poor = 'error="insufficient_scope", error_description="The token lacks read"'
    expect(await refused(await issuer.sign({ scope: 'other' }))).toEqual(twice(7, `${bearer}, ${poor}, ${metadata}`))
    expect(await refused(await issuer.sign({ scope: 'read' }))).toEqual(twice(0, null))
  })
})

describe('mutual TLS', () => {
  const chat = { cert: certificates.chatCert, key: certificates.chatKey }
  const stranger = { cert: certificates.strangerCert, key: certificates.strangerKey }
  const tls = { key, cert, ca: certificates.authority, requestCert: true, rejectUnauthorized: false }

  /** Asks an agent that tells who its caller is. */
  async function agentWith(
    authenticate: NonNullable<AgentServerOptions['authenticate']>,
    securitySchemes: Readonly<Record<string, SecurityScheme>> = { tls: { mtlsSecurityScheme: {} } },
  ) {
    const port = await freePort()
    const schemes = Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, { list: [] }]))
    const supportedInterfaces = interfacesAt(port).map((one) => ({
      ...one,
      url: one.url.replace('127.0.0.1', 'localhost'),
    }))
    const agent = createAgentServer({
      card: { name: 'Notes', supportedInterfaces, securitySchemes, securityRequirements: [{ schemes }] },
      authenticate,
      *execute({ caller }) {
        yield { message: caller.id }
      },
    })
    await serveGrpc(agent, { tls }, port)
    return async (shown: GrpcClientOptions, session = signIn({ mutualTls: true })): Promise<string | undefined> => {
      const client = await connectAgent(`https://localhost:${port}`, {
        bindings: [grpc({ ...shown, ca: cert })],
        fetch: certificateFetch({ ca: cert }),
        credentials: session.credentials,
      })
      expect(client.interface.protocolBinding).toBe('GRPC')
      return textOf(await client.sendMessage(asking('hello')))
    }
  }

  it('[SI-17] shows the certificate of the client to the agent over gRPC', async () => {
    const seen: unknown[] = []
    const say = await agentWith((_request, { certificate }) => {
      seen.push(certificate)
      return certificate?.name
    })
    expect(await say(chat)).toBe('chat')
    expect(seen).toEqual([
      { name: 'chat', alternativeNames: 'DNS:chat.example', thumbprint: expect.stringMatching(/^[\w-]{43}$/) },
    ])
    // Without one nothing is sent.
    const hint = 'Give them as headers; a certificate of the client stands in the options of grpc().'
    await expect(say({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED', hint })
    // Of the same name, and nobody vouches for it.
    await expect(say(stranger)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(new Set(seen.slice(1))).toEqual(new Set([undefined]))
  })

  it('[SI-6, SI-17] a token that is bound to a certificate is of no use to a thief over gRPC', async () => {
    const issuer = await forger()
    const { X509Certificate } = await import('node:crypto')
    const print = Buffer.from(new X509Certificate(chat.cert).fingerprint256.replaceAll(':', ''), 'hex')
    const token = await issuer.sign({ cnf: { 'x5t#S256': print.toString('base64url') } })
    const verify = verifyTokens({ issuer: issuer.issuer, audience, allowInsecureLoopback: true })
    const say = await agentWith(verify, {
      ...{ tls: { mtlsSecurityScheme: {} }, login: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    })
    const session = () => signIn({ mutualTls: true, secrets: { login: token } })
    expect(await say(chat, session())).toBe('ann')
    await expect(say({}, session())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(say(stranger, session())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
