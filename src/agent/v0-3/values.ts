/**
 * Parts, messages, tasks and events of version 0.3 of the agent protocol ↔ those of version 1.0. Pure functions. A value that is no such
 * thing passes as it is: the readers behind say what is wrong with it.
 */
import type { AgentError } from '../protocol/error.ts'
import { defined, getOwn, invalid, isMembers, type Members, membersIn } from '../protocol/read-value.ts'
import type { OperationName } from '../protocol/routes.ts'
import { surfaceMessagesOf } from '../protocol/surface-part.ts'
import { type Message, type Part, type TaskState, taskStates } from '../protocol/types.ts'

/** The `method` of each operation in JSON-RPC. Version 0.3 cannot list tasks. */
export const methods: { readonly [name in Exclude<OperationName, 'ListTasks'>]: string } = {
  SendMessage: 'message/send',
  SendStreamingMessage: 'message/stream',
  GetTask: 'tasks/get',
  CancelTask: 'tasks/cancel',
  SubscribeToTask: 'tasks/resubscribe',
  CreatePushNotificationConfig: 'tasks/pushNotificationConfig/set',
  GetPushNotificationConfig: 'tasks/pushNotificationConfig/get',
  ListPushNotificationConfigs: 'tasks/pushNotificationConfig/list',
  DeletePushNotificationConfig: 'tasks/pushNotificationConfig/delete',
  GetExtendedAgentCard: 'agent/getAuthenticatedExtendedCard',
}

/** The version as an interface of a card names it. */
export const version = '0.3'

/** Marks a data part whose `data` stands in a member `value`, because 0.3 takes objects only. The public SDKs of 1.0 write it too. */
const wrapped = 'data_part_compat'

/** A part of 0.3 → one of 1.0. Texts of 0.3 name the content of a file in five ways. */
function partToV1({ kind: _, file, mimeType, ...rest }: Members): Members {
  if (isMembers(file)) {
    const { bytes, data, fileWithBytes, uri, fileWithUri, name: filename, mimeType: mediaType } = file
    return defined({ ...rest, raw: bytes ?? data ?? fileWithBytes, url: uri ?? fileWithUri, mediaType, filename })
  }
  const { data } = rest
  const { [wrapped]: flag, ...metadata } = membersIn(rest, 'metadata') ?? {}
  if (flag === true && isMembers(data) && Object.hasOwn(data, 'value'))
    return defined({
      ...rest,
      data: data['value'],
      metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
    })
  // Some clients of surfaces write the media type beside `kind`.
  return typeof mimeType === 'string' ? { ...rest, metadata: { mimeType, ...metadata } } : rest
}

/** A part of 1.0 → parts of 0.3. Surface messages of one array are a part each: readers of 0.3 refuse arrays. */
function partToV03(part: Part): readonly Members[] {
  const { text, raw: bytes, url: uri, data, mediaType: mimeType, filename: name, metadata } = part
  if (text !== undefined) return [defined({ kind: 'text', text, metadata })]
  if (data === undefined) return [defined({ kind: 'file', file: defined({ bytes, uri, mimeType, name }), metadata })]
  const typed = mimeType === undefined ? metadata : { mimeType, ...metadata }
  const all: readonly unknown[] = (Array.isArray(data) && surfaceMessagesOf(part)) || [data]
  if (all.length > 0 && all.every(isMembers))
    return all.map((one) => defined({ kind: 'data', data: one, metadata: typed }))
  return [{ kind: 'data', data: { value: data }, metadata: { ...typed, [wrapped]: true } }]
}

/** The objects of a list are translated. Anything else passes. */
function eachToV1(list: unknown, translate: (one: Members) => unknown): unknown {
  return Array.isArray(list) ? list.map((one) => (isMembers(one) ? translate(one) : one)) : list
}

/** What holds `parts`: a message or an artifact. */
function withPartsToV1(holder: Members): Members {
  return { ...holder, parts: eachToV1(holder['parts'], partToV1) }
}

export function partsToV03(parts: readonly Part[]): readonly Members[] {
  return parts.flatMap(partToV03)
}

export function messageToV1(message: unknown): unknown {
  if (!isMembers(message)) return message
  const { kind: _, role, ...rest } = message
  return withPartsToV1({ ...rest, role: nameToV1('ROLE_', role) })
}

