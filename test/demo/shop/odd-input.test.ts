import { SendMessageRequest, TaskState } from '@a2a-js/sdk'
import { ClientFactory, JsonRpcTransportFactory, ServiceParameters, withA2AExtensions } from '@a2a-js/sdk/client'
import { expect, it } from 'vitest'
import { keywordPlan } from '../../../demo/shop/agent/keyword-plan.ts'
import type { Plan } from '../../../demo/shop/agent/plan.ts'
import { createShop } from '../../../demo/shop/business.ts'
import { shopProducts } from '../../../demo/shop/products.ts'
import { hostileProduct, hostileTitle } from '../../support/hostile-product.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { begin, lastTask, withCart } from './walks.ts'

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
  await waitUntil(() => walk.agent.requests.length === 4)
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
  await waitUntil(() => carts().length === 2)
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

it('[SH-12] a quantity that is none is asked for again, and stays as it was typed', async () => {
  const walk = await withCart()
  walk.enter('cart', '/cart/lines/0/quantity', '-3')
  await walk.press('cart', 'update')
  expect(walk.answer()).toEqual(['A quantity is a whole number, 0 or more.'])
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

/** Values that are not what a member of an action should hold. */
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

/** Names of actions. */
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
  'choose',
  'none',
]

/** Members of their contexts. */
const members = ['cart', 'lines', 'line', 'product', 'variant', 'quantity', 'key', 'says', 'thing']

/** Each action with odd values in its members. */
const actions = names.flatMap((name, place) =>
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

it('[SH-12] whatever a client sends is answered, and no task fails for it @all', async () => {
  const { agent } = await begin({ agent: { pause: 0 } })
  const states = new Set<string>()
  for (const part of [...texts.map((text) => ({ text })), ...actions]) {
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
