/** Foreign JSON → typed values. Unknown members stay, wrong ones throw one `AgentError` that says where. */
import { AgentError } from './error.ts'
import type { Artifact, Message, Part, StreamEvent, Task } from './types.ts'

export interface Members {
  readonly [name: string]: unknown
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of an own member; `null` counts as absent. */
export function getOwn(object: Members, name: string): unknown {
  const value = object[name]
  return value != null && Object.hasOwn(object, name) ? value : undefined
}

/** The own member if it is a text. */
export function textOf(object: Members, name: string): string | undefined {
  const value = getOwn(object, name)
  return typeof value === 'string' ? value : undefined
}

/** The own member if it is an array, else an empty one. */
export function listOf(object: Members, name: string): readonly unknown[] {
  const value = getOwn(object, name)
  return Array.isArray(value) ? value : []
}

/** The own member if it is an object. */
export function membersIn(object: object, name: string): Members | undefined {
  const value = getOwn(object as Members, name)
  return isMembers(value) ? value : undefined
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The object without its undefined members. */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>
}

/** Arrays and objects inside one another in any value that is read: what walks over a value may be recursive. */
export const maxDepth = 256

/** Whether two JSON values are equal. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  if (!isMembers(a) || !isMembers(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((n) => Object.hasOwn(b, n) && sameJson(a[n], b[n]))
}

/** `INVALID_AGENT_RESPONSE`. `at`: JSON Pointer into the answer. */
export function invalid(at: string, wanted: string): AgentError {
  return new AgentError('INVALID_AGENT_RESPONSE', `The agent's answer is wrong: ${at || '/'} must be ${wanted}`, {
    hint: 'Report this to the maker of the agent.',
  })
}

export function membersAt(value: unknown, at: string): Members {
  if (!isMembers(value)) throw invalid(at, 'an object')
  return value
}

/** Throws unless the members are texts. */
export function needTexts(value: Members, names: readonly string[], at: string): void {
  for (const name of names) if (typeof getOwn(value, name) !== 'string') throw invalid(`${at}/${name}`, 'a text')
}

/** Throws for a role or a state as version 0.3 writes it: taken for an unknown one, it would never be the last. */
function refuseOlder(value: Members, name: string, at: string): void {
  if (/^[a-z]/.test(String(value[name]))) throw invalid(`${at}/${name}`, 'one of version 1.0')
}

/** Checks each item of an optional array. */
export function eachOf<T>(value: Members, name: string, at: string, read: (item: unknown, at: string) => T): void {
  const list = getOwn(value, name)
  if (list === undefined) return
  if (!Array.isArray(list)) throw invalid(`${at}/${name}`, 'an array')
  const below = `${at}/${name}/`
  for (let i = 0; i < list.length; i++) read(list[i], below + i)
}

const contentTexts = ['text', 'raw', 'url'] as const

/** Exactly one of text, raw, url and data. `data` may be `null`; `null` in the others is absence. */
export function readPart(value: unknown, at = ''): Part {
  const part = membersAt(value, at)
  let found = part['data'] !== undefined && Object.hasOwn(part, 'data') ? 1 : 0
  for (const name of contentTexts) {
    const content = getOwn(part, name)
    if (content === undefined) continue
    found++
    if (typeof content !== 'string') throw invalid(`${at}/${name}`, 'a text')
  }
  if (found === 1) return part as unknown as Part
  throw new AgentError('PART_INVALID', `A part at ${at || '/'} has ${found || 'none'} of text, raw, url and data`, {
    hint: 'The agent must send each content as a part of its own.',
  })
}

function readParts(value: Members, at: string): void {
  if (!Array.isArray(getOwn(value, 'parts'))) throw invalid(`${at}/parts`, 'an array')
  eachOf(value, 'parts', at, readPart)
}

function readMessage(value: unknown, at = ''): Message {
  const message = membersAt(value, at)
  needTexts(message, ['messageId', 'role'], at)
  refuseOlder(message, 'role', at)
  readParts(message, at)
  return message as unknown as Message
}

export function readArtifact(value: unknown, at: string): Artifact {
  const artifact = membersAt(value, at)
  needTexts(artifact, ['artifactId'], at)
  readParts(artifact, at)
  return artifact as unknown as Artifact
}

export function readStatus(value: unknown, at: string): void {
  const status = membersAt(value, at)
  needTexts(status, ['state'], at)
  refuseOlder(status, 'state', at)
  if (getOwn(status, 'message') !== undefined) readMessage(status['message'], `${at}/message`)
}

export function readTask(value: unknown, at = ''): Task {
  const task = membersAt(value, at)
  needTexts(task, ['id'], at)
  readStatus(task['status'], `${at}/status`)
  eachOf(task, 'artifacts', at, readArtifact)
  eachOf(task, 'history', at, readMessage)
  return task as unknown as Task
}

/** The answer to a request about a task. Another one: `TASK_MISMATCH`. */
export function readSameTask(value: unknown, { id }: { readonly id: string }): Task {
  const task = readTask(value)
  if (task.id === id) return task
  throw new AgentError('TASK_MISMATCH', `The agent answered for task "${task.id}" instead of "${id}"`, {
    hint: 'Report this to the maker of the agent.',
    taskId: id,
  })
}

/** `{task}` or `{message}`; a bare task has `status`, and a bare message has `parts`. */
export function readAnswer(value: unknown): StreamEvent & { readonly kind: 'task' | 'message' } {
  const answer = membersAt(value, '')
  const { task, message } = { task: getOwn(answer, 'task'), message: getOwn(answer, 'message') }
  if (task !== undefined || getOwn(answer, 'status') !== undefined)
    return { kind: 'task', task: readTask(task ?? answer, task === undefined ? '' : '/task') }
  if (message === undefined && getOwn(answer, 'parts') === undefined) throw invalid('', 'a task or a message')
  return { kind: 'message', message: readMessage(message ?? answer, message === undefined ? '' : '/message') }
}
