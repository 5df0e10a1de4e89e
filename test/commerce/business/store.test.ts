// Products in every store: saved, searched and found.
import fc from 'fast-check'
import type { Store } from 'surface-runtime/commerce/business'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productWords, wordsOf } from '../../../src/commerce/business/product-index.ts'
import { products } from './products.ts'
import { stores } from './stores.ts'

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

interface Texts {
  readonly title: readonly string[]
  readonly tags: readonly string[]
  readonly plain: readonly string[]
}

/** As `rankWeights` says it in words. */
function rankOf({ title, tags, plain }: Texts, words: readonly string[]): number {
  const count = (part: readonly string[]): number => words.filter((word) => part.includes(word)).length
  return 5 * count(title) + 2 * count(tags) + count(plain)
}

function fitsWords({ title, tags, plain }: Texts, words: readonly string[], match: 'all' | 'any'): boolean {
  const has = (word: string): boolean => [...title, ...tags, ...plain].includes(word)
  return match === 'all' ? words.every(has) : words.some(has)
}

describe.each(stores)('%s', (_, open) => {
  let store: Store

  beforeAll(async () => {
    store = await open()
    await store.saveProducts(products)
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

    it('[CB-91] filters by options: one variant in stock has them all, and the price, in any case and with any accent', async () => {
      const variant = (id: string, size: string, colour: string, amount: number, stock: number) => ({
        ...{ id, title: `${size} ${colour}`, prices: [{ amount, currency: 'USD' }], stock },
        selected_options: [
          { name: 'Größe', label: size },
          { name: 'Colour', label: colour },
        ],
      })
      const cup = (id: string, title: string, variants: ReturnType<typeof variant>[]) => ({
        ...{ id, title, description: {}, variants },
      })
      await store.saveProducts([
        cup('p-cup-a', 'Cup A', [variant('a1', '42', 'Red', 100, 5), variant('a2', '43', 'Blue', 900, 5)]),
        cup('p-cup-b', 'Cup B', [variant('b1', '42', 'Blue', 100, 0), variant('b2', '43', 'Rosé', 100, 5)]),
        cup('p-cup-c', 'Cup\u0000 C', [variant('c1', '44\u0000', 'Red', 100, 5)]),
      ])
      const with_ = (...options: readonly (readonly [string, ...string[]])[]) =>
        titles('cup', { options: options.map(([name, ...labels]) => ({ name, labels })) })
      expect(await with_(['grosse', '42'])).toEqual([])
      expect(await with_(['größe'.normalize('NFKD').replace(/\p{M}/gu, ''), '42'])).toEqual(['Cup A'])
      expect(await with_(['große', '42', '43'])).toEqual(['Cup A', 'Cup B'])
      expect(await with_(['große', '42'], ['colour', 'blue'])).toEqual([])
      expect(await with_(['große', '43'], ['colour', 'blue', 'rose'])).toEqual(['Cup A', 'Cup B'])
      const cheap = { price: { currency: 'USD', max: 500 } }
      expect(await titles('cup', { ...cheap, options: [{ name: 'colour', labels: ['blue'] }] })).toEqual([])
      expect(await titles('', { ...cheap, options: [{ name: 'colour', labels: ['red'] }] })).toEqual([
        'Cup A',
        'Cup\u0000 C',
      ])
      for (const text of ['\u0000', '\ud800', "'; --"]) expect(await with_([text, text])).toEqual([])
      // What a product had before does not count.
      await store.saveProducts([cup('p-cup-a', 'Cup A', [variant('a1', '45', 'Red', 100, 1)])])
      expect(await with_(['große', '42'])).toEqual([])
      expect(await with_(['große', '45'])).toEqual(['Cup A'])
      await store.removeProducts(['p-cup-a', 'p-cup-b', 'p-cup-c'])
    })

    it('[CB-92] leaves out what has less than a wanted rank, and does not count it', async () => {
      const words = wordsOf('trail shoe')
      const all = await store.search({ words, match: 'any', limit: 10 })
      expect(all.found.map(({ product }) => product.title)).toEqual(['Trail shoe', 'Road shoe', 'Wool socks'])
      const leastRank = all.found[1]?.rank ?? 0
      const near = await store.search({ words, match: 'any', limit: 1, leastRank })
      expect([near.total, near.found.length]).toEqual([2, 1])
    })

    it('[CB-93] ranks by the weights of the parts that have a word, however often and where, then by age', async () => {
      const word = fc.constantFrom('anorak', 'brush', 'cap', 'dress', 'egg')
      const words = (most: number) => fc.array(word, { maxLength: most })
      const text = fc.record({ title: words(3), tags: words(4), plain: words(8) })
      const query = fc.uniqueArray(word, { minLength: 1, maxLength: 3 })
      const match = fc.constantFrom('all' as const, 'any' as const)
      const prices = [{ amount: 1, currency: 'USD' }]
      const ordered = async (texts: readonly Texts[], asked: readonly string[], way: 'all' | 'any'): Promise<void> => {
        const made = texts.map(({ title, tags, plain }, index) => ({
          ...{ id: `p-rank-${index}`, title: title.join(' '), description: { plain: plain.join(' ') }, tags },
          variants: [{ id: `v-rank-${index}`, title: '', prices }],
        }))
        await store.saveProducts(made)
        const page = await store.search({ words: asked, match: way, limit: 20 })
        await store.removeProducts(made.map(({ id }) => id))
        const fitting = texts.flatMap((each, index) =>
          fitsWords(each, asked, way) ? [{ id: `p-rank-${index}`, rank: rankOf(each, asked) }] : [],
        )
        expect(page.found.map(({ product, rank }) => ({ id: product.id, rank }))).toEqual(
          fitting.toSorted((a, b) => b.rank - a.rank),
        )
      }
      await fc.assert(fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 8 }), query, match, ordered), {
        numRuns: 60,
        seed: 93,
      })
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
})
