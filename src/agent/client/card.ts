/** The agent's card: fetched, checked, kept as long as its headers say, and the interface that this client speaks. */
import { isDeeper } from '../../shared/http/limits.ts'
import { addressIn, shownAddress } from '../../shared/http/shown-address.ts'
import { AgentError, lazyImport } from '../protocol/error.ts'
import { getOwn, isMembers, listOf, type Members, maxDepth } from '../protocol/read-value.ts'
import type { AgentCard, AgentInterface } from '../protocol/types.ts'
import type { AskForCard, CardCache } from './card-cache.ts'
import { errorOfResponse, readJson, withTimeout } from './http.ts'

/** Where cards are. Before version 0.3 they had the second name. */
const cardPaths = ['/.well-known/agent-card.json', '/.well-known/agent.json']

/** Bytes of a card. */
const cardBytes = 1_048_576

interface FetchCard {
  readonly fetch: typeof fetch
  readonly cache: CardCache | undefined
  readonly allowInsecureLoopback: boolean
  readonly signal: AbortSignal | undefined
  readonly timeout: number
  /** Rejects what is no card, or cannot be trusted. Only what passes is kept. */
  readonly check: (value: unknown, signal?: AbortSignal) => Promise<AgentCard>
}

/**
 * The card as it came. It is public, so the request has neither credentials nor headers of the protocol: a browser then
 * asks the server for no permission first.
 */
export async function fetchCard(address: string, options: FetchCard): Promise<AgentCard> {
  const base = checkAddress(address, options.allowInsecureLoopback)
  const places = placesOf(base)
  const [url = ''] = places
  const ask: AskForCard = (headers, cardOf, keep) =>
    withTimeout({ ...options, url }, async (signal) => {
      const init = { headers: { accept: 'application/json', ...headers }, signal }
      const faults: AgentError[] = []
      for (const [index, place] of places.entries()) {
        try {
          const response = await follow(options.fetch, place, init)
          refuseOrigin(response, base)
          const card = await cardOf(response)
          if (index >= cardPaths.length && !serves(card, base))
            throw invalidCard(address, `that of ${base.origin} is of another agent`)
          const checked = await options.check(card, signal)
          keep?.(card, response.headers)
          return checked
        } catch (cause) {
          const isBelow = index < places.length - cardPaths.length
          if (!(cause instanceof AgentError) || !(isElsewhere(cause) || (isBelow && isRefused(cause)))) throw cause
          faults.push(cause)
        }
      }
      // A page, or another agent's card, says more than that there is none.
      throw faults.find(({ httpStatus }) => httpStatus !== 404) ?? faults[0]
    })
  const body = (response: Response): Promise<unknown> => bodyOf(response, url)
  if (!options.cache) return ask({}, body)
  const { throughCache } = await lazyImport(import('./card-cache.ts'))
  return throughCache(url, { ...options, cache: options.cache, ask, body })
}

/** What may stand in place of a card: nothing, a page, something else. The next place is asked then. */
function isElsewhere({ code }: AgentError): boolean {
  return ['CARD_INVALID', 'CONTENT_TYPE_UNEXPECTED', 'JSON_SYNTAX'].includes(code)
}

/** Below a path the agent itself may answer, which takes no such request, or a page that asks for a password. */
function isRefused({ code, httpStatus = 0 }: AgentError): boolean {
  return code === 'REDIRECT_REFUSED' || (httpStatus >= 400 && httpStatus < 500 && ![408, 429].includes(httpStatus))
}

/** An agent below a path has its card there, else at the root. The address of a card itself is the only place. */
function placesOf({ href, origin, pathname }: URL): readonly string[] {
  if (/\.json$/.test(pathname)) return [href]
  return [...new Set([withoutSlash(pathname), ''])].flatMap((path) => cardPaths.map((one) => origin + path + one))
}

/** Whether a card of the root names an interface at or below the address that the host asked for. */
function serves(card: unknown, { origin, pathname }: URL): boolean {
  const named = isMembers(card) ? [card, ...interfaceLists.flatMap((name) => listOf(card, name))] : []
  return named.some((one) => {
    const url = isMembers(one) ? addressIn(String(getOwn(one, 'url'))) : undefined
    return url?.origin === origin && `${url.pathname}/`.startsWith(`${withoutSlash(pathname)}/`)
  })
}

/** In both versions. */
const interfaceLists = ['supportedInterfaces', 'additionalInterfaces']

function withoutSlash(text: string): string {
  return text.replace(/\/$/, '')
}

/**
 * Follows one redirect within the origin. Another one is refused before a request goes there; browsers do not tell its
 * address, so they follow, and the origin is looked at afterwards.
 */
async function follow(fetched: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  const response = await fetched(url, { ...init, redirect: 'manual' })
  if (response.type === 'opaqueredirect') return fetched(url, init)
  const location = response.headers.get('location')
  if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return response
  await response.body?.cancel()
  const target = addressIn(location, url)
  if (target?.origin !== new URL(url).origin) throw refusedOrigin(target?.origin ?? 'no address')
  return fetched(target.href, { ...init, redirect: 'error' })
}

function refuseOrigin({ url }: Response, base: URL): void {
  // A response that a host's own `fetch` made up has no address.
  if (url === '' || new URL(url).origin === base.origin) return
  throw refusedOrigin(new URL(url).origin)
}

