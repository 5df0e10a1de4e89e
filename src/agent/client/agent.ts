/** The address of an agent → a connected agent, with every operation of the protocol, typed. */

import type { JsonObject } from '../../json/value.ts'
import { type Binding, createCell } from '../../live/binding.ts'
import type { ProtocolVersion } from '../../protocol/message.ts'
import { addressIn } from '../../shared/http/shown-address.ts'
import { AgentError, lazyImport } from '../protocol/error.ts'
import { isMembers, readAnswer, readSameTask } from '../protocol/read-value.ts'
import type { OperationName } from '../protocol/routes.ts'
import type { CardKeys } from '../protocol/signatures.ts'
import { surfaceExtensions } from '../protocol/surface-part.ts'
import type {
  AgentCard,
  AgentInterface,
  GetTaskRequest,
  ListPushConfigsRequest,
  ListTasksRequest,
  Message,
  PushConfig,
  PushConfigPage,
  PushConfigRequest,
  SendMessageConfiguration,
  SendMessageRequest,
  Task,
  TaskPage,
  TaskRequest,
  TenantChoice,
} from '../protocol/types.ts'
import type { WireFormat } from '../protocol/wire-format.ts'
import { checkCard, chooseInterface, extensionsOf, fetchCard, isOlderCard } from './card.ts'
import type { CardCache } from './card-cache.ts'
import type { CredentialsHook } from './credentials.ts'
import { type AgentBinding, createHttp, type Transport, withTimeout } from './http.ts'
import type { Reconnect } from './reconnect.ts'
import { createLazyStream, type StreamOptions, type TaskStream } from './stream.ts'
import type { StreamRequest } from './task-stream.ts'
import { createTransport } from './transport.ts'
import { clientCodec } from './wire-codec.ts'

export interface ConnectOptions extends StreamOptions {
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined
  /**
   * Puts credentials on requests. Asked before each request, and again after a 401 or a 403 for want of a scope, for as long as it takes: the call's
   * `signal` ends the wait, `timeout` does not. They go to the address that the
   * card names, which may be of another origin than the card: look at `url` of the request where that matters. The card
   * is fetched without.
   */
  readonly credentials?: CredentialsHook | undefined
  /** Names of headers, members and methods in requests. Default: `both`. */
  readonly wireFormat?: WireFormat | undefined
  /**
   * Bindings beside JSON-RPC and HTTP+JSON, as in `[grpc()]` of `surface-runtime/agent/grpc`. The agent's order decides among
   * all. Default: none, and interfaces such as GRPC are passed over.
   */
  readonly bindings?: readonly AgentBinding[] | undefined
  /** URIs of extensions that the host supports, beside those of the surface protocol. */
  readonly extensions?: readonly string[] | undefined
  /**
   * Versions of the surface protocol that the client offers, as in `['v0.8']`; the newest one that the agent names is
   * used. A version that the agent requires is named all the same. Default: `v0.9.1`, `v0.9` and `v0.8`.
   */
  readonly surfaceVersions?: readonly ProtocolVersion[] | undefined
  /** Whose card signatures are trusted. Default: signatures are not looked at. */
  readonly keys?: CardKeys | undefined
  /**
   * `required`: only a card with a good signature is used. `optional`: a card without signatures is used, too. A card whose
   * signatures are all bad is refused wherever there are `keys`. Default: `required` with `keys`, else `optional`.
   */
  readonly signatures?: 'required' | 'optional' | undefined
  /** Allows `http:` for localhost, 127.0.0.0/8 and ::1. Default: false. */
  readonly allowInsecureLoopback?: boolean | undefined
  /** Ends the connecting: `ABORTED`. */
  readonly signal?: AbortSignal | undefined
  /** Keeps cards between connections. Default: none, and the browser's own cache serves. */
  readonly cardCache?: CardCache | undefined
}

