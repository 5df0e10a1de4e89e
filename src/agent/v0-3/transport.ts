/**
 * A transport that speaks version 0.3 over JSON-RPC: requests, answers and events are translated here, and nothing else in the client
 * knows of that version. Loaded for an agent whose interface is of that version.
 */

import { AgentError } from '../error.ts'
import {
  type CallOptions,
  type Envelope,
  errorIn,
  essenceOf,
  type Http,
  type HttpRequest,
  hasError,
  readJson,
  type Transport,
} from '../http.ts'
import { isMembers, type Members, membersIn, own, textOf } from '../read-value.ts'
import { contentTypes, type OperationName, oldExtensionsHeader } from '../spelling.ts'
import { type AgentInterface, isTerminal, type Message, stateClass } from '../types.ts'
import {
  messageToV1,
  messageToV03,
  methods,
  present,
  pushToV1,
  pushToV03,
  stateToV1,
  withPartsToV1,
  wrongVersion,
} from './values.ts'

/** `bodyBytes`: bytes of an answer that is no stream. */
export function createV03Transport({ url }: AgentInterface, http: Http, bodyBytes: number): Transport {
  // No version: agents of 0.3 know no such header, and a browser would ask them for permission.
  const headers = http.extensions.length > 0 ? { [oldExtensionsHeader]: http.extensions.join(', ') } : {}
  const streams = new Set<OpenStream>()
  let count = 0

  function requestOf(name: OperationName, params: object, options: CallOptions): Requested {
    const method = methodOf(name)
    const id = ++count
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: paramsToV03(name, { ...params }) })
    const task = 'id' in params || 'taskId' in params
    return { id, request: { operation: name, url, verb: 'POST', body, headers, task, ...options } }
  }

  /** The result as it came. */
  async function ask(name: OperationName, params: object, options: CallOptions): Promise<unknown> {
    const { id, request } = requestOf(name, params, options)
    const value = await http.send(request, contentTypes.json.seed, (response) => readJson(response, bodyBytes))
    if (hasError(value)) throw await errorIn(value)
    return resultOf(value, id, name)
  }

  function follow(response: Response, id: number, first?: unknown): { response: Response; envelope: Envelope } {
    if (!response.body || essenceOf(response) !== contentTypes.stream) return { response, envelope: envelopeOf(id) }
    const stream = createOpenStream(response.body, id, first)
    streams.add(stream)
    stream.ended.then(() => streams.delete(stream))
    const { headers } = response
    return { response: new Response(stream.body, { headers }), envelope: envelopeOf(id, stream) }
  }

  /**
   * Agents of 0.3 differ in what they answer for a task that waits or is over, and some begin without the task. So the task is
   * read as well: it comes first, and alone where nobody works on it.
   */
  async function subscribe(params: object, options: CallOptions): Promise<ReturnType<typeof follow>> {
    const { id, request } = requestOf('SubscribeToTask', params, options)
    // The stream is opened first: what happens before the task is read is then in either.
    const answer = await http
      .send(request, contentTypes.stream, async (response) => response)
      .catch((error: unknown) => error)
    const task = await ask('GetTask', params, options)
    const opened = answer instanceof Response ? answer : undefined
    if (!isRunning(task)) {
      await opened?.body?.cancel()
      return follow(new Response(eventOf(id, task), { headers: { 'content-type': contentTypes.stream } }), id)
    }
    if (!opened) throw answer
    return follow(opened, id, task)
  }

  return {
    async call(name, params, options) {
      const result = await ask(name, params, options)
      if (name === 'CancelTask') for (const stream of streams) stream.endWith(result)
      return answerToV1(name, result, params)
    },
    async open(name, params, options, read) {
      if (name === 'SubscribeToTask') {
        const { response, envelope } = await subscribe(params, options)
        return read(response, envelope)
      }
      const { id, request } = requestOf(name, params, options)
      return http.send(request, contentTypes.stream, (answer) => {
        const { response, envelope } = follow(answer, id)
        return read(response, envelope)
      })
    },
  }
}

interface Requested {
  readonly id: number
  readonly request: HttpRequest
}

