// The conversation of the demo, step by step over real HTTP, with the library's own client at one end.
import { describe, expect, it } from 'vitest'
import { keywordPlan } from '../../../demo/shop/agent/keyword-plan.ts'
import type { Plan } from '../../../demo/shop/agent/plan.ts'
import type { LoggedRequest } from '../../support/request-log.ts'
import type { ServedLog } from '../../support/shop-demo.ts'
import { waitUntil } from '../../support/wait-until.ts'
import type { Walk } from './walk.ts'
import { begin, shortened } from './walks.ts'

type Body = Readonly<Record<string, unknown>>

/** The last request of a kind that a server was asked. */
function last({ requests }: ServedLog, line: RegExp): LoggedRequest {
  return requests.findLast(({ method, path }) => line.test(`${method} ${path}`)) ?? expect.fail(`Nobody asked ${line}`)
}

/** The message that the agent was sent last. A task that waits may be read a moment after it. */
function message(walk: Walk): Body & { readonly taskId?: string; readonly contextId?: string } {
  const sent = walk.agent.requests.flatMap(({ body }) => {
    const { params } = (body ?? {}) as { readonly params?: { readonly message?: Body } }
    return params?.message ? [params.message] : []
  })
  return sent.at(-1) ?? expect.fail('Nobody sent a message')
}

function actionIn(walk: Walk): unknown {
  const { parts } = message(walk) as { readonly parts: readonly { readonly data: unknown }[] }
  const [{ action, userAction }] = [parts[0]?.data].flat() as [
    { readonly action?: unknown; readonly userAction?: unknown },
  ]
  return action ?? userAction
}

const search = {
  query: 'running shoes',
  context: { address_country: 'US', intent: 'running shoes under 150' },
  filters: { price: { max: 15_000 } },
}

describe.each(['v0.9', 'v0.8'] as const)('%s', (version) => {
  it('[SH-1] [SH-2] [SH-3] [SH-4] the eleven steps, and what each of them asks of agent and shop', async () => {
    const walk = await begin({ version })
    // 0: the card alone.
    expect([walk.asked('agent'), walk.asked('shop')]).toEqual([['GET /.well-known/agent-card.json'], []])
    await searchShoes(walk, version)
    await showMore(walk, version)
    await fillCart(walk)
    await checkOut(walk)
    expect(walk.faults).toEqual([])
  })
})

async function searchShoes(walk: Walk, version: 'v0.9' | 'v0.8'): Promise<void> {
  // 1 to 4: a message, the agreement, a search, cards.
  await walk.say('running shoes under 150')
  expect(walk.asked('agent')).toEqual(['POST /rpc', 'GET /profile.json'])
  expect(walk.asked('shop')).toEqual(['GET /.well-known/commerce', 'POST /commerce/v1/catalog/search'])
  const first = last(walk.agent, /POST/)
  expect(first.headers).toMatchObject({
    ...{ 'agent-version': '1.0', accept: expect.stringContaining('text/event-stream') },
    'agent-extensions': `https://a2ui.org/a2a-extension/a2ui/${version}`,
  })
  expect(first.body).toMatchObject({ method: 'SendStreamingMessage' })
  expect(message(walk)).toMatchObject({
    parts: [{ text: 'running shoes under 150' }],
    metadata: { a2uiClientCapabilities: expect.any(Object) },
  })
  expect(last(walk.shop, /search/)).toMatchObject({
    headers: { 'commerce-agent': `profile="${walk.agent.origin}/profile.json"` },
    body: { ...search, pagination: { limit: 10 } },
  })
  expect(walk.answer()).toEqual([
    'Looking …',
    'Flower & Foot: search, lookup, cart agreed (2026-04-08)',
    '23 things fit “running shoes” up to $150.',
  ])
  expect(walk.runtime.surface('results')?.version).toBe(version)
  expect(Object.keys(walk.data('results', '/items') as object)).toHaveLength(10)
  expect(walk.data('results', '/items/0')).toMatchObject({ price: 104, currency: 'USD', priceText: '$104.00' })
  expect(walk.data('results', '/page')).toMatchObject({ has_next: true, total: 23, summary: '10 of 23' })
}

async function showMore(walk: Walk, version: 'v0.9' | 'v0.8'): Promise<void> {
  // 5: typing is nobody's business.
  walk.enter('results', '/filter', 'amb')
  expect([walk.asked('agent'), walk.asked('shop')]).toEqual([[], []])

  // 6: the next page, on the same surface.
  await walk.press('results', 'more')
  expect([walk.asked('agent'), walk.asked('shop')]).toEqual([['POST /rpc'], ['POST /commerce/v1/catalog/search']])
  const cursor = expect.any(String)
  expect(actionIn(walk)).toMatchObject({
    ...{ name: 'more', surfaceId: 'results', sourceComponentId: 'more', timestamp: expect.any(String) },
    context: { cursor },
  })
  const { contextId } = message(walk)
  expect(contextId).toBe(walk.conversation.contextId)
  if (version === 'v0.9')
    expect(message(walk)).toMatchObject({
      metadata: { a2uiClientDataModel: { surfaces: { results: { filter: 'amb' } } } },
    })
  expect(last(walk.shop, /search/).body).toEqual({ ...search, pagination: { limit: 10, cursor } })
  expect(Object.keys(walk.data('results', '/items') as object)).toHaveLength(20)
  expect(walk.data('results', '/filter')).toBe('amb')
}

