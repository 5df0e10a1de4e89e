// Guide: agents over HTTP, their servers, and several machines.
import { createPrivateKey } from 'node:crypto'
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { SignJWT } from 'jose'
import { expect } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { findNats, noNats, startNats } from '../../../.ci/nats-server.mjs'
import { type Agent, connectAgent, connectSurfaces, type StreamEvent } from '../../../src/agent/index.ts'
import { createAgentServer, type Execute } from '../../../src/agent/server/index.ts'
import { basicCatalog, createRuntime, type Runtime } from '../../../src/entries/index.ts'
import * as certificates from '../../support/client-certificates.ts'
import { CS, T, UC } from '../../support/messages.ts'
import { cert, key } from '../../support/tls-certificate.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { answer, leadTls, listenOnFreePorts, portOf } from './network.ts'
import type { Runs } from './run.ts'

const there = 'https://agent.example'
const extensions = [{ uri: 'https://a2ui.org/a2a-extension/a2ui/v0.9' }]
const hello = { message: { parts: [{ text: 'hello' }] } }

/** Says who called, and shows a table. */
const execute: Execute = async function* ({ text, caller }) {
  yield { text: `${caller.id}: ${text}` }
  yield { surface: [CS('s1'), UC('s1', [T('root', 'A table')])] }
}

const textsOf = (runtime: Runtime, id: string): string => JSON.stringify(runtime.surface(id)?.components.get('root'))

async function said(agent: Agent): Promise<string> {
  return JSON.stringify(await agent.sendMessage(hello))
}

export const agents: Runs = {
  'Agents over HTTP': {
    in: 'node',
    async run(reader) {
      const card = {
        ...{ name: 'Bistro', extensions },
        securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'x-key' } } } as const,
        securityRequirements: [{ schemes: { key: { list: [] } } }],
      }
      const stored: StreamEvent[] = []
      const statuses: number[] = []
      const runtime = createRuntime()
      const needs: unknown[] = []
      reader.owns({
        ...{ runtime, token: 'a-long-random-token' },
        secretFor: async (need: unknown) => {
          needs.push(need)
          return 'sample'
        },
        store: async (event: StreamEvent) => void stored.push(event),
      })
      const { hook } = await reader.load<typeof import('../notification.ts')>('notification.ts')
      const handle = createAgentServer({
        ...{ card, execute, allowPrivatePushTargets: true, pushRetryDelay: 1 },
        authenticate: ({ headers }) => (headers.get('x-key') === 'sample' ? { id: 'ann' } : undefined),
        fetch: async (input, init) => {
          const response = await hook(new Request(input, init))
          statuses.push(response.status)
          return response
        },
      })
      answer(reader, { [there]: handle })
      const { conversation } = await reader.load<typeof import('../agent.ts')>('agent.ts')
      await waitUntil(() => runtime.surface('s1')?.components.get('root'))
      expect(textsOf(runtime, 's1')).toContain('A table')
      expect(JSON.stringify(conversation.messages.getSnapshot())).toContain('ann: Find a table for two')
      expect(needs).toMatchObject([{ kind: 'apiKey' }])
      // What the agent posts is stored; what nobody signed is not.
      const push = { url: 'https://hook.example/a', token: 'a-long-random-token' }
      const agent = await connectAgent(there, { credentials: () => ({ headers: { 'x-key': 'sample' } }) })
      await agent.sendMessage({ ...hello, configuration: { taskPushNotificationConfig: push } })
      await waitUntil(
        () => JSON.stringify(stored).includes('TASK_STATE_COMPLETED') && statuses.length === stored.length,
      )
      expect(new Set(statuses)).toEqual(new Set([204]))
      expect((await hook(new Request(push.url, { method: 'POST', body: JSON.stringify(stored[0]) }))).status).toBe(401)
    },
  },
}

