/**
 * Version 0.3 of the agent protocol for a server, over JSON-RPC: its requests become those of 1.0, and results, events and errors are
 * written as callers of 0.3 read them. The agent itself is the same.
 */
import type { JsonObject, JsonValue } from '../../../json/value.ts'
import { AgentError } from '../../protocol/error.ts'
import { defined, getOwn, isMembers, type Members } from '../../protocol/read-value.ts'
import { type OperationName, operations } from '../../protocol/routes.ts'
import { surfaceMessagesOf } from '../../protocol/surface-part.ts'
import {
  type Artifact,
  isInterrupted,
  isTerminal,
  type Message,
  type Part,
  type StreamEvent,
  type Task,
  type TaskStatus,
} from '../../protocol/types.ts'
import { contentTypes, headerNames, oldExtensionsHeader } from '../../protocol/wire-format.ts'
import {
  messageToV1,
  messageToV03,
  methods,
  partsToV03,
  pushToV1,
  pushToV03,
  stateToV03,
  version,
} from '../../v0-3/values.ts'
import { type Binding, type BindingRequest, rpcBinding, rpcIdOf } from '../bindings.ts'
import { logEntry } from '../event-log.ts'
import type { OtherVersion } from '../options.ts'
import { invalid, isObject, readFields } from '../read-request.ts'
import { documentCodec } from '../wire-codec.ts'
import { cardWithV03 } from './publish-card.ts'

/** The option `legacy` of `createAgentServer`: interfaces of the card with `protocolVersion: '0.3'` are served in that version. */
export function v03(): OtherVersion {
  return {
    version,
    matches(headers, body) {
      const named = [...Object.values(headerNames.version)].map((name) => headers.get(name)?.trim() || version)
      const method = isObject(body) ? body['method'] : undefined
      return named.every((one) => one.startsWith('0.')) && typeof method === 'string' && method.includes('/')
    },
    bindingOf,
    readCall: readRequest,
    card: cardWithV03,
    pushEntry: (task) => {
      let text: string | undefined
      return { ...logEntry({ kind: 'task', task }), json: () => (text ??= JSON.stringify(taskToV03(task))) }
    },
  }
}

function operationOf(body: JsonValue | undefined): OperationName | undefined {
  const method = isObject(body) ? body['method'] : undefined
  return (Object.keys(methods) as (keyof typeof methods)[]).find((name) => methods[name] === method)
}

function bindingOf(body: JsonValue | undefined): Binding {
  const name = operationOf(body)
  const rpc = rpcBinding(rpcIdOf(body), documentCodec)
  const [before, after] = rpc.frame
  const streams = name === 'SendStreamingMessage' || name === 'SubscribeToTask'
  /** Surface parts of a continued task that its caller has. */
  let known: Task | undefined
  const write = (value: unknown): string => `${before}${JSON.stringify(value)}${after}`
  return {
    ...rpc,
    frame: ['', ''],
    begin(task) {
      known = task
    },
    value: (operation, result) => write(resultToV03(operation, result, known)),
    event: ({ event }) =>
      eventToV03(event, name === 'SendStreamingMessage')
        .map(write)
        .join('\n\ndata: '),
    // Clients of 0.3 hide an error that answers a stream in any other type.
    errorType: streams ? contentTypes.stream : rpc.errorType,
    extensionHeaders: [oldExtensionsHeader],
  }
}

/** Throws `INVALID_REQUEST`, `METHOD_NOT_FOUND` or `INVALID_PARAMS`. */
function readRequest(body: JsonValue | undefined): BindingRequest {
  const name = operationOf(body)
  if (!isObject(body) || body['jsonrpc'] !== '2.0')
    throw new AgentError('INVALID_REQUEST', 'The body is no JSON-RPC request', { hint: 'Send a JSON-RPC 2.0 request.' })
  if (!name)
    throw new AgentError(
      'METHOD_NOT_FOUND',
      `There is no method "${String(body['method']).slice(0, 80)}" in version 0.3`,
      {
        hint: `Call one of ${Object.values(methods).join(', ')}.`,
      },
    )
  const { params = {} } = body
  if (!isObject(params)) throw invalid('/params', 'must be an object')
  const fields = readFields(paramsToV1(name, params) as JsonObject)
  const continues = name === 'SendMessage' ? fields.fields('message')?.text('taskId') : undefined
  return { name, params: fields, tenant: undefined, ...(continues !== undefined && { continues }) }
}

function paramsToV1(name: OperationName, params: JsonObject): Members {
  const { id, historyLength, pushNotificationConfig, pushNotificationConfigId: configId, taskId } = params
  if (name === 'SendMessage' || name === 'SendStreamingMessage') return sendToV1(params)
  if (name === 'CreatePushNotificationConfig') return { ...(pushToV1(pushNotificationConfig) as object), taskId }
  // Without an id the only configuration is meant; the public SDKs give it the id of its task.
  if (name.includes('Push')) return defined({ taskId: id, configId: configId ?? id })
  // 0 means the whole history in the public SDKs.
  return defined({ ...params, historyLength: historyLength || undefined })
}

