// One suite for every store: in memory, in embedded PostgreSQL, and on the PostgreSQL server of DATABASE_URL.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { memoryStore, type Store, type StoredAnswer, type StoredCart } from 'surface-runtime/commerce/business'
import { postgresStore } from 'surface-runtime/commerce/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { productWords, wordsOf } from '../../../src/commerce/business/words.ts'
import { products } from './products.ts'
import { line, openShop } from './shop.ts'

const url = process.env['DATABASE_URL']
const schema = `test_${randomUUID().replaceAll('-', '')}`

const stores: readonly (readonly [name: string, open: () => Promise<Store>])[] = [
  ['memory', async () => memoryStore()],
  ['embedded PostgreSQL', () => postgresStore({ folder: 'memory://' })],
  // `npm run postgres` sets DATABASE_URL.
  ...(url ? [['a PostgreSQL server', () => postgresStore({ url, schema })] as const] : []),
]

const later = 2_000_000_000_000

function cart(id: string, version = 1): StoredCart {
  return { id, owner: '', version, body: { note: `${version} "\u0000" \ud800` }, expiresAt: later }
}

function answer(key: string, keepUntil = later): StoredAnswer {
  const body = '{ "spaced" : "\u00e9\\u0000" }'
  return { client: 'c', operation: 'createCart', key, digest: 'd', status: 201, body, keepUntil }
}

