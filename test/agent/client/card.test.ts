// The card: which interface is chosen, what is required, whose signature counts.
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { type Agent, type ConnectOptions, connectAgent } from '../../../src/agent/client/agent.ts'
import type { CachedCard } from '../../../src/agent/client/card-cache.ts'
import { withoutDefaults } from '../../../src/agent/protocol/signatures.ts'
import { canonicalJson } from '../../../src/shared/http/digest.ts'
import { cardOf, type Json } from './fake-agent.ts'

const base = cardOf('https://agent.example', 'JSONRPC')
const uri = 'https://example.com/extension'
const surfaces = 'https://a2ui.org/a2a-extension/a2ui/'

/** A card that no network has to bring. */
function connect(card: Json, options: ConnectOptions = {}): Promise<Agent> {
  const fetched: typeof fetch = async () => Response.json({ ...base, ...card })
  return connectAgent('https://agent.example', { fetch: fetched, ...options })
}

function interfaceOf(protocolBinding: string, protocolVersion: string, url = 'https://agent.example/x'): Json {
  return { url, protocolBinding, protocolVersion }
}

describe('the interface', () => {
  it.each([
    [
      [
        ['GRPC', '1.0'],
        ['HTTP+JSON', '1.0'],
        ['JSONRPC', '1.0'],
      ],
      'HTTP+JSON',
    ],
    [
      [
        ['JSONRPC', '0.3'],
        ['JSONRPC', '1.0.2'],
        ['HTTP+JSON', '1.0'],
      ],
      'JSONRPC',
    ],
    [
      [
        ['JSONRPC', '2.0'],
        ['HTTP+JSON', '1.0'],
      ],
      'HTTP+JSON',
    ],
  ])('[AC-17] is the first whose binding and version are spoken: %j', async (offered, chosen) => {
    const agent = await connect({ supportedInterfaces: offered.map(([one = '', two = '']) => interfaceOf(one, two)) })
    expect(agent.interface.protocolBinding).toBe(chosen)
  })

  it.each([
    [[]],
    [[['GRPC', '1.0']]],
    [
      [
        ['JSONRPC', '0.4'],
        ['HTTP+JSON', '0.3'],
        ['HTTP+JSON', '1.1'],
        ['JSONRPC', '10.0'],
      ],
    ],
  ])('[AC-17] is none of %j, and that is said before any request', async (offered: string[][]) => {
    const supportedInterfaces = offered.map(([one = '', two = '']) => interfaceOf(one, two))
    await expect(connect({ supportedInterfaces })).rejects.toMatchObject({ code: 'NO_INTERFACE' })
  })
})

describe('extensions', () => {
  const places: readonly ((list: readonly Json[]) => Json)[] = [
    (extensions) => ({ extensions }),
    (extensions) => ({ capabilities: { extensions } }),
    (extensions) => ({
      extensions: extensions.map((one) => ({ ...one, required: false })),
      capabilities: { extensions },
    }),
  ]

  it.each(places)('[AC-18] that are required and unknown are refused, in either place', async (place) => {
    const card = place([{ uri, required: true }])
    await expect(connect(card)).rejects.toMatchObject({ code: 'EXTENSION_SUPPORT_REQUIRED' })
    expect((await connect(card, { extensions: [uri] })).extensions).toEqual([uri])
    expect((await connect(place([{ uri }]))).extensions).toEqual([])
  })

  it('[AC-18] of surfaces are named in the newest version of both, and in one that is required', async () => {
    const declared = ['v0.8', 'v0.9', 'v9.9'].map((version) => ({ uri: surfaces + version }))
    expect((await connect({ extensions: declared })).extensions).toEqual([`${surfaces}v0.9`])
    const required = [...declared, { uri: `${surfaces}v0.8`, required: true }]
    expect((await connect({ extensions: required })).extensions).toEqual([`${surfaces}v0.8`, `${surfaces}v0.9`])
  })
})

