/** A connected agent: every operation of the protocol, typed. */

import type { JsonObject } from '../json/value.ts'
import type { Binding } from '../live/binding.ts'
import { AgentError, late } from './error.ts'
import { createLazyStream } from './lazy-stream.ts'
import type { StreamRequest } from './operation-stream.ts'
import type { OperationName } from './operations.ts'
import { readAnswer, readPushConfig, readPushConfigPage, readTask, readTaskPage } from './read-value.ts'
import type { Reconnect } from './reconnect.ts'
import type { StreamOptions } from './stream-options.ts'
import type { TaskStream } from './stream-types.ts'
import type { Transport } from './transport.ts'
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
export interface AgentParts {
  readonly card: { current: AgentCard }
  readonly address: AgentInterface
  readonly extensions: readonly string[]
  readonly activated: Binding<readonly string[]>
  readonly transport: Transport
  readonly options: StreamOptions
  readonly checkCard: (value: unknown) => Promise<AgentCard>
  readonly loadStreams: () => Promise<typeof import('./operation-stream.ts')>
}

/** One operation as a function: its request goes out, and `read` checks the answer. */
type MakeOperation = <Request extends object, Result>(
  name: OperationName,
  read: (value: unknown, request: Request) => Result,
) => (request: Request, options?: CallOptions) => Promise<Result>

/** @internal */
export function createAgent(parts: AgentParts): Agent {
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
      const pages = await late(import('./all-tasks.ts'))
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