function methodOf(name: OperationName): string {
  if (name !== 'ListTasks') return methods[name]
  throw new AgentError(
    'UNSUPPORTED_OPERATION',
    'The agent speaks version 0.3 of the protocol, which cannot list tasks',
    {
      hint: 'Keep the ids of tasks, and read each with getTask.',
    },
  )
}

/** Messages of a history that are asked for where the request does not say: without a number some agents give none. */
const wholeHistory = 1_000

/** Parameters of 1.0 → those of 0.3. `undefined`: the method has none. */
function paramsToV03(name: OperationName, params: Members): Members | undefined {
  const { id, metadata, taskId, configId, historyLength = wholeHistory } = params
  if (name === 'SendMessage' || name === 'SendStreamingMessage') return sendToV03(params)
  if (name === 'CreatePushNotificationConfig') return { taskId, pushNotificationConfig: pushToV03(params) }
  if (name.includes('Push')) return present({ id: taskId, pushNotificationConfigId: configId, metadata })
  if (name === 'GetExtendedAgentCard') return undefined
  // 0 means the whole history to agents of 0.3.
  const length = name === 'GetTask' ? { historyLength: historyLength || 1 } : {}
  return present({ id, ...length, metadata })
}

function sendToV03({ message, configuration, metadata }: Members): Members {
  const {
    returnImmediately,
    taskPushNotificationConfig: push,
    historyLength,
    ...rest
  } = isMembers(configuration) ? configuration : {}
  return present({
    message: messageToV03(message as Message),
    configuration: present({
      ...rest,
      // Agents differ in what they do without it.
      blocking: returnImmediately !== true,
      historyLength: historyLength === 0 ? 1 : historyLength,
      pushNotificationConfig: isMembers(push) ? pushToV03(push) : undefined,
    }),
    metadata,
  })
}

/** The `result` of a JSON-RPC response. Only the answer to a deletion may be without one. */
function resultOf(value: unknown, id: number, name?: OperationName): unknown {
  const response = isMembers(value) ? value : {}
  const answered = own(response, 'id') ?? id
  if (answered === id && Object.hasOwn(response, 'result')) return response['result']
  if (answered === id && name === 'DeletePushNotificationConfig' && Object.hasOwn(response, 'jsonrpc')) return null
  const what = answered === id ? 'no JSON-RPC response' : 'another request than was sent'
  throw new AgentError('INVALID_AGENT_RESPONSE', `The agent answered ${what}`, {
    hint: 'Check that the address of the interface speaks JSON-RPC 2.0.',
  })
}

/** A result of 0.3 → one of 1.0. `params`: those of the request, in 1.0. */
function answerToV1(name: OperationName, result: unknown, params: object): unknown {
  if (name === 'SendMessage') return withoutHistory(eventToV1(result), membersIn(params, 'configuration'))
  if (name === 'GetTask' || name === 'CancelTask') return withoutHistory(taskToV1(result), params)
  if (name === 'DeletePushNotificationConfig') return {}
  if (name === 'ListPushNotificationConfigs') return { configs: Array.isArray(result) ? result.map(pairToV1) : result }
  return name.includes('Push') ? pairToV1(result) : result
}

/** Where none was asked for. The history is that of a task, bare or in its member. */
function withoutHistory(answer: unknown, asked: object = {}): unknown {
  if (!('historyLength' in asked) || asked.historyLength !== 0 || !isMembers(answer)) return answer
  const { history, task, ...rest } = answer
  return task === undefined ? rest : { task: withoutHistory(task, asked) }
}

function pairToV1(pair: unknown): unknown {
  if (!isMembers(pair)) return pair
  const config = pushToV1(pair['pushNotificationConfig'])
  return isMembers(config) ? { ...config, taskId: pair['taskId'] } : config
}

/** A task, a message or an event of 0.3 → what a stream of 1.0 has. Throws for anything else. */
export function eventToV1(value: unknown): Members {
  const kind = kindOf(value)
  if (kind === 'task') return { task: taskToV1(value) }
  if (kind === 'message') return { message: messageToV1(value) }
  const { kind: _, final, ...event } = isMembers(value) ? value : {}
  if (kind === 'status-update') return { statusUpdate: { ...event, status: statusToV1(event['status']) } }
  if (kind === 'artifact-update') return { artifactUpdate: { ...event, artifact: artifactToV1(event['artifact']) } }
  throw wrongVersion()
}

