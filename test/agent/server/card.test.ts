import { describe, expect, it } from 'vitest'
import { createAgentServer, type Yielded } from '../../../src/agent/server/index.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { as, bindings, call, request, saying, seedHeaders, serve } from './http-calls.ts'

describe('the card', () => {
  it('[AS-11] has absolute addresses, defaults, extensions in both places, and an ETag', async () => {
    const params = { supportedCatalogIds: ['basic'] }
    const card = {
      name: 'Card',
      capabilities: { extensions: [{ uri: 'urn:a', params }] },
      extensions: [{ uri: 'urn:b', required: true }, { uri: 'urn:a' }],
    }
    const address = await serve(conformanceAgent({ card }))
    const response = await fetch(`${address}/.well-known/agent-card.json`)
    const published = await response.json()
    expect(published.supportedInterfaces).toEqual([
      { url: `${address}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: address, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ])
    expect(published.extensions).toEqual([
      { uri: 'urn:b', required: true },
      { uri: 'urn:a', params },
    ])
    expect(published.capabilities.extensions).toEqual(published.extensions)
    const etag = response.headers.get('etag') ?? ''
    expect(response.headers.get('cache-control')).toMatch(/max-age=\d+/)
    const modified = response.headers.get('last-modified') ?? ''
    expect(Date.parse(modified)).toBeLessThanOrEqual(Date.now())
    const since = await fetch(`${address}/.well-known/agent-card.json`, { headers: { 'if-modified-since': modified } })
    expect(since.status).toBe(304)
    const other = { 'if-modified-since': modified, 'if-none-match': '"other"' }
    expect((await fetch(`${address}/.well-known/agent-card.json`, { headers: other })).status).toBe(200)
    const again = await fetch(`${address}/.well-known/agent-card.json`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await fetch(`${address}/.well-known/agent-card.json`, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
  })

  it('[AS-11] a signed card is published as it is', async () => {
    const card = {
      name: 'Signed',
      description: 'd',
      version: '1',
      supportedInterfaces: [{ url: 'https://agent.example/a/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      capabilities: { extensions: [{ uri: 'urn:a' }] },
      defaultInputModes: [],
      defaultOutputModes: [],
      skills: [],
      signatures: [{ protected: 'e30', signature: 'AA' }],
    }
    const handle = conformanceAgent({ card })
    const response = await handle(new Request('https://agent.example/.well-known/agent-card.json'))
    expect(await response.json()).toEqual(card)
  })

  it('[AS-11] without an interface that can be served there is no server', async () => {
    const of = (protocolBinding: string, url: string) => ({
      card: { name: 'x', supportedInterfaces: [{ url, protocolBinding, protocolVersion: '1.0' }] },
    })
    expect(() => conformanceAgent(of('https://example.com/carrier-pigeon', '/'))).toThrow(TypeError)
    for (const url of ['agent.example:50051', '127.0.0.1:50051', '[::1]:50051']) {
      const handle = conformanceAgent(of('GRPC', url))
      const card = await (await handle(new Request(`http://agent.example${'/.well-known/agent-card.json'}`))).json()
      expect(card.supportedInterfaces[0].url).toBe(url)
    }
  })

  it('[AS-11] interfaces lie where the card says, each with its tenant', async () => {
    const seen: (string | undefined)[] = []
    const supportedInterfaces = [
      { url: '/a2a/json', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: '/a2a/json/acme', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0', tenant: 'acme' },
    ]
    const handle = createAgentServer({
      card: { name: 'Tenants', supportedInterfaces },
      tenants: ['other'],
      *execute({ tenant }): Generator<Yielded> {
        seen.push(tenant)
        yield { message: 'ok' }
      },
    })
    const body = JSON.stringify(saying('x'))
    for (const path of ['/a2a/json/message:send', '/a2a/json/acme/message:send', '/a2a/json/other/message:send']) {
      const sent = new Request(`https://agent.example${path}`, { method: 'POST', headers: seedHeaders, body })
      expect((await handle(sent)).status).toBe(200)
    }
    expect(seen).toEqual([undefined, 'acme', 'other'])
  })

  it('[AS-15] pages of other origins may call it, without cookies', async () => {
    const card = {
      name: 'Keys',
      securitySchemes: { key: { apiKeySecurityScheme: { location: 'header' as const, name: 'X-Key' } } },
    }
    const open = conformanceAgent({ card })
    const ask = (method: string) =>
      new Request('https://agent.example/rpc', { method, headers: { origin: 'https://chat.example' } })
    const preflight = await open(ask('OPTIONS'))
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    const allowed = preflight.headers.get('access-control-allow-headers')
    for (const name of ['content-type', 'authorization', 'Agent-Version', 'A2A-Extensions', 'x-key']) {
      expect(allowed).toContain(name)
    }
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false)
    const some = conformanceAgent({ card, cors: ['https://chat.example'] })
    expect((await some(ask('GET'))).headers.get('access-control-allow-origin')).toBe('https://chat.example')
    const none = conformanceAgent({ card, cors: ['https://other.example'] })
    const refused = await none(ask('GET'))
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    expect(refused.headers.get('vary')).toBe('Origin')
  })
})

describe('the extended card', () => {
  it.each(bindings)('[AS-23] %s: it is for authenticated callers only', async (binding) => {
    const extendedCard = { name: 'Secret skills' }
    const open = await serve(conformanceAgent({ extendedCard }))
    const refused = await request(open, binding, 'GetExtendedAgentCard')
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="agent"'])
    expect(await refused.text()).not.toContain('Secret')
    const known = (sent: Request): string | undefined => sent.headers.get('authorization') ?? undefined
    const guarded = await serve(conformanceAgent({ extendedCard, authenticate: known }))
    expect((await call(guarded, binding, 'GetExtendedAgentCard')).status).toBe(401)
    expect((await call(guarded, binding, 'GetExtendedAgentCard', {}, as('ann'))).result.name).toBe('Secret skills')
  })
})
