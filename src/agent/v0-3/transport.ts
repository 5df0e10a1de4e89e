/**
 * A transport that speaks version 0.3 over JSON-RPC: requests, answers and events are translated here, and nothing else in the client
 * knows of that version. Loaded for an agent whose interface is of that version.
 */

import {
  type CallOptions,
  type Envelope,
  errorIn,
  essenceOf,
  type Http,
  type HttpRequest,
  readJson,
  type Transport,
  type WriteRpc,
} from '../client/http.ts'
import { AgentError } from '../protocol/error.ts'
import { defined, invalid, isMembers, type Members, membersIn, textOf } from '../protocol/read-value.ts'
import type { OperationName } from '../protocol/routes.ts'
import { type Message, stateClass, type TaskStateClass } from '../protocol/types.ts'
import { contentTypes, oldExtensionsHeader } from '../protocol/wire-format.ts'
import { eventToV1, kindOf, messageToV03, methods, pushToV1, pushToV03, stateToV1, taskToV1 } from './values.ts'

type Body = ReadableStream<Uint8Array<ArrayBuffer>>

/** `write`: for the address of the interface. `bodyBytes`: bytes of an answer that is no stream. */
export function createV03Transport(write: WriteRpc, http: Http, bodyBytes: number): Transport {
  // No version: agents of 0.3 know no such header, and a browser would ask them for permission.
  const headers = http.extensions.length > 0 ? { [oldExtensionsHeader]: http.extensions.join(', ') } : {}
  const streams = new Set<OpenStream>()

  function requestOf(operation: OperationName, params: object, options: CallOptions): Requested {
    const all = { ...params }
    const task = 'id' in params || 'taskId' in params
    return { operation, ...write(methodOf(operation, all), paramsToV03(operation, all)), headers, task, ...options }
  }

  /** The result as it came. */
  async function ask(name: OperationName, params: object, options: CallOptions): Promise<unknown> {
    const request = requestOf(name, params, options)
    const value = await http.send(request, contentTypes.json, (response) => readJson(response, bodyBytes))
    if (request.isError(value)) throw await errorIn(value)
    // Some agents leave the result of a deletion out.
    return name === 'DeletePushNotificationConfig' ? {} : request.result(value)
  }

  /** Some agents answer with the first configuration of the task, whichever was asked for. */
  async function pairOf(params: Members, options: CallOptions): Promise<unknown> {
    const isAsked = (pair: unknown): boolean => (idOf(pair) ?? params['configId']) === params['configId']
    const first = await ask('GetPushNotificationConfig', params, options)
    if (isAsked(first)) return first
    const all = await ask('ListPushNotificationConfigs', params, options)
    const found = Array.isArray(all) && all.find(isAsked)
    if (found) return found
    throw invalid('/id', 'that of the configuration')
  }

  type Read<T> = (response: Response, envelope: Envelope) => Promise<T>

  /** `first`: a result that comes before those of the agent. */
  function follow<T>(response: Response, request: Requested, read: Read<T>, first?: unknown): Promise<T> {
    const { headers, body } = response
    if (!body || essenceOf(response) !== contentTypes.stream) return read(response, envelopeOf(request))
    const stream = openStream(body, request.id, streams, first)
    return read(new Response(stream.body, { headers }), envelopeOf(request, stream))
  }

  /**
   * Agents of 0.3 differ in what they answer for a task that waits or is over, and some begin without the task. So the task is
   * read as well: it comes first, and alone where nobody works on it.
   */
  async function subscribe<T>(params: object, options: CallOptions, read: Read<T>): Promise<T> {
    const request = requestOf('SubscribeToTask', params, options)
    // The stream is opened first: what happens before the task is read is then in either.
    const answer = await http
      .send(request, contentTypes.stream, async (response) => response)
      .catch((error: unknown) => error)
    const task = await ask('GetTask', params, options)
    const opened = answer instanceof Response ? answer : undefined
    const kind = classOf(task)
    if (kind === 'interrupted' || kind === 'terminal') {
      await opened?.body?.cancel()
      const alone = { headers: { 'content-type': contentTypes.stream } }
      return follow(new Response(eventOf(request.id, task), alone), request, read)
    }
    if (!opened) throw answer
    return follow(opened, request, read, task)
  }

  return {
    async call(name, params, options) {
      const pushed = name === 'GetPushNotificationConfig'
      const result = await (pushed ? pairOf({ ...params }, options) : ask(name, params, options))
      if (name === 'CancelTask' && classOf(result) === 'terminal') for (const stream of streams) stream.endWith(result)
      return answerToV1(name, result, params)
    },
    async open(name, params, options, read) {
      if (name === 'SubscribeToTask') return subscribe(params, options, read)
      const request = requestOf(name, params, options)
      return http.send(request, contentTypes.stream, (response) => follow(response, request, read))
    },
  }
}

type Requested = HttpRequest & ReturnType<WriteRpc>

