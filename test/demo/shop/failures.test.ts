import { describe, expect, it } from 'vitest'
import { createShopAgent } from '../../../demo/shop/agent/agent.ts'
import { keywordPlan } from '../../../demo/shop/agent/keyword-plan.ts'
import type { Plan } from '../../../demo/shop/agent/plan.ts'
import { createShop } from '../../../demo/shop/business.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { begin, lastTask, shortened, withCart } from './walks.ts'

describe.each(['v0.9', 'v0.8'] as const)('%s', (version) => {
  it('[SH-F1] a shop that is down: tried three times, FAILED, and Retry does what was asked', async () => {
    const walk = await withCart({ version })
    const { shop } = walk
    shop.handle(() => new Response('', { status: 503 }))
    await walk.say('running shoes under 150')
    expect(walk.asked('shop')).toEqual(Array(3).fill('POST /commerce/v1/catalog/search'))
    expect(await lastTask(walk)).toEqual({ state: 'FAILED', text: 'The shop cannot be reached.' })
    await shop.stop()
    await walk.say('running shoes under 150')
    expect((await lastTask(walk)).state).toBe('FAILED')
    // The earlier surfaces are there, and the one that tells of it has no data.
    expect(walk.surfaceIds()).toContain('cart')
    expect(walk.data('problem-2')).toEqual(version === 'v0.9' ? {} : expect.anything())
    await shop.start()
    shop.handle(createShop({ origin: shop.origin }))
    await walk.press('problem-2', 'act')
    expect(walk.surfaceIds().filter((id) => id.startsWith('problem'))).toEqual([])
    expect(Object.keys(walk.data(String(walk.surfaceIds().at(-1)), '/items') as object)).toHaveLength(10)
    expect(walk.faults).toEqual([])
  })

  it('[SH-F6] a cart that has expired: offered again, with what was wanted last', async () => {
    const walk = await withCart({ version })
    walk.clock.now += 25 * 3_600_000
    await walk.say('check out')
    await walk.press('confirm', 'confirm')
    expect(shortened(walk.asked('shop'))).toEqual(['GET /commerce/v1/carts/{id}'])
    expect(walk.answer()).toEqual(['Your cart has expired. Shall I rebuild it?'])
    expect(walk.surfaceIds()).not.toContain('confirm')
    await walk.press('problem', 'act')
    expect(walk.asked('shop')).toEqual(['POST /commerce/v1/carts'])
    expect(walk.data('cart-2', '/cart/lines/0')).toMatchObject({ variant: 'var-037-1', quantity: '1' })
    walk.clock.now += 25 * 3_600_000
    walk.enter('cart-2', '/cart/lines/0/quantity', '3')
    await walk.press('cart-2', 'update')
    await walk.press('problem-2', 'act')
    expect(walk.data('cart-3', '/cart/lines/0')).toMatchObject({ quantity: '3' })
    expect(walk.faults).toEqual([])
  })

  it('[SH-F6] after a cart has expired every way leads to what it held', async () => {
    const walk = await withCart({ version })
    walk.clock.now += 25 * 3_600_000
    await walk.press('cart', 'update')
    // Instead of the button: another press, a question, and a thing more.
    walk.enter('cart', '/cart/lines/0/quantity', '3')
    await walk.press('cart', 'update')
    expect([walk.answer(), walk.surfaceIds().slice(2)]).toEqual([
      ['Your cart has expired. Shall I rebuild it?'],
      ['problem-2'],
    ])
    await walk.say('check out')
    expect(walk.answer()).toEqual(['Your cart has expired. Shall I rebuild it?'])
    await walk.say('add dates 1 kg')
    expect(Object.values(walk.data('cart-2', '/cart/lines') as object)).toMatchObject([
      { variant: 'var-037-1', quantity: '3' },
      { name: 'Dates, Weight 1 kg', quantity: '1' },
    ])
    expect(walk.surfaceIds()).not.toContain('problem-3')
    // An agent that was started again knows of the cart what its surface says.
    walk.clock.now += 25 * 3_600_000
    walk.agent.handle(createShopAgent({ origin: walk.agent.origin, shop: walk.shop.origin, pause: 0 }))
    await walk.press('cart-2', 'update')
    await walk.press(String(walk.surfaceIds().at(-1)), 'act')
    expect(Object.keys(walk.data('cart-3', '/cart/lines') as object)).toHaveLength(2)
    expect(walk.faults).toEqual([])
  })

  it('[SH-F5] sold out: no cart at first, and later a word on that line while the others stay', async () => {
    const walk = await begin({ version })
    await walk.say('birch')
    await walk.press('results', 'details', '/items/0')
    // In v0.9 the button cannot be pressed then (`cart.test.ts`).
    const choice = {
      variant: ['var-002-2'],
      quantity: '1',
      key: walk.data('detail', '/press/key') as string,
      product: 'prod-002',
    }
    await walk.send('detail', 'add', choice)
    expect(walk.shop.requests.at(-1)).toMatchObject({ path: '/commerce/v1/carts', status: 200 })
    expect(walk.answer()).toEqual(['“Birch running shoe, Size 41” is out of stock.'])
    expect(walk.surfaceIds()).toEqual(['results', 'detail'])
    // The same surface, another size: another press.
    walk.enter('detail', '/choice', ['var-002-1'])
    await walk.press('detail', 'add')
    await walk.say('add oat bars')
    const before = walk.data('cart-2', '/cart/lines/0')
    walk.enter('cart-2', '/cart/lines/1/quantity', '99')
    await walk.press('cart-2', 'update')
    const notices = [{ text: 'Of “Oat bars, Taste Plum” only 60 can be had.' }]
    expect(walk.data('cart-2', '/cart/lines/1')).toMatchObject({
      // Nobody asked for 60.
      quantity: '1',
      notices: version === 'v0.9' ? notices : { 0: notices[0] },
    })
    expect(walk.data('cart-2', '/cart/lines/0')).toEqual(before)
    expect(walk.faults).toEqual([])
  })

  it('[SH-F7] one of three is not there: two cards and a notice', async () => {
    const walk = await begin({ version })
    await walk.say('compare prod-001, prod-999 and prod-002')
    expect(walk.shop.requests.at(-1)?.body).toEqual({ ids: ['prod-001', 'prod-999', 'prod-002'] })
    expect(Object.values(walk.data('compare', '/items') as object)).toMatchObject([
      { id: 'prod-001' },
      { id: 'prod-002' },
    ])
    const words = JSON.stringify([...(walk.runtime.surface('compare')?.components.values() ?? [])])
    expect(words).toContain('Flower \\\\& Foot does not have “prod-999”.')
    expect(walk.faults).toEqual([])
  })
})