function sendToV1({ message, configuration, metadata }: JsonObject): Members {
  const {
    blocking,
    pushNotificationConfig: push,
    historyLength,
    ...rest
  } = isMembers(configuration) ? configuration : {}
  const read = messageOf(message)
  return defined({
    message: isMembers(read) && Array.isArray(read['parts']) ? { ...read, parts: read['parts'].map(actionPart) } : read,
    configuration: defined({
      ...rest,
      historyLength: historyLength || undefined,
      returnImmediately: blocking === false,
      taskPushNotificationConfig: push === undefined ? undefined : pushToV1(push),
    }),
    metadata,
  })
}

/** Throws `INVALID_PARAMS` for a message in the words of 1.0. */
function messageOf(message: unknown): unknown {
  try {
    return messageToV1(message)
  } catch {
    throw invalid('/message/role', 'must be user')
  }
}

/** Clients of 0.3 mark an action by its members alone, and some send it as a text of JSON. */
function actionPart(part: unknown): unknown {
  if (!isMembers(part)) return part
  const { text, ...rest } = part
  const data = typeof text === 'string' && text.startsWith('{') ? parsed(text) : part['data']
  if (!isMembers(data)) return part
  const named =
    isMembers(getOwn(data, 'userAction')) ||
    (typeof getOwn(data, 'version') === 'string' && isMembers(getOwn(data, 'action')))
  return named ? { ...rest, data, mediaType: 'application/json+a2ui' } : part
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function resultToV03(name: OperationName, value: object, known: Task | undefined): unknown {
  const { task, message, configs }: Members = { ...value }
  switch (operations[name].answer) {
    case 'sent':
      return message ? messageToV03(message as Message) : taskToV03(task as Task, known)
    case 'task':
      return taskToV03(value as Task)
    case 'config':
      return pairToV03(value)
    case 'configs':
      return (configs as object[]).map(pairToV03)
    case 'card':
      return cardWithV03(value)
    default:
      return null
  }
}

function pairToV03(config: object): Members {
  return { taskId: (config as Members)['taskId'], pushNotificationConfig: pushToV03(config) }
}

/** `sent`: the event is of the stream of a message, whose caller has what the task held before. */
export function eventToV03(event: StreamEvent, sent = false): readonly Members[] {
  if (event.kind === 'task') return [taskToV03(event.task, sent ? event.task : undefined)]
  if (event.kind === 'message') return [messageToV03(event.message)]
  const { taskId, contextId, metadata } = event
  const ids = { taskId, contextId }
  if (event.kind === 'status') {
    const { state } = event.status
    const final = isTerminal(state) || isInterrupted(state)
    return [defined({ kind: 'status-update', ...ids, status: statusToV03(event.status), final, metadata })]
  }
  const { artifact, append, lastChunk } = event
  const [surfaces, parts] = split(artifact.parts)
  const shown = surfaces.length > 0 && {
    kind: 'status-update',
    ...ids,
    status: { state: 'working', message: messageToV03(carrier(crypto.randomUUID(), surfaces, event)) },
    final: false,
  }
  const rest =
    (parts.length > 0 || surfaces.length === 0) &&
    defined({
      kind: 'artifact-update',
      ...ids,
      artifact: artifactToV03({ ...artifact, parts }),
      append,
      lastChunk,
      metadata,
    })
  return [shown, rest].filter((one) => one !== false)
}

/** Clients of 0.3 look for surfaces in messages, so they are moved there. */
function split(parts: readonly Part[]): readonly [surfaces: readonly Part[], rest: readonly Part[]] {
  const isSurface = (part: Part): boolean => surfaceMessagesOf(part) !== undefined
  return [parts.filter(isSurface), parts.filter((part) => !isSurface(part))]
}

function carrier(
  messageId: string,
  parts: readonly Part[],
  { taskId, contextId }: { readonly taskId: string; readonly contextId?: string },
): Message {
  return { messageId, role: 'ROLE_AGENT', parts, taskId, ...(contextId === undefined ? {} : { contextId }) }
}

/** `known`: the task as the caller has it. Surfaces in it are not sent again: a surface that is created twice is an error. */
function taskToV03(task: Task, known?: Task): Members {
  const { id, contextId, status, history, artifacts = [], metadata } = task
  const surfaces = artifacts.flatMap(({ artifactId, parts }) => {
    const before = known?.artifacts?.find((one) => one.artifactId === artifactId)
    return split(parts)[0].slice(before ? split(before.parts)[0].length : 0)
  })
  const said = status.message
  const message = said
    ? { ...said, parts: [...surfaces, ...said.parts] }
    : carrier(`${id}-surfaces-${surfaces.length}`, surfaces, {
        taskId: id,
        ...(contextId === undefined ? {} : { contextId }),
      })
  const rest = artifacts.flatMap((artifact) => {
    const parts = split(artifact.parts)[1]
    return parts.length > 0 || artifact.parts.length === 0 ? [artifactToV03({ ...artifact, parts })] : []
  })
  return defined({
    ...{ kind: 'task', id, contextId },
    status: statusToV03(surfaces.length > 0 ? { ...status, message } : status),
    history: history?.map(messageToV03),
    artifacts: rest.length > 0 ? rest : undefined,
    metadata,
  })
}

function statusToV03({ state, message, ...rest }: TaskStatus): Members {
  return defined({ ...rest, state: stateToV03(state), message: message && messageToV03(message) })
}

function artifactToV03({ parts, ...rest }: Artifact): Members {
  return { ...rest, parts: partsToV03(parts) }
}
