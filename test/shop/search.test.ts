// A search as a shopper sees it: what fits is said to fit, and what only comes near is said to come near.
import type { Store } from 'surface-runtime/commerce/business'
import { describe, expect, it, onTestFinished } from 'vitest'
import { shopProducts } from '../../demo/shop/products.ts'
import { stores } from '../commerce/business/stores.ts'
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
      'Zeig mir rote Laufschuhe in Größe 42': ['One thing fits “red running shoes, size 42”.', ['Ember']],
      'red running shoes size 44': ['One thing fits “red running shoes, size 44”.', ['Sprint']],
      'blue running shoes between 100 and 130': [
        '4 things fit “blue running shoes”.',
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
