// Every field of the protocol's tables as the client takes it: right, absent, and of a wrong type; and JSON made at random.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCart } from '../../src/commerce/carts.ts'
import { readLookup, readSearch } from '../../src/commerce/catalog.ts'
import { CommerceError, readProfile } from '../../src/commerce/index.ts'
import { wireNames } from '../../src/commerce/wire-names.ts'
import { isObject } from '../../src/json/value.ts'
import { seedOf } from '../support/soak.ts'
import { cart, enveloped, line, profileOf, startCounterpart, version } from './counterpart.ts'

const shop = startCounterpart()

const message = { type: 'warning', code: 'final_sale', content: 'No returns', severity: 'recoverable', path: '$.id' }
const fullCart = {
  ...cart,
  line_items: [{ ...line, totals: [{ type: 'subtotal', amount: 2500, display_text: 'Items' }] }],
  ...{ messages: [message], continue_url: 'https://shop.example/c', expires_at: '2026-05-01T00:00:00Z' },
}

const price = { amount: 1250, currency: 'USD' }
const fullProduct = {
  ...{ id: 'p', handle: 'mug', title: 'Mug', url: 'https://shop.example/mug', description: { plain: 'A mug' } },
  categories: [{ value: 'kitchen', taxonomy: 'shop' }],
  price_range: { min: price, max: price },
  media: [{ type: 'image', url: 'https://shop.example/mug.png', alt_text: 'A mug' }],
  options: [{ name: 'Colour', values: [{ label: 'Red' }] }],
  variants: [
    {
      ...{ id: 'v', sku: 'MUG', title: 'Red', price, availability: { available: true, status: 'in_stock' } },
      ...{
        selected_options: [{ name: 'Colour', label: 'Red' }],
        tags: ['new'],
        inputs: [{ id: 'p', match: 'featured' }],
      },
    },
  ],
  rating: { value: 4.5, scale_max: 5, count: 12 },
}
const fullPage = {
  ...{ products: [fullProduct], messages: [{ type: 'info', code: 'not_found', content: 'x' }] },
  pagination: { cursor: 'c', has_next_page: true, total_count: 7 },
}

const optionalOfCart = [
  ...['/line_items/0/totals', '/line_items/0/totals/0/display_text', '/continue_url', '/expires_at'],
  ...['/messages', '/messages/0/code', '/messages/0/severity', '/messages/0/path'],
]
const [ofProduct, ofVariant] = ['/products/0', '/products/0/variants/0']
const optionalOfPage = [
  ...[
    'handle',
    'url',
    'description/plain',
    'categories',
    'categories/0/taxonomy',
    'media',
    'media/0/alt_text',
    'options',
  ]
    .concat('rating', 'rating/count')
    .map((name) => `${ofProduct}/${name}`),
  ...['sku', 'availability', 'availability/status', 'selected_options', 'tags', 'inputs'].map(
    (name) => `${ofVariant}/${name}`,
  ),
  ...['/messages', '/messages/0/code', '/pagination', '/pagination/total_count'],
]

/** Without these there is no cart, and no page. */
const partOfCart =
  /^\/(?:id|currency|totals(?:\/\d(?:\/(?:type|amount))?)?|line_items(?:\/\d(?:\/(?:id|quantity|item(?:\/\w+)?))?)?)$/
const partOfPage = /^\/(?:products|pagination\/cursor)$/

