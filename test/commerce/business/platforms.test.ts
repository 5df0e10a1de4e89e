// Profiles of platforms that cannot be had or are wrong, over REST and tool calls: each has the code of the document's tables.
import { createGuardedFetch } from 'surface-runtime/commerce/business'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSigner, type Signer } from '../../../src/commerce/index.ts'
import { signMessage } from '../../../src/commerce/signature.ts'
import { cart, entries, line, newest, openShop, platformProfile, type Shop } from './shop.ts'

const order = { line_items: [line('v-road')] }

const open: Shop[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(open.splice(0).map((shop) => shop.close()))
})

async function meet(...options: Parameters<typeof openShop>): Promise<Shop> {
  const shop = await openShop(...options)
  open.push(shop)
  return shop
}

/** Status and code over REST, JSON-RPC code and code of a tool call. */
async function refusalsOf(shop: Shop, profile = shop.profile): Promise<readonly unknown[]> {
  const { status, json } = await shop.call('POST', '/carts', order, { 'Commerce-Agent': `profile="${profile}"` })
  const tool = (await shop.tool('create_cart', { cart: order }, { 'commerce-agent': { profile } })).json.error
  return [status, json.code, tool.code, tool.data.code]
}

describe("a platform's profile", () => {
  it.each([
    ['ENOTFOUND', [400, 'invalid_profile_url', -32001, 'invalid_profile_url']],
    ['ENODATA', [400, 'invalid_profile_url', -32001, 'invalid_profile_url']],
    ['EAI_AGAIN', [424, 'profile_unreachable', -32001, 'profile_unreachable']],
    ['ECONNREFUSED', [424, 'profile_unreachable', -32001, 'profile_unreachable']],
  ])('[CB-84] whose host DNS answers with %s has the code %j', async (code, expected) => {
    const { getBuiltinModule } = process
    const lookup = (_: string, __: object, done: (error: Error, found: readonly object[]) => void): void =>
      done(Object.assign(new Error(code), { code }), [])
    vi.spyOn(process, 'getBuiltinModule').mockImplementation(((name: string) =>
      name === 'node:dns' ? { lookup } : getBuiltinModule.call(process, name)) as never)
    const shop = await meet({ fetch: createGuardedFetch() })
    expect(await refusalsOf(shop, 'https://nowhere.example.com/p.json')).toEqual(expected)
  })

  const [entry] = entries(newest)
  it.each<readonly [string, unknown]>([
    ['no list', { [cart]: entry }],
    ['a text in a list', { [cart]: ['x'] }],
    ['no version', { [cart]: [{ ...entry, version: undefined }] }],
    ['a version that is no date', { [cart]: [{ ...entry, version: 'v1' }] }],
    ['a spec that is no text', { [cart]: [{ ...entry, spec: 7 }] }],
    ['a schema that is no text', { [cart]: [{ ...entry, schema: {} }] }],
    ['parents that are no texts', { [cart]: [entry], 'com.acme.x': [{ version: newest, extends: [7] }] }],
    ['a list without names', [{ version: newest }]],
    ['a list with a text', ['x']],
  ])('[CB-84] with a capability that breaks the schema is profile_malformed: %s', async (_, capabilities) => {
    const shop = await meet()
    shop.platform.handle(platformProfile(capabilities))
    expect(await refusalsOf(shop)).toEqual([422, 'profile_malformed', -32001, 'profile_malformed'])
  })

  it('[CB-84] may have a service of another vendor that cannot be used', async () => {
    const shop = await meet()
    const broken = [{ transport: 'rest', endpoint: 'http://acme.com' }, { version: newest, transport: 'tools' }, 7]
    const services = { 'com.acme.music': broken, 'com.acme.video': { rest: { endpoint: '/x' } } }
    shop.platform.handle(platformProfile({ [cart]: entries(newest) }, newest, { services }))
    expect((await shop.call('POST', '/carts', order)).status).toBe(201)
    expect((await shop.tool('create_cart', { cart: order })).json.result).toBeDefined()
    shop.clock.now += 300_000
    shop.platform.handle(
      platformProfile({ [cart]: entries(newest) }, newest, { services: { 'dev.commerce.shopping': broken } }),
    )
    expect(await refusalsOf(shop)).toEqual([422, 'profile_malformed', -32001, 'profile_malformed'])
  })
})

describe('signing keys of a platform', () => {
  async function makeKey(kid: string): Promise<{ readonly signer: Signer; readonly jwk: object }> {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    const signer = await createSigner({ ...(await crypto.subtle.exportKey('jwk', pair.privateKey)), kid })
    return { signer, jwk: { kid, kty, crv, x, y } }
  }

  async function signed(shop: Shop, signer: Signer, tool: boolean): Promise<Record<string, string>> {
    const { origin, profile } = shop
    const headers = new Headers({ 'Commerce-Agent': `profile="${profile}"`, 'Content-Type': 'application/json' })
    const url = `${origin}/commerce/${tool ? 'tools' : 'rest/carts'}`
    const params = { name: 'create_cart', arguments: { meta: { 'commerce-agent': { profile } }, cart: order } }
    const text = JSON.stringify(tool ? { jsonrpc: '2.0', id: 7, method: 'tools/call', params } : order)
    const body = new TextEncoder().encode(text)
    const message = { method: 'POST', url, headers, body }
    const signature = await signMessage(message, signer, Math.floor(shop.clock.now / 1000))
    // The type is set by who sends it.
    const { 'content-type': _, ...given } = Object.fromEntries(headers)
    return { ...given, ...signature }
  }

  it('[CB-85] all count, whatever their number: the first one and the thousandth', async () => {
    const shop = await meet()
    const [first, last] = [await makeKey('first'), await makeKey('last')]
    const many = Array.from({ length: 998 }, (_, index) => ({ ...first.jwk, kid: `k${index}` }))
    const keys = { signing_keys: [first.jwk, ...many, last.jwk] }
    shop.platform.handle(platformProfile({ [cart]: entries(newest) }, newest, keys))
    for (const { signer } of [first, last]) {
      expect((await shop.call('POST', '/carts', order, await signed(shop, signer, false))).status).toBe(201)
      const tool = await shop.tool('create_cart', { cart: order }, {}, await signed(shop, signer, true))
      expect(tool.json.error).toBeUndefined()
    }
  })

  it('[CB-85] a signature that covers a digest which is not there is signature_missing', async () => {
    const shop = await meet()
    const { signer, jwk } = await makeKey('a')
    shop.platform.handle(platformProfile({ [cart]: entries(newest) }, newest, { signing_keys: [jwk] }))
    const { 'Content-Digest': _, ...rest } = await signed(shop, signer, false)
    const { status, json } = await shop.call('POST', '/carts', order, rest)
    expect([status, json.code]).toEqual([401, 'signature_missing'])
    const { 'Content-Digest': __, ...tools } = await signed(shop, signer, true)
    const tool = await shop.tool('create_cart', { cart: order }, {}, tools)
    expect([tool.status, tool.json.error.code, tool.json.error.data.code]).toEqual([401, -32000, 'signature_missing'])
  })
})

describe('a header and a meta', () => {
  it('[CB-86] that name two profiles are refused, and one profile twice is served', async () => {
    const shop = await meet()
    const call = (profile: string) =>
      shop.tool('get_cart', { id: 'x' }, {}, { 'Commerce-Agent': `profile="${profile}"` })
    expect((await call(shop.profile)).json.result.structuredContent.messages[0].code).toBe('not_found')
    const { error } = (await call(`${shop.profile}?other`)).json
    expect([error.code, error.data.code]).toEqual([-32001, 'invalid_profile_url'])
  })
})