/**
 * Fetches the agent's card, checks it, and chooses the first interface that this client speaks: of version 1.0, else of 0.3
 * over JSON-RPC, in which only `listTasks` is missing. `agent`: its address, as in `https://agent.example` or
 * `https://agents.example/payroll`; the address of its card, which ends with `.json`; or the card itself. An agent below a
 * path has its card below it, or is named by the card of the root. Rejects with an
 * `AgentError`: `CARD_INVALID`, `CARD_SIGNATURE_INVALID`, `NO_INTERFACE`, `EXTENSION_SUPPORT_REQUIRED`,
 * `ADDRESS_INSECURE`, `REDIRECT_REFUSED`, or one of the connection.
 */
export async function connectAgent(agent: string | URL | AgentCard, options: ConnectOptions = {}): Promise<Agent> {
  const { keys, allowInsecureLoopback = false, timeout = 30_000 } = options
  const { signatures: wanted = keys ? 'required' : 'optional' } = options
  const fetched: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const given = isMembers(agent) && !(agent instanceof URL)
  const place = given ? 'The option "agent"' : String(agent)

  async function verified(value: unknown, outer?: AbortSignal): Promise<AgentCard> {
    const translate = isOlderCard(value)
      ? (await lazyImport(import('../v0-3/read-card.ts'))).cardToV1
      : (card: unknown) => card
    const card = checkCard(translate(value), place)
    if (wanted === 'optional' && !(keys && isSigned(card))) return card
    // 5 kB of gzip that most hosts never need.
    const signatures = await lazyImport(import('../protocol/signatures.ts'))
    const signed = await withTimeout({ signal: outer, timeout }, (inner) =>
      // A signature is over the card as it came.
      signatures.verifySignatures(value as AgentCard, keys, fetched, inner),
    )
    return checkCard(translate(signed), place)
  }

  const activated = createCell<readonly string[]>([])
  const { bodyBytes = 16_777_216, credentials: hook, bindings = [] } = options
  const codec = clientCodec(options.wireFormat)

  /** Of the agent: a card of the host's own has no address, so that of its interface stands for it. */
  let name: string | undefined

  async function sessionOf(card: AgentCard): Promise<Session> {
    const extensions = agreedExtensions(card, options)
    const names = bindings.map(({ name }) => name)
    const address = chooseInterface(card, allowInsecureLoopback, names)
    name ??= named(given ? address.url : place)
    const parts = {
      ...{ fetch: fetched, codec, extensions, bodyBytes },
      credentials:
        hook && (await lazyImport(import('./credentials.ts'))).applyBy(hook, card, name, allowInsecureLoopback),
      bodyType: codec.bodyType(address.protocolBinding),
      onExtensions: activated.set,
    }
    const binding = bindings[names.indexOf(address.protocolBinding)]
    const transport = binding
      ? binding.connect(address, { ...options, ...parts, allowInsecureLoopback })
      : await createTransport(address, codec, createHttp(parts), bodyBytes)
    return { card, address, extensions, transport }
  }

  const { cardCache: cache, signal } = options
  const places = { fetch: fetched, cache, allowInsecureLoopback }
  const card = given
    ? await verified(agent, signal)
    : await fetchCard(place, { ...places, signal, timeout, check: verified })
  const session = await sessionOf(card)
  const loadStreams: AgentParts['loadStreams'] = () => lazyImport(import('./task-stream.ts'))
  // Loaded ahead, while nothing has to wait for it.
  if (session.card.capabilities.streaming !== false) loadStreams().catch(() => undefined)
  const extend: AgentParts['extend'] = async (value) => sessionOf(await verified(value))
  return createAgent({ address: name ?? place, session, activated, options, extend, loadStreams })
}

/** One name for one agent, however the host wrote its address. gRPC has addresses without a scheme. */
function named(address: string): string {
  const url = addressIn(address)
  return (url?.host ? url.href : `https://${address}`).replace(/\/(\.well-known\/agent(-card)?\.json)?$/, '')
}