it('[CB-63] whatever part of such a text is asked for, all its words are in the index', () => {
  const range = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((point) => String.fromCodePoint(point))
  const letter = fc.oneof(range(0x4e00, 0x9fff), range(0x20000, 0x2a6df), range(0x3041, 0x3096), range(0xac00, 0xd7a3))
  const place = fc.nat({ max: 19 })
  fc.assert(
    fc.property(fc.array(letter, { minLength: 1, maxLength: 20 }), place, place, (letters, a, b) => {
      const title = `USB ${letters.join('')}2 l`
      const part = letters.slice(Math.min(a, b), Math.max(a, b) + 1).join('')
      const { A } = productWords({ id: 'p', title, description: {}, variants: [] })
      expect(A).toEqual(expect.arrayContaining([...wordsOf(part), 'usb', '2']))
    }),
    { numRuns: 300, seed: 63 },
  )
})

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

  async function titles(query: string, more: Partial<Parameters<Store['search']>[0]> = {}): Promise<readonly string[]> {
    const page = await store.search({ words: wordsOf(query), match: 'all', limit: 10, ...more })
    return page.found.map(({ product }) => product.title)
  }

  describe('search', () => {
    it('[CB-1] finds words of title, categories, variants and description, the title first', async () => {
      expect(await titles('shoes')).toEqual(expect.arrayContaining(['Trail shoe', 'Road shoe', 'Wool socks']))
      expect((await titles('shoes')).at(-1)).toBe('Wool socks')
      expect(await titles('MUD')).toEqual(['Trail shoe'])
      expect(await titles('camping')).toEqual(['Zelt für zwei', 'Lamp'])
      expect(await titles('fur')).toEqual(['Zelt für zwei'])
      expect(await titles('b')).toEqual(['Road shoe'])
    })

    it('[CB-1] wants all words or any', async () => {
      expect(await titles('road tent')).toEqual([])
      expect(await titles('road tent', { match: 'any' })).toEqual(
        expect.arrayContaining(['Road shoe', 'Zelt für zwei']),
      )
      expect(await titles("o'road & | ! :* \\ ( <->", { match: 'any' })).toEqual(['Road shoe'])
    })

    it('[CB-63] finds any part of words in scripts that are written without spaces', async () => {
      const prices = [{ amount: 1, currency: 'USD' }]
      const texts = {
        'p-han': ['防水登山靴 GORE', '適合雨天的靴子。'],
        'p-kana': ['軽量テント用ガスバーナー', 'キャンプの夜に'],
        'p-hangul': ['가벼운 등산화는', '산에서'],
        'p-thai': ['รองเท้าเดินป่า', 'กันน้ำ'],
        'p-rare': ['𠮷野杉の箱', 'kg ３Ｌ'],
      }
      await store.saveProducts(
        Object.entries(texts).map(([id, [title = '', plain = '']]) => {
          return { id, title, description: { plain }, variants: [{ id: `v${id}`, title: '', prices }] }
        }),
      )
      const found = async (query: string): Promise<readonly string[]> =>
        (await store.search({ words: wordsOf(query), match: 'all', limit: 10 })).found.map(({ product }) => product.id)
      const queries = {
        'p-han': ['登山', '山靴', '靴', '防水登山靴', '登山靴gore', '雨天的', '靴 水'],
        'p-kana': ['テント', 'ガスバーナー', 'ﾊﾞｰﾅｰ', '軽量 ガス', 'キャンプ'],
        'p-hangul': ['등산화', '등산', '가벼운'],
        'p-thai': ['รองเท้า', 'เดินป่า'],
        'p-rare': ['𠮷野', '野杉', '3L', '箱'],
      }
      for (const [id, list] of Object.entries(queries))
        for (const query of list) expect(await found(query)).toEqual([id])
      // Neighbours in another order, other letters, and letters that differ by a sound mark.
      for (const query of ['靴登', '水山', 'カス', 'テンド', '등화', '登山鞋']) expect(await found(query)).toEqual([])
      await store.removeProducts(Object.keys(texts))
      expect(await found('登山')).toEqual([])
    })

    it('[CB-2] filters by category and by price in a currency', async () => {
      expect(await titles('', { categories: ['socks', 'sale'] })).toEqual(['Road shoe', 'Wool socks'])
      expect(await titles('', { categories: ["x'\u0000", '\ud800'] })).toEqual([])
      expect(await titles('', { price: { currency: 'USD', max: 8000 } })).toEqual(['Road shoe', 'Wool socks'])
      expect(await titles('', { price: { currency: 'USD', min: 8000, max: 12_000 } })).toEqual([
        'Trail shoe',
        'Road shoe',
      ])
      expect(await titles('', { price: { currency: 'EUR' } })).toEqual(['Trail shoe', 'Wool socks'])
      expect(await titles('', { price: { currency: 'JPY', max: Number.MAX_SAFE_INTEGER } })).toEqual(['Lamp'])
      expect(await titles('shoe', { categories: ['shoes'], price: { currency: 'USD', max: 8000 } })).toEqual([
        'Road shoe',
      ])
    })

    it.each(['', 'shoe'])('[CB-3] pages give each product once, with the number of all: "%s"', async (query) => {
      const words = wordsOf(query)
      const all = await store.search({ words, match: 'all', limit: 100 })
      const seen: string[] = []
      let place: { rank: number; position: number } | undefined
      for (;;) {
        const page = await store.search({ words, match: 'all', limit: 2, ...(place && { after: place }) })
        expect(page.total).toBe(all.found.length)
        seen.push(...page.found.map(({ product }) => product.id))
        const last = page.found.at(-1)
        if (!last) break
        place = JSON.parse(JSON.stringify({ rank: last.rank, position: last.position }))
      }
      expect(seen).toEqual(all.found.map(({ product }) => product.id))
      expect(seen.length).toBeGreaterThan(2)
    })
  })

  describe('find', () => {
    it('[CB-4] knows ids of products and variants, SKUs and handles, each product once', async () => {
      const found = await store.find(['TR-42', 'none', 'v-sock', 'p-trail', 'trail-shoe', 'v-sock', '\u0000', '\ud800'])
      expect(found.map(({ product, matches }) => [product, matches])).toEqual([
        [
          products[0],
          [{ identifier: 'TR-42', variantId: 'v-trail-42' }, { identifier: 'p-trail' }, { identifier: 'trail-shoe' }],
        ],
        [products[2], [{ identifier: 'v-sock', variantId: 'v-sock' }]],
      ])
      expect(await store.find([])).toEqual([])
    })

    it('[CB-4] prefers ids to SKUs, and forgets what is removed or replaced', async () => {
      const plain = { description: { plain: 'bottle' } }
      const prices = [{ amount: 1, currency: 'USD' }]
      const a = { ...plain, id: 'p-a', title: 'A', variants: [{ id: 'v-a', sku: 'same', title: 'a', prices }] }
      const b = { ...plain, id: 'p-b', title: 'B', variants: [{ id: 'same', title: 'b', prices }] }
      await store.saveProducts([a, b])
      const first = async (name: string): Promise<string | undefined> => (await store.find([name]))[0]?.product.id
      expect(await first('same')).toBe('p-b')
      await store.saveProducts([{ ...b, title: 'Flask', variants: [{ id: 'v-b', title: 'b', prices }] }])
      expect(await first('same')).toBe('p-a')
      expect(await titles('flask bottle')).toEqual(['Flask'])
      expect(await titles('b bottle')).toEqual(['Flask'])
      await store.removeProducts(['p-a', 'p-b', 'none', '\u0000'])
      expect([await first('same'), await first('v-b'), await titles('bottle')]).toEqual([undefined, undefined, []])
    })

    it('[CB-5] saves all products or none, and says what is wrong', async () => {
      const good = { id: 'p-good', title: 'Good', description: {}, variants: [] }
      const prices = [{ amount: 1, currency: 'USD' }]
      const faulty: readonly (readonly [string, unknown])[] = [
        ['no variant', []],
        ['no price', [{ id: 'v', title: '', prices: [] }]],
        ['no integer', [{ id: 'v', title: '', prices: [{ amount: 1.5, currency: 'USD' }] }]],
        ['no integer', [{ id: 'v', title: '', prices: [{ amount: 1, currency: 'usd' }] }]],
        ['two prices', [{ id: 'v', title: '', prices: [...prices, ...prices] }]],
        ['two variants', Array(2).fill({ id: 'v', title: '', prices })],
        ['stock', [{ id: 'v', title: '', prices, stock: -1 }]],
        ['empty', [{ id: '', title: '', prices }]],
        ['empty', [{ id: 'v', sku: '\u0000', title: '', prices }]],
      ]
      for (const [reason, variants] of faulty) {
        const fine = { ...good, id: 'p-fine', variants: [{ id: 'v-fine', title: '', prices }] }
        await expect(store.saveProducts([fine, { ...good, variants: variants as never }])).rejects.toThrow(reason)
      }
      expect(await store.find(['p-fine', 'p-good'])).toEqual([])
    })
  })

  describe('commit', () => {
    it('[CB-6] writes a cart and its answer, and gives both back as they were', async () => {
      const given = { write: { kind: 'insert', cart: cart(id) }, answer: answer(id), now: 0 } as const
      expect(await store.commit(given)).toBe('done')
      expect(await store.cart(id)).toEqual(cart(id))
      expect(await store.answer(answer(id), 0)).toEqual(answer(id))
      expect(await store.cart('none')).toBeUndefined()
      for (const other of [{ client: 'x' }, { operation: 'x' }, { key: 'x' }])
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