describe('a cached card', () => {
  it('[AC-19] is used while it is fresh, asked for by ETag afterwards, and not kept against its headers', async () => {
    const asked: (string | null)[] = []
    let control = 'max-age=60'
    const fetched: typeof fetch = async (_, init) => {
      const tag = new Headers(init?.headers).get('if-none-match')
      asked.push(tag)
      const headers = { etag: '"1"', 'cache-control': control }
      return tag === '"1"' ? new Response(null, { status: 304, headers }) : Response.json(base, { headers })
    }
    const cardCache = new Map<string, CachedCard>()
    const once = (): Promise<Agent> => connectAgent('https://agent.example/', { fetch: fetched, cardCache })
    await once()
    await once()
    expect(asked).toEqual([null])
    const [[key, kept] = expect.fail('Nothing is kept')] = cardCache
    control = 'no-cache'
    cardCache.set(key, { ...kept, freshUntil: 0 })
    expect((await once()).card.name).toBe('Fake')
    await once()
    expect(asked).toEqual([null, '"1"', '"1"'])
    control = 'no-store'
    cardCache.clear()
    await once()
    expect(cardCache.size).toBe(0)
  })
})

describe('a card for a cache', () => {
  it('[AC-19] is kept for a day at most, and only if it is one', async () => {
    const cache = new Map<string, CachedCard>()
    const headers = { 'cache-control': 'max-age=99999999' }
    const answers = (card: unknown): ConnectOptions => ({
      cardCache: cache,
      fetch: async () => Response.json(card, { headers }),
    })
    await expect(connectAgent('https://agent.example', answers({ name: 'x' }))).rejects.toMatchObject({
      code: 'CARD_INVALID',
    })
    expect(cache.size).toBe(0)
    await connectAgent('https://agent.example', answers(base))
    expect([...cache.values()][0]?.freshUntil).toBeLessThanOrEqual(Date.now() + 86_400_000)
  })
})