function isSigned({ signatures = [] }: AgentCard): boolean {
  return signatures.length > 0
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

/** A message of the user; the client adds an id and the role. */
export type MessageDraft = Omit<Message, 'messageId' | 'role'> & Partial<Pick<Message, 'messageId' | 'role'>>

export interface SendRequest extends TenantChoice {
  readonly message: MessageDraft
  readonly configuration?: SendMessageConfiguration
  readonly metadata?: JsonObject
}

export interface CallOptions {
  /** Ends the request, or the stream: `ABORTED`. The task at the agent goes on. */
  readonly signal?: AbortSignal | undefined
}

/** Operations reject with an `AgentError` and nothing else. */
export interface Agent {
  /** Where the host connected to, as in `https://agent.example`; where it gave a card, that of the interface. */
  readonly address: string
  /** The card; after `extendedCard()` the extended one. */
  readonly card: AgentCard
  /** `verified`: one signature of the card is good. `unverified`: it has some, and there are no `keys`. `unsigned`: it has none. */
  readonly cardSignature: 'verified' | 'unverified' | 'unsigned'
  /** The interface that the client has chosen. `extendedCard()` may change it. */
  readonly interface: AgentInterface
  /** URIs of the extensions that the client names on every request. */
  readonly extensions: readonly string[]
  /** URIs that the agent said it activated, as of its last answer with that header. */
  readonly activated: Binding<readonly string[]>
  /** How broken connections are resumed, as the host chose. */
  readonly reconnect: Partial<Reconnect>
  /** Waits for the task to be over or interrupted, unless `returnImmediately` is set. There is no time limit. */
  sendMessage(request: SendRequest, options?: CallOptions): Promise<Task | Message>
  /** Sends when it is first iterated. Survives a broken connection by subscribing to the task again. */
  streamMessage(request: SendRequest, options?: CallOptions): TaskStream
  getTask(request: GetTaskRequest, options?: CallOptions): Promise<Task>
  listTasks(request?: ListTasksRequest, options?: CallOptions): Promise<TaskPage>
  /**
   * The tasks of all pages, loaded as they are asked for. Ends with the last page, at a cursor that was there before, and
   * after five pages in a row without a task that is new.
   */
  allTasks(request?: ListTasksRequest, options?: CallOptions): AsyncGenerator<Task, void, undefined>
  /** The task as it is now: an agent may need a while to stop. */
  cancelTask(request: TaskRequest, options?: CallOptions): Promise<Task>
  /** The task as it is, then its events. Subscribes when it is first iterated. */
  subscribe(request: { readonly id: string } & TenantChoice, options?: CallOptions): TaskStream
  createPushConfig(config: PushConfig, options?: CallOptions): Promise<PushConfig>
  getPushConfig(request: PushConfigRequest, options?: CallOptions): Promise<PushConfig>
  listPushConfigs(request: ListPushConfigsRequest, options?: CallOptions): Promise<PushConfigPage>
  deletePushConfig(request: PushConfigRequest, options?: CallOptions): Promise<void>
  /**
   * The card for authenticated users. It takes the place of `card`, with its interface, tenant and extensions: later requests
   * go there, streams that run stay where they are. A card that `connectAgent` would refuse is refused in the same way, and
   * nothing changes.
   */
  extendedCard(options?: CallOptions & TenantChoice): Promise<AgentCard>
}

/** What a card leads to. */
interface Session {
  readonly card: AgentCard
  readonly address: AgentInterface
  readonly extensions: readonly string[]
  readonly transport: Transport
}

/** @internal */
interface AgentParts {
  readonly address: string
  readonly session: Session
  readonly activated: Binding<readonly string[]>
  readonly options: ConnectOptions
  /** Rejects a card that may not be used. */
  readonly extend: (value: unknown) => Promise<Session>
  readonly loadStreams: () => Promise<typeof import('./task-stream.ts')>
}

/** One operation as a function: its request goes out, and `read` checks the answer. */
type MakeOperation = <Request extends object, Result>(
  name: OperationName,
  read: (value: unknown, request: Request) => Result | Promise<Result>,
) => (request: Request, options?: CallOptions) => Promise<Result>

/** @internal */
function createAgent(parts: AgentParts): Agent {
  const { options: chosen } = parts
  let { session } = parts
  const call = (
    name: OperationName,
    params: object = {},
    options: CallOptions = {},
    timeout = 30_000,
  ): Promise<unknown> => session.transport.call(name, params, { signal: options.signal, timeout })
  const operation: MakeOperation = (name, read) => async (request, options) =>
    read(await call(name, request, options, chosen.timeout), request)
  const listTasks: Agent['listTasks'] = operation('ListTasks', async (value) => (await loadPages()).readTaskPage(value))
  const stream = (request: Omit<StreamRequest, 'params'>, params: () => Promise<TenantChoice>): TaskStream =>
    createLazyStream(async (cells) => {
      const streams = await parts.loadStreams()
      const whole = { ...request, params: await params() }
      return streams.createOperationStream({ transport: session.transport, options: chosen }, whole, cells)
    })
  /** The message with an id and a role. All attempts have one id, so that an agent can recognise a repeated message. */
  const complete = async ({ message, ...rest }: SendRequest): Promise<SendMessageRequest> => {
    const whole = { ...rest, message: { messageId: newId(), role: 'ROLE_USER', ...message } as const }
    return (await lazyImport(import('./outgoing.ts'))).outgoing(whole)
  }
  return {
    address: parts.address,
    get card() {
      return session.card
    },
    get cardSignature() {
      return isSigned(session.card) ? (chosen.keys ? 'verified' : 'unverified') : 'unsigned'
    },
    get interface() {
      return session.address
    },
    get extensions() {
      return session.extensions
    },
    activated: parts.activated,
    reconnect: chosen.reconnect ?? {},
    async sendMessage(request, options) {
      const answer = readAnswer(await call('SendMessage', await complete(request), options, 0))
      return answer.kind === 'task' ? answer.task : answer.message
    },
    streamMessage: (request, { signal } = {}) =>
      stream({ name: 'SendStreamingMessage', taskId: request.message.taskId, signal }, () => complete(request)),
    getTask: operation('GetTask', readSameTask),
    listTasks,
    async *allTasks(request, options) {
      const pages = await lazyImport(import('./task-lists.ts'))
      yield* pages.allTasks((page) => listTasks(page, options), request)
    },
    cancelTask: operation('CancelTask', readSameTask),
    subscribe: (request, { signal } = {}) =>
      stream({ name: 'SubscribeToTask', taskId: request.id, signal }, async () => request),
    ...pushOperations(operation),
    async extendedCard({ tenant, ...options } = {}) {
      session = await parts.extend(
        await call('GetExtendedAgentCard', tenant ? { tenant } : {}, options, chosen.timeout),
      )
      return session.card
    },
  }
}

const loadPages = (): Promise<typeof import('./read-page.ts')> => lazyImport(import('./read-page.ts'))

function pushOperations(
  operation: MakeOperation,
): Pick<Agent, 'createPushConfig' | 'getPushConfig' | 'listPushConfigs' | 'deletePushConfig'> {
  const readConfig = async (value: unknown): Promise<PushConfig> => (await loadPages()).readPushConfig(value)
  return {
    createPushConfig: operation('CreatePushNotificationConfig', readConfig),
    getPushConfig: operation('GetPushNotificationConfig', readConfig),
    listPushConfigs: operation('ListPushNotificationConfigs', async (value) =>
      (await loadPages()).readPushConfigPage(value),
    ),
    deletePushConfig: operation('DeletePushNotificationConfig', () => undefined),
  }
}

/** 128 random bits. `randomUUID` exists only in secure contexts, and tests may run on plain loopback addresses. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