describe.each([
  ['cart', '/rest/carts/cart1', fullCart, optionalOfCart, partOfCart],
  ['page of products', '/rest/catalog/search', fullPage, optionalOfPage, partOfPage],
] as const)('a %s', (_, path, whole, optional, needed) => {
  /** `warnings`: about the last answer. */
  async function createAsk(warnings: string[] = []): Promise<(body: object) => Promise<unknown>> {
    const business = await shop.connect({ onWarning: (warning) => void warnings.push(warning) })
    return (body) => {
      warnings.length = 0
      shop.routes.set(path, { body: enveloped(body) })
      const outcome: Promise<unknown> = path.endsWith('search')
        ? business.search({ query: 'x' })
        : business.getCart('cart1')
      return outcome.catch((error: unknown) => error)
    }
  }

  it('[CO-16] with all fields is taken as it is', async () => {
    const ask = await createAsk()
    expect(await ask(whole)).toMatchObject(
      'products' in whole ? whole : { cart: whole, continueUrl: whole.continue_url },
    )
  })

  it('[CO-15] with a field of a wrong type is refused if it is nothing without it, and the field is named', async () => {
    const ask = await createAsk()
    for (const { keys, pointer, value } of placesIn(whole).filter(({ pointer }) => needed.test(pointer))) {
      const outcome = await ask(changed(whole, keys, () => (typeof value === 'string' ? 7 : 'x')))
      const content = expect.stringContaining(pointer)
      expect(outcome, pointer).toMatchObject({ name: 'CommerceError', code: 'response_malformed', content })
    }
  })

  it('[CO-25] with another field of a wrong type is taken without that part, and the field is named', async () => {
    const warnings: string[] = []
    const ask = await createAsk(warnings)
    for (const { keys, pointer, value } of placesIn(whole).filter(({ pointer }) => !needed.test(pointer))) {
      const outcome = await ask(changed(whole, keys, () => (typeof value === 'string' ? 7 : 'x')))
      expect(outcome, pointer).not.toBeInstanceOf(CommerceError)
      expect(warnings, pointer).toEqual([expect.stringMatching(new RegExp(`^${pointer} .* was left out$`))])
    }
  })

  it('[CO-16] without a field is taken, unless the field is required', async () => {
    const warnings: string[] = []
    const ask = await createAsk(warnings)
    const fields = placesIn(whole).filter(({ keys }) => typeof keys.at(-1) === 'string')
    const taken: string[] = []
    for (const { keys, pointer } of fields) {
      const outcome = await ask(changed(whole, keys, () => undefined))
      expect(outcome instanceof CommerceError, pointer).toBe(needed.test(pointer))
      if (!(outcome instanceof CommerceError) && warnings.length === 0) taken.push(pointer)
    }
    expect(taken.toSorted()).toEqual(optional.toSorted())
  })
})

describe('JSON made at random', () => {
  const options = { wire: wireNames(), allowInsecureLoopback: true, version: () => version }
  const publicOptions = { ...options, wire: wireNames('ucp') }
  const valid: readonly unknown[] = [
    ...[enveloped(fullCart), enveloped(fullPage), enveloped({ messages: [message] }, 'error')],
    profileOf('https://shop.example', { signing_keys: [{ kid: 'k', kty: 'EC' }], payment_handlers: {} }),
  ]
  const readers = [readCart, readSearch, readLookup, (json: unknown) => readProfile(json)]

  it('[CO-15] in place of any part is read or refused by one class of error', () => {
    const parts = valid.flatMap((whole) => placesIn(whole).map(({ keys }) => ({ whole, keys })))
    fc.assert(
      fc.property(fc.constantFrom(...parts), fc.jsonValue({ maxDepth: 3 }), ({ whole, keys }, value) => {
        const json = changed(whole, keys, () => value)
        for (const read of readers) expect(['read', 'CommerceError']).toContain(outcomeOf(() => read(json, options)))
      }),
      { numRuns: 150, ...seedOf(15) },
    )
  })

  it('[CO-15] that is nested 20,000 deep ends neither reader', () => {
    for (const [open, close] of [
      ['{"variants":[', ']}'],
      ['{"products":[', ']}'],
      ['{"item":', '}'],
      ['[', ']'],
    ] as const) {
      const deep: unknown = JSON.parse(`${open.repeat(20_000)}1${close.repeat(20_000)}`)
      for (const whole of [
        { ...fullPage, variants: [deep], item: deep },
        { ...fullCart, products: [deep] },
        { products: deep },
      ]) {
        for (const read of readers) {
          expect(['read', 'CommerceError']).toContain(outcomeOf(() => read(enveloped(whole), options)))
          const answer = enveloped(whole, undefined, 'ucp')
          expect(['read', 'CommerceError']).toContain(outcomeOf(() => read(answer, publicOptions)))
        }
      }
    }
  })
})

interface Place {
  readonly keys: readonly (string | number)[]
  readonly pointer: string
  readonly value: unknown
}

/** Everything within a value, containers too. */
function placesIn(value: unknown, keys: Place['keys'] = []): readonly Place[] {
  const own: readonly Place[] = keys.length > 0 ? [{ keys, pointer: `/${keys.join('/')}`, value }] : []
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(isObject(value) ? value : {})
  return [...own, ...entries.flatMap(([key, item]) => placesIn(item, [...keys, key]))]
}

function changed<T>(whole: T, keys: Place['keys'], change: (value: unknown) => unknown): T {
  const [key, ...rest] = keys
  if (key === undefined) return change(whole) as T
  const copy = (Array.isArray(whole) ? [...whole] : { ...whole }) as Record<string | number, unknown>
  copy[key] = changed(copy[key], rest, change)
  return copy as T
}

function outcomeOf(read: () => unknown): string {
  try {
    read()
    return 'read'
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown'
  }
}