export const agentServer: Runs = {
  'An agent of your own': {
    in: 'node',
    async run(reader) {
      const servers = listenOnFreePorts(reader)
      reader.owns({ catalogId: basicCatalog.catalogId, answer: async (text: string) => `You said: ${text}` })
      await reader.load('agent-server.ts')
      reader.says("connectAgent('http://localhost:8080', { allowInsecureLoopback: true })")
      const address = `http://127.0.0.1:${await portOf(servers[0])}`
      const runtime = createRuntime()
      const conversation = connectSurfaces(await connectAgent(address, { allowInsecureLoopback: true }), runtime)
      await conversation.send('tables for two')
      await waitUntil(() => runtime.surface('s1'))
      expect(JSON.stringify(conversation.messages.getSnapshot())).toContain('You said: tables for two')
    },
  },
  gRPC: {
    in: 'node',
    async run(reader) {
      const servers = listenOnFreePorts(reader)
      const supportedInterfaces = [{ url: 'agent.example:443', protocolBinding: 'GRPC', protocolVersion: '1.0' }]
      const handle = createAgentServer({ card: { name: 'Bistro', supportedInterfaces }, execute })
      reader.owns({ handle, key, cert })
      await reader.load('grpc-server.ts')
      leadTls(reader, await portOf(servers[0]))
      answer(reader, { [there]: handle })
      const { agent } = await reader.load<typeof import('../grpc-client.ts')>('grpc-client.ts')
      expect(agent.interface.protocolBinding).toBe('GRPC')
      expect(await said(agent)).toContain('hello')
    },
  },
  'Letting in': {
    in: 'node',
    async run(reader) {
      const servers = listenOnFreePorts(reader)
      const issuer = 'https://login.example'
      const signing = createPrivateKey(key)
      const { x, y } = signing.export({ format: 'jwk' })
      const keys = [{ kty: 'EC', crv: 'P-256', x, y, kid: 'k', alg: 'ES256', use: 'sig' }]
      const login = ({ url }: Request) =>
        Response.json(url.endsWith('/jwks') ? { keys } : { issuer, jwks_uri: `${issuer}/jwks` })
      const sign = (audience: string, scope: string) =>
        new SignJWT({ iss: issuer, aud: audience, sub: 'ann', exp: Math.floor(Date.now() / 1000) + 60, scope })
          .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k' })
          .sign(signing)
      const urls = { authorizationUrl: `${issuer}/authorize`, tokenUrl: `${issuer}/token` }
      const scopes = { 'tasks:write': 'End tasks' }
      const card = {
        name: 'Bistro',
        securitySchemes: { login: { oauth2SecurityScheme: { flows: { authorizationCode: { ...urls, scopes } } } } },
        securityRequirements: [{ schemes: { login: { list: [] } } }],
      }
      reader.owns({ card, execute, cert, key, ca: certificates.authority, apiKey: 'a-key-of-this-test' })
      answer(reader, { [issuer]: login })
      const { authenticate, handle } = await reader.load<typeof import('../tokens.ts')>('tokens.ts')
      answer(reader, { [issuer]: login, [there]: (request) => handle(request, {}) })
      const message = { ...hello.message, role: 'ROLE_USER', messageId: 'm' }
      const callWith = (token?: string, path = '/message:send', body: object = { message }) =>
        handle(
          new Request(there + path, {
            ...{ method: 'POST', body: JSON.stringify(body) },
            headers: {
              ...{ 'content-type': 'application/json', 'agent-version': '1.0' },
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            },
          }),
          {},
        )
      expect((await callWith()).status).toBe(401)
      expect((await callWith(await sign('https://shop.example', ''))).status).toBe(401)
      const token = await sign(there, '')
      const first = await callWith(token)
      expect([first.status, await first.text()]).toEqual([200, expect.stringContaining('ann')])
      expect((await callWith(token, '/tasks/t:cancel', {})).status).toBe(403)
      // The same over TLS, with what certificates say.
      expect(await portOf(servers[0])).toBeGreaterThan(0)
      const shopper = await authenticate(
        new Request('https://shop.example/', {
          headers: { authorization: `Bearer ${await sign('https://shop.example', '')}` },
        }),
        'create_cart',
        {},
      )
      expect(shopper).toMatchObject({ id: 'ann' })
    },
  },
}

export const machines: Runs = {
  'From one process to many machines': {
    in: 'node',
    cannot: process.env['DATABASE_URL'] ? undefined : 'needs a PostgreSQL server: `npm run postgres` starts one',
    async run(reader) {
      reader.owns({ card: { name: 'Bistro' }, execute })
      const { handle, shutDown, store } = await reader.load<typeof import('../agent-fleet.ts')>('agent-fleet.ts')
      reader.after(() => process.removeListener('SIGTERM', shutDown))
      answer(reader, { [there]: handle })
      expect(await said(await connectAgent(there))).toContain('hello')
      await waitUntil(async () => (await store.readyz()).status === 200)
      await shutDown()
      expect((await store.readyz()).status).toBe(503)
    },
  },
  'Tasks on NATS JetStream': {
    in: 'node',
    cannot: findNats() ? undefined : noNats,
    async run(reader) {
      const nats = (await startNats()) ?? expect.fail()
      reader.after(nats.stop)
      process.env['NATS_SERVERS'] = nats.url
      reader.owns({ card: { name: 'Bistro' }, execute })
      const { handle, store } = await reader.load<typeof import('../agent-nats.ts')>('agent-nats.ts')
      answer(reader, { [there]: handle })
      expect(await said(await connectAgent(there))).toContain('hello')
      await waitUntil(async () => (await store.readyz()).status === 200)
      await store.close({ grace: 0 })
    },
  },
  Spans: {
    in: 'node',
    async run(reader) {
      const exporter = new InMemorySpanExporter()
      const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
      trace.setGlobalTracerProvider(provider)
      context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
      propagation.setGlobalPropagator(new W3CTraceContextPropagator())
      reader.after(async () => {
        await provider.shutdown()
        for (const api of [trace, context, propagation]) api.disable()
      })
      const card = { name: 'Bistro' }
      reader.owns({ card, execute })
      answer(reader, { [there]: createAgentServer({ card, execute }) })
      const { agent, handle } = await reader.load<typeof import('../telemetry.ts')>('telemetry.ts')
      answer(reader, { [there]: handle })
      exporter.reset()
      await said(agent)
      await waitUntil(() => exporter.getFinishedSpans().some(({ name }) => name === 'execute'))
      const spans = exporter.getFinishedSpans()
      expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1)
      expect(spans.map(({ name }) => name)).toContain('execute')
    },
  },
}
