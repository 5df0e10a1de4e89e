/**
 * HTTP message signatures (RFC 9421) with body digests (RFC 9530), for requests and answers, on WebCrypto. Loaded only
 * where a key is given or a signature came. ES256, ES384 and Ed25519; the key decides, not the message.
 */
import { type InnerList, parseDictionary, serializeDictionary, serializeInnerList } from 'structured-headers'
import { CommerceError } from './error.ts'
import type { SigningKey } from './profile.ts'
import { type KeyAlgorithm, type Signer, signatureAlgorithmOf } from './signer.ts'

/** What is signed: a request, or an answer where `status` is there. `body`: the raw bytes; empty counts as none. */
export type SignableMessage =
  | {
      readonly method: string
      readonly url: string
      readonly headers: Headers
      readonly body?: Uint8Array<ArrayBuffer>
    }
  | { readonly status: number; readonly headers: Headers; readonly body?: Uint8Array<ArrayBuffer> }

/** The headers that carry a signature, to be set on the message. */
export interface SignatureHeaders {
  readonly 'Signature-Input': string
  readonly Signature: string
  /** Absent where there is no body. */
  readonly 'Content-Digest'?: string
}

const label = 'sig1'

/** @param created Unix time in seconds. Default: now. */
export async function signMessage(
  message: SignableMessage,
  signer: Signer,
  created: number = Math.floor(Date.now() / 1000),
): Promise<SignatureHeaders> {
  const digest = hasBody(message) ? serializeDictionary({ 'sha-256': await hash('SHA-256', message.body) }) : undefined
  const headers = new Headers(message.headers)
  if (digest !== undefined) headers.set('content-digest', digest)
  const signed = { ...message, headers }
  const input: InnerList = [
    componentsOf(signed).map((name) => [name, new Map()]),
    new Map<string, string | number>([
      ['created', created],
      ['keyid', signer.keyid],
    ]),
  ]
  const signature = await signer.sign(signatureBase(signed, input))
  return {
    'Signature-Input': serializeDictionary(new Map([[label, input]])),
    Signature: serializeDictionary({ [label]: signature }),
    ...(digest !== undefined && { 'Content-Digest': digest }),
  }
}

/** The message's headers with those of its signature. */
export async function withSignature(message: SignableMessage, signer: Signer): Promise<Headers> {
  const headers = new Headers(message.headers)
  for (const [name, value] of Object.entries(await signMessage(message, signer))) headers.set(name, value)
  return headers
}

/** When a message is verified, and how old its signature may be. Times are in seconds. */
export interface SignatureTimes {
  /** Unix time. Default: now. */
  readonly now?: number
  /** Since `created`. An older signature is refused. Default: any age. */
  readonly maxAge?: number
  /** Whether a signature without `created` is refused: it has no age. Default: false. */
  readonly mustBeDated?: boolean
}

/** Seconds that a signer's clock may be ahead of ours. */
export const clockSkew = 60

/**
 * Checks a signature and resolves to the id of its key. One valid signature that covers all it must is enough.
 *
 * Throws `signature_missing` where there is none or it covers too little, `key_not_found`, `algorithm_unsupported`,
 * `digest_mismatch` and `signature_invalid` (document 000, "Signature errors").
 *
 * @param keyOf Looks a key up by its id in the signer's profile; may fetch the profile again.
 */
export async function verifyMessage(
  message: SignableMessage,
  keyOf: (keyid: string) => SigningKey | undefined | Promise<SigningKey | undefined>,
  times: SignatureTimes = {},
): Promise<string> {
  const inputs = dictionary(message.headers, 'signature-input')
  const signatures = dictionary(message.headers, 'signature')
  let failure = new CommerceError('signature_missing', 'The message has no signature that covers all it must')
  for (const [name, input] of inputs) {
    const signature = signatures.get(name)?.[0]
    if (!isInnerList(input) || !(signature instanceof ArrayBuffer) || !coversEnough(message, input)) continue
    try {
      const fault = faultOf(input, times)
      if (fault !== undefined) throw invalid(fault)
      return await verifyOne(message, input, signature, keyOf)
    } catch (error) {
      if (!(error instanceof CommerceError)) throw error
      failure = error
    }
  }
  throw failure
}

/** Why a signature counts no more, or never did: its times (RFC 9421 section 2.3), and a component that it names twice. */
function faultOf(
  [items, parameters]: InnerList,
  { now = Math.floor(Date.now() / 1000), maxAge = Number.POSITIVE_INFINITY, mustBeDated = false }: SignatureTimes,
): string | undefined {
  const [created, expires] = ['created', 'expires'].map((name) => parameters.get(name))
  if (![created, expires].every((time) => time === undefined || Number.isSafeInteger(time)))
    return 'has a time that is no integer'
  if (created === undefined && mustBeDated) return 'does not say when it was made'
  if (Number(expires) < now || Number(created) < now - maxAge) return 'has expired'
  if (Number(created) > now + clockSkew) return 'was made in the future'
  return new Set(items.map(([name]) => name)).size < items.length ? 'covers a component twice' : undefined
}

