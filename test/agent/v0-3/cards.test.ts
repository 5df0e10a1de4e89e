// Cards of version 0.3, and cards that serve readers of both versions: what of them is read, and which interface is chosen.
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { describeSecurity } from '../../../src/agent/client/credentials.ts'
import { canonicalJson } from '../../../src/shared/http/digest.ts'
import { cardOf, type Json } from '../client/fake-agent.ts'
import { oldCard } from './recordings.ts'

const origin = 'https://agent.example'

const unversioned = { url: `${origin}/rpc`, protocolBinding: 'JSONRPC' }

/** Connects with a card that no network has to bring. `path`: the only one that has it. */
async function connect(card: Json, options: object = {}, path = '/.well-known/agent-card.json') {
  const asked: string[] = []
  const fetched: typeof fetch = async (url) => {
    asked.push(new URL(String(url)).pathname)
    return asked.at(-1) === path ? Response.json(card) : new Response('', { status: 404 })
  }
  return { agent: await connectAgent(origin, { fetch: fetched, ...options }), asked }
}

const security = {
  securitySchemes: {
    key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'A key' },
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    google: { type: 'openIdConnect', openIdConnectUrl: 'https://accounts.example/configuration' },
    oauth: {
      type: 'oauth2',
      flows: {
        implicit: { authorizationUrl: 'https://id.example/auth', scopes: {} },
        password: { tokenUrl: 'https://id.example/token', scopes: {} },
        clientCredentials: { tokenUrl: 'https://id.example/token', scopes: { read: 'Read' } },
      },
    },
    mtls: { type: 'mutualTLS' },
    later: { type: 'voice' },
  },
  security: [{ key: [] }, { google: ['openid'], bearer: [] }, { oauth: ['read'] }, { mtls: [] }, { later: [] }],
}

const needs = [
  [{ scheme: 'key', kind: 'apiKey', location: 'header', name: 'X-Key', description: 'A key' }],
  [
    { scheme: 'google', kind: 'openIdConnect', scopes: ['openid'] },
    { scheme: 'bearer', kind: 'bearer', format: 'JWT' },
  ],
  [{ scheme: 'oauth', kind: 'clientCredentials', scopes: ['read'] }],
  [{ scheme: 'mtls', kind: 'mutualTls' }],
  [{ scheme: 'later', kind: 'unknown' }],
]

