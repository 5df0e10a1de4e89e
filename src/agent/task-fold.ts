/**
 * The events of a task, folded into the task as it is. A snapshot that comes again after a broken connection becomes the
 * events that were missed, so a reader of the task sees each event once.
 */
import { createOverlap } from './overlap.ts'
import { isTerminal } from './task-state.ts'
import type { Artifact, ArtifactEvent, Message, Part, StatusEvent, StreamEvent, Task, TaskStatus } from './types.ts'
import { sameJson } from './value.ts'

export interface TaskFold {
  /**
   * Takes an event; returns what of it is new, as events. `exact`: the agent numbers its events, so none that a snapshot
   * holds comes after it. Default: false.
   */
  apply(event: StreamEvent, exact?: boolean): readonly StreamEvent[]
  /** Whether an artifact before this one has not come. */
  hasGap(event: ArtifactEvent): boolean
  /** True: a repeated event could not be told from a new one, so the task should be read once more at its end. */
  readonly uncertain: boolean
  readonly status: TaskStatus | undefined
  /** The task as it is. The same object until an event changes it. */
  snapshot(): Task | undefined
}

/** Parts grow in place: a copy for each chunk would make a long text quadratic. */
interface Grown {
  readonly artifact: Artifact
  readonly parts: Part[]
  last: boolean
}

export function createTaskFold(): TaskFold {
  const artifacts = new Map<string, Grown>()
  const seen = new Set<string>()
  const overlap = createOverlap()
  let base: Task | undefined
  let status: TaskStatus | undefined
  let cached: Task | undefined
  let numbered = false

  function caughtUp({ artifactId, parts }: Artifact, fresh: number): void {
    overlap.caughtUp(artifactId, parts, numbered ? 0 : fresh)
  }

  function begin(task: Task): readonly StreamEvent[] {
    base = task
    status = task.status
    for (const artifact of task.artifacts ?? []) {
      grow(artifact)
      caughtUp(artifact, artifact.parts.length)
    }
    for (const message of messagesOf(task)) seen.add(message.messageId)
    return [{ kind: 'task', task }]
  }

  function grow(artifact: Artifact, last = false): void {
    artifacts.set(artifact.artifactId, { artifact, parts: [...artifact.parts], last })
  }

  /** A snapshot that comes again → what it has and the fold has not. */
  function catchUp(task: Task, known: Task): readonly StreamEvent[] {
    const events: StreamEvent[] = []
    const { id: taskId } = task
    const context = task.contextId === undefined ? {} : { contextId: task.contextId }
    for (const message of task.history ?? []) {
      // Messages of a status that passed while the connection was broken.
      if (message.role !== 'ROLE_AGENT' || seen.has(message.messageId)) continue
      seen.add(message.messageId)
      const past = { ...(status ?? task.status), message }
      if (message.messageId !== task.status.message?.messageId)
        events.push({ kind: 'status', taskId, ...context, status: past })
    }
    for (const [index, artifact] of (task.artifacts ?? []).entries()) {
      const missed = missedOf(artifact)
      if (missed) events.push({ kind: 'artifact', taskId, ...context, index, ...missed })
    }
    for (const [artifactId, { parts }] of artifacts)
      if (!task.artifacts?.some((artifact) => artifact.artifactId === artifactId)) overlap.ahead(artifactId, parts)
    base = { ...known, ...task }
    // The agent may have moved the message of a status into the history.
    const moved = task.status.state === status?.state && task.status.message === undefined
    const changed = !moved && takeStatus(task.status)
    return changed ? [...events, { kind: 'status', taskId, ...context, status: task.status }] : events
  }

  function missedOf(artifact: Artifact): Pick<ArtifactEvent, 'artifact' | 'append'> | undefined {
    const known = artifacts.get(artifact.artifactId)
    if (!known) {
      grow(artifact)
      caughtUp(artifact, artifact.parts.length)
      return { artifact, append: false }
    }
    const rest = restOf(known.parts, artifact.parts)
    if (rest === 'behind') {
      overlap.ahead(artifact.artifactId, known.parts.slice(artifact.parts.length))
      return undefined
    }
    grow(artifact, known.last)
    caughtUp(artifact, rest?.length ?? artifact.parts.length)
    if (rest === undefined) return { artifact, append: false }
    return rest.length === 0 ? undefined : { artifact: { ...artifact, parts: rest }, append: true }
  }

  /** False for a status that is known, or older than the one that is. */
  function takeStatus(next: TaskStatus): boolean {
    if (status && isStale(status, next)) return false
    status = next
    if (next.message) seen.add(next.message.messageId)
    return true
  }

  function applyStatus(event: StatusEvent): readonly StreamEvent[] {
    // The same status with metadata of its own tells of progress, say.
    return takeStatus(event.status) || event.metadata ? [event] : []
  }

  function applyArtifact(event: ArtifactEvent): readonly StreamEvent[] {
    const { artifactId } = event.artifact
    if (event.append !== true) {
      const known = artifacts.get(artifactId)
      overlap.forget(artifactId)
      if (known && sameJson(known.parts, event.artifact.parts)) return []
      grow(event.artifact, event.lastChunk)
      return [event]
    }
    if (!overlap.watches(artifactId)) return append(event)
    return overlap.admit(event).flatMap(append)
  }

  function append(event: ArtifactEvent): readonly StreamEvent[] {
    const { artifact, lastChunk = false } = event
    const known = artifacts.get(artifact.artifactId)
    if (!known) {
      grow(artifact, lastChunk)
      return [event]
    }
    // An artifact that was finished gets its last chunk once.
    if (known.last && lastChunk && sameJson(known.parts.slice(-artifact.parts.length), artifact.parts)) return []
    for (const part of artifact.parts) known.parts.push(part)
    known.last ||= lastChunk
    return [event]
  }

  function change(event: StreamEvent): readonly StreamEvent[] {
    if (event.kind === 'task') return base ? catchUp(event.task, base) : begin(event.task)
    if (event.kind === 'message') return [event]
    // An agent that skips the first snapshot: the task begins with the event.
    if (!base) base = { id: event.taskId, status: { state: 'TASK_STATE_WORKING' }, ...contextOf(event) }
    return event.kind === 'status' ? applyStatus(event) : applyArtifact(event)
  }

  return {
    apply(event, exact = false) {
      numbered = exact
      const events = change(event)
      if (events.length > 0) cached = undefined
      return events
    },
    hasGap: (event) =>
      event.index !== undefined && event.index > artifacts.size && !artifacts.has(event.artifact.artifactId),
    get uncertain() {
      return overlap.uncertain
    },
    get status() {
      return status
    },
    snapshot() {
      if (!base) return undefined
      cached ??= {
        ...base,
        status: status ?? base.status,
        ...(artifacts.size === 0 ? {} : { artifacts: [...artifacts.values()].map(whole) }),
      }
      return cached
    },
  }
}

