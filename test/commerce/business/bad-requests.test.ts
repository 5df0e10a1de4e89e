// Requests that cannot be served, over HTTP: one clear answer each, and nothing stored.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countingStore, line, openShop, type Shop } from './shop.ts'

const order = { line_items: [line('v-road')] }

describe('bad requests', () => {
  let shop: Shop
  const store = countingStore()

  beforeAll(async () => {
    shop = await openShop({ store, limits: { bodyBytes: 20_000, lines: 3 } })
  })
  afterAll(async () => {
    expect(store.writes).toBe(0)
    await shop.close()
  })

  it.each<readonly [string, number, string, unknown]>([
    ['broken JSON', 400, 'invalid_request', '{"line_items":'],
    ['no JSON', 400, 'invalid_request', 'line_items=1'],
    ['nothing', 400, 'invalid_request', ''],
    ['no UTF-8', 400, 'invalid_request', new Uint8Array([0x22, 0xff, 0x22])],
    ['a list', 400, 'invalid_request', []],
    ['null', 400, 'invalid_request', null],
    ['no lines', 400, 'invalid_request', {}],
    ['an empty list of lines', 400, 'invalid_request', { line_items: [] }],
    ['a line without item', 400, 'invalid_request', { line_items: [{ quantity: 1 }] }],
    ['an id that is no text', 400, 'invalid_request', { line_items: [line(7 as never)] }],
    ['a quantity of 0', 400, 'invalid_request', { line_items: [line('v-road', 0)] }],
    ['a quantity that is no integer', 400, 'invalid_request', { line_items: [line('v-road', 1.5)] }],
    ['a quantity as a text', 400, 'invalid_request', { line_items: [line('v-road', '1' as never)] }],
    ['a sum that is no integer any more', 400, 'invalid_request', { line_items: [line('v-road', 2 ** 53 - 1)] }],
    ['a context of a wrong type', 400, 'invalid_request', { ...order, context: { address_country: 1 } }],
    ['too many lines', 400, 'request_too_large', { line_items: Array.from({ length: 4 }, () => line('v-road')) }],
    ['depth', 400, 'invalid_request', { ...order, x: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) }],
    [
      'great depth',
      400,
      'invalid_request',
      `{"line_items":[{"item":{"id":"v-road"},"quantity":1}],"x":${'['.repeat(9000)}${']'.repeat(9000)}}`,
    ],
    ['a large body', 413, 'body_too_large', { ...order, x: 'x'.repeat(20_000) }],
  ])('[CB-45] %s is %i %s, and nothing is stored', async (_, expected, code, body) => {
    const { status, json } = await shop.call('POST', '/carts', body, { 'Idempotency-Key': 'k' })
    expect([status, json.code]).toEqual([expected, code])
    expect(Object.keys(json)).toEqual(['code', 'content'])
    expect(shop.errors).toEqual([])
  })

  it.each(['text/plain', 'application/jsonp', ''])('[CB-45] the type "%s" is refused', async (type) => {
    const { status, json } = await shop.call('POST', '/carts', JSON.stringify(order), { 'Content-Type': type })
    expect([status, json.code]).toEqual([400, 'invalid_request'])
  })

  it('[CB-45] Update refuses the id of another cart, and an id on two lines', async () => {
    const wanted = line('v-road', 1, { id: 'a' })
    for (const body of [{ ...order, id: 'x' }, { line_items: [wanted, wanted] }])
      expect((await shop.call('PUT', '/carts/cart_AAAAAAAAAAAAAAAAAAAAAA', body)).json.code).toBe('invalid_request')
  })

  it.each([
    ['GET', '/orders', 404, 'route_not_found', null],
    ['GET', '/carts/a/b', 404, 'route_not_found', null],
    ['GET', '/', 404, 'route_not_found', null],
    ['DELETE', '/carts/a', 405, 'method_not_allowed', 'GET, PUT'],
    ['GET', '/catalog/search', 405, 'method_not_allowed', 'POST'],
  ])('[CB-46] %s %s is %i %s', async (method, path, status, code, allow) => {
    const answer = await shop.call(method, path)
    expect([answer.status, answer.json.code, answer.headers.get('allow')]).toEqual([status, code, allow])
  })

  it.each<readonly [string, unknown, number]>([
    ['broken JSON', '{', -32700],
    ['a batch', [], -32600],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'tools/call' }, -32600],
    ['a notification', { jsonrpc: '2.0', method: 'tools/call' }, -32600],
    ['another method', { jsonrpc: '2.0', id: 1, method: 'resources/list' }, -32601],
    [
      'great depth',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_cart","arguments":
        {"cart":{},"meta":{},"x":${'['.repeat(9000)}${']'.repeat(9000)}}}}`,
      -32602,
    ],
    ['another tool', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'drop_table' } }, -32601],
  ])('[CB-47] a tool call with %s is an error', async (_, body, code) => {
    const response = await fetch(`${shop.origin}/commerce/tools`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    expect([response.status, (await response.json()).error.code]).toEqual([200, code])
  })

  it('[CB-47] tools take the cart and its id beside meta, and nothing else', async () => {
    for (const given of [{}, { cart: { line_items: [] } }, { catalog: order }])
      expect((await shop.tool('create_cart', given)).json.error).toMatchObject({
        code: -32602,
        data: { code: 'invalid_request' },
      })
    expect((await shop.tool('get_cart', {})).json.error.code).toBe(-32602)
    expect((await shop.tool('get_cart', { id: 'x' })).json.result.structuredContent.messages[0].code).toBe('not_found')
    expect((await fetch(`${shop.origin}/commerce/tools`)).status).toBe(405)
    const list = { jsonrpc: '2.0', id: 'a', method: 'tools/list' }
    const tools = await (
      await fetch(`${shop.origin}/commerce/tools`, { method: 'POST', body: JSON.stringify(list) })
    ).json()
    const rpc = JSON.parse((await shop.call('GET', '/schemas/openrpc.json')).text)
    const names = ['create_cart', 'get_cart', 'update_cart', 'cancel_cart', 'search_catalog', 'lookup_catalog']
    expect(tools.result.tools.map(({ name }: { readonly name: string }) => name)).toEqual(names)
    expect(rpc.methods.map(({ name }: { readonly name: string }) => name)).toEqual(names)
  })
})
