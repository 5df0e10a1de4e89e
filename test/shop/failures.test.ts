// What goes wrong on the way to a cart: what the wire says, what the user is told, and what stays.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SendMessageRequest, TaskState } from '@a2a-js/sdk'
import { ClientFactory, JsonRpcTransportFactory, ServiceParameters, withA2AExtensions } from '@a2a-js/sdk/client'
import { afterEach, describe, expect, it } from 'vitest'
import { openCartFile } from '../../demo/servers/cart-file.ts'
import { createShopAgent } from '../../demo/shop/agent/agent.ts'
import { keywordPlan } from '../../demo/shop/agent/keyword-plan.ts'
import type { Plan } from '../../demo/shop/agent/plan.ts'
import { createShop } from '../../demo/shop/business.ts'
import { shopProducts } from '../../demo/shop/products.ts'
import { hostileProduct, hostileTitle } from '../support/hostile-product.ts'
import { openWalk, type Walk, type WalkOptions, waitFor } from './walk.ts'

const open: Walk[] = []

afterEach(async () => {
  for (const walk of open.splice(0)) await walk.close()
})

async function begin(options?: WalkOptions): Promise<Walk> {
  const walk = await openWalk(options)
  open.push(walk)
  return walk
}

/** With one thing in the cart, and nothing asked yet. */
async function withCart(options?: WalkOptions): Promise<Walk> {
  const walk = await begin(options)
  await walk.say('add oat bars')
  walk.asked('agent')
  walk.asked('shop')
  return walk
}

/** How the latest task stands. */
async function lastTask(walk: Walk): Promise<{ readonly state: string; readonly text: string }> {
  const id = walk.conversation.taskIds.at(-1)
  const response = await fetch(`${walk.agent.origin}/tasks/${id}`, { headers: { 'agent-version': '1.0' } })
  const { status } = (await response.json()) as {
    readonly status: { readonly state: string; readonly message?: { readonly parts: readonly { text: string }[] } }
  }
  return { state: status.state.replace('TASK_STATE_', ''), text: status.message?.parts[0]?.text ?? '' }
}

