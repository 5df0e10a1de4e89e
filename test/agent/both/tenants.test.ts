// Tenants: one address serves several organizations, which the host names and each request may choose.
import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import type { AgentServerOptions, Yielded } from '../../../src/agent/server/index.ts'
import { createAgentServer } from '../../../src/agent/server/index.ts'
import { listOf } from '../../support/list-of.ts'
import { connectFake, type Exchange, type Handle, serve, statusOf, taskOf } from '../client/fake-agent.ts'
import { config, message } from '../client/operation-rows.ts'
import { as, ask, bindings, call, saying, seedHeaders } from '../server/http-calls.ts'

const pathOf = ({ url }: Exchange): string => url.pathname.replace('/agent', '')

describe('a request that names a tenant', () => {
  const answer: Handle = ({ operation, result, stream, params, url }) => {
    if (operation === 'SendStreamingMessage' || operation === 'SubscribeToTask')
      return void stream()
        .event({ task: taskOf('WORKING') })
        .event(statusOf('COMPLETED'))
        .end()
    if (operation === 'ListTasks') return result({ tasks: [] })
    if (operation.includes('Push')) return result(params['configs'] ?? config)
    if (operation !== 'GetExtendedAgentCard')
      return result(operation === 'SendMessage' ? { task: taskOf('COMPLETED') } : taskOf('COMPLETED'))
    return result({
      name: 'x',
      capabilities: {},
      supportedInterfaces: [{ url: `${url.origin}/agent`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' }],
    })
  }

  it.each(bindings)('[AC-4] %s: has it in its binding’s way, whatever the operation', async (binding) => {
    const { agent, exchanges } = await connectFake(binding, answer, {})
    const [id, tenant] = ['task-1', 'tenant']
    await agent.sendMessage({ message, tenant })
    await listOf(agent.streamMessage({ message, tenant }))
    await agent.getTask({ id, tenant })
    await agent.listTasks({ limit: 3, tenant })
    await agent.cancelTask({ id, tenant })
    await listOf(agent.subscribe({ id, tenant }))
    await agent.createPushConfig({ ...config, tenant })
    await agent.getPushConfig({ ...config, tenant })
    await agent.listPushConfigs({ taskId: id, tenant })
    await agent.deletePushConfig({ ...config, tenant })
    await agent.extendedCard({ tenant })
    expect(exchanges).toHaveLength(11)
    if (binding === 'JSONRPC') expect(exchanges.filter(({ params }) => params['tenant'] !== tenant)).toEqual([])
    else expect(exchanges.map(pathOf).filter((path) => !path.startsWith('/tenant/'))).toEqual([])
    if (binding === 'HTTP+JSON')
      expect(exchanges.map(({ url, params }) => url.search + JSON.stringify(params)).join()).not.toContain('tenant')
  })

  it.each(bindings)('[AC-4] %s: wins over the interface, also where a stream is resumed', async (binding) => {
    const seen: unknown[] = []
    const handle: Handle = (exchange) => {
      seen.push(binding === 'JSONRPC' ? exchange.params['tenant'] : pathOf(exchange).split('/')[1])
      if (seen.length === 1)
        exchange
          .stream()
          .event({ task: taskOf('WORKING') })
          .cut()
      else
        exchange
          .stream()
          .event({ task: taskOf('COMPLETED') })
          .end()
    }
    const { origin: inner } = await serve(binding, handle)
    const address = { url: `${inner}/agent`, protocolBinding: binding, protocolVersion: '1.0', tenant: 'other' }
    const { origin } = await serve(binding, handle, { supportedInterfaces: [address] })
    const agent = await connectAgent(origin, { allowInsecureLoopback: true, reconnect: { minDelay: 1 } })
    await listOf(agent.streamMessage({ message, tenant: 'tenant' }))
    expect(seen).toEqual(['tenant', 'tenant'])
  })
})

describe('the tenants of a server', () => {
  function serverOf(options: Partial<AgentServerOptions> = {}) {
    const seen: (string | undefined)[] = []
    const handle = createAgentServer({
      card: { name: 'Tenants' },
      *execute({ tenant }): Generator<Yielded> {
        seen.push(tenant)
        yield { status: 'input-required' }
      },
      ...options,
    })
    const get = (path: string) => handle(new Request(`http://agent.example${path}`, { headers: seedHeaders }))
    const named = (tenant: string) =>
      call(
        'http://agent.example',
        'JSONRPC',
        'ListTasks',
        { tenant },
        { fetch: (url, init) => handle(new Request(url, init)) },
      )
    return { handle, seen, get, named }
  }

  const known: readonly NonNullable<AgentServerOptions['tenants']>[] = [
    ['acme', 'tasks'],
    (name) => /^(acme|tasks)$/.test(name),
    async (name) => name === 'acme' || name === 'tasks',
  ]

  it.each(known)('[AS-29] %#: are those that the host names; the path of another is not there', async (tenants) => {
    const { handle, seen, get, named } = serverOf({ tenants })
    expect((await ask(handle, '/acme/message:send', saying('x'))).status).toBe(200)
    expect((await ask(handle, '/message:send', saying('x'))).status).toBe(200)
    for (const path of ['/v1/message:send', '/ACME/message:send', '/constructor/message:send']) {
      const refused = await ask(handle, path, saying('x'))
      expect([refused.status, (await refused.json()).error.details[0].reason]).toEqual([404, 'METHOD_NOT_FOUND'])
    }
    expect([(await get('/v1/tasks')).status, (await get('/v1/message:send')).status]).toEqual([404, 404])
    expect((await named('v1')).reason).toBe('INVALID_PARAMS')
    expect([(await named('acme')).result.totalSize, (await named('')).result.totalSize]).toEqual([1, 1])
    expect((await get('/tasks?tenant=v1')).status).toBe(400)
    expect(seen).toEqual(['acme', undefined])
  })

  it('[AS-29] without the option are those of the interfaces', async () => {
    const { get, named } = serverOf()
    expect([(await get('/acme/tasks')).status, (await named('acme')).reason]).toEqual([404, 'INVALID_PARAMS'])
    const address = { url: '/', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0', tenant: 'acme' }
    const one = serverOf({ card: { name: 'Tenants', supportedInterfaces: [address] } })
    expect([(await one.get('/acme/tasks')).status, (await one.get('/other/tasks')).status]).toEqual([200, 404])
  })

  it('[AS-29] may have one that is called tasks', async () => {
    const { handle, get } = serverOf({ tenants: ['tasks'] })
    const { task } = await (await ask(handle, '/tasks/message:send', saying('x'))).json()
    const page = await (await get('/tasks/tasks')).json()
    expect(page.tasks.map(({ id }: { id: string }) => id)).toEqual([task.id])
    expect((await (await get(`/tasks/tasks/${task.id}`)).json()).id).toBe(task.id)
    expect((await (await get('/tasks')).json()).tasks).toEqual([])
    expect((await get(`/tasks/${task.id}`)).status).toBe(404)
  })

  it.each(bindings)(
    '[AS-23] %s: the extended card’s function is told who asks, and for which tenant',
    async (binding) => {
      const seen: unknown[] = []
      const { handle } = serverOf({
        tenants: ['acme'],
        authenticate: (sent) => sent.headers.get('authorization') ?? undefined,
        extendedCard(caller, tenant) {
          seen.push([caller.id, tenant])
          return { name: `For ${tenant}` }
        },
      })
      const sent =
        binding === 'JSONRPC'
          ? {
              path: '/rpc',
              body: JSON.stringify({
                jsonrpc: '2.0',
                id: 1,
                method: 'GetExtendedAgentCard',
                params: { tenant: 'acme' },
              }),
              method: 'POST',
            }
          : { path: '/acme/extendedAgentCard', method: 'GET' }
      const { path, ...init } = sent
      await handle(new Request(`http://agent.example${path}`, { ...init, ...as('ann') }))
      expect(seen).toEqual([['ann', 'acme']])
    },
  )
})
