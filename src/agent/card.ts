/** The agent's card: fetched, checked, kept as long as its headers say, and the interface that this client speaks. */
import { essenceOf, isJsonType, parseJson, readText, unexpectedType } from './body.ts'
import { AgentError } from './error.ts'
import { checkAddress, withTimeout } from './http.ts'
import { errorOfBody, retryAfterOf } from './read-error.ts'
import type { AgentCard, AgentExtension, AgentInterface } from './types.ts'
import { isMembers, listOf, type Members, own } from './value.ts'

const cardPath = '/.well-known/agent-card.json'

/** Bytes of a card. */
const cardBytes = 1_048_576

/** A card as it came, and when it has to be asked for again. */
export interface CachedCard {
  readonly card: unknown
  readonly etag: string | undefined
  /** Milliseconds since the epoch. */
  readonly freshUntil: number
}

/** Cards by address. A browser has a cache of its own; elsewhere a `Map` that lives as long as the program will do. */
export interface CardCache {
  get(url: string): CachedCard | undefined
  set(url: string, card: CachedCard): unknown
}

export interface FetchCard {
  readonly fetch: typeof fetch
  readonly cache: CardCache | undefined
  readonly allowInsecureLoopback: boolean
  readonly signal: AbortSignal | undefined
  readonly timeout: number
}

/**
 * The card as it came. It is public, so the request has neither credentials nor headers of the protocol: a browser then
 * asks the server for no permission first.
 */
export async function fetchCard(origin: string, options: FetchCard): Promise<unknown> {
  const base = checkAddress(origin, options.allowInsecureLoopback)
  const url = new URL(cardPath, base).href
  const kept = options.cache?.get(url)
  if (kept && kept.freshUntil > Date.now()) return kept.card
  return withTimeout(options, async (signal) => {
    const headers: Record<string, string> = { accept: 'application/json' }
    if (kept?.etag !== undefined) headers['if-none-match'] = kept.etag
    const response = await options.fetch(url, { headers, ...(signal ? { signal } : {}) })
    refuseOrigin(response, base)
    const card = response.status === 304 && kept ? kept.card : await bodyOf(response)
    keep(options.cache, url, card, response.headers, kept?.etag)
    return card
  })
}

function refuseOrigin({ url }: Response, base: URL): void {
  // A response that a host's own `fetch` made up has no address.
  if (url === '' || new URL(url).origin === base.origin) return
  throw new AgentError('REDIRECT_REFUSED', `The card came from another origin, ${new URL(url).origin}`, {
    hint: 'Connect to that origin, if you trust it.',
  })
}

async function bodyOf(response: Response): Promise<unknown> {
  const type = essenceOf(response)
  if (!response.ok) {
    await response.body?.cancel()
    const more = { httpStatus: response.status, retryAfter: retryAfterOf(response.headers, Date.now()) }
    if (response.status !== 404) throw errorOfBody(undefined, more)
    throw invalidCard(`there is none at ${cardPath}`, more)
  }
  if (type !== '' && !isJsonType(type)) {
    await response.body?.cancel()
    throw unexpectedType(type)
  }
  return parseJson(await readText(response, cardBytes))
}

/** `Cache-Control` of RFC 9111: `no-store` keeps nothing, and without `max-age` the card is asked for again. */
function keep(
  cache: CardCache | undefined,
  url: string,
  card: unknown,
  headers: Headers,
  before: string | undefined,
): void {
  const control = headers.get('cache-control') ?? ''
  if (!cache || /\bno-store\b/i.test(control)) return
  const seconds = /\bno-cache\b/i.test(control) ? 0 : Number(/\bmax-age=(\d+)/i.exec(control)?.[1] ?? 0)
  cache.set(url, { card, etag: headers.get('etag') ?? before, freshUntil: Date.now() + seconds * 1000 })
}

/** Throws `CARD_INVALID` unless the value is a card. Members that this version does not know are kept. */
export function checkCard(value: unknown): AgentCard {
  if (!isMembers(value)) throw invalidCard('it must be an object')
  for (const name of ['name', 'supportedInterfaces', 'capabilities'])
    if (own(value, name) === undefined) throw invalidCard(`"${name}" is missing`)
  const interfaces = listOf(value, 'supportedInterfaces').filter(isMembers)
  const texts = ['url', 'protocolBinding', 'protocolVersion']
  if (!interfaces.every((one) => texts.every((name) => typeof own(one, name) === 'string')))
    throw invalidCard(`an interface needs ${texts.join(', ')}`)
  return value as unknown as AgentCard
}

function invalidCard(reason: string, more: { readonly httpStatus?: number } = {}): AgentError {
  return new AgentError('CARD_INVALID', `The agent has no valid card: ${reason}`, {
    hint: 'Check the address; it must be the one of an agent that speaks version 1.0.',
    ...more,
  })
}

/** Extensions from both places of a card, each once. It is required if either place says so. */
export function extensionsOf(card: AgentCard): readonly AgentExtension[] {
  const found = new Map<string, AgentExtension>()
  const capabilities = card.capabilities as unknown as Members
  const all = [...listOf(capabilities, 'extensions'), ...listOf(card as unknown as Members, 'extensions')]
  for (const value of all) {
    if (!isMembers(value) || typeof value['uri'] !== 'string') continue
    const one = value as unknown as AgentExtension
    const other = found.get(one.uri)
    const required = one.required === true || other?.required === true
    found.set(one.uri, { ...other, ...one, required })
  }
  return [...found.values()]
}

/**
 * The first interface whose binding and version this client speaks. The agent lists them by preference. Its address may
 * be on another origin, because the card's origin names it; it must be as safe as the card's.
 */
export function chooseInterface(card: AgentCard, allowInsecureLoopback: boolean): AgentInterface {
  const spoken = card.supportedInterfaces.find(
    ({ protocolBinding: binding, protocolVersion: version }) =>
      (binding === 'JSONRPC' || binding === 'HTTP+JSON') && /^1\.0(\.\d+)?$/.test(version),
  )
  if (spoken) {
    checkAddress(spoken.url, allowInsecureLoopback)
    return spoken
  }
  const offered = card.supportedInterfaces.map((one) => `${one.protocolBinding} ${one.protocolVersion}`)
  throw new AgentError('NO_INTERFACE', `The agent offers ${offered.join(', ').slice(0, 200) || 'no interface'}`, {
    hint: 'The agent must offer JSONRPC or HTTP+JSON in version 1.0.',
  })
}