async function fillCart(walk: Walk): Promise<void> {
  // 7: one product.
  await walk.press('results', 'details', '/items/3')
  expect(walk.asked('shop')).toEqual(['POST /commerce/v1/catalog/lookup'])
  expect(last(walk.shop, /lookup/).body).toEqual({ ids: ['var-001-1', 'var-001-2', 'var-001-3'] })
  expect(walk.surfaceIds()).toEqual(['results', 'detail'])
  expect(JSON.stringify(walk.runtime.surface('detail')?.components.get('body'))).toMatch(/picture.*link/)

  // 8: a size, and into the cart.
  walk.enter('detail', '/choice', ['var-001-2'])
  await walk.press('detail', 'add')
  expect(walk.asked('shop')).toEqual(['POST /commerce/v1/carts'])
  const created = last(walk.shop, /POST .*carts$/)
  expect(created).toMatchObject({ status: 201, body: { line_items: [{ item: { id: 'var-001-2' }, quantity: 1 }] } })
  expect(created.headers['idempotency-key']).toMatch(/^[!-~]{16,255}$/)
  expect(Object.values(walk.data('cart', '/cart/totals') as object)).toMatchObject([
    { name: 'Subtotal', price: 69 },
    { name: 'Total', price: 69 },
  ])
  expect(walk.data('cart', '/cart/expires')).toBe('2026-05-02T12:00:00.000Z')

  // 9: two of them, in one write.
  walk.enter('cart', '/cart/lines/0/quantity', '2')
  await walk.press('cart', 'update')
  expect(shortened(walk.asked('shop'))).toEqual(['PUT /commerce/v1/carts/{id}'])
  const changed = last(walk.shop, /PUT/)
  expect(changed.body).toMatchObject({
    line_items: [{ id: expect.any(String), item: { id: 'var-001-2' }, quantity: 2 }],
  })
  expect(changed.headers['idempotency-key']).not.toBe(created.headers['idempotency-key'])
  expect(walk.data('cart', '/cart/lines/0')).toMatchObject({ quantity: '2', price: 138 })
}

async function checkOut(walk: Walk): Promise<void> {
  // 10: a question, and the task waits.
  const before = walk.agent.requests.length
  await walk.say('check out')
  const methods = walk.agent.requests.slice(before).map(({ body }) => (body as Body)['method'])
  // The task that waits is read once its stream has ended, which may be a moment later.
  expect(methods.filter((method) => method !== 'GetTask')).toEqual(['SendStreamingMessage'])
  expect(walk.asked('shop')).toEqual([])
  expect(walk.conversation.state.getSnapshot()).toBe('waiting')
  expect(message(walk).taskId).toBeUndefined()

  // 11: the answer names the task; the link is the shop's.
  await walk.press('confirm', 'confirm')
  expect(shortened(walk.asked('shop'))).toEqual(['GET /commerce/v1/carts/{id}'])
  expect(message(walk).taskId).toBe(walk.conversation.taskIds.at(-1))
  expect(walk.conversation.state.getSnapshot()).toBe('done')
  expect(walk.surfaceIds()).toEqual(['results', 'detail', 'cart', 'confirm'])
  const link = JSON.stringify([...(walk.runtime.surface('confirm')?.components.values() ?? [])])
  expect(link).toContain(`${walk.shop.origin}/checkout/cart_`)
}

it('[SH-2] in v0.8 nothing is shown before beginRendering, and cards follow after it', async () => {
  const walk = await begin({ version: 'v0.8', agent: { pause: 20 } })
  const counts: number[] = []
  // The updates that were held follow in the same step.
  walk.runtime.surfaces.subscribe(() => queueMicrotask(() => counts.push(cardsOf(walk))))
  await walk.say('running shoes under 150')
  expect(counts[0]).toBe(3)
  expect(cardsOf(walk)).toBe(10)
})

function cardsOf(walk: Walk): number {
  return Object.keys((walk.runtime.surface('results')?.data.get('/items') ?? {}) as object).length
}

it('[SH-2] cards come one by one: each is there before the next is made', async () => {
  const seen: number[] = []
  const plan: Plan = async function* (message, context) {
    for await (const step of keywordPlan(message, context)) {
      const place = Number(/\/items\/(\d)"/.exec(JSON.stringify(step))?.[1] ?? Number.NaN)
      // The agent waits until the client has every card before this one.
      if (!Number.isNaN(place)) await waitUntil(() => cardsOf(walk) >= place)
      if (!Number.isNaN(place)) seen.push(cardsOf(walk))
      yield step
    }
  }
  const walk = await begin({ agent: { plan } })
  await walk.say('running shoes under 150')
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