describe('signatures', () => {
  const card = { ...base, description: '', skills: [], metadata: { z: 1, a: [1.5, 'ü', null] } }

  async function signed(body: unknown, header: Json = {}): Promise<{ signature: Json; jwk: JWK }> {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const payload = new TextEncoder().encode(canonicalJson(body))
    const jws = await new CompactSign(payload)
      .setProtectedHeader({ alg: 'ES256', kid: 'key', ...header })
      .sign(privateKey)
    const [head, , signature] = jws.split('.')
    return { signature: { protected: head, signature }, jwk: { ...(await exportJWK(publicKey)), kid: 'key' } }
  }

  it('[AC-20] over the canonical text of the card are good', async () => {
    const { signature, jwk } = await signed(card)
    const agent = await connect({ ...card, signatures: [signature] }, { keys: { keys: [jwk] } })
    expect(agent.card).toMatchObject({ metadata: { z: 1 }, skills: [] })
  })

  it('[AC-20] of writers that leave out defaults are good, and only what they cover is used', async () => {
    for (const kept of [new Set(['skills', 'description']), new Set<string>()]) {
      const { signature, jwk } = await signed(withoutDefaults(card, kept))
      const agent = await connect({ ...card, iconUrl: '', signatures: [signature] }, { keys: { keys: [jwk] } })
      expect(agent.card).not.toHaveProperty('iconUrl')
    }
  })

  it.each<readonly [string, (one: Json) => Json]>([
    ['of a card that was changed', (one) => ({ description: 'Another', signatures: [one] })],
    ['that was changed itself', (one) => ({ signatures: [{ ...one, signature: 'AAAA' }] })],
    ['whose header is not JSON', (one) => ({ signatures: [{ ...one, protected: 'AAAA' }] })],
    ['that is missing', () => ({})],
    ['that is missing though there is a list', () => ({ signatures: [] })],
  ])('[AC-20] %s rejects the card', async (_, change) => {
    const { signature, jwk } = await signed(card)
    const changed = connect({ ...card, ...change(signature) }, { keys: { keys: [jwk] } })
    await expect(changed).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
  })

  it('[AC-20] by another key, or by none, reject the card', async () => {
    const { signature } = await signed(card)
    const { jwk } = await signed(card)
    const none = await signed(card, { alg: 'ES256', kid: '' })
    for (const [one, keys] of [
      [signature, [jwk]],
      [signature, []],
      [none.signature, [none.jwk]],
    ] as const) {
      const bad = connect({ ...card, signatures: [one] }, { keys: { keys } })
      await expect(bad).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
    }
  })

  it('[AC-20] may name a key set, which is asked for only where the host allows it', async () => {
    const jku = 'https://keys.example/set.json'
    const { signature, jwk } = await signed(card, { jku })
    const asked: string[] = []
    const fetched: typeof fetch = async (input) => {
      asked.push(String(input))
      return Response.json(String(input) === jku ? { keys: [jwk] } : { ...card, signatures: [signature] })
    }
    await connectAgent('https://agent.example', { fetch: fetched, keys: { jku: [jku] } })
    expect(asked).toContain(jku)
    asked.length = 0
    const refused = connectAgent('https://agent.example', {
      fetch: fetched,
      keys: { jku: ['https://keys.example/other'] },
    })
    await expect(refused).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
    expect(asked).not.toContain(jku)
  })

  it('[AC-20] are looked at up to a number, each key set once, and not for ever', async () => {
    const jku = 'https://keys.example/set.json'
    const { signature } = await signed(card, { jku })
    let asked = 0
    const answers = (count: number, set: (init?: RequestInit) => Promise<Response>): typeof fetch => {
      const signatures = Array(count).fill(signature)
      return async (input, init) => {
        if (String(input) !== jku) return Response.json({ ...card, signatures })
        asked++
        return set(init)
      }
    }
    const fetched = answers(20, async () => Response.json({ keys: [] }))
    const refused = connectAgent('https://agent.example', { fetch: fetched, keys: { jku: [jku] } })
    await expect(refused).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
    expect(asked).toBe(1)
    const { signature: good, jwk } = await signed(card)
    const late = connect({ ...card, signatures: [...Array(8).fill(signature), good] }, { keys: { keys: [jwk] } })
    await expect(late).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
    const silent = answers(1, (init) => {
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    })
    const waiting = connectAgent('https://agent.example', { fetch: silent, keys: { jku: [jku] }, timeout: 20 })
    await expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  it('[AC-20] are not looked at without keys', async () => {
    const bad = { signatures: [{ protected: 'x', signature: 'y' }] }
    expect((await connect(bad)).cardSignature).toBe('unverified')
    expect((await connect({})).cardSignature).toBe('unsigned')
    expect((await connect({ signatures: [] })).cardSignature).toBe('unsigned')
  })

  it('[AC-20] may be required, or be optional where there are keys', async () => {
    const { signature, jwk } = await signed(card)
    const good = { ...card, signatures: [signature] }
    const keys = { keys: [jwk] }
    expect((await connect(good, { keys })).cardSignature).toBe('verified')
    expect((await connect(good, { keys, signatures: 'optional' })).cardSignature).toBe('verified')
    expect((await connect(card, { keys, signatures: 'optional' })).cardSignature).toBe('unsigned')
    const refused = { code: 'CARD_SIGNATURE_INVALID' }
    const changed = { ...good, description: 'Another' }
    await expect(connect(changed, { keys, signatures: 'optional' })).rejects.toMatchObject(refused)
    for (const one of [good, card])
      await expect(connect(one, { signatures: 'required' })).rejects.toMatchObject(refused)
  })

  it.each([
    [{ b: 1, a: [true, null] }, '{"a":[true,null],"b":1}'],
    [{ '\u20ac': 1, '\r': 2, '1': 3, '\ud83d\ude00': 4, ö: 5 }, '{"\\r":2,"1":3,"ö":5,"€":1,"😀":4}'],
    [[1e30, 4.5, 2e-3, 1e-27, -0], '[1e+30,4.5,0.002,1e-27,0]'],
  ])('[AC-20] cover the canonical text %#', (value, text) => expect(canonicalJson(value)).toBe(text))
})