export function messageToV03({ role, parts, ...rest }: Message): Members {
  return { ...rest, kind: 'message', role: role === 'ROLE_USER' ? 'user' : 'agent', parts: partsToV03(parts) }
}

/** `input-required` → `TASK_STATE_INPUT_REQUIRED`. One that neither version names becomes an unknown one of 1.0. */
export function stateToV1(state: unknown): unknown {
  return nameToV1('TASK_STATE_', state === 'cancelled' ? 'canceled' : state === 'unknown' ? 'unspecified' : state)
}

/** Throws for a name that only version 1.0 has. */
function nameToV1(prefix: string, name: unknown): unknown {
  if (typeof name !== 'string') return name
  if (name.startsWith(prefix)) throw wrongVersion()
  return prefix + name.toUpperCase().replaceAll('-', '_')
}

export function stateToV03(state: TaskState): string {
  const known = (taskStates as readonly string[]).includes(state)
  return known ? state.slice('TASK_STATE_'.length).toLowerCase().replaceAll('_', '-') : 'unknown'
}

/** A value that 0.3 does not have, such as an answer in version 1.0. */
function wrongVersion(): AgentError {
  return invalid('', 'of version 0.3, as the card says')
}

/** A task, a message or an event of 0.3 → what a stream of 1.0 has. Throws for anything else. */
export function eventToV1(value: unknown): Members {
  const kind = kindOf(value)
  if (kind === 'task') return { task: taskToV1(value) }
  if (kind === 'message') return { message: messageToV1(value) }
  const { kind: _, final, ...event } = isMembers(value) ? value : {}
  if (kind === 'status-update') return { statusUpdate: { ...event, status: statusToV1(event['status']) } }
  if (kind !== 'artifact-update') throw wrongVersion()
  const { artifact } = event
  return { artifactUpdate: { ...event, artifact: isMembers(artifact) ? withPartsToV1(artifact) : artifact } }
}

/** Agents may leave `kind` out: then its other members say what the value is. */
export function kindOf(value: unknown): unknown {
  if (!isMembers(value)) return undefined
  const has = (name: string): boolean => getOwn(value, name) !== undefined
  if (has('kind')) return value['kind']
  if (has('parts')) return 'message'
  if (has('artifact')) return 'artifact-update'
  return has('status') ? (has('taskId') ? 'status-update' : 'task') : undefined
}

export function taskToV1(value: unknown): Members {
  if (!isMembers(value) || kindOf(value) !== 'task') throw wrongVersion()
  const { kind, status, history, artifacts, ...rest } = value
  return defined({
    ...rest,
    status: statusToV1(status),
    history: eachToV1(history, messageToV1),
    artifacts: eachToV1(artifacts, withPartsToV1),
  })
}

function statusToV1(status: unknown): unknown {
  if (!isMembers(status)) return status
  const { state, message, timestamp } = status
  return defined({
    ...status,
    state: stateToV1(state),
    message: message ? messageToV1(message) : undefined,
    timestamp: timeToV1(timestamp),
  })
}

/** Times may have an offset or, in the text of 0.3, no zone. One that cannot be read is left out. */
function timeToV1(time: unknown): string | undefined {
  const date = new Date(/[zZ]$|[+-]\d\d:?\d\d$/.test(`${time}`) ? `${time}` : `${time}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** A push configuration of 1.0 → one of 0.3. */
export function pushToV03(config: object): Members {
  const { configId, id = configId, url, token, authentication }: Members = { ...config }
  const { scheme, credentials } = isMembers(authentication) ? authentication : {}
  return defined({
    ...{ id, url, token },
    authentication: authentication && defined({ schemes: scheme === undefined ? [] : [scheme], credentials }),
  })
}

/** A push configuration of 0.3 → one of 1.0. Of several schemes of authentication the first one counts. */
export function pushToV1(config: unknown): unknown {
  if (!isMembers(config)) return config
  const { id: configId, authentication, ...rest } = config
  const { schemes, credentials } = isMembers(authentication) ? authentication : {}
  const [scheme] = Array.isArray(schemes) ? schemes : []
  return defined({ ...rest, configId, authentication: scheme && defined({ scheme, credentials }) })
}