function whole({ artifact, parts }: Grown): Artifact {
  return { ...artifact, parts: [...parts] }
}

function contextOf({ contextId }: StatusEvent | ArtifactEvent): { readonly contextId?: string } {
  return contextId === undefined ? {} : { contextId }
}

/** Every message of a task, oldest first. */
function messagesOf({ history = [], status }: Task): readonly Message[] {
  return status.message ? [...history, status.message] : history
}

/** A terminal state is the last one; of two others the time decides, and equal ones are one. */
function isStale(known: TaskStatus, next: TaskStatus): boolean {
  if (isTerminal(known.state)) return true
  if (known.timestamp !== undefined && next.timestamp !== undefined && !isTerminal(next.state)) {
    const [before, after] = [Date.parse(known.timestamp), Date.parse(next.timestamp)]
    if (after < before) return true
  }
  return sameJson(known, next)
}

/**
 * The parts of `now` that follow `known`; `behind` if `now` is a beginning of it, and `undefined` if they differ. An
 * agent may join the chunks of a text, so texts are compared joined.
 */
function restOf(known: readonly Part[], now: readonly Part[]): readonly Part[] | 'behind' | undefined {
  const same = Math.min(known.length, now.length)
  let equal = 0
  while (equal < same && sameJson(known[equal], now[equal])) equal++
  if (equal === known.length) return now.slice(equal)
  if (equal === now.length) return 'behind'
  const [before, after] = [joined(known.slice(equal)), joined(now.slice(equal))]
  if (before === undefined || after === undefined || !after.startsWith(before)) return undefined
  return after === before ? [] : [{ text: after.slice(before.length) }]
}

function joined(parts: readonly Part[]): string | undefined {
  return parts.every((part) => part.text !== undefined) ? parts.map((part) => part.text).join('') : undefined
}
