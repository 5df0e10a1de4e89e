// Signatures of both sides, against everything a message may have wrong. RFC 9421's examples: signature-examples.test.ts.
import { beforeAll, describe, expect, it } from 'vitest'
import { createSigner, type Signer, type SigningKey } from '../../src/commerce/index.ts'
import { type SignableMessage, signMessage, verifyMessage } from '../../src/commerce/signature.ts'
import { bytes } from '../support/bytes.ts'

const curves = ['P-256', 'P-384', 'Ed25519'] as const
const signers = new Map<string, Signer>()
const keys: SigningKey[] = []

beforeAll(async () => {
  for (const curve of curves) {
    const algorithm = curve === 'Ed25519' ? { name: curve } : { name: 'ECDSA', namedCurve: curve }
    const pair = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
    const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey)
    signers.set(curve, await createSigner({ ...jwk, kid: curve }))
    keys.push({ kid: curve, kty: jwk.kty ?? '', crv: jwk.crv ?? '', x: jwk.x ?? '', ...(jwk.y && { y: jwk.y }) })
  }
})

const keyOf = (kid: string): SigningKey | undefined => keys.find((key) => key.kid === kid)

interface Draft {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly url?: string
  readonly curve?: (typeof curves)[number]
}

function draft({ headers, body, url = 'https://shop.example/api/carts' }: Draft): SignableMessage {
  return {
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: new Headers({ 'commerce-agent': 'profile="https://p.example/"', ...headers }),
    ...(body !== undefined && { body: bytes(body) }),
  }
}

async function signed(parts: Draft = {}, created?: number): Promise<SignableMessage> {
  const message = draft(parts)
  const signer = signers.get(parts.curve ?? 'P-256')
  if (!signer) throw new Error('no signer')
  for (const [name, value] of Object.entries(await signMessage(message, signer, created)))
    message.headers.set(name, value)
  return message
}

const post: Draft = { headers: { 'content-type': 'application/json', 'idempotency-key': 'k' }, body: '{"a":1}' }