function methodOf(name: OperationName, { tenant }: Members): string {
  if (name !== 'ListTasks' && !tenant) return methods[name]
  const [lacks, hint] = tenant
    ? ['has no tenants', 'Name none.']
    : ['cannot list tasks', 'Keep the ids of tasks, and read each with getTask.']
  throw new AgentError('UNSUPPORTED_OPERATION', `The agent speaks version 0.3 of the protocol, which ${lacks}`, {
    hint,
  })
}

/** Messages of a history that are asked for where the request does not say: without a number some agents give none. */
const wholeHistory = 1_000

/** Parameters of 1.0 → those of 0.3. `undefined`: the method has none. */
function paramsToV03(name: OperationName, params: Members): Members | undefined {
  const { id, metadata, taskId, configId, historyLength = wholeHistory } = params
  if (name === 'SendMessage' || name === 'SendStreamingMessage') return sendToV03(params)
  if (name === 'CreatePushNotificationConfig') return { taskId, pushNotificationConfig: pushToV03(params) }
  if (name.includes('Push')) return defined({ id: taskId, pushNotificationConfigId: configId, metadata })
  if (name === 'GetExtendedAgentCard') return undefined
  // 0 means the whole history to agents of 0.3.
  const length = name === 'GetTask' ? { historyLength: historyLength || 1 } : {}
  return defined({ id, ...length, metadata })
}

function sendToV03({ message, configuration, metadata }: Members): Members {
  const {
    returnImmediately,
    taskPushNotificationConfig: push,
    historyLength,
    ...rest
  } = isMembers(configuration) ? configuration : {}
  return defined({
    message: messageToV03(message as Message),
    configuration: defined({
      ...rest,
      // Agents differ in what they do without it.
      blocking: returnImmediately !== true,
      historyLength: historyLength === 0 ? 1 : historyLength,
      pushNotificationConfig: isMembers(push) ? pushToV03(push) : undefined,
    }),
    metadata,
  })
}

/** A result of 0.3 → one of 1.0. `params`: those of the request, in 1.0. */
function answerToV1(name: OperationName, result: unknown, params: object): unknown {
  if (name === 'SendMessage') return withoutHistory(eventToV1(result), membersIn(params, 'configuration'))
  if (name === 'GetTask' || name === 'CancelTask') return withoutHistory(taskToV1(result), { ...params })
  if (name === 'ListPushNotificationConfigs') return { configs: Array.isArray(result) ? result.map(pairToV1) : result }
  return name.includes('Push') ? pairToV1(result) : result
}

/** Where none was asked for. The history is that of a task, bare or in its member. */
function withoutHistory({ history, ...answer }: Members, asked: Members = {}): Members {
  if (asked['historyLength'] !== 0) return defined({ ...answer, history })
  const task = membersIn(answer, 'task')
  return task ? { task: withoutHistory(task, asked) } : answer
}

function pairToV1(pair: unknown): unknown {
  if (!isMembers(pair)) return pair
  const config = pushToV1(pair['pushNotificationConfig'])
  return isMembers(config) ? { ...config, taskId: pair['taskId'] } : config
}

/** Of the configuration in a pair. */
function idOf(pair: unknown): unknown {
  return isMembers(pair) ? membersIn(pair, 'pushNotificationConfig')?.['id'] : undefined
}

function classOf(task: unknown): TaskStateClass {
  const status = isMembers(task) ? membersIn(task, 'status') : undefined
  return stateClass(String(stateToV1(status?.['state'])))
}

/** A result as an event of the stream that answers the request. */
function eventOf(id: number, result: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
}

function envelopeOf(request: Envelope, stream?: OpenStream): Envelope {
  return {
    ...request,
    result(value) {
      const result = request.result(value)
      if (stream && isMembers(result)) stream.taskId ??= textOf(result, kindOf(result) === 'task' ? 'id' : 'taskId')
      return eventToV1(result)
    },
  }
}

/** A stream that is being read. */
interface OpenStream {
  readonly body: Body
  /** Unknown until the agent has named it. */
  taskId: string | undefined
  /** Some agents keep the stream of a canceled task open for ever. `task`: what a cancellation was answered with. */
  endWith(task: unknown): void
}

/** A stream that is in `streams` while something may come. */
function openStream(source: Body, id: number, streams: Set<OpenStream>, first: unknown): OpenStream {
  let controller: TransformStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start(own) {
      controller = own
      if (first !== undefined) own.enqueue(eventOf(id, first))
    },
    // From here on nothing may be added.
    flush: () => void streams.delete(stream),
  })
  const stream: OpenStream = {
    body: readable,
    taskId: undefined,
    endWith(task) {
      if (!isMembers(task) || task['id'] !== stream.taskId || !streams.delete(stream)) return
      controller?.enqueue(eventOf(id, task))
      controller?.terminate()
    },
  }
  streams.add(stream)
  // The pipe breaks where the reader leaves and where the connection ends.
  source.pipeTo(writable).catch(() => streams.delete(stream))
  return stream
}