/** Agents may leave `kind` out: then its other members say what the value is. */
function kindOf(value: unknown): unknown {
  if (!isMembers(value)) return undefined
  const has = (name: string): boolean => own(value, name) !== undefined
  if (has('kind')) return value['kind']
  if (has('parts')) return 'message'
  if (has('artifact')) return 'artifact-update'
  return has('status') ? (has('taskId') ? 'status-update' : 'task') : undefined
}

function taskToV1(value: unknown): Members {
  if (!isMembers(value) || kindOf(value) !== 'task') throw wrongVersion()
  const { kind, status, history, artifacts, ...rest } = value
  return present({
    ...rest,
    status: statusToV1(status),
    history: Array.isArray(history) ? history.map(messageToV1) : history,
    artifacts: Array.isArray(artifacts) ? artifacts.map(artifactToV1) : artifacts,
  })
}

function artifactToV1(artifact: unknown): unknown {
  return isMembers(artifact) ? withPartsToV1(artifact) : artifact
}

function statusToV1(status: unknown): unknown {
  if (!isMembers(status)) return status
  const { state, message, timestamp, ...rest } = status
  return present({
    ...rest,
    state: stateToV1(state),
    message: message ? messageToV1(message) : undefined,
    timestamp: timeToV1(timestamp),
  })
}

/** Times may have an offset or, in the text of 0.3, no zone. One that cannot be read is left out. */
function timeToV1(time: unknown): string | undefined {
  if (typeof time !== 'string') return undefined
  const date = new Date(/[zZ]$|[+-]\d\d:?\d\d$/.test(time) ? time : `${time}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function isRunning(task: unknown): boolean {
  const state = isMembers(task) && isMembers(task['status']) ? stateToV1(task['status']['state']) : undefined
  const kind = typeof state === 'string' ? stateClass(state) : 'unknown'
  return kind === 'running' || kind === 'unknown'
}

/** A result as an event of the stream that answers the request. */
function eventOf(id: number, result: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
}

function envelopeOf(id: number, stream?: OpenStream): Envelope {
  return {
    isError: hasError,
    result(value) {
      const result = resultOf(value, id)
      if (stream && isMembers(result)) stream.taskId ??= textOf(result, kindOf(result) === 'task' ? 'id' : 'taskId')
      return eventToV1(result)
    },
  }
}

/** A stream that is being read. */
interface OpenStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Unknown until the agent has named it. */
  taskId: string | undefined
  /** Resolves when nothing more comes. */
  readonly ended: Promise<unknown>
  /** Some agents keep the stream of a canceled task open for ever. `task`: what a cancellation was answered with. */
  endWith(task: unknown): void
}

/** `first`: a result that comes before those of the agent. */
function createOpenStream(source: ReadableStream<Uint8Array<ArrayBuffer>>, id: number, first?: unknown): OpenStream {
  const reader = source.getReader()
  let over = false
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(own) {
        controller = own
        if (first !== undefined) own.enqueue(eventOf(id, first))
      },
      async pull(own) {
        const { done, value } = await reader.read()
        if (over) return
        over = done
        if (done) own.close()
        else own.enqueue(value)
      },
      cancel(reason) {
        over = true
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  const stream: OpenStream = {
    body,
    taskId: undefined,
    ended: reader.closed.catch(() => undefined),
    endWith(task) {
      if (over || !isMembers(task) || stream.taskId === undefined || task['id'] !== stream.taskId || !isOver(task))
        return
      over = true
      controller?.enqueue(eventOf(id, task))
      controller?.close()
      void reader.cancel().catch(() => undefined)
    },
  }
  return stream
}

function isOver({ status }: Members): boolean {
  const state = isMembers(status) ? stateToV1(status['state']) : undefined
  return typeof state === 'string' && isTerminal(state)
}
