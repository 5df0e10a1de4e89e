/** The address of an agent → a connected agent. */
import { type Agent, type AgentParts, createAgent } from './agent.ts'
import type { ApplyCredentials } from './apply-credentials.ts'
import { createCell } from './binding.ts'
import { type CardCache, checkCard, chooseInterface, extensionsOf, fetchCard } from './card.ts'
import type { CredentialsHook } from './credentials.ts'
import { contentTypes, type Dialect } from './dialect.ts'
import { AgentError } from './error.ts'
import { createHttp, withTimeout } from './http.ts'
import type { Reconnect } from './reconnect.ts'
import type { CardKeys } from './signatures.ts'
import { surfaceExtensions } from './surface-part.ts'
import { createTransport } from './transport.ts'
import type { AgentCard } from './types.ts'

export interface ConnectOptions {
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined
  /**
   * Puts credentials on requests. Asked before each request, and again after a 401. They go to the address that the
   * card names, which may be of another origin than the card: look at `url` of the request where that matters. The card
   * is fetched without.
   */
  readonly credentials?: CredentialsHook | undefined
  /** Spelling of headers and members. Default: `both`. */
  readonly dialect?: Dialect | undefined
  /** URIs of extensions that the host supports, beside those of the surface protocol. */
  readonly extensions?: readonly string[] | undefined
  /** Whose card signatures are trusted. Default: signatures are not looked at. */
  readonly keys?: CardKeys | undefined
  /** Allows `http:` for localhost, 127.0.0.0/8 and ::1. Default: false. */
  readonly allowInsecureLoopback?: boolean | undefined
  /** Ends the connecting: `ABORTED`. */
  readonly signal?: AbortSignal | undefined
  /** Keeps cards between connections. Default: none, and the browser's own cache serves. */
  readonly cardCache?: CardCache | undefined
  /** Milliseconds until an answer begins; `sendMessage` has no limit. Default: 30,000. */
  readonly timeout?: number | undefined
  /** Milliseconds without a byte until a stream counts as broken. Default: 60,000. */
  readonly idleTimeout?: number | undefined
  /** UTF-16 units of one event of a stream. Default: 4 MiB. */
  readonly eventBytes?: number | undefined
  /** UTF-16 units of the events that a stream's task is made of. Over it the stream ends. Default: 64 MiB. */
  readonly taskBytes?: number | undefined
  /** Bytes of any other answer. Default: 16 MiB. */
  readonly bodyBytes?: number | undefined
  /** How broken streams are resumed. */
  readonly reconnect?: Partial<Reconnect> | undefined
  /** Faults of streams that the client has put right by itself. Default: they are passed over. */
  readonly onError?: ((error: AgentError) => void) | undefined
}

const defaultReconnect: Reconnect = { tries: 8, minDelay: 1_000, maxDelay: 30_000, reorderTime: 1_000 }

/**
 * Fetches the card at `origin`, checks it, and chooses the first interface that this client speaks. Rejects with an
 * `AgentError`: `CARD_INVALID`, `CARD_SIGNATURE_INVALID`, `NO_INTERFACE`, `EXTENSION_SUPPORT_REQUIRED`,
 * `ADDRESS_INSECURE`, `REDIRECT_REFUSED`, or one of the connection.
 */
export async function connectAgent(origin: string, options: ConnectOptions = {}): Promise<Agent> {
  const { dialect = 'both', keys, allowInsecureLoopback = false, timeout = 30_000 } = options
  const fetched: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))

  async function verified(value: unknown, outer?: AbortSignal): Promise<AgentCard> {
    const card = checkCard(value)
    if (!keys) return card
    // 5 kB of gzip that most hosts never need.
    const signatures = await import('./signatures.ts')
    return withTimeout({ signal: outer, timeout }, (inner) => signatures.verifyCard(card, keys, fetched, inner))
  }

  const { cardCache: cache, signal } = options
  const places = { fetch: fetched, cache, allowInsecureLoopback }
  const card = { current: await fetchCard(origin, { ...places, signal, timeout, check: verified }) }
  const extensions = agreedExtensions(card.current, options.extensions ?? [])
  const address = chooseInterface(card.current, allowInsecureLoopback)
  const activated = createCell<readonly string[]>([])
  const publicRest = dialect === 'public' && address.protocolBinding !== 'JSONRPC'
  const http = createHttp({
    ...{ fetch: fetched, dialect, extensions, bodyBytes: options.bodyBytes ?? 16_777_216 },
    credentials: await applied(options.credentials, () => card.current, allowInsecureLoopback),
    bodyType: publicRest ? contentTypes.json.public : contentTypes.json.seed,
    onExtensions: activated.set,
  })
  const sse = { eventBytes: options.eventBytes ?? 4_194_304, idleTimeout: options.idleTimeout ?? 60_000 }
  const loadStreams: AgentParts['loadStreams'] = () => import('./task-stream.ts')
  // Loaded ahead, while nothing has to wait for it.
  if (card.current.capabilities.streaming !== false) loadStreams().catch(() => undefined)
  return createAgent({
    ...{ card, address, extensions, activated, timeout, checkCard: verified, loadStreams },
    streamTimeout: Math.max(timeout, sse.idleTimeout),
    transport: createTransport(address, dialect, http, sse),
    taskBytes: options.taskBytes ?? 67_108_864,
    reconnect: { ...defaultReconnect, ...options.reconnect },
    onError: options.onError ?? (() => undefined),
  })
}

/** Hosts without credentials need none of this code either. */
async function applied(
  hook: CredentialsHook | undefined,
  cardOf: () => AgentCard,
  allowInsecureLoopback: boolean,
): Promise<ApplyCredentials | undefined> {
  if (!hook) return undefined
  const credentials = await import('./apply-credentials.ts')
  return credentials.applyBy(hook, cardOf, allowInsecureLoopback)
}

/**
 * The host's extensions, and of the surface protocol the newest version that the agent names, with any that it
 * requires. An extension that is required and unknown: `EXTENSION_SUPPORT_REQUIRED`.
 */
function agreedExtensions(card: AgentCard, own: readonly string[]): readonly string[] {
  const declared = extensionsOf(card)
  const agreed = new Set(own)
  const newest = surfaceExtensions.find((uri) => declared.has(uri))
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
