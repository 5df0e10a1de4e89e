// The extended card at the client: whole in place of the first one, or refused.
import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { listOf } from '../../support/list-of.ts'
import { bindings, cardOf, type Handle, type Json, serve, taskOf } from './fake-agent.ts'

describe.each(bindings)('%s: an extended card', (binding) => {
  /** An agent whose extended card differs as `more` says, and a second agent that it may lead to. */
  async function extending(more: (second: string) => Json) {
    const asked: string[] = []
    const at =
      (name: string, answer: Handle): Handle =>
      (exchange) => {
        const { operation, params, url } = exchange
        const tenant = binding === 'JSONRPC' ? params['tenant'] : /\/agent\/(tenant)\//.exec(url.pathname)?.[1]
        const named = exchange.request.headers['agent-extensions']
        asked.push([name, operation, tenant, named].filter(Boolean).join(' '))
        return answer(exchange)
      }
    const { origin: second } = await serve(
      binding,
      at('second', ({ result }) => result(taskOf('COMPLETED'))),
    )
    const { origin } = await serve(
      binding,
      at('first', (exchange) => {
        const { operation, result, stream, url } = exchange
        if (operation === 'GetExtendedAgentCard')
          result({ ...cardOf(url.origin, binding), name: 'Extended', ...more(second) })
        else if (operation === 'SubscribeToTask') {
          const events = stream().event({ task: taskOf('WORKING') })
          if (asked.filter((one) => one.includes('Subscribe')).length === 1) events.cut()
          else events.event({ task: taskOf('COMPLETED') }).end()
        } else result(taskOf('COMPLETED'))
      }),
    )
    const agent = await connectAgent(origin, { allowInsecureLoopback: true, reconnect: { minDelay: 1 } })
    return { agent, asked, second }
  }

  const placeOf = (origin: string, more: Json = {}): Json => ({
    supportedInterfaces: [{ url: `${origin}/agent`, protocolBinding: binding, protocolVersion: '1.0', ...more }],
  })

  it('[AC-25] with another address is followed with tenant and extensions', async () => {
    const uri = 'https://a2ui.org/a2a-extension/a2ui/v0.9'
    const { agent, asked, second } = await extending((origin) => ({
      ...placeOf(origin, { tenant: 'tenant' }),
      extensions: [{ uri }],
    }))
    await agent.extendedCard()
    expect([agent.card.name, agent.extensions]).toEqual(['Extended', [uri]])
    expect(agent.interface).toMatchObject({ url: `${second}/agent`, tenant: 'tenant' })
    await agent.getTask({ id: 'task-1' })
    expect(asked).toEqual(['first GetExtendedAgentCard', `second GetTask tenant ${uri}`])
  })

  it.each<[string, (origin: string) => Json, string]>([
    [
      'requires an extension that the host lacks',
      () => ({ extensions: [{ uri: 'urn:x', required: true }] }),
      'EXTENSION_SUPPORT_REQUIRED',
    ],
    ['has no interface that is spoken', () => ({ supportedInterfaces: [] }), 'NO_INTERFACE'],
    ['leads to an address that is not safe', () => placeOf('http://agent.example'), 'ADDRESS_INSECURE'],
    ['is none', () => ({ name: null }), 'CARD_INVALID'],
  ])('[AC-25] that %s is refused, and nothing has changed', async (_what, more, code) => {
    const { agent, asked } = await extending(more)
    const { card, interface: place, extensions } = agent
    await expect(agent.extendedCard()).rejects.toMatchObject({ code })
    expect([agent.card, agent.interface, agent.extensions]).toEqual([card, place, extensions])
    await agent.getTask({ id: 'task-1' })
    expect(asked).toEqual(['first GetExtendedAgentCard', 'first GetTask'])
  })

  it('[AC-25] does not move a stream that runs', async () => {
    const { agent, asked } = await extending((origin) => placeOf(origin))
    const events = agent.subscribe({ id: 'task-1' })[Symbol.asyncIterator]()
    await events.next()
    await agent.extendedCard()
    await listOf({ [Symbol.asyncIterator]: () => events })
    expect(new Set(asked.map((one) => one.split(' ')[0]))).toEqual(new Set(['first']))
  })
})