describe('a signature', () => {
  it.each(curves)('[CO-7] by %s is made and verified, raw r‖s for ECDSA', async (curve) => {
    const message = await signed({ ...post, curve })
    await expect(verifyMessage(message, keyOf)).resolves.toBe(curve)
    const length = { 'P-256': 64, 'P-384': 96, Ed25519: 64 }[curve]
    expect(atob(message.headers.get('signature')?.split(':')[1] ?? '')).toHaveLength(length)
  })

  it('[CO-7] covers method, authority, path, query, the agent, the key of the retry, and the body', async () => {
    const covers = async (parts: Draft): Promise<string | undefined> =>
      /\((.*)\)/.exec((await signed(parts, 7)).headers.get('signature-input') ?? '')?.[1]
    expect(await covers({})).toBe('"@method" "@authority" "@path" "commerce-agent"')
    expect(await covers({ url: 'https://shop.example/a?b=c' })).toBe(
      '"@method" "@authority" "@path" "@query" "commerce-agent"',
    )
    expect(await covers(post)).toBe(
      '"@method" "@authority" "@path" "commerce-agent" "idempotency-key" "content-digest" "content-type"',
    )
  })

  it.each<[string, (headers: Headers) => void]>([
    ['the agent header', (headers) => headers.set('commerce-agent', 'profile="https://evil.example/"')],
    ['the idempotency key', (headers) => headers.set('idempotency-key', 'other')],
    ['the content type', (headers) => headers.set('content-type', 'text/plain')],
    [
      'the parameters',
      (headers) =>
        headers.set('signature-input', headers.get('signature-input')?.replace(/created=\d+/, 'created=1') ?? ''),
    ],
    ['the signature', (headers) => headers.set('signature', `sig1=:${btoa('x'.repeat(64))}:`)],
    ['an algorithm of DER form', (headers) => headers.set('signature', `sig1=:${btoa('0'.repeat(70))}:`)],
  ])('[CO-7] does not fit when %s is another', async (_, change) => {
    const message = await signed(post)
    change(message.headers)
    await expect(verifyMessage(message, keyOf)).rejects.toMatchObject({ code: 'signature_invalid', status: 401 })
  })

  it.each([
    ['method', { method: 'PUT' }],
    ['host', { url: 'https://evil.example/api/carts' }],
    ['path', { url: 'https://shop.example/api/carts/1/cancel' }],
  ])('[CO-7] does not fit another %s', async (_, change) => {
    await expect(verifyMessage({ ...(await signed(post)), ...change }, keyOf)).rejects.toMatchObject({
      code: 'signature_invalid',
    })
  })

  it.each<[string, string, (headers: Headers) => void]>([
    [
      'both headers',
      'signature_missing',
      (headers) => {
        headers.delete('signature')
        headers.delete('signature-input')
      },
    ],
    ['Signature', 'signature_missing', (headers) => headers.delete('signature')],
    ['Signature-Input', 'signature_missing', (headers) => headers.delete('signature-input')],
    ['syntax', 'signature_missing', (headers) => headers.set('signature-input', '((')],
    [
      'coverage of the body',
      'signature_missing',
      (headers) => headers.set('signature-input', 'sig1=("@method" "@authority" "@path");keyid="P-256"'),
    ],
    ['Content-Digest', 'signature_missing', (headers) => headers.delete('content-digest')],
    ['a known digest', 'digest_mismatch', (headers) => headers.set('content-digest', 'md5=:AAAA:')],
    ['its key in the profile', 'key_not_found', (headers) => replaceInput(headers, 'keyid="P-256"', 'keyid="gone"')],
    ['a key id', 'key_not_found', (headers) => replaceInput(headers, ';keyid="P-256"', '')],
    [
      'the algorithm of its key',
      'algorithm_unsupported',
      (headers) => replaceInput(headers, '"P-256"', '"P-256";alg="rsa-v1_5-sha256"'),
    ],
    ['time', 'signature_invalid', (headers) => replaceInput(headers, 'created=', 'expires=9;created=')],
    [
      'a header it covers',
      'signature_invalid',
      (headers) => replaceInput(headers, '("@method"', '("@method" "x-gone"'),
    ],
    [
      'a component that is plain',
      'signature_invalid',
      (headers) => replaceInput(headers, '("@method"', '("@method";req "@method"'),
    ],
  ])('[CO-7] without %s is %s', async (_, code, change) => {
    const message = await signed(post)
    change(message.headers)
    await expect(verifyMessage(message, keyOf)).rejects.toMatchObject({ code })
  })

  describe('whose words are its own', () => {
    const at = 1_000_000
    const names = '"@method" "@authority" "@path" "commerce-agent" "idempotency-key" "content-digest" "content-type"'

    /** Rightly signed, with these components and parameters. */
    async function signedAs(parameters: string, components = names): Promise<SignableMessage> {
      const message = await signed(post)
      const values: Readonly<Record<string, string>> = {
        ...{ '@method': 'POST', '@authority': 'shop.example', '@path': '/api/carts' },
        ...Object.fromEntries(message.headers),
      }
      const input = `(${components})${parameters};keyid="P-256"`
      const lines = components.split(' ').map((name) => `${name}: ${values[name.slice(1, -1)]}`)
      const base = bytes([...lines, `"@signature-params": ${input}`].join('\n'))
      const signature = new Uint8Array((await signers.get('P-256')?.sign(base)) ?? new ArrayBuffer())
      message.headers.set('signature-input', `sig1=${input}`)
      message.headers.set('signature', `sig1=:${btoa(String.fromCharCode(...signature))}:`)
      return message
    }

    it.each([
      ['no time', ''],
      ['a minute ahead', `;created=${at + 60}`],
      ['long ago', ';created=1'],
      ['just over', `;created=${at};expires=${at}`],
    ])('[CO-7] is taken: %s', async (_, parameters) => {
      await expect(verifyMessage(await signedAs(parameters), keyOf, { now: at })).resolves.toBe('P-256')
    })

    it.each([
      ['from the future', `;created=${at + 61}`, 'was made in the future'],
      ['whose time is a text', `;created="${at}"`, 'has a time that is no integer'],
      ['whose time is a decimal', `;created=${at}.5`, 'has a time that is no integer'],
      ['whose time is a flag', ';created', 'has a time that is no integer'],
      ['whose end is a text', `;created=${at};expires="${at + 9}"`, 'has a time that is no integer'],
      ['whose end is a decimal', `;expires=${at}.5`, 'has a time that is no integer'],
      ['that is over', `;expires=${at - 1}`, 'has expired'],
    ])('[CO-7] %s is refused', async (_, parameters, fault) => {
      const verified = verifyMessage(await signedAs(parameters), keyOf, { now: at })
      await expect(verified).rejects.toMatchObject({ code: 'signature_invalid', content: `The signature ${fault}` })
    })

    it('[CO-7] that names a component twice is refused', async () => {
      const verified = verifyMessage(await signedAs('', `${names} "@path"`), keyOf, { now: at })
      const content = 'The signature covers a component twice'
      await expect(verified).rejects.toMatchObject({ code: 'signature_invalid', content })
    })

    it('[CO-7] is refused by its age, and without a time where it must have one', async () => {
      const aged = async (parameters: string): Promise<string> =>
        verifyMessage(await signedAs(parameters), keyOf, { now: at, maxAge: 9, mustBeDated: true })
      await expect(aged(`;created=${at - 9}`)).resolves.toBe('P-256')
      await expect(aged(`;created=${at - 10}`)).rejects.toMatchObject({ content: 'The signature has expired' })
      await expect(aged('')).rejects.toMatchObject({ content: 'The signature does not say when it was made' })
    })
  })

  it('[CO-7] of a body that was changed is a digest that does not fit', async () => {
    const message = { ...(await signed(post)), body: bytes('{"a":2}') }
    await expect(verifyMessage(message, keyOf)).rejects.toMatchObject({ code: 'digest_mismatch', status: 400 })
  })

  it('[CO-7] of a message without a body fits its digest, if it has one', async () => {
    const empty = 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:'
    const other = 'sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:'
    const message = await signed()
    message.headers.set('content-digest', empty)
    expect(await verifyMessage(message, keyOf)).toBe('P-256')
    for (const digest of [other, 'unknown=:AA==:', '?']) {
      message.headers.set('content-digest', digest)
      await expect(verifyMessage(message, keyOf)).rejects.toMatchObject({ code: 'digest_mismatch' })
    }
  })

  it('[CO-7] is not taken from keys of other types or for other uses', async () => {
    const message = await signed(post)
    const own = keyOf('P-256')
    if (!own) throw new Error('no key')
    const others: readonly Partial<SigningKey>[] = [
      { kty: 'RSA' },
      { crv: 'P-521' },
      { use: 'enc' },
      { key_ops: ['deriveKey'] },
    ]
    for (const other of others) {
      const verified = verifyMessage(message, () => ({ ...own, ...other }))
      await expect(verified).rejects.toMatchObject({ code: 'algorithm_unsupported', status: 400 })
    }
    await expect(verifyMessage(message, () => ({ ...own, use: 'sig', alg: 'ES256' }))).resolves.toBe('P-256')
    await expect(verifyMessage(message, () => ({ ...own, x: 'AAAA' }))).rejects.toMatchObject({
      code: 'signature_invalid',
    })
    await expect(createSigner({ kid: 'r', kty: 'RSA' })).rejects.toMatchObject({ code: 'algorithm_unsupported' })
  })

  it('[CO-7] is one of several: a valid one is enough, whatever the others are', async () => {
    const message = await signed(post)
    const [input, signature] = [message.headers.get('signature-input'), message.headers.get('signature')]
    message.headers.set('signature-input', `${input?.replace('sig1', 'old').replace('"P-256"', '"gone"')}, ${input}`)
    message.headers.set('signature', `${signature?.replace('sig1', 'old')}, ${signature}`)
    await expect(verifyMessage(message, keyOf)).resolves.toBe('P-256')
  })

  it('[CO-7] of an answer covers its status and its body', async () => {
    const signer = signers.get('P-256')
    const answer = { status: 200, headers: new Headers({ 'content-type': 'application/json' }), body: bytes('{}') }
    if (!signer) throw new Error('no signer')
    for (const [name, value] of Object.entries(await signMessage(answer, signer))) answer.headers.set(name, value)
    await expect(verifyMessage(answer, keyOf)).resolves.toBe('P-256')
    await expect(verifyMessage({ ...answer, status: 201 }, keyOf)).rejects.toMatchObject({ code: 'signature_invalid' })
  })
})

function replaceInput(headers: Headers, from: string, to: string): void {
  headers.set('signature-input', headers.get('signature-input')?.replace(from, to) ?? '')
}
