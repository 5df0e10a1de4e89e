/** The address of an agent → a connected agent. */

import type { ProtocolVersion } from '../protocol/message.ts'
import { type Agent, type AgentParts, createAgent } from './agent.ts'
import { createCell } from './binding.ts'
import { type CardCache, checkCard, chooseInterface, extensionsOf, fetchCard } from './card.ts'
import type { CredentialsHook } from './credentials.ts'
import { contentTypes, type Dialect } from './dialect.ts'
import { AgentError, late } from './error.ts'
import { createHttp, withTimeout } from './http.ts'
import type { CardKeys } from './signatures.ts'
import type { StreamOptions } from './stream-options.ts'
import { surfaceExtensions } from './surface-part.ts'
import { createTransport } from './transport.ts'
import type { AgentCard } from './types.ts'

export interface ConnectOptions extends StreamOptions {
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined
  /**
   * Puts credentials on requests. Asked before each request, and again after a 401, for as long as it takes: the call's
   * `signal` ends the wait, `timeout` does not. They go to the address that the
   * card names, which may be of another origin than the card: look at `url` of the request where that matters. The card
   * is fetched without.
   */
  readonly credentials?: CredentialsHook | undefined
  /** Spelling of headers and members. Default: `both`. */
  readonly dialect?: Dialect | undefined
  /** URIs of extensions that the host supports, beside those of the surface protocol. */
  readonly extensions?: readonly string[] | undefined
  /**
   * Versions of the surface protocol that the client offers, as in `['v0.8']`; the newest one that the agent names is
   * used. A version that the agent requires is named all the same. Default: `v0.9.1`, `v0.9` and `v0.8`.
   */
  readonly surfaceVersions?: readonly ProtocolVersion[] | undefined
  /** Whose card signatures are trusted. Default: signatures are not looked at. */
  readonly keys?: CardKeys | undefined
  /** Allows `http:` for localhost, 127.0.0.0/8 and ::1. Default: false. */
  readonly allowInsecureLoopback?: boolean | undefined
  /** Ends the connecting: `ABORTED`. */
  readonly signal?: AbortSignal | undefined
  /** Keeps cards between connections. Default: none, and the browser's own cache serves. */
  readonly cardCache?: CardCache | undefined
}

/**
 * Fetches the card at `origin`, checks it, and chooses the first interface that this client speaks. Rejects with an
 * `AgentError`: `CARD_INVALID`, `CARD_SIGNATURE_INVALID`, `NO_INTERFACE`, `EXTENSION_SUPPORT_REQUIRED`,
 * `ADDRESS_INSECURE`, `REDIRECT_REFUSED`, or one of the connection.
 */
export async function connectAgent(origin: string, options: ConnectOptions = {}): Promise<Agent> {
  const { dialect = 'both', keys, allowInsecureLoopback = false, timeout = 30_000 } = options
  const fetched: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))

  async function verified(value: unknown, outer?: AbortSignal): Promise<AgentCard> {
    const card = checkCard(value, origin)
    if (!keys) return card
    // 5 kB of gzip that most hosts never need.
    const signatures = await late(import('./signatures.ts'))
    return withTimeout({ signal: outer, timeout }, (inner) => signatures.verifyCard(card, keys, fetched, inner))
  }

  const { cardCache: cache, signal } = options
  const places = { fetch: fetched, cache, allowInsecureLoopback }
  const card = { current: await fetchCard(origin, { ...places, signal, timeout, check: verified }) }
  const extensions = agreedExtensions(card.current, options)
  const address = chooseInterface(card.current, allowInsecureLoopback)
  const activated = createCell<readonly string[]>([])
  const publicRest = dialect === 'public' && address.protocolBinding !== 'JSONRPC'
  const { bodyBytes = 16_777_216, credentials: hook } = options
  const cardOf = (): AgentCard => card.current
  const http = createHttp({
    ...{ fetch: fetched, dialect, extensions, bodyBytes },
    credentials: hook && (await late(import('./apply-credentials.ts'))).applyBy(hook, cardOf, allowInsecureLoopback),
    bodyType: publicRest ? contentTypes.json.public : contentTypes.json.seed,
    onExtensions: activated.set,
  })
  const loadStreams: AgentParts['loadStreams'] = () => late(import('./operation-stream.ts'))
  // Loaded ahead, while nothing has to wait for it.
  if (card.current.capabilities.streaming !== false) loadStreams().catch(() => undefined)
  const transport = await createTransport(address, dialect, http, bodyBytes)
  return createAgent({ card, address, extensions, activated, transport, options, checkCard: verified, loadStreams })
}

/**
 * The host's extensions, and of the surface protocol the newest version that the agent names, with any that it
 * requires. An extension that is required and unknown: `EXTENSION_SUPPORT_REQUIRED`.
 */
function agreedExtensions(
  card: AgentCard,
  { extensions: own = [], surfaceVersions }: ConnectOptions,
): readonly string[] {
  const declared = extensionsOf(card)
  const agreed = new Set(own)
  const offered = (uri: string): boolean => surfaceVersions?.some((version) => uri.endsWith(`/${version}`)) ?? true
  const newest = surfaceExtensions.find((uri) => declared.has(uri) && offered(uri))
  const known = new Set<string>([...own, ...surfaceExtensions])
  for (const [uri, required] of declared) {
    if (required && !known.has(uri))
      throw new AgentError('EXTENSION_SUPPORT_REQUIRED', `The agent requires the extension ${uri}`, {
        hint: 'If the host supports it, name it in the option "extensions".',
      })
    if (required || uri === newest) agreed.add(uri)
  }
  return [...agreed]
}