const shortened = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace(/cart_[\w-]+/, '{id}'))

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
    await walk.press('detail', 'add')
    expect(Object.values(walk.data('cart-2', '/cart/lines') as object)).toMatchObject([
      { variant: 'var-037-1', quantity: '3' },
      { quantity: '1' },
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
    walk.enter('detail', '/choice', ['var-002-2'])
    await walk.press('detail', 'add')
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
      quantity: '60',
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
  await waitFor(() => (walk.data('results', '/items') as readonly unknown[]).length === 3)
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

it('[SH-F12] what the client reports is taken, and nothing is done about it', async () => {
  const plan: Plan = async function* (message, context) {
    yield* keywordPlan(message, context)
    const surfaceId = context.memory.surfaceId('results')
    const components = [{ id: 'count', component: 'Hologram' }]
    if (message.text !== '' && surfaceId)
      yield { surface: { version: 'v0.9', updateComponents: { surfaceId, components } } }
  }
  const walk = await begin({ agent: { plan } })
  await walk.say('running shoes')
  await waitFor(() => walk.agent.requests.length === 4)
  await walk.settled()
  const report = walk.agent.requests.at(-1)?.body
  expect(report).toMatchObject({
    params: { message: { parts: [{ data: [{ error: { code: 'VALIDATION_FAILED', surfaceId: 'results' } }] }] } },
  })
  expect(await lastTask(walk)).toEqual({ state: 'COMPLETED', text: '' })
  expect(walk.data('results', '/items')).toHaveLength(10)
})

it('[SH-F13] markup and addresses that run are texts, and their link and picture are left out', async () => {
  const origin = 'http://shop.example'
  const walk = await begin({ shop: { products: [hostileProduct, ...shopProducts(origin)] } })
  await walk.say('shoe evil')
  const item = walk.data('results', '/items/0') as {
    readonly title: string
    readonly image: string
    readonly about: string
  }
  expect(item).toMatchObject({ name: hostileTitle, image: '' })
  expect(item.title).toBe('\\<img src=x onerror=alert(1)\\> \\[Free\\](https://evil.example) \\*\\*shoe\\*\\*')
  expect(item.about).toContain('\\# Big \\[Click\\](javascript:alert(1)) \\<script\\>')
  await walk.press('results', 'details', '/items/0')
  const ids = [...(walk.runtime.surface('detail')?.components.keys() ?? [])]
  expect(JSON.stringify(walk.runtime.surface('detail')?.components.get('body'))).not.toMatch(/picture|link/)
  expect(ids).toContain('title')
  await walk.press('detail', 'add')
  expect(walk.data('cart', '/cart/lines/0')).toMatchObject({ title: expect.stringContaining('\\[Free\\]') })
  await walk.say('compare prod-666 and prod-001')
  expect(walk.data('compare', '/items')).toHaveLength(2)
  expect(walk.faults).toEqual([])
  // The page of the shop shows it as a text, too.
  const id = walk.data('cart', '/cart/id')
  const page = await fetch(`${walk.shop.origin}/checkout/${id}`)
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;')
  expect(html).not.toMatch(/<img|<script|href=/)
})

it('[SH-F14] two presses at once are one: the second has the answer of the first, and one line', async () => {
  const walk = await begin()
  await walk.say('amble')
  await walk.press('results', 'details', '/items/0')
  const key = walk.data('detail', '/press/key')
  const press = (timestamp: string) => {
    const context = { variant: ['var-001-1'], quantity: '1', key, product: 'prod-001' }
    const action = { name: 'add', surfaceId: 'detail', sourceComponentId: 'add', timestamp, context }
    return walk.conversation.send([
      { data: [{ version: 'v0.9', action }], mediaType: 'application/json+a2ui' } as never,
    ])
  }
  await Promise.all([press('2026-05-01T00:00:00.000Z'), press('2026-05-01T00:00:00.120Z')])
  await walk.settled()
  const carts = () => walk.shop.requests.filter(({ path }) => path.endsWith('/carts'))
  await waitFor(() => carts().length === 2)
  const posts = carts()
  expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(posts.map(({ status }) => status)).toEqual([201, 201])
  expect(walk.data('cart', '/cart/lines')).toMatchObject([{ quantity: '1' }])
  expect(walk.surfaceIds()).not.toContain('cart-2')
  // Later it is another press, and makes it two.
  expect(walk.data('detail', '/press/key')).not.toBe(key)
  await walk.press('detail', 'add')
  expect(walk.data('cart-2', '/cart/lines')).toMatchObject([{ quantity: '2' }])
})

it('[SH-F14] a press whose answer was lost is repeated under its key', async () => {
  const walk = await begin()
  await walk.say('oat bars')
  let lost = 0
  const shop = createShop({ origin: walk.shop.origin })
  walk.shop.handle(async (request) => {
    const answer = await shop(request)
    return request.url.endsWith('/carts') && lost++ < 1 ? new Response('', { status: 502 }) : answer
  })
  await walk.press('results', 'add', '/items/0')
  expect(lost).toBe(2)
  expect(walk.data('cart', '/cart/lines')).toMatchObject([{ quantity: '1' }])
})

it('[SH-8] an agent that was started again goes on with the surfaces and the cart that the client has', async () => {
  const walk = await withCart()
  walk.agent.handle(createShopAgent({ origin: walk.agent.origin, shop: walk.shop.origin, pause: 0 }))
  walk.enter('cart', '/cart/lines/0/quantity', '4')
  await walk.press('cart', 'update')
  expect(walk.data('cart', '/cart/lines/0')).toMatchObject({ quantity: '4', price: 60 })
  await walk.say('find oat bars')
  await walk.say('add two oat bars')
  expect(walk.data('cart-2', '/cart/lines/0')).toMatchObject({ quantity: '6' })
  await walk.say('remove the oat bars')
  expect(walk.answer()).toEqual(['Your cart is empty now.'])
  expect(walk.faults).toEqual([])
})

it('[SH-8] an agent that was started again reads from the surface which cart a sentence means', async () => {
  const walk = await withCart()
  const restart = (): void =>
    walk.agent.handle(createShopAgent({ origin: walk.agent.origin, shop: walk.shop.origin, pause: 0 }))
  restart()
  await walk.say('add two oat bars')
  expect(walk.data('cart-2', '/cart/lines/0')).toMatchObject({ quantity: '3' })
  restart()
  await walk.say('check out')
  expect(walk.answer()).toEqual([expect.stringContaining('agreed'), 'Shall I take your cart to the shop?'])
  // A cart that the user has emptied is not one that has expired.
  await walk.say('empty my cart')
  restart()
  await walk.say('cart')
  expect(walk.answer().at(-1)).toBe('Your cart is empty. Tell me what you are looking for.')
  expect(walk.faults).toEqual([])
})

it.each(['v0.9', 'v0.8'] as const)(
  '[SH-8] an agent with saved carts finds the one of a sentence after a start: %s',
  async (version) => {
    const file = join(mkdtempSync(join(tmpdir(), 'surface-runtime-carts-')), 'data', 'carts.json')
    const walk = await begin({ version })
    const restart = (): void =>
      walk.agent.handle(
        createShopAgent({ origin: walk.agent.origin, shop: walk.shop.origin, pause: 0, carts: openCartFile(file) }),
      )
    restart()
    await walk.say('add oat bars')
    restart()
    await walk.say('help')
    await walk.say('cart')
    expect(walk.answer().at(-1)).toBe('This is in your cart.')
    restart()
    await walk.say('add two oat bars')
    expect(Object.values(walk.data(String(walk.surfaceIds().at(-1)), '/cart/lines') as object)).toMatchObject([
      { quantity: '3' },
    ])
    await walk.say('empty my cart')
    restart()
    await walk.say('cart')
    expect(walk.answer().at(-1)).toBe('Your cart is empty. Tell me what you are looking for.')
    writeFileSync(file, '[["broken"')
    expect(openCartFile(file).get('x')).toBeUndefined()
    rmSync(dirname(dirname(file)), { recursive: true })
    expect(walk.faults).toEqual([])
  },
)

it('[SH-12] a quantity that is none is asked for again, and stays as it was typed', async () => {
  const walk = await withCart()
  walk.enter('cart', '/cart/lines/0/quantity', '-3')
  await walk.press('cart', 'update')
  expect(walk.answer()).toEqual(['A quantity is a whole number up to 999.'])
  expect(walk.data('cart', '/cart/lines/0/quantity')).toBe('-3')
  expect(walk.asked('shop')).toEqual([])
})

it('[SH-12] words that name nothing show everything', async () => {
  const walk = await begin()
  for (const words of ['show me', 'What do you have?', 'show me everything']) {
    await walk.say(words)
    expect(walk.answer().at(-1)).toBe('Flower & Foot has 40 things.')
  }
})

it('[SH-9] euros stay euros, from the search to the cart', async () => {
  const walk = await begin()
  await walk.say('wool socks under 20 euros')
  expect(walk.data('results', '/items/0')).toMatchObject({ currency: 'EUR', priceText: '€17.95' })
  await walk.press('results', 'details', '/items/0')
  expect(walk.data('detail', '/offer')).toMatchObject({ currency: 'EUR' })
  await walk.press('detail', 'add')
  expect(walk.data('cart', '/cart/totals/1')).toMatchObject({ currency: 'EUR', price: 17.95 })
})

it('[SH-10] the client of the public SDK walks from the card to the last result', async () => {
  const { agent } = await begin()
  const client = await new ClientFactory({ transports: [new JsonRpcTransportFactory()] }).createFromUrl(agent.origin)
  expect((await client.getAgentCard()).name).toBe('Shopping agent')
  const request = SendMessageRequest.fromJSON({
    message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'running shoes under 150' }] },
  })
  const extension = withA2AExtensions('https://a2ui.org/a2a-extension/a2ui/v0.9')
  const serviceParameters = ServiceParameters.createFrom(undefined, extension)
  const events = []
  for await (const { payload } of client.sendMessageStream(request, { serviceParameters })) events.push(payload)
  expect(events[0]?.$case).toBe('task')
  const artifacts = events.flatMap((event) => (event?.$case === 'artifactUpdate' ? [event.value.artifact] : []))
  expect(artifacts.filter((artifact) => artifact?.artifactId === 'surface:results')).toHaveLength(12)
  const last = events.at(-1)
  expect(last?.$case === 'statusUpdate' && last.value.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
})

