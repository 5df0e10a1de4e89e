// Changes that are sent twice, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, countingStore, line, openShop, type Shop } from './shop.ts'

const day = 86_400_000

describe('a change that is sent twice', () => {
  let shop: Shop
  const store = countingStore()

  beforeAll(async () => {
    shop = await openShop({ store })
  })
  afterAll(() => shop.close())

  async function makeCart(): Promise<string> {
    return (await shop.call('POST', '/carts', { line_items: [line('v-trail-42')] })).json.id
  }

  const order = { line_items: [line('v-road')] }
  const keyed = (key: string): Record<string, string> => ({ 'Idempotency-Key': key })

  it('[CB-20] a repeated key has the first answer, byte for byte, for as long as records are kept', async () => {
    const first = await shop.call('POST', '/carts', order, keyed('k1'))
    const [found] = await shop.store.find(['p-road'])
    const road = found?.product ?? expect.fail()
    await shop.store.saveProducts([{ ...road, title: 'Renamed' }])
    shop.clock.now += 2 * day - 1
    const again = await shop.call('POST', '/carts', order, keyed('k1'))
    expect([again.status, again.text]).toEqual([201, first.text])
    await shop.store.saveProducts([road])
    shop.clock.now += 1
    const late = await shop.call('POST', '/carts', order, keyed('k1'))
    expect([late.status, late.json.id === first.json.id]).toEqual([201, false])
  })

  it('[CB-21] the same key with parameters that are no order is 409, too', async () => {
    await shop.call('POST', '/carts', order, keyed('k20'))
    const other = await openShop({ store })
    for (const { call } of [shop, other]) {
      const { status, json } = await call(
        'POST',
        '/carts',
        { line_items: [] },
        {
          ...keyed('k20'),
          'Commerce-Agent': `profile="${shop.profile}"`,
        },
      )
      expect([status, json.code]).toEqual([409, 'idempotency_conflict'])
    }
    await other.close()
    expect((await shop.call('POST', '/carts', { line_items: [] }, keyed('k21'))).status).toBe(400)
  })

  it('[CB-20] so do updates, cancellations and refusals', async () => {
    const id = await makeCart()
    const update = { line_items: [line('v-road', 3)] }
    const changes = [
      ['PUT', `/carts/${id}`, update, 'k2'],
      ['POST', `/carts/${id}/cancel`, {}, 'k3'],
      ['POST', '/carts', { line_items: [line('v-tent')] }, 'k4'],
    ] as const
    const first = []
    for (const [method, path, body, key] of changes) first.push((await shop.call(method, path, body, keyed(key))).text)
    for (const [index, [method, path, body, key]] of changes.entries())
      expect((await shop.call(method, path, body, keyed(key))).text).toBe(first[index])
  })

  it('[CB-20] another process repeats it too, though the change would be refused today', async () => {
    const other = await openShop({ store })
    other.clock.now = shop.clock.now
    const again = (path: string, body: unknown): Promise<Answer> =>
      other.call('PUT', path, body, { ...keyed('k10'), 'Commerce-Agent': `profile="${shop.profile}"` })
    const id = await makeCart()
    const update = { line_items: [line('v-road', 2)] }
    const first = await shop.call('PUT', `/carts/${id}`, update, keyed('k10'))
    const [found] = await shop.store.find(['p-road'])
    const road = found?.product ?? expect.fail()
    const dear = {
      ...road,
      variants: road.variants.map((each) => ({ ...each, prices: [{ amount: 2 ** 53 - 1, currency: 'USD' }] })),
    }
    await shop.store.saveProducts([dear])
    expect((await shop.call('PUT', `/carts/${id}`, update)).json.code).toBe('invalid_request')
    expect((await again(`/carts/${id}`, update)).text).toBe(first.text)
    expect((await again(`/carts/${id}`, { line_items: [line('v-road', 3)] })).status).toBe(409)
    await shop.store.saveProducts([road])
    await shop.call('PUT', `/carts/${id}`, { line_items: [line('v-sock')] })
    expect((await again(`/carts/${id}`, update)).text).toBe(first.text)
    expect((await shop.call('GET', `/carts/${id}`)).json.line_items[0].item.id).toBe('v-sock')
    await shop.call('POST', `/carts/${id}/cancel`, {})
    expect((await again(`/carts/${id}`, update)).text).toBe(first.text)
    await other.close()
  })

  it('[CB-21] another request under the same key is a conflict', async () => {
    await shop.call('POST', '/carts', order, keyed('k5'))
    const other = await shop.call('POST', '/carts', { line_items: [line('v-road', 2)] }, keyed('k5'))
    expect([other.status, other.json.code]).toEqual([409, 'idempotency_conflict'])
    const [a, b] = [await makeCart(), await makeCart()]
    await shop.call('POST', `/carts/${a}/cancel`, {}, keyed('k6'))
    expect((await shop.call('POST', `/carts/${b}/cancel`, {}, keyed('k6'))).status).toBe(409)
    expect((await shop.call('GET', `/carts/${b}`)).json.id).toBe(b)
  })

  it('[CB-21] the same JSON is the same request, with other spaces, in another order, and as a tool call', async () => {
    const context = { postal_code: '1', address_country: 'US', more: [{ a: 1, b: [] }, null] }
    const first = await shop.call('POST', '/carts', { ...order, context }, keyed('k22'))
    const turned = { context: { more: [{ b: [], a: 1.0 }, null], address_country: 'US', postal_code: '1' }, ...order }
    for (const text of [JSON.stringify({ ...order, context }, null, 1), JSON.stringify(turned)]) {
      const { status, text: again } = await shop.call('POST', '/carts', text, keyed('k22'))
      expect([status, again]).toEqual([201, first.text])
    }
    const called = await shop.tool('create_cart', { cart: turned }, { 'idempotency-key': 'k22' })
    expect(called.json.result.content[0]?.text).toBe(first.text)
    const reordered = { ...order, context: { ...context, more: [null, { a: 1, b: [] }] } }
    const deep = `{"line_items":[],"more":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    for (const body of [reordered, { ...order, context: { ...context, postal_code: 1 } }, deep])
      expect((await shop.call('POST', '/carts', body, keyed('k22'))).json.code).toBe('idempotency_conflict')
    expect((await shop.call('POST', '/carts', deep, keyed('k23'))).json.code).toBe('invalid_request')
  })

  it('[CB-21] keys belong to a platform, whatever the operation', async () => {
    const id = await makeCart()
    const made = await shop.call('POST', '/carts', order, keyed('k7'))
    for (const [method, path] of [
      ['PUT', `/carts/${id}`],
      ['POST', `/carts/${id}/cancel`],
    ] as const) {
      const { status, json } = await shop.call(method, path, order, keyed('k7'))
      expect([status, json.code]).toEqual([409, 'idempotency_conflict'])
    }
    const called = await shop.tool('update_cart', { id, cart: order }, { 'idempotency-key': 'k7' })
    expect(called.json.error.data.code).toBe('idempotency_conflict')
    const elsewhere = { ...keyed('k7'), 'Commerce-Agent': `profile="${shop.profile}?other"` }
    const other = await shop.call('POST', '/carts', order, elsewhere)
    expect([other.status, other.json.id === made.json.id]).toEqual([201, false])
  })

  it('[CB-22] a request that was refused may be sent again, corrected, under its key', async () => {
    expect((await shop.call('POST', '/carts', { line_items: [] }, keyed('k8'))).status).toBe(400)
    expect((await shop.call('POST', '/carts', order, keyed('k8'))).status).toBe(201)
  })

  it('[CB-22] without a key each request makes a cart; a key that is none is refused', async () => {
    expect(await makeCart()).not.toBe(await makeCart())
    for (const key of ['', 'a b', 'x'.repeat(256), 'é'])
      expect((await shop.call('POST', '/carts', order, keyed(key))).json?.code).toBe('invalid_request')
    expect((await shop.call('POST', '/carts', order, keyed('x'.repeat(255)))).status).toBe(201)
  })

  it('[CB-22] how long a key must be is a choice of the business; the protocol sets no length', async () => {
    const strict = await openShop({ limits: { keyLength: 22 } })
    const statuses = ['x', 'x'.repeat(21), 'x'.repeat(22)].map(
      async (key) => (await strict.call('POST', '/carts', order, keyed(key))).status,
    )
    expect(await Promise.all(statuses)).toEqual([400, 400, 201])
    const tool = await strict.tool('create_cart', { cart: order }, { 'idempotency-key': 'x'.repeat(21) })
    expect(tool.json.error.data.code).toBe('invalid_request')
    const documents = ['openapi', 'openrpc'].map(
      async (name) => (await strict.call('GET', `/schemas/${name}.json`)).text,
    )
    const [rest, tools] = await Promise.all(documents)
    expect(rest).toContain('{22,255}$')
    expect(tools).toContain('"minLength":22,"maxLength":255')
    await strict.close()
  })

  it('[CB-23] of many at once with one key one makes a cart, and all have its answer', async () => {
    const before = store.writes
    const answers = await Promise.all(Array.from({ length: 30 }, () => shop.call('POST', '/carts', order, keyed('k9'))))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(store.writes - before).toBe(1)
  })

  it('[CB-23] another request under a key whose first one is under way is a conflict', async () => {
    const calls = [1, 2, 1, 2].map((quantity) =>
      shop.call('POST', '/carts', { line_items: [line('v-road', quantity)] }, keyed('k11')),
    )
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
  })

  it('[CB-23] of two processes with one store one makes the cart', async () => {
    const other = await openShop({ store: shop.store })
    const elsewhere = { ...keyed('k12'), 'Commerce-Agent': `profile="${shop.profile}"` }
    const answers = await Promise.all(
      [0, 1, 2, 3].map((index) => (index % 2 ? shop : other).call('POST', '/carts', order, elsewhere)),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    await other.close()
  })

  it('[CB-23] of updates at once each is made or told of the conflict', async () => {
    const id = await makeCart()
    const updates = Array.from({ length: 20 }, (_, index) =>
      shop.call('PUT', `/carts/${id}`, { line_items: [line('v-road', index + 1)] }),
    )
    const answers = await Promise.all(updates)
    const made = answers.filter(({ status }) => status === 200)
    expect(
      answers.every(({ status, json }) => status === 200 || (status === 409 && json.code === 'cart_conflict')),
    ).toBe(true)
    expect((await shop.store.cart(id))?.version).toBe(1 + made.length)
  })
})