function refusedOrigin(origin: string): AgentError {
  return new AgentError('REDIRECT_REFUSED', `The card is at another origin, ${origin}`, {
    hint: 'Connect to that origin, if you trust it.',
  })
}

async function bodyOf(response: Response, url: string): Promise<unknown> {
  if (response.ok) return readJson(response, cardBytes)
  const error = await errorOfResponse(response, cardBytes)
  throw response.status === 404 ? invalidCard(url, 'there is none', 404) : error
}

/**
 * Throws `CARD_INVALID` unless the value is a card. Members that this version does not know are kept. `origin`: of the agent, for
 * the message.
 */
export function checkCard(value: unknown, origin: string): AgentCard {
  if (!isMembers(value)) throw invalidCard(origin, 'it must be an object')
  for (const name of ['name', 'supportedInterfaces', 'capabilities'])
    if (getOwn(value, name) === undefined) throw invalidCard(origin, `"${name}" is missing`)
  if (isDeeper(value, maxDepth)) throw invalidCard(origin, 'it has too many levels')
  if (!isMembers(value['capabilities'])) throw invalidCard(origin, '"capabilities" must be an object')
  needEach(value, origin, 'signatures', ['protected', 'signature'])
  needEach(value, origin, 'supportedInterfaces', ['url', 'protocolBinding'])
  const card = { ...value, supportedInterfaces: listOf(value, 'supportedInterfaces').map(withVersion) }
  needEach(card, origin, 'supportedInterfaces', ['protocolVersion'])
  return card as unknown as AgentCard
}

/** Some agents do not say it. */
function withVersion(one: unknown): object {
  return { protocolVersion: '', ...(one as Members) }
}

/** An optional list of objects with these texts. */
function needEach(card: Members, origin: string, name: string, texts: readonly string[]): void {
  const list = getOwn(card, name) ?? []
  const good = (one: unknown): boolean => isMembers(one) && texts.every((text) => typeof getOwn(one, text) === 'string')
  if (!Array.isArray(list) || !list.every(good))
    throw invalidCard(origin, `each of "${name}" needs ${texts.join(', ')}`)
}

function invalidCard(url: string, reason: string, httpStatus?: number): AgentError {
  return new AgentError('CARD_INVALID', `${shownAddress(url)} has no valid card: ${reason}`, {
    hint: 'Check the address; it must be the one of an agent that speaks version 1.0 or 0.3.',
    httpStatus,
  })
}

/** Whether members of the card may stand there as version 0.3 has them. A card may serve readers of both versions. */
export function isOlderCard(value: unknown): boolean {
  return isMembers(value) && getOwn(value, 'url') !== undefined
}

/** The URIs of extensions from both places of a card → whether one of them requires it. */
export function extensionsOf(card: AgentCard): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>()
  for (const place of [card.capabilities, card] as unknown as readonly Members[])
    for (const one of listOf(place, 'extensions').filter(isMembers)) {
      const { uri, required } = one
      if (typeof uri === 'string') found.set(uri, required === true || found.get(uri) === true)
    }
  return found
}

/**
 * The first interface whose binding and version this client speaks: of version 1.0, else of 0.3. The agent lists them by
 * preference. `more`: other bindings that the host has given. Its address may be on another origin, because the card's origin names it; it must be as safe as the card's.
 */
export function chooseInterface(
  card: AgentCard,
  allowInsecureLoopback: boolean,
  more: readonly string[],
): AgentInterface {
  const first = (bindings: readonly string[], version: RegExp): AgentInterface | undefined =>
    card.supportedInterfaces.find((one) => bindings.includes(one.protocolBinding) && version.test(one.protocolVersion))
  const usual = ['JSONRPC', 'HTTP+JSON']
  const spoken =
    first([...usual, ...more], /^1\.0(\.\d+)?$/) ?? first(usual, /^$/) ?? first(['JSONRPC'], /^0\.3(\.\d+)?$/)
  if (spoken) {
    // Addresses of other bindings have other forms.
    if (!more.includes(spoken.protocolBinding)) checkAddress(spoken.url, allowInsecureLoopback)
    return spoken
  }
  const offered = card.supportedInterfaces.map((one) => `${one.protocolBinding} ${one.protocolVersion}`)
  throw new AgentError('NO_INTERFACE', `The agent offers ${offered.join(', ').slice(0, 200) || 'no interface'}`, {
    hint: 'The agent must offer JSONRPC or HTTP+JSON in version 1.0, or JSONRPC in version 0.3.',
  })
}

/** `https:` anywhere; `http:` only on this machine and if the host allows it. Anything else: `ADDRESS_INSECURE`. */
export function checkAddress(address: string, allowInsecureLoopback: boolean): URL {
  const url = addressIn(address)
  const secure =
    url?.protocol === 'https:' ||
    (allowInsecureLoopback && url?.protocol === 'http:' && loopbackName.test(url.hostname))
  // `fetch` refuses an address with a password, and its error would show the password.
  const named = url !== undefined && url.username + url.password !== ''
  if (secure && !named) return url
  const fault = named ? 'holds a user name or password' : 'is no https address'
  throw new AgentError('ADDRESS_INSECURE', `"${shownAddress(address)}" ${fault}`, {
    hint: 'Use https, and the option "credentials"; for an agent on this machine set "allowInsecureLoopback".',
  })
}

const loopbackName = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/
