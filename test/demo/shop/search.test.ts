// A search as a shopper sees it: what fits is said to fit, and what only comes near is said to come near.
import { basicCatalog } from 'surface-runtime'
import { memoryStore, type Store, type StoredProduct } from 'surface-runtime/commerce/business'
import { describe, expect, it, onTestFinished } from 'vitest'
import { shopCatalog } from '../../../demo/shop/catalog/catalog.tsx'
import { shopProducts } from '../../../demo/shop/products.ts'
import { stores } from '../../commerce/business/stores.ts'
import type { Walk } from './walk.ts'
import { begin } from './walks.ts'

const titles = (walk: Walk): readonly string[] =>
  (walk.data(walk.surfaceIds().at(-1) ?? '', '/items') as readonly { readonly name: string }[]).map(({ name }) => name)

async function shopWith(open: () => Promise<Store>): Promise<Walk> {
  const store = await open()
  onTestFinished(() => store.close())
  await store.saveProducts(shopProducts('http://shop.example'))
  return begin({ shop: { store } })
}

describe.each(stores)('with a store in %s', (_, open) => {
  it('[SH-15] colours, sizes and prices are attributes, in English and German; what does not fit is not called fitting', async () => {
    const walk = await shopWith(open)
    const answers: Record<string, readonly unknown[]> = {}
    const sentences = [
      'red running shoes',
      'red running shoes size 42',
      'Zeig mir rote Laufschuhe in Größe 42',
      'red running shoes size 44',
      'blue running shoes between 100 and 130',
      'green tea',
      'waterproof hiking boots',
      'boots size 42',
      'zapatos verdes',
    ]
    for (const sentence of sentences) {
      await walk.say(sentence)
      const shown = walk.answer().at(-1)?.includes('nothing for') ? [] : titles(walk)
      answers[sentence] = [walk.answer().at(-1), shown.map((title) => title.replace(' running shoe', '')).sort()]
    }
    expect(answers).toEqual({
      'red running shoes': ['2 things fit “red running shoes”.', ['Ember', 'Sprint']],
      'red running shoes size 42': ['One thing fits “red running shoes, size 42”.', ['Ember']],
      'Zeig mir rote Laufschuhe in Größe 42': ['Eine Sache passt zu „red running shoes, Größe 42“.', ['Ember']],
      'red running shoes size 44': ['One thing fits “red running shoes, size 44”.', ['Sprint']],
      'blue running shoes between 100 and 130': [
        '4 things fit “blue running shoes” from $100 to $130.',
        ['Fjord', 'Heron', 'Nimbus Flat', 'Tarn'],
      ],
      'green tea': ['One thing fits “green tea”.', ['Green tea']],
      'waterproof hiking boots': [
        'Nothing fits “waterproof hiking boots”. Nearest are these 2:',
        ['Ridge Boot', 'Valley Boot'],
      ],
      'boots size 42': ['Nothing fits “boots, size 42”. Nearest are these 2:', ['Ridge Boot', 'Valley Boot']],
      'zapatos verdes': [
        'Flower & Foot has nothing for “zapatos verdes”. I read English and German; try fewer words, or a higher price.',
        [],
      ],
    })
    expect(walk.faults).toEqual([])
  })
})

it('[SH-18] where the cards are a page of more, the filter asks the shop: by words, colours and sizes, with how many of how many', async () => {
  const walk = await begin({ catalogs: [shopCatalog, basicCatalog] })
  await walk.say('running shoes')
  const ask = async (words: string, colours: readonly string[] = [], sizes: readonly string[] = []) => {
    walk.enter('results', '/filter', words)
    walk.enter('results', '/colours', colours)
    walk.enter('results', '/sizes', sizes)
    await walk.press('results', 'ask')
    const { summary } = walk.data('results', '/page') as { readonly summary: string }
    return [
      titles(walk)
        .map((title) => title.replace(' running shoe', ''))
        .sort(),
      summary,
      walk.data('results', '/filter'),
    ]
  }
  walk.asked('shop')
  // Pebble is on the last page.
  expect(await ask('cheapest')).toEqual([['Pebble'], '1 of 1 with “cheapest”, of 23 in all', ''])
  expect(await ask('', ['Red'], ['42'])).toEqual([['Ember'], '1 of 1 with colour Red, size 42, of 23 in all', ''])
  expect(await ask('blue under 110')).toEqual([['Heron', 'Tarn'], '2 of 2 with “blue under 110”, of 23 in all', ''])
  expect(await ask('zeppelin')).toEqual([[], 'None of 23 with “zeppelin”', ''])
  const [, summary] = await ask('', ['Green', 'Blue'])
  expect(summary).toBe('10 of 11 with colour Green, colour Blue, of 23 in all')
  await walk.press('results', 'more')
  expect(walk.data('results', '/page')).toMatchObject({
    summary: '11 of 11 with colour Green, colour Blue, of 23 in all',
  })
  expect((await ask(''))[1]).toBe('10 of 23')
  expect(walk.asked('shop')).toEqual(Array(7).fill('POST /commerce/v1/catalog/search'))
  // Where all cards are here, there is nothing to ask.
  await walk.say('wool')
  expect(walk.runtime.surface('results-2')?.components.has('ask')).toBe(false)
  expect(walk.faults).toEqual([])
})

it('[SH-18] of a shop that does not count all that it has, so many are told as have come, and that there are more', async () => {
  const store = memoryStore()
  const [first] = shopProducts('http://shop.example')
  if (!first) throw new Error('the shop sells nothing')
  const mug = (index: number): StoredProduct => {
    const variants = first.variants.slice(0, 1).map((variant) => ({ ...variant, id: `mug-${index}-one` }))
    return { ...first, id: `mug-${index}`, handle: `mug-${index}`, title: `Mug ${index}`, variants }
  }
  await store.saveProducts(Array.from({ length: 1_001 }, (_, index) => mug(index)))
  const walk = await begin({ shop: { store } })
  const summary = (): unknown => (walk.data('results', '/page') as { readonly summary: string }).summary
  await walk.say('mug')
  expect([walk.answer().at(-1), summary()]).toEqual(['10+ things fit “mug”.', '10 of 10+'])
  await walk.press('results', 'more')
  expect(summary()).toBe('20 of 20+')
  await walk.say('Zeig mir mug')
  expect(walk.answer().at(-1)).toBe('10+ Sachen passen zu „mug“.')
  expect(walk.faults).toEqual([])
})
