/** What an agent yields → changes of its task. A value that fits nothing throws a `TypeError`: it is a mistake of the host. */
import type { JsonValue } from '../../json/value.ts'
import { isTerminal } from '../task-state.ts'
import { type Message, type Part, type TaskState, taskStates } from '../types.ts'
import type { AgentMessage, Yielded } from './execute.ts'
import type { LiveTask } from './live-task.ts'
import { readPart } from './read-message.ts'
import { surfaceArtifacts } from './surface-artifact.ts'

export interface YieldedOptions {
  readonly newId: () => string
  /** The version of surfaces that the client chose. */
  readonly surfaceVersion: string | undefined
  /** Called with what was not sent, and the reason. */
  readonly onError: (error: unknown) => void
}

/** Applies one yielded value. Returns true when the task is over. */
export type ApplyYielded = (live: LiveTask, value: Yielded) => boolean

export function createApplyYielded(options: YieldedOptions): ApplyYielded {
  /** The artifact that the next chunk of text belongs to. */
  let textId: string | undefined

  function applyText(live: LiveTask, text: string): void {
    const append = textId !== undefined
    textId ??= `text-${options.newId()}`
    live.setArtifact({ artifactId: textId, parts: [{ text }] }, { append })
  }

  return (live, value) => {
    if (typeof value !== 'object' || value === null) throw misuse(value)
    if ('text' in value && typeof value.text === 'string' && !('status' in value)) applyText(live, value.text)
    else {
      textId = undefined
      applyOther(live, value, options)
    }
    return isTerminal(live.task().status.state)
  }
}

function applyOther(live: LiveTask, value: Yielded, options: YieldedOptions): void {
  const { newId } = options
  if ('status' in value) {
    const said = value.message ?? value.text
    const message = said === undefined ? {} : { message: messageOf(said, live.task(), newId) }
    live.setStatus({ state: stateOf(value.status), ...message }, value.metadata && { metadata: value.metadata })
  } else if ('surface' in value) applySurface(live, value.surface, options)
  else if ('artifact' in value) applyArtifact(live, value, options)
  else if ('message' in value) {
    live.setStatus({ state: 'TASK_STATE_WORKING', message: messageOf(value.message, live.task(), newId) })
  } else throw misuse(value)
}

function applySurface(
  live: LiveTask,
  surface: Extract<Yielded, { surface: unknown }>['surface'],
  options: YieldedOptions,
): void {
  const messages = Array.isArray(surface) ? surface : [surface]
  const refuse = (version: string): void =>
    options.onError(new TypeError(`A ${version} surface was not sent: the client chose ${options.surfaceVersion}`))
  for (const artifact of surfaceArtifacts(messages, options.surfaceVersion, refuse)) {
    const exists = live.task().artifacts?.some((one) => one.artifactId === artifact.artifactId) ?? false
    live.setArtifact(artifact, { append: exists })
  }
}

function applyArtifact(
  live: LiveTask,
  value: Extract<Yielded, { artifact: unknown }>,
  { newId }: YieldedOptions,
): void {
  const { artifactId = newId(), ...rest } = value.artifact
  const { append = false, lastChunk, metadata } = value
  checkParts(rest.parts)
  const more = { ...(lastChunk === undefined ? {} : { lastChunk }), ...(metadata && { metadata }) }
  live.setArtifact({ artifactId, ...rest }, { append, ...more })
}

/** A message of the agent, with the ids that only the server knows. */
export function messageOf(
  said: string | readonly Part[] | AgentMessage,
  task: { readonly id?: string; readonly contextId?: string },
  newId: () => string,
): Message {
  const message: AgentMessage =
    typeof said === 'string' ? { parts: [{ text: said }] } : isParts(said) ? { parts: said } : said
  checkParts(message.parts)
  return {
    messageId: newId(),
    ...message,
    role: 'ROLE_AGENT',
    ...(task.contextId === undefined ? {} : { contextId: task.contextId }),
    ...(task.id === undefined ? {} : { taskId: task.id }),
  }
}

function isParts(said: readonly Part[] | AgentMessage): said is readonly Part[] {
  return Array.isArray(said)
}

function checkParts(parts: readonly Part[]): void {
  if (!Array.isArray(parts) || parts.length === 0) throw new TypeError('parts must be an array of at least one part')
  parts.forEach((part, index) => {
    readPart(part as unknown as JsonValue, `parts/${index}`)
  })
}

/** `input-required` → `TASK_STATE_INPUT_REQUIRED`. */
function stateOf(name: string): TaskState {
  const full = name.startsWith('TASK_STATE_') ? name : `TASK_STATE_${name.toUpperCase().replaceAll('-', '_')}`
  if ((taskStates as readonly string[]).includes(full)) return full
  throw new TypeError(`There is no status "${name}"; write one such as "working" or "input-required"`)
}

function misuse(value: unknown): TypeError {
  const has =
    typeof value === 'object' && value !== null ? `the members ${Object.keys(value).join(', ')}` : typeof value
  return new TypeError(`execute yields text, surface, artifact, status or message, and not ${has}`)
}