it('[SH-F1] a shop that was never there: FAILED, and the first search works when it is', async () => {
  const walk = await begin()
  await walk.shop.stop()
  await walk.say('running shoes')
  expect(await lastTask(walk)).toEqual({ state: 'FAILED', text: 'The shop cannot be reached.' })
  await walk.shop.start()
  await walk.press('problem', 'act')
  expect(walk.data('results', '/items')).toHaveLength(10)
})

it('[SH-F2] the shop refuses the version: 422, REJECTED, a text with a link and no surface', async () => {
  const walk = await begin({ agent: { profileVersion: '2024-01-01' } })
  await walk.say('running shoes')
  expect(walk.shop.requests.at(-1)).toMatchObject({ path: '/commerce/v1/catalog/search', status: 422 })
  const { state, text } = await lastTask(walk)
  expect(state).toBe('REJECTED')
  expect(text).toMatch(new RegExp(`version of the commerce protocol.* ${walk.shop.origin}/checkout$`))
  expect([walk.surfaceIds(), walk.answer()]).toEqual([[], ['Looking …', text]])
})

it('[SH-F3] the agent refuses the version: 400, with the versions that it speaks', async () => {
  const { agent } = await begin()
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'running shoes' }] }
  const ask = (path: string, body: unknown) =>
    fetch(agent.origin + path, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', 'agent-version': '9.9' },
    })
  const http = await ask('/message:send', { message })
  expect([http.status, await http.text()]).toEqual([400, expect.stringContaining('1.0')])
  const rpc = await ask('/rpc', { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } })
  expect(await rpc.json()).toMatchObject({ error: { code: -32009 } })
})

it('[SH-F4] nothing in common: 200 with capabilities_incompatible, and a link', async () => {
  const walk = await begin()
  await walk.say('running shoes')
  walk.shop.handle(createShop({ origin: walk.shop.origin, capabilities: ['checkout'] }))
  await walk.say('rain jacket')
  expect(walk.shop.requests.at(-1)).toMatchObject({ path: '/commerce/v1/catalog/search', status: 200 })
  const { state, text } = await lastTask(walk)
  expect([state, text]).toEqual(['REJECTED', expect.stringContaining(`${walk.shop.origin}/checkout`)])
  // From the start: the profile says so, and nothing is asked.
  const other = await begin({ shop: { capabilities: ['checkout'] } })
  await other.say('running shoes')
  expect(other.asked('shop')).toEqual(['GET /.well-known/commerce'])
  expect((await lastTask(other)).text).toContain(other.shop.origin)
})

it('[SH-F8] Stop after the third card: CANCELED, three cards, and nothing after', async () => {
  const halting: { stop?: (() => void) | undefined } = {}
  const plan: Plan = async function* (message, context) {
    for await (const step of keywordPlan(message, context)) {
      yield step
      if (halting.stop && JSON.stringify(step).includes('/items/2')) {
        halting.stop()
        await new Promise((resolve) => context.signal.addEventListener('abort', resolve))
      }
    }
  }
  const walk = await begin({ agent: { plan } })
  const stopped = new Promise<void>((resolve) => {
    halting.stop = resolve
  })
  await walk.conversation.send('running shoes')
  await stopped
  await waitUntil(() => (walk.data('results', '/items') as readonly unknown[]).length === 3)
  await walk.conversation.stop()
  await walk.settled()
  expect((await lastTask(walk)).state).toBe('CANCELED')
  expect(walk.data('results', '/items')).toHaveLength(3)
  // What was not shown comes first, without another search.
  halting.stop = undefined
  walk.asked('shop')
  await walk.say('more')
  expect([walk.asked('shop'), walk.data('results', '/page/summary')]).toEqual([[], '10 of 23'])
  expect(walk.data('results', '/items')).toHaveLength(10)
  await walk.say('rain jacket')
  expect(walk.data('results-2', '/items')).toHaveLength(1)
  expect(walk.faults).toEqual([])
})
