/** The address of an agent → a connected agent, with every operation of the protocol, typed. */

import type { JsonObject } from '../json/value.ts'
import { type Binding, createCell } from '../live/binding.ts'
import type { ProtocolVersion } from '../protocol/message.ts'
import { checkCard, chooseInterface, extensionsOf, fetchCard, isOlderCard } from './card.ts'
import type { CardCache } from './card-cache.ts'
import type { CredentialsHook } from './credentials.ts'
import { AgentError, late } from './error.ts'
import { createHttp, type Transport, withTimeout } from './http.ts'
import { readAnswer, readPushConfig, readPushConfigPage, readTask, readTaskPage } from './read-value.ts'
import type { Reconnect } from './reconnect.ts'
import type { CardKeys } from './signatures.ts'
import { contentTypes, type Dialect, type OperationName } from './spelling.ts'
import { createLazyStream, type StreamOptions, type TaskStream } from './stream.ts'
import { surfaceExtensions } from './surface-part.ts'
import type { StreamRequest } from './task-stream.ts'
import { createTransport } from './transport.ts'
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
  Task,
  TaskPage,
  TaskRequest,
} from './types.ts'

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
 * Fetches the card at `origin`, checks it, and chooses the first interface that this client speaks: of version 1.0, else of 0.3
 * over JSON-RPC, in which only `listTasks` is missing. Rejects with an
 * `AgentError`: `CARD_INVALID`, `CARD_SIGNATURE_INVALID`, `NO_INTERFACE`, `EXTENSION_SUPPORT_REQUIRED`,
 * `ADDRESS_INSECURE`, `REDIRECT_REFUSED`, or one of the connection.
 */
export async function connectAgent(origin: string, options: ConnectOptions = {}): Promise<Agent> {
  const { dialect = 'both', keys, allowInsecureLoopback = false, timeout = 30_000 } = options
  const fetched: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))

  async function verified(value: unknown, outer?: AbortSignal): Promise<AgentCard> {
    const translate = isOlderCard(value)
      ? (await late(import('./v0-3/read-card.ts'))).cardToV1
      : (card: unknown) => card
    const card = checkCard(translate(value), origin)
    if (!keys) return card
    // 5 kB of gzip that most hosts never need.
    const signatures = await late(import('./signatures.ts'))
    const signed = await withTimeout({ signal: outer, timeout }, (inner) =>
      // A signature is over the card as it came.
      signatures.verifyCard(value as AgentCard, keys, fetched, inner),
    )
    return checkCard(translate(signed), origin)
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
    credentials: hook && (await late(import('./credentials.ts'))).applyBy(hook, cardOf, allowInsecureLoopback),
    bodyType: publicRest ? contentTypes.json.public : contentTypes.json.seed,
    onExtensions: activated.set,
  })
  const loadStreams: AgentParts['loadStreams'] = () => late(import('./task-stream.ts'))
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

/** A message of the user; the client adds an id and the role. */
export type MessageDraft = Omit<Message, 'messageId' | 'role'> & Partial<Pick<Message, 'messageId' | 'role'>>

export interface SendRequest {
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
  /** The card; after `extendedCard()` the extended one. */
  readonly card: AgentCard
  /** The interface that the client has chosen. */
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
  subscribe(request: { readonly id: string }, options?: CallOptions): TaskStream
  createPushConfig(config: PushConfig, options?: CallOptions): Promise<PushConfig>
  getPushConfig(request: PushConfigRequest, options?: CallOptions): Promise<PushConfig>
  listPushConfigs(request: ListPushConfigsRequest, options?: CallOptions): Promise<PushConfigPage>
  deletePushConfig(request: PushConfigRequest, options?: CallOptions): Promise<void>
  /** The card for authenticated users. It takes the place of `card`. */
  extendedCard(options?: CallOptions): Promise<AgentCard>
}

/** @internal */
interface AgentParts {
  readonly card: { current: AgentCard }
  readonly address: AgentInterface
  readonly extensions: readonly string[]
  readonly activated: Binding<readonly string[]>
  readonly transport: Transport
  readonly options: StreamOptions
  readonly checkCard: (value: unknown) => Promise<AgentCard>
  readonly loadStreams: () => Promise<typeof import('./task-stream.ts')>
}

/** One operation as a function: its request goes out, and `read` checks the answer. */
type MakeOperation = <Request extends object, Result>(
  name: OperationName,
  read: (value: unknown, request: Request) => Result,
) => (request: Request, options?: CallOptions) => Promise<Result>

/** @internal */
function createAgent(parts: AgentParts): Agent {
  const { card, transport, options: chosen } = parts
  const call = (
    name: OperationName,
    params: object = {},
    options: CallOptions = {},
    timeout = 30_000,
  ): Promise<unknown> => transport.call(name, params, { signal: options.signal, timeout })
  const operation: MakeOperation = (name, read) => async (request, options) =>
    read(await call(name, request, options, chosen.timeout), request)
  const getTask = operation('GetTask', readSameTask)
  const listTasks: Agent['listTasks'] = operation('ListTasks', readTaskPage)
  const stream = (request: StreamRequest): TaskStream =>
    createLazyStream(async (cells) => {
      const streams = await parts.loadStreams()
      return streams.createOperationStream({ transport, options: chosen, getTask }, request, cells)
    })
  return {
    get card() {
      return card.current
    },
    interface: parts.address,
    extensions: parts.extensions,
    activated: parts.activated,
    reconnect: chosen.reconnect ?? {},
    async sendMessage(request, options) {
      const answer = readAnswer(await call('SendMessage', complete(request), options, 0))
      return answer.kind === 'task' ? answer.task : answer.message
    },
    streamMessage: (request, { signal } = {}) =>
      stream({ name: 'SendStreamingMessage', params: complete(request), taskId: request.message.taskId, signal }),
    getTask,
    listTasks,
    async *allTasks(request, options) {
      const pages = await late(import('./task-lists.ts'))
      yield* pages.allTasks((page) => listTasks(page, options), request)
    },
    cancelTask: operation('CancelTask', readSameTask),
    subscribe: ({ id }, { signal } = {}) => stream({ name: 'SubscribeToTask', params: { id }, taskId: id, signal }),
    ...pushOperations(operation),
    async extendedCard(options) {
      card.current = await parts.checkCard(await call('GetExtendedAgentCard', {}, options, chosen.timeout))
      return card.current
    },
  }
}

function pushOperations(
  operation: MakeOperation,
): Pick<Agent, 'createPushConfig' | 'getPushConfig' | 'listPushConfigs' | 'deletePushConfig'> {
  return {
    createPushConfig: operation('CreatePushNotificationConfig', (value) => readPushConfig(value)),
    getPushConfig: operation('GetPushNotificationConfig', (value) => readPushConfig(value)),
    listPushConfigs: operation('ListPushNotificationConfigs', readPushConfigPage),
    deletePushConfig: operation('DeletePushNotificationConfig', () => undefined),
  }
}

/** The message with an id and a role. All attempts have one id, so that an agent can recognise a repeated message. */
function complete({ message, ...rest }: SendRequest): object {
  return { message: { messageId: newId(), role: 'ROLE_USER', ...message }, ...rest }
}

/** 128 random bits. `randomUUID` exists only in secure contexts, and tests may run on plain loopback addresses. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readSameTask(value: unknown, { id }: { readonly id: string }): Task {
  const task = readTask(value)
  if (task.id === id) return task
  throw new AgentError('TASK_MISMATCH', `The agent answered for task "${task.id}" instead of "${id}"`, {
    hint: 'Report this to the maker of the agent.',
    taskId: id,
  })
}
