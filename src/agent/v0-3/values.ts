/**
 * Parts, messages and states of version 0.3 of the agent protocol ↔ those of version 1.0. Pure functions. A value that is no such thing
 * passes as it is: the readers behind say what is wrong with it.
 */

import { AgentError } from '../error.ts'
import { isMembers, listOf, type Members, own, textOf } from '../read-value.ts'
import type { OperationName } from '../spelling.ts'
import { surfaceMessagesOf } from '../surface-part.ts'
import { type Message, type Part, type TaskState, taskStates } from '../types.ts'

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

/** The object without its undefined members. */
export function present(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** A part of 0.3 → one of 1.0. Texts of 0.3 name the content of a file in five ways. */
function partToV1(part: unknown): unknown {
  if (!isMembers(part)) return part
  const { kind: _, file, mimeType, ...rest } = part
  const metadata = isMembers(rest['metadata']) ? rest['metadata'] : {}
  if (isMembers(file)) {
    const { bytes, data, fileWithBytes, uri, fileWithUri, name, mimeType: mediaType } = file
    return present({
      ...rest,
      raw: bytes ?? data ?? fileWithBytes,
      url: uri ?? fileWithUri,
      mediaType,
      filename: name,
    })
  }
  const { data } = rest
  if (isMembers(data) && own(metadata, wrapped) === true && Object.hasOwn(data, 'value')) {
    const { [wrapped]: flag, ...others } = metadata
    const { metadata: all, ...more } = rest
    return { ...more, data: data['value'], ...(Object.keys(others).length > 0 && { metadata: others }) }
  }
  // Some clients of surfaces write the media type beside `kind`.
  return typeof mimeType === 'string' ? { ...rest, metadata: { mimeType, ...metadata } } : rest
}

/** A part of 1.0 → parts of 0.3. Surface messages of one array are a part each: readers of 0.3 refuse arrays. */
function partToV03(part: Part): readonly Members[] {
  const { text, raw, url, data, mediaType, filename, metadata } = part
  if (text !== undefined) return [present({ kind: 'text', text, metadata })]
  if (data === undefined)
    return [
      present({ kind: 'file', file: present({ bytes: raw, uri: url, mimeType: mediaType, name: filename }), metadata }),
    ]
  const typed = mediaType === undefined ? metadata : { mimeType: mediaType, ...metadata }
  const all: readonly unknown[] = (Array.isArray(data) && surfaceMessagesOf(part)) || [data]
  if (all.length > 0 && all.every(isMembers))
    return all.map((one) => present({ kind: 'data', data: one, metadata: typed }))
  return [{ kind: 'data', data: { value: data }, metadata: { ...typed, [wrapped]: true } }]
}

/** What holds `parts`: a message or an artifact. */
export function withPartsToV1(holder: Members): Members {
  const { parts } = holder
  return Array.isArray(parts) ? { ...holder, parts: parts.map(partToV1) } : holder
}

export function partsToV03(parts: readonly Part[]): readonly Members[] {
  return parts.flatMap(partToV03)
}

export function messageToV1(message: unknown): unknown {
  if (!isMembers(message)) return message
  const { kind: _, role, ...rest } = message
  const name = role === 'user' || role === 'agent' ? `ROLE_${role.toUpperCase()}` : role
  refuseNewer(name === role && role)
  return withPartsToV1({ ...rest, role: name })
}

export function messageToV03(message: Message): Members {
  const { role, parts, ...rest } = message
  return { ...rest, kind: 'message', role: role === 'ROLE_USER' ? 'user' : 'agent', parts: partsToV03(parts) }
}

/** `input-required` → `TASK_STATE_INPUT_REQUIRED`. A text that 0.3 does not name stays. */
export function stateToV1(state: unknown): unknown {
  if (typeof state !== 'string') return state
  const text = state === 'cancelled' ? 'canceled' : state === 'unknown' ? 'unspecified' : state
  const name = `TASK_STATE_${text.toUpperCase().replaceAll('-', '_')}`
  refuseNewer(state)
  return text === 'unspecified' || isState(name) ? name : state
}

export function stateToV03(state: TaskState): string {
  return isState(state) ? state.slice('TASK_STATE_'.length).toLowerCase().replaceAll('_', '-') : 'unknown'
}

function isState(name: string): boolean {
  return (taskStates as readonly string[]).includes(name)
}

/** Throws for a role or a state that only version 1.0 has. */
function refuseNewer(name: unknown): void {
  if (typeof name === 'string' && /^(?:ROLE|TASK_STATE)_/.test(name)) throw wrongVersion()
}

/** A value that 0.3 does not have, such as an answer in version 1.0. */
export function wrongVersion(): AgentError {
  return new AgentError(
    'INVALID_AGENT_RESPONSE',
    'The agent answered a request of version 0.3 with a value of another version',
    {
      hint: 'Report this to the maker of the agent: its card must name the version that the address speaks.',
    },
  )
}

/** A push configuration of 1.0 → one of 0.3. */
export function pushToV03(config: object): Members {
  const { configId, id = configId, url, token, authentication }: Members = { ...config }
  const { scheme, credentials } = isMembers(authentication) ? authentication : {}
  return present({
    ...{ id, url, token },
    authentication: authentication && present({ schemes: scheme === undefined ? [] : [scheme], credentials }),
  })
}

/** A push configuration of 0.3 → one of 1.0. Of several schemes of authentication the first one counts. */
export function pushToV1(config: unknown): unknown {
  if (!isMembers(config)) return config
  const { id: configId, authentication, ...rest } = config
  const [scheme] = isMembers(authentication) ? listOf(authentication, 'schemes') : []
  const credentials = isMembers(authentication) ? textOf(authentication, 'credentials') : undefined
  return present({ ...rest, configId, authentication: scheme && present({ scheme, credentials }) })
}