it('[SH-12] whatever a client sends is answered, and no task fails for it', async () => {
  const { agent } = await begin({ agent: { pause: 0 } })
  const odd: readonly unknown[] = [
    null,
    5,
    '',
    'x',
    [],
    [[]],
    {},
    { path: '/x' },
    -1,
    '9'.repeat(400),
    '__proto__',
    ['\u0000'],
  ]
  const names = [
    'more',
    'details',
    'add',
    'addProduct',
    'update',
    'remove',
    'checkout',
    'keep',
    'rebuild',
    'retry',
    'none',
  ]
  const members = ['cart', 'lines', 'line', 'product', 'variant', 'quantity', 'key']
  const parts = names.flatMap((name, place) =>
    odd.map((value, index) => {
      const context = Object.fromEntries(members.map((member, at) => [member, odd[(index + at * place) % odd.length]]))
      const surfaceId = typeof value === 'string' ? `cart-${value}` : 'cart'
      return {
        data: [{ version: 'v0.9', action: { name, surfaceId, sourceComponentId: 'x', timestamp: '', context } }],
      }
    }),
  )
  const texts = [
    ...['add', 'add 999 of nothing', 'compare', 'compare , and', 'remove', 'under', 'under 99999999999999999999999'],
    ...['a'.repeat(100_000), '(((((', '\\', '$&', '[x](javascript:alert(1))', '🙂', 'constructor', 'check out', 'yes'],
    `compare ${Array.from({ length: 80 }, (_, index) => `prod-${index}`).join(', ')}`,
  ]
  const states = new Set<string>()
  for (const part of [...texts.map((text) => ({ text })), ...parts]) {
    const media = 'data' in part ? { mediaType: 'application/json+a2ui' } : {}
    const message = {
      messageId: `m ${states.size} é`,
      contextId: 'c',
      role: 'ROLE_USER',
      parts: [{ ...part, ...media }],
    }
    const response = await fetch(`${agent.origin}/message:send`, {
      ...{ method: 'POST', body: JSON.stringify({ message }) },
      headers: {
        ...{ 'content-type': 'application/json', 'agent-version': '1.0' },
        'agent-extensions': 'https://a2ui.org/a2a-extension/a2ui/v0.9',
      },
    })
    const { task } = (await response.json()) as { readonly task: { readonly status: { readonly state: string } } }
    const { state } = task.status
    states.add(state)
    if (!/COMPLETED|INPUT_REQUIRED/.test(state))
      expect.fail(`${state}: ${JSON.stringify([part, task.status]).slice(0, 500)}`)
  }
  expect([...states].sort()).toEqual(['TASK_STATE_COMPLETED'])
})
