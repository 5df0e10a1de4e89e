// Profiles of both published shapes, and the header that names one.
import { describe, expect, it } from 'vitest'
import { readAgentHeader, writeAgentHeader } from '../../src/commerce/address.ts'
import { readProfile } from '../../src/commerce/index.ts'
import type { ProfileOptions } from '../../src/commerce/profile.ts'
import { wireNames } from '../../src/commerce/wire-names.ts'

const [jan, apr] = ['2026-01-11', '2026-04-08']
const entry = { version: jan, spec: 'https://commerce.dev/spec', schema: 'https://commerce.dev/schema.json' }
const cart = 'dev.commerce.shopping.cart'

describe('a profile', () => {
  const rest = { schema: 'https://shop.example/openapi.json', endpoint: 'https://shop.example/api/' }
  const key = { kid: 'k1', kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }

  it('[CO-3] of either shape is read into one form', () => {
    const lists = {
      services: { 'dev.commerce.shopping': [{ version: jan, transport: 'rest', ...rest }] },
      capabilities: { [cart]: [entry] },
    }
    const objects = {
      services: { 'dev.commerce.shopping': { version: jan, spec: 'https://commerce.dev/spec', rest } },
      capabilities: [{ name: cart, version: jan }],
    }
    const [a, b] = [lists, objects].map((shape) => readProfile({ commerce: { version: jan, ...shape } }))
    const binding = { version: jan, transport: 'rest', schema: rest.schema, endpoint: 'https://shop.example/api' }
    expect(a?.services).toEqual({ 'dev.commerce.shopping': [binding] })
    expect(b?.services).toEqual({ 'dev.commerce.shopping': [{ ...binding, spec: 'https://commerce.dev/spec' }] })
    expect(a?.capabilities).toEqual({ [cart]: [entry] })
    expect(b?.capabilities).toEqual({ [cart]: [{ name: cart, version: jan }] })
  })

  it.each(['rest', 'tools', 'agent', 'embedded'])('[CO-3] has bindings of the transport %s', (transport) => {
    const endpoint = transport === 'embedded' ? {} : { endpoint: 'https://shop.example/x' }
    const document = { commerce: { version: jan, services: { 'com.a.s': { version: jan, [transport]: endpoint } } } }
    expect(readProfile(document).services['com.a.s']).toEqual([{ version: jan, transport, ...endpoint }])
  })

  it('[CO-3] has the keys of both lists, each id once', () => {
    const other = { ...key, kid: 'newer' }
    const both = { ucp: { version: apr }, signing_keys: [key], keys: [{ ...key, x: 'other' }, other] }
    expect(readProfile(both, { wire: wireNames('ucp') }).signingKeys).toEqual([key, other])
    const inside = { ucp: { version: apr, signing_keys: [key] }, keys: [key, other] }
    expect(readProfile(inside, { wire: wireNames('ucp') }).signingKeys).toEqual([key, other])
  })

  it('[CO-3] has keys, payment handlers as they are, and supported versions, wherever they stand', () => {
    const handlers = { 'com.pay.card': [{ id: 'p', version: jan, available_instruments: [{ type: 'card' }] }] }
    const versions = { [jan]: 'https://shop.example/old' }
    const inside = readProfile({
      commerce: { version: apr, payment_handlers: handlers, signing_keys: [key, 'x'], supported_versions: versions },
    })
    const outside = readProfile({ commerce: { version: apr }, keys: [key], supported_versions: versions })
    expect(inside).toMatchObject({ version: apr, paymentHandlers: handlers, signingKeys: [key] })
    expect(outside).toMatchObject({ signingKeys: [key], services: {}, capabilities: {}, paymentHandlers: {} })
    expect([inside.supportedVersions, outside.supportedVersions]).toEqual([versions, versions])
  })

  it('[CO-3] in the other names has its names', () => {
    const services = { 'dev.ucp.shopping': [{ version: jan, transport: 'mcp', endpoint: 'https://shop.example/mcp' }] }
    const capabilities = { 'dev.ucp.shopping.cart': [{ version: jan, schema: 'https://ucp.dev/cart.json' }] }
    const profile = readProfile({ ucp: { version: jan, services, capabilities } }, { wire: wireNames('ucp') })
    expect(profile.services['dev.ucp.shopping']?.[0]?.transport).toBe('tools')
    expect(Object.keys(profile.capabilities)).toEqual(['dev.ucp.shopping.cart'])
  })

  it.each<readonly [string, unknown]>([
    ['no object', []],
    ['no member of the protocol', { ucp: { version: jan } }],
    ['a version that is no date', { commerce: { version: 'draft' } }],
    ['a version that is a number', { commerce: { version: 20260111 } }],
    ['services of a wrong type', { commerce: { version: jan, services: [] } }],
    ['a service that is a text', { commerce: { version: jan, services: { 'dev.commerce.shopping': 'x' } } }],
    ['a service without a version', { commerce: { version: jan, services: { 'dev.commerce.shopping': { rest } } } }],
    ['capabilities of a wrong type', { commerce: { version: jan, capabilities: 'all' } }],
    ['payment handlers of a wrong type', { commerce: { version: jan, payment_handlers: [] } }],
    ['signing keys of a wrong type', { commerce: { version: jan, signing_keys: {} } }],
    ['supported versions of a wrong type', { commerce: { version: jan }, supported_versions: 'all' }],
    ...[
      'http://shop.example/api',
      'ftp://shop.example',
      '/api',
      'https://a:b@shop.example',
      'https://shop.example/?a',
      'https://shop.example/#a',
      'http://127.0.0.1:1',
      7,
      undefined,
    ].map(
      (endpoint) =>
        [
          `the endpoint ${endpoint}`,
          {
            commerce: {
              version: jan,
              services: { 'dev.commerce.shopping': [{ version: jan, transport: 'rest', endpoint }] },
            },
          },
        ] as const,
    ),
  ])('[CO-3] is malformed with %s', (_, document) => {
    expect(() => readProfile(document)).toThrow(expect.objectContaining({ code: 'profile_malformed', status: 422 }))
  })

  it('[CO-3] may name http on loopback where the host allows it, and nowhere else', () => {
    const at = (endpoint: string): unknown => ({
      commerce: {
        version: jan,
        services: { 'dev.commerce.shopping': [{ version: jan, transport: 'rest', endpoint }] },
      },
    })
    const read = (endpoint: string): unknown =>
      readProfile(at(endpoint), { allowInsecureLoopback: true }).services['dev.commerce.shopping']
    for (const host of ['127.0.0.1:80', 'localhost:8080', '[::1]:3']) expect(read(`http://${host}/api`)).toHaveLength(1)
    for (const host of ['shop.example', '127.0.0.1.example', '10.0.0.1']) expect(() => read(`http://${host}`)).toThrow()
  })

  const foreign = { ...entry, spec: 'https://evil.example/spec' }
  it.each<[string, string, object, ProfileOptions, boolean]>([
    ['with spec and schema of its namespace', cart, entry, {}, true],
    ['with a foreign spec', cart, foreign, {}, false],
    ['with a foreign spec where that is a warning', cart, foreign, { specOrigin: 'warn' }, true],
    ['with a foreign schema', cart, { ...entry, schema: 'https://evil.example/s' }, { specOrigin: 'warn' }, false],
    ['without a spec', cart, { version: jan, schema: entry.schema }, {}, false],
    ['without a schema', cart, { version: jan, spec: entry.spec }, {}, false],
    ['with a version that is no date', cart, { ...entry, version: '1.0' }, {}, false],
    ['with a name that is no name', 'Cart!', entry, {}, false],
  ])('[CO-2] a capability %s', (_, name, capability, options, kept) => {
    const warnings: string[] = []
    const document = { commerce: { version: jan, capabilities: { [name]: [capability] } } }
    const profile = readProfile(document, { ...options, onWarning: (warning) => warnings.push(warning) })
    expect(Object.keys(profile.capabilities)).toEqual(kept ? [name] : [])
    expect(warnings).toHaveLength(capability === entry && kept ? 0 : 1)
  })
})

describe('the agent header', () => {
  it('[CO-4] names the profile as a text, and is read back', () => {
    const header = writeAgentHeader('https://platform.example/profile.json')
    expect(header).toBe('profile="https://platform.example/profile.json"')
    expect(readAgentHeader(header)).toBe('https://platform.example/profile.json')
    expect(readAgentHeader(writeAgentHeader('https://p.example/a"b?c\\d#é'))).toBe(
      'https://p.example/a%22b?c\\d#%C3%A9',
    )
    expect(readAgentHeader('v=1, profile="https://p.example/";q=1')).toBe('https://p.example/')
    expect(readAgentHeader('profile="http://127.0.0.1:9/p"', true)).toBe('http://127.0.0.1:9/p')
  })

  it.each([
    undefined,
    '',
    'https://p.example',
    'profile=https://p.example',
    'profile',
    'Profile="https://p.example"',
    'profile=("https://p.example")',
    'profile="http://p.example"',
    'profile="http://127.0.0.1/p"',
    'profile="p"',
    'profile="https://p.example',
    'profile=7',
  ])('[CO-4] is refused as %s', (header) => {
    expect(() => readAgentHeader(header)).toThrow(expect.objectContaining({ code: 'invalid_profile_url', status: 400 }))
  })
})
