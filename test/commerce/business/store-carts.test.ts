// Carts and answers in every store: each is written once, whoever else writes.
import { randomUUID } from 'node:crypto'
import type { Store, StoredAnswer, StoredCart } from 'surface-runtime/commerce/business'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { products } from './products.ts'
import { line, openShop } from './shop.ts'
import { stores } from './stores.ts'

const later = 2_000_000_000_000

function cart(id: string, version = 1): StoredCart {
  return { id, owner: '', version, body: { note: `${version} "\u0000" \ud800` }, expiresAt: later }
}

function answer(key: string, keepUntil = later): StoredAnswer {
  const body = '{ "spaced" : "\u00e9\\u0000" }'
  return { client: 'c', key, digest: 'd', status: 201, body, keepUntil }
}

describe.each(stores)('%s', (_, open) => {
  let store: Store
  let id: string

  beforeAll(async () => {
    store = await open()
    await store.saveProducts(products)
  })
  beforeEach(() => {
    id = randomUUID()
  })
  afterAll(() => store.close())

  describe('commit', () => {
    it('[CB-6] writes a cart and its answer, and gives both back as they were', async () => {
      const given = { write: { kind: 'insert', cart: cart(id) }, answer: answer(id), now: 0 } as const
      expect(await store.commit(given)).toBe('done')
      expect(await store.cart(id)).toEqual(cart(id))
      expect(await store.answer(answer(id), 0)).toEqual(answer(id))
      expect(await store.cart('none')).toBeUndefined()
      for (const other of [{ client: 'x' }, { key: 'x' }])
        expect(await store.answer({ ...answer(id), ...other }, 0)).toBeUndefined()
    })

    it('[CB-6] writes nothing under a key that has an answer', async () => {
      await store.commit({ answer: answer(id), now: 0 })
      const write = { kind: 'insert', cart: cart(id) } as const
      expect(await store.commit({ write, answer: answer(id), now: 0 })).toBe('answered')
      expect(await store.cart(id)).toBeUndefined()
      await store.commit({ write, now: 0 })
      const replace = { kind: 'replace', cart: cart(id, 2), expected: 1 } as const
      expect(await store.commit({ write: replace, answer: answer(id), now: 0 })).toBe('answered')
      expect(await store.cart(id)).toEqual(cart(id))
    })

    it('[CB-6] knows clients by names of any length', async () => {
      // Random: what repeats itself is compressed, and would fit into an index.
      const given = { ...answer(id), client: Array.from({ length: 300 }, () => randomUUID()).join('') }
      for (const outcome of ['done', 'answered']) expect(await store.commit({ answer: given, now: 0 })).toBe(outcome)
      expect(await store.answer(given, 0)).toEqual(given)
      expect(await store.commit({ answer: given, now: later })).toBe('done')
    })

    it('[CB-6] an answer whose time is over gives way', async () => {
      await store.commit({ answer: answer(id, 1000), now: 0 })
      expect(await store.answer(answer(id), 999)).toBeDefined()
      expect(await store.answer(answer(id), 1000)).toBeUndefined()
      expect(await store.commit({ answer: answer(id), now: 999 })).toBe('answered')
      expect(await store.commit({ answer: answer(id), now: 1000 })).toBe('done')
      expect(await store.answer(answer(id), 1000)).toEqual(answer(id))
    })

    it('[CB-7] replaces and removes the expected version only, and then writes no answer', async () => {
      await store.commit({ write: { kind: 'insert', cart: cart(id) }, now: 0 })
      const replace = {
        write: { kind: 'replace', cart: cart(id, 2), expected: 1 },
        answer: answer(id),
        now: 0,
      } as const
      const remove = { write: { kind: 'remove', id, expected: 2 }, now: 0 } as const
      expect(await store.commit(remove)).toBe('conflict')
      expect(await store.commit(replace)).toBe('done')
      expect(await store.commit({ ...replace, answer: answer(`${id}2`) })).toBe('conflict')
      expect(await store.answer(answer(`${id}2`), 0)).toBeUndefined()
      expect(await store.cart(id)).toEqual(cart(id, 2))
      expect([await store.commit(remove), await store.commit(remove)]).toEqual(['done', 'conflict'])
      expect(await store.cart(id)).toBeUndefined()
    })

    it('[CB-7] of many at once one wins', async () => {
      const same = Array.from({ length: 20 }, () => ({
        write: { kind: 'insert', cart: cart(randomUUID()) } as const,
        answer: answer(id),
        now: 0,
      }))
      const outcomes = await Promise.all(same.map((change) => store.commit(change)))
      expect(outcomes.toSorted()).toEqual([...Array<string>(19).fill('answered'), 'done'])
      const made = await Promise.all(same.map(({ write }) => store.cart(write.cart.id)))
      expect(made.filter((cart) => cart !== undefined)).toHaveLength(1)

      await store.commit({ write: { kind: 'insert', cart: cart(id) }, now: 0 })
      const write = { kind: 'replace', cart: cart(id, 2), expected: 1 } as const
      const updates = await Promise.all(Array.from({ length: 20 }, () => store.commit({ write, now: 0 })))
      expect(updates.toSorted()).toEqual([...Array<string>(19).fill('conflict'), 'done'])
    })

    it('[CB-8] removes what has expired, and nothing else', async () => {
      await store.removeExpired(500)
      await store.commit({ write: { kind: 'insert', cart: { ...cart(id), expiresAt: 500 } }, now: 0 })
      await store.commit({ write: { kind: 'insert', cart: { ...cart(`${id}2`), expiresAt: 501 } }, now: 0 })
      await store.commit({ answer: answer(id, 500), now: 0 })
      expect(await store.removeExpired(500)).toBe(2)
      expect(await store.cart(id)).toBeUndefined()
      expect(await store.cart(`${id}2`)).toBeDefined()
    })
  })

  it('[CB-20] a refusal for the stock is repeated when there is stock again, over REST and as a tool call', async () => {
    const shop = await openShop({ store })
    const prices = [{ amount: 1, currency: 'USD' }]
    const scarf = (stock: number) =>
      store.saveProducts([
        { id: 'p-few', title: 'Few', description: {}, variants: [{ id: 'v-few', title: '', prices, stock }] },
      ])
    await scarf(0)
    const order = { line_items: [line('v-few')] }
    const ask = () => shop.call('POST', '/carts', order, { 'Idempotency-Key': `${id}-rest` })
    const call = () => shop.tool('create_cart', { cart: order }, { 'idempotency-key': `${id}-tool` })
    const [first, called] = [await ask(), await call()]
    expect([first.status, first.json.messages[0].code]).toEqual([200, 'out_of_stock'])
    await scarf(5)
    const other = await openShop({ store })
    expect((await ask()).text).toBe(first.text)
    expect((await call()).text).toBe(called.text)
    const elsewhere = { 'Idempotency-Key': `${id}-rest`, 'Commerce-Agent': `profile="${shop.profile}"` }
    expect((await other.call('POST', '/carts', order, elsewhere)).text).toBe(first.text)
    expect((await shop.call('POST', '/carts', order)).status).toBe(201)
    await Promise.all([shop.close(), other.close()])
  })

  it('[CB-8] an answer whose time is over is gone with the next requests, of a process that has just begun too', async () => {
    const first = await openShop({ store })
    await first.call('POST', '/carts', { line_items: [line('v-road')] }, { 'Idempotency-Key': id })
    const time = { now: first.clock.now + 48 * 3_600_000 }
    const later = await openShop({ store, now: () => time.now })
    const removed = vi.spyOn(store, 'removeExpired')
    await later.call('GET', '/carts/x')
    await later.call('GET', '/carts/x')
    expect(removed.mock.calls).toEqual([[time.now]])
    await removed.mock.results[0]?.value
    expect(await store.removeExpired(time.now)).toBe(0)
    time.now += 60_000
    await later.call('GET', '/carts/x')
    expect(removed).toHaveBeenCalledTimes(3)
    removed.mockRestore()
    await Promise.all([first.close(), later.close()])
  })

  it('[CB-23] over HTTP many requests at once with a few keys make a cart for each key', async () => {
    const shop = await openShop({ store })
    const order = { line_items: [line('v-road')] }
    const keys = Array.from({ length: 40 }, (_, index) => `${id}-${index % 4}`)
    const made = await Promise.all(keys.map((key) => shop.call('POST', '/carts', order, { 'Idempotency-Key': key })))
    expect(made.map(({ status }) => status)).toEqual(keys.map(() => 201))
    expect(new Set(made.map(({ text }) => text)).size).toBe(4)
    const path = `/carts/${made[0]?.json.id}`
    const updates = [1, 2, 3, 4, 5, 6].map((quantity) =>
      shop.call('PUT', path, { line_items: [line('v-road', quantity)] }),
    )
    const updated = (await Promise.all(updates)).filter(({ status }) => status === 200)
    expect((await store.cart(made[0]?.json.id ?? ''))?.version).toBe(1 + updated.length)
    await shop.close()
  })
})
