// The OpenAPI document, held against what the business does.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { line, openShop, type Shop } from './shop.ts'

describe('the OpenAPI document', () => {
  let shop: Shop
  let document: { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
  const ajv = new Ajv2020({ strict: false, validateFormats: false })

  beforeAll(async () => {
    shop = await openShop()
    const { text } = await shop.call('GET', '/schemas/openapi.json')
    document = JSON.parse(text)
    ajv.addSchema(document, 'openapi')
  })
  afterAll(() => shop.close())

  const at = (...keys: readonly string[]): string =>
    `openapi#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

  it('[CB-37] names every path and method that there is', async () => {
    const named = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    for (const path of [
      '/carts',
      '/carts/x',
      '/carts/x/cancel',
      '/catalog/search',
      '/catalog/lookup',
      '/orders',
      '/carts/x/y',
    ])
      for (const method of ['get', 'post', 'put', 'delete', 'patch']) {
        const { status } = await shop.call(method.toUpperCase(), path, method === 'get' ? undefined : {})
        const known = named.includes(`${method} ${path.replace('/x', '/{id}')}`)
        expect([method, path, status === 404 || status === 405]).toEqual([method, path, !known])
      }
  })

  it('[CB-37] accepts the requests that are served, and no others', async () => {
    const lineItems = [line('v-road')]
    const requests: readonly (readonly [method: string, path: string, body: unknown])[] = [
      ...[{}, { line_items: [] }, { line_items: lineItems }, { line_items: lineItems, context: { postal_code: 1 } }],
      ...[{ line_items: [line('')] }, { line_items: [line('v-road', 0)] }, { line_items: [line('v-road', 1.5)] }],
      ...[{ line_items: [line('v-road', 2 ** 53)] }, { line_items: [{ item: 'v-road', quantity: 1 }] }, [], null, 'x'],
      ...[
        { line_items: [line('v-road', 1, { id: 7 })] },
        { line_items: lineItems, more: { a: 1 } },
        { line_items: {} },
      ],
    ].map((body) => ['post', '/carts', body] as const)
    const catalog = [
      ...[{ query: 'x' }, { query: 1 }, { query: 'x', filters: [] }, { query: 'x', filters: { price: { min: -1 } } }],
      ...[
        { query: 'x', context: { currency: 5 } },
        { query: 'x', pagination: { limit: '1' } },
        { query: 'x', unknown: [] },
      ],
    ].map((body) => ['post', '/catalog/search', body] as const)
    const lookups = [{ ids: ['x'] }, { ids: [] }, { ids: [''] }, {}, { ids: ['x'], filters: { categories: [1] } }]
    const all = [...requests, ...catalog, ...lookups.map((body) => ['post', '/catalog/lookup', body] as const)]
    for (const [method, path, body] of all) {
      const schema = at('paths', path, method, 'requestBody', 'content', 'application/json', 'schema')
      const { status } = await shop.call(method, path, JSON.stringify(body))
      expect([path, body, status < 300]).toEqual([path, body, ajv.validate(schema, body)])
    }
  })

  it('[CB-37] names the limits of lists, and the idempotency key where it is required', async () => {
    const strict = await openShop({ signatures: 'required', limits: { ids: 3, lines: 4 } })
    const api = JSON.parse((await strict.call('GET', '/schemas/openapi.json')).text)
    const rpc = (await strict.call('GET', '/schemas/openrpc.json')).text
    await strict.close()
    const create = api.paths['/carts'].post
    const bodyOf = (of: { readonly requestBody: { readonly content: Record<string, { readonly schema: object }> } }) =>
      of.requestBody.content['application/json']?.schema
    expect(bodyOf(create)).toMatchObject({ properties: { line_items: { maxItems: 4 } } })
    expect(bodyOf(api.paths['/catalog/lookup'].post)).toMatchObject({ properties: { ids: { maxItems: 3 } } })
    expect(create.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', required: true }))
    expect(rpc.match(/"maxItems":4/g)).toHaveLength(2)
    expect(rpc.match(/"required":\["[\w-]+","idempotency-key"\]/g)).toHaveLength(3)
  })

  it('[CB-37] describes every answer', async () => {
    const made = await shop.call('POST', '/carts', { line_items: [line('v-road'), line('v-tent')] })
    const path = `/carts/${made.json.id}`
    const calls: readonly (readonly [string, string, unknown])[] = [
      ['post', '/carts', { line_items: [line('v-tent')] }],
      ['post', '/carts', { line_items: [] }],
      ['get', path, undefined],
      ['get', '/carts/none', undefined],
      ['put', path, { line_items: [line('v-sock', 5)] }],
      ['post', `${path}/cancel`, {}],
      ['post', '/catalog/search', { query: 'shoe', pagination: { limit: 1 } }],
      ['post', '/catalog/lookup', { ids: ['p-trail', 'x'] }],
      ['post', '/catalog/lookup', {}],
    ]
    const answers = [['post', '/carts', made] as const]
    for (const [method, path, body] of calls)
      answers.push([method as 'post', path as '/carts', await shop.call(method, path, body)])
    for (const [method, path, { status, json }] of answers) {
      const template = path.replace(/^\/carts\/[^/]+/, '/carts/{id}')
      const schema = at('paths', template, method, 'responses', String(status), 'content', 'application/json', 'schema')
      expect([template, ajv.validate(schema, json) ? [] : ajv.errors]).toEqual([template, []])
    }
  })
})
