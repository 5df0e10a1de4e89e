// Errors of the platform's side say which address they are about, and nothing of it that may be a secret.
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readAgentHeader } from '../../src/commerce/address.ts'
import { errorResponse } from '../../src/commerce/business/answer.ts'
import { type CommerceError, type ConnectOptions, connectBusiness } from '../../src/commerce/index.ts'
import { wireNames } from '../../src/commerce/wire-names.ts'
import { type Answer, cart, enveloped, profileOf, startCounterpart, version } from './counterpart.ts'

const shop = startCounterpart()

async function failure(call: Promise<unknown>): Promise<CommerceError> {
  return call.then(
    () => expect.fail('the call went well'),
    (error: unknown) => error as CommerceError,
  )
}

describe('an error of a call', () => {
  it.each<[string, string, Answer, Partial<ConnectOptions>]>([
    ['network_failed', 'The business did not answer', { body: 'x', cut: true }, { attempts: 1 }],
    ['redirect_refused', 'The business answered with a redirect', { status: 302, headers: { location: '/' } }, {}],
    ['response_too_large', 'The body has over 9 bytes', { body: enveloped(cart) }, { maxBytes: 9 }],
    ['response_malformed', 'The body is not valid JSON', { body: '<p>' }, {}],
    ['response_malformed', 'The answer cannot be used: /id is the id of another cart', { body: enveloped(cart) }, {}],
    [
      'signature_missing',
      'The message has no signature that covers all it must',
      { body: enveloped(cart) },
      { requireSignatures: true },
    ],
    ['cart_conflict', 'Try again', { status: 409, body: { code: 'cart_conflict', content: 'Try again' } }, {}],
    ['internal_error', 'The business answered with status 500', { status: 500 }, {}],
  ])('[CO-23] %s names the operation, and no cart: %s', async (code, content, answer, options) => {
    shop.routes.set('/rest/carts/hidden/cancel', answer)
    const credentials = { kind: 'apiKey', key: 'hidden' } as const
    const error = await failure((await shop.connect({ credentials, ...options })).cancelCart('hidden'))
    const address = `${shop.origin}/rest/carts/{id}/cancel`
    expect(error).toMatchObject({ name: 'CommerceError', code, content, address, message: `${content} (${address})` })
    expect(inspect(error)).not.toContain('hidden')
  })

  it('[CO-23] keeps its cause, its status and what the business wants', async () => {
    const body = { code: 'rate_limited', content: 'Slowly', continue_url: 'https://shop.example/help' }
    shop.routes.set('/rest/carts', { status: 429, headers: { 'retry-after': '60' }, body })
    const request = { line_items: [{ item: { id: 'mug' }, quantity: 1 }] }
    const refused = await failure((await shop.connect()).createCart(request))
    const address = `${shop.origin}/rest/carts`
    expect(refused).toMatchObject({ status: 429, retryAfter: 60, continueUrl: body.continue_url, address })
    const { origin } = shop
    const cause = new Error('reset')
    const options = {
      attempts: 1,
      fetch: async (url: string) => (url === address ? Promise.reject(cause) : fetch(url)),
    }
    const failed = await failure((await shop.connect(options as Partial<ConnectOptions>)).createCart(request))
    expect(failed).toMatchObject({ code: 'network_failed', status: 0, cause, address: `${origin}/rest/carts` })
  })

  it('[CO-23] is about the endpoint where all tool calls go to it', async () => {
    shop.routes.set('/tools', { body: {} })
    const error = await failure((await shop.connect({ binding: 'tools' })).getCart('hidden'))
    expect(error).toMatchObject({ code: 'response_malformed', address: `${shop.origin}/tools` })
  })

  it('[CO-23] of a signal is its reason, as it is', async () => {
    const reason = new Error('left')
    const got = (await shop.connect()).getCart('cart1', { signal: AbortSignal.abort(reason) })
    await expect(got).rejects.toBe(reason)
  })
})

describe('an error of a profile', () => {
  it.each<[string, string, Answer]>([
    ['/.well-known/commerce', 'profile_unreachable', { status: 503 }],
    ['/.well-known/commerce', 'profile_malformed', { body: '{}' }],
    ['/platform.json', 'profile_unreachable', { body: '{', cut: true }],
    ['/platform.json', 'profile_malformed', { body: '<p>' }],
  ])('[CO-23] names which one it is: %s, %s', async (path, code, answer) => {
    const key = path.startsWith('/platform') ? '?key=hidden' : ''
    shop.routes.set(path + key, answer)
    const error = await failure(shop.connect({ profile: `${shop.origin}/platform.json${key}` }))
    expect(error).toMatchObject({ code, address: shop.origin + path })
    expect(error.message).toBe(`${error.content} (${shop.origin}${path})`)
    expect(error.content).not.toContain(shop.origin)
    expect(inspect(error)).not.toContain('hidden')
  })

  it.each([
    ['version_unsupported', { version: '2020-01-01' }],
    ['capabilities_incompatible', { capabilities: {} }],
    ['binding_missing', { services: {} }],
  ])('[CO-23] %s names that of the business', async (code, members) => {
    const address = `${shop.origin}/.well-known/commerce`
    shop.routes.set('/.well-known/commerce', { body: profileOf(shop.origin, members) })
    await expect(shop.connect()).rejects.toMatchObject({ code, address })
  })
})

it.each([
  ['https://user:hidden@shop.example/x?key=hidden#hidden', 'https://shop.example/x'],
  ['http://shop.example/?key=hidden', 'http://shop.example/'],
  ['shop.example?key=hidden', 'shop.example'],
  [undefined, 'undefined'],
])('[CO-23] the address %s is refused and shown without secrets', async (origin, address) => {
  const options = { profile: 'https://platform.example/p', fetch: () => expect.fail('a request was sent') }
  const error = await failure(connectBusiness(origin as string, options))
  expect(error).toMatchObject({ code: 'invalid_profile_url', address })
  expect(inspect(error)).not.toContain('hidden')
})

it('[CO-23] a business tells its clients no address', async () => {
  let error: unknown
  try {
    readAgentHeader('profile="http://10.0.0.8:9200/internal"')
  } catch (thrown) {
    error = thrown
  }
  expect(error).toMatchObject({ address: 'http://10.0.0.8:9200/internal' })
  expect(await errorResponse(error as CommerceError, wireNames(), version).json()).toEqual({
    ...{ code: 'invalid_profile_url', content: 'An address must be an absolute https URL' },
  })
})