describe('a card of version 0.3', () => {
  it('[AV-3] becomes a card of 1.0', async () => {
    const { agent } = await connect(
      oldCard(origin, {
        ...security,
        supportsAuthenticatedExtendedCard: true,
        additionalInterfaces: [
          { url: origin, transport: 'JSONRPC' },
          { url: `${origin}/rest`, transport: 'HTTP+JSON' },
        ],
        skills: [{ id: 's', name: 'S', description: 'D', tags: [], security: [{ key: [] }] }],
      }),
    )
    expect(agent.interface).toEqual({ url: origin, protocolBinding: 'JSONRPC', protocolVersion: '0.3' })
    expect(agent.card.supportedInterfaces.map((one) => one.protocolBinding)).toEqual(['JSONRPC', 'HTTP+JSON'])
    expect(agent.card.capabilities.extendedAgentCard).toBe(true)
    expect(agent.card.skills[0]?.securityRequirements).toEqual([{ schemes: { key: { list: [] } } }])
    expect(describeSecurity(agent.card)).toMatchObject(needs)
    expect(Object.keys(agent.card)).not.toContain('url')
  })

  it.each([
    ['of a version before', { protocolVersion: '0.2.9' }],
    ['without a version', { protocolVersion: undefined }],
    [
      'that prefers REST',
      { preferredTransport: 'HTTP+JSON', additionalInterfaces: [{ url: `${origin}/x`, transport: 'JSONRPC' }] },
    ],
  ])('[AV-3] %s is spoken over JSON-RPC', async (_, more) => {
    const { agent } = await connect(oldCard(origin, more))
    expect(agent.interface).toMatchObject({ protocolBinding: 'JSONRPC', protocolVersion: '0.3' })
  })

  it('[AV-3] is found at its older path, which is asked once', async () => {
    const { agent, asked } = await connect(oldCard(origin), {}, '/.well-known/agent.json')
    expect(agent.card.name).toBe('Old agent')
    expect(asked).toEqual(['/.well-known/agent-card.json', '/.well-known/agent.json'])
    await expect(connect(oldCard(origin), {}, '/elsewhere')).rejects.toMatchObject({ code: 'CARD_INVALID' })
  })

  it.each(['HTTP+JSON', 'GRPC'])('[AV-3] with nothing but %s is an error that says so', async (preferredTransport) => {
    await expect(connect(oldCard(origin, { preferredTransport }))).rejects.toMatchObject({
      code: 'NO_INTERFACE',
      message: expect.stringContaining(`${preferredTransport} 0.3`),
      hint: expect.stringContaining('JSONRPC in version 0.3'),
    })
  })

  it.each([
    ['1.0', 'SendMessage', { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'hi' }] } }],
    ['0.3', 'message/send', { kind: 'message', messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: 'hi' }] }],
  ])(
    '[AV-3] whose interface names no version is spoken in the one that the agent knows: %s',
    async (_, known, answer) => {
      const methods: string[] = []
      const fetched: typeof fetch = async (_url, init) => {
        if (!init?.body) return Response.json({ ...cardOf(origin, 'JSONRPC'), supportedInterfaces: [unversioned] })
        const { id, method } = JSON.parse(String(init.body))
        methods.push(method)
        const isStream = String(new Headers(init.headers).get('accept')).includes('event-stream')
        if (method !== known && !(isStream && known === 'SendMessage'))
          return Response.json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
        return Response.json({ jsonrpc: '2.0', id, result: answer })
      }
      const agent = await connectAgent(origin, { fetch: fetched })
      expect(agent.interface.protocolVersion).toBe('')
      const message = { parts: [{ text: 'hello' }] }
      const first = known === 'SendMessage' ? [known] : ['SendMessage', known]
      expect(await agent.sendMessage({ message })).toMatchObject({ role: 'ROLE_AGENT', parts: [{ text: 'hi' }] })
      await agent.sendMessage({ message })
      expect(methods).toEqual([...first, known])
      // What the agent lacks in the version that it knows is no reason to try the other one.
      await expect(agent.getTask({ id: 't' })).rejects.toMatchObject({ code: 'METHOD_NOT_FOUND' })
      expect(methods).toHaveLength(first.length + 2)
    },
  )

  it('[AV-3] with a version that is no text is no card', async () => {
    const wrong = { ...cardOf(origin, 'JSONRPC'), supportedInterfaces: [{ ...unversioned, protocolVersion: 1 }] }
    await expect(connect(wrong)).rejects.toMatchObject({ code: 'CARD_INVALID' })
  })

  it('[AV-3] with signatures is verified as it came', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const card = oldCard(origin, security)
    const [protectedHeader = '', , signature = ''] = (
      await new CompactSign(new TextEncoder().encode(canonicalJson(card)))
        .setProtectedHeader({ alg: 'ES256', kid: 'k' })
        .sign(privateKey)
    ).split('.')
    const signed = { ...card, signatures: [{ protected: protectedHeader, signature }] }
    const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] }
    const { agent } = await connect(signed, { keys })
    expect(describeSecurity(agent.card)).toMatchObject(needs)
    await expect(connect({ ...signed, url: 'https://other.example' }, { keys })).rejects.toMatchObject({
      code: 'CARD_SIGNATURE_INVALID',
    })
  })

  it.each([
    ['no text as its address', { url: 7 }],
    ['no list of interfaces', { additionalInterfaces: 'none' }],
    ['a list of schemes', { securitySchemes: [], security: 'all' }],
    ['capabilities that are no object', { capabilities: [] }],
    ['a name that is the prototype', JSON.parse('{ "securitySchemes": { "__proto__": { "type": "http" } } }')],
  ])('[AV-6] a card with %s is read, or is one error', async (_, more) => {
    const answer = await connect(oldCard(origin, more)).catch((error: unknown) => error)
    if (!('agent' in (answer as object)))
      expect(answer).toMatchObject({ code: expect.stringMatching(/^CARD_INVALID$/) })
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
    expect('type' in {}).toBe(false)
  })
})

describe('a card for both', () => {
  const both = {
    ...cardOf(origin, 'HTTP+JSON'),
    ...security,
    ...{ url: `${origin}/old`, preferredTransport: 'JSONRPC', protocolVersion: '0.3' },
    ...{ capabilities: { streaming: true }, supportsAuthenticatedExtendedCard: true },
    supportedInterfaces: [
      { url: `${origin}/old`, protocolBinding: 'JSONRPC', protocolVersion: '0.3', tenant: '' },
      { url: `${origin}/new`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0', tenant: '' },
    ],
  }

  it('[AV-3] is spoken in 1.0, and its security and extended card are read', async () => {
    const { agent } = await connect(both)
    expect(agent.interface).toMatchObject({ url: `${origin}/new`, protocolVersion: '1.0' })
    expect(agent.card.capabilities).toEqual({ streaming: true, extendedAgentCard: true })
    expect(describeSecurity(agent.card)).toMatchObject(needs)
  })

  it('[AV-3] says in the members of 1.0 what counts where it has both', async () => {
    const scheme = { ...security.securitySchemes.key, apiKeySecurityScheme: { location: 'query', name: 'k' } }
    const { agent } = await connect({
      ...both,
      securitySchemes: { key: scheme },
      securityRequirements: [{ schemes: { key: { list: [] } } }],
      capabilities: { extendedAgentCard: false },
    })
    expect(agent.card.capabilities.extendedAgentCard).toBe(false)
    expect(describeSecurity(agent.card)).toMatchObject([[{ kind: 'apiKey', location: 'query', name: 'k' }]])
  })
})