async function verifyOne(
  message: SignableMessage,
  input: InnerList,
  signature: ArrayBuffer,
  keyOf: (keyid: string) => SigningKey | undefined | Promise<SigningKey | undefined>,
): Promise<string> {
  const [keyid, alg] = ['keyid', 'alg'].map((name) => input[1].get(name))
  const key = typeof keyid === 'string' ? await keyOf(keyid) : undefined
  if (typeof keyid !== 'string' || !key)
    throw new CommerceError('key_not_found', 'The key of the signature is not known')
  const algorithm = signatureAlgorithmOf(key)
  if (!algorithm || (alg !== undefined && alg !== algorithm.name)) {
    throw new CommerceError('algorithm_unsupported', 'The algorithm of the signature is not supported')
  }
  // Without a body too: a digest that is sent, and may be signed, says that there is none.
  if (hasBody(message) || message.headers.has('content-digest')) await checkDigest(message)
  if (!(await isGenuine(key, algorithm, signature, signatureBase(message, input)))) throw invalid('does not fit')
  return keyid
}

async function isGenuine(
  key: SigningKey,
  algorithm: KeyAlgorithm,
  signature: ArrayBuffer,
  base: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  // Only the key material: `use`, `alg` or `key_ops` of a profile may say what WebCrypto then refuses.
  const { kty, crv = '', x = '', y } = key
  const jwk = y === undefined ? { kty, crv, x } : { kty, crv, x, y }
  try {
    const imported = await crypto.subtle.importKey('jwk', jwk, algorithm.key, false, ['verify'])
    return await crypto.subtle.verify(algorithm.use, imported, signature, base)
  } catch {
    return false
  }
}

/** Every digest of an algorithm that we know must fit, and there must be one. Throws `digest_mismatch`. */
export async function checkDigest({ headers, body }: SignableMessage): Promise<void> {
  const digests = [...dictionary(headers, 'content-digest')].filter(([name]) => Object.hasOwn(digestAlgorithms, name))
  let fits = digests.length > 0
  for (const [name, [value]] of digests) {
    const expected = await hash(digestAlgorithms[name] ?? '', body ?? new Uint8Array())
    fits &&= value instanceof ArrayBuffer && sameBytes(new Uint8Array(value), new Uint8Array(expected))
  }
  if (!fits) throw new CommerceError('digest_mismatch', 'The body differs from its Content-Digest')
}

const digestAlgorithms: Readonly<Record<string, string>> = { 'sha-256': 'SHA-256', 'sha-512': 'SHA-512' }

/** The components that a signature covers, in our order. Headers count where the message has them. */
function componentsOf(message: SignableMessage): readonly string[] {
  const present = (names: readonly string[]): readonly string[] => names.filter((name) => message.headers.has(name))
  const body = hasBody(message) ? ['content-digest', 'content-type'] : []
  if ('status' in message) return ['@status', ...body]
  const query = new URL(message.url).search === '' ? [] : ['@query']
  const headers = present(['commerce-agent', 'ucp-agent', 'idempotency-key'])
  return ['@method', '@authority', '@path', ...query, ...headers, ...body]
}

function coversEnough(message: SignableMessage, [items]: InnerList): boolean {
  const covered = new Set(items.map(([name]) => name))
  // A digest that is covered and was taken out is missing, and nothing was compared with it.
  if (covered.has('content-digest') && !message.headers.has('content-digest')) return false
  return componentsOf(message).every((name) => covered.has(name))
}

/** RFC 9421 section 2.5: a line for each component, and the parameters at the end. */
function signatureBase(message: SignableMessage, input: InnerList): Uint8Array<ArrayBuffer> {
  const lines = input[0].map(([name, parameters]) => {
    if (typeof name !== 'string' || parameters.size > 0) throw invalid('covers a component that is not supported')
    return `"${name}": ${componentValue(message, name)}`
  })
  return new TextEncoder().encode([...lines, `"@signature-params": ${serializeInnerList(input)}`].join('\n'))
}

function componentValue(message: SignableMessage, name: string): string {
  const value = name.startsWith('@') ? derivedValue(message, name) : message.headers.get(name)
  if (value === undefined || value === null) throw invalid(`covers ${name}, which the message does not have`)
  return value
}

/** RFC 9421 section 2.2. */
function derivedValue(message: SignableMessage, name: string): string | undefined {
  if ('status' in message) return name === '@status' ? String(message.status) : undefined
  const url = new URL(message.url)
  switch (name) {
    case '@method':
      return message.method.toUpperCase()
    case '@authority':
      return url.host
    case '@scheme':
      return url.protocol.slice(0, -1)
    case '@path':
      return url.pathname
    case '@query':
      return url.search === '' ? '?' : url.search
    case '@target-uri':
      return url.href
    default:
      return undefined
  }
}

/** What does not parse has no members. */
function dictionary(headers: Headers, name: string): ReturnType<typeof parseDictionary> {
  try {
    return parseDictionary(headers.get(name) ?? '')
  } catch {
    return new Map()
  }
}

function isInnerList(member: readonly unknown[]): member is InnerList {
  return Array.isArray(member[0])
}

function hasBody(message: SignableMessage): message is SignableMessage & { readonly body: Uint8Array<ArrayBuffer> } {
  return message.body !== undefined && message.body.length > 0
}

function hash(algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return crypto.subtle.digest(algorithm, bytes)
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

function invalid(fault: string): CommerceError {
  return new CommerceError('signature_invalid', `The signature ${fault}`)
}
