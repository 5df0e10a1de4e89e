/** What was said in a conversation: its messages as a chat shows them, its tasks and their states, each event taken once. */
import { type Binding, createCell } from '../live/binding.ts'
import { sameJson } from './read-value.ts'
import type { SurfaceIntake } from './surface-intake.ts'
import { surfaceMessagesOf } from './surface-part.ts'
import {
  type Artifact,
  isInterrupted,
  type Message,
  type Part,
  type StreamEvent,
  type Task,
  type TaskState,
  type TaskStatus,
} from './types.ts'

/** A message without its surface parts. An artifact is a message whose id is `{taskId}/{artifactId}`. */
export interface ConversationMessage extends Message {
  /** Surfaces that this message created, so that a chat can draw them in their place. */
  readonly surfaceIds: readonly string[]
  /** Messages of the user are on their way at first; those of the agent are always `sent`. */
  readonly delivery: 'sending' | 'sent' | 'failed'
}

export interface Transcript {
  readonly messages: Binding<readonly ConversationMessage[]>
  /** Adds a message, or replaces the one with its id. Nothing is added for one that has surface parts only. */
  put(message: Message, surfaceIds: readonly string[], delivery?: ConversationMessage['delivery']): void
  /** Adds an artifact, or the next parts of one. */
  artifact(taskId: string, artifact: Artifact, surfaceIds: readonly string[], append: boolean): void
  /** What became of a message of the user. `taskId`: the task that answers it. */
  deliver(messageId: string, delivery: ConversationMessage['delivery'], taskId?: string): void
  has(messageId: string): boolean
}

export function createTranscript(): Transcript {
  const cell = createCell<readonly ConversationMessage[]>([])
  const places = new Map<string, number>()

  function known(messageId: string): ConversationMessage | undefined {
    return cell.getSnapshot()[places.get(messageId) ?? -1]
  }

  function set(message: ConversationMessage): void {
    const all = [...cell.getSnapshot()]
    const place = places.get(message.messageId) ?? all.length
    places.set(message.messageId, place)
    all[place] = message
    cell.set(all)
  }

  return {
    messages: cell,
    put(message, surfaceIds, delivery = 'sent') {
      const parts = shownParts(message.parts)
      const before = known(message.messageId)
      const ids = [...(before?.surfaceIds ?? []), ...surfaceIds]
      if (before || parts[0] || ids.length) set({ ...message, parts, surfaceIds: ids, delivery })
    },
    artifact(taskId, { artifactId, parts, metadata }, surfaceIds, append) {
      const messageId = `${taskId}/${artifactId}`
      const before = known(messageId)
      const shown = joinTexts([...(append ? (before?.parts ?? []) : []), ...shownParts(parts)])
      const ids = [...new Set([...(before?.surfaceIds ?? []), ...surfaceIds])]
      if (!before && !shown[0] && !ids.length) return
      const base = { messageId, role: 'ROLE_AGENT' as const, taskId, ...(metadata && { metadata }) }
      set({ ...base, parts: shown, surfaceIds: ids, delivery: 'sent' })
    },
    deliver(messageId, delivery, taskId) {
      const before = known(messageId)
      if (before) set({ ...before, delivery, ...(taskId && { taskId }) })
    },
    has: (messageId) => places.has(messageId),
  }
}

function shownParts(parts: readonly Part[]): readonly Part[] {
  return parts.filter((part) => surfaceMessagesOf(part) === undefined)
}

/** Chunks of a text are one text. A part with a type or a name of its own begins anew. */
function joinTexts(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.text !== undefined && part.text !== undefined && sameKind(last, part))
      joined[joined.length - 1] = { ...last, text: last.text + part.text }
    else joined.push(part)
  }
  return joined
}

function sameKind(one: Part, other: Part): boolean {
  return one.mediaType === other.mediaType && one.filename === other.filename
}

/** A task of a conversation, so that a chat can show how it ended or that it waits. */
export interface ConversationTask {
  readonly id: string
  readonly state: TaskState
}

interface ConversationTasks {
  /** An event names the task. */
  readonly add: (id: string) => void
  readonly setState: (id: string, state: TaskState) => void
  /** Every task, oldest first. */
  readonly ids: readonly string[]
  /** The same tasks with their states. */
  readonly states: Binding<readonly ConversationTask[]>
  /** The task that waits for the user. */
  readonly waiting: () => string | undefined
}

function createConversationTasks(): ConversationTasks {
  const ids: string[] = []
  const states = createCell<readonly ConversationTask[]>([])
  let waiting: string | undefined
  return {
    ids,
    states,
    waiting: () => waiting,
    add(id) {
      if (!ids.includes(id)) ids.push(id)
    },
    setState(id, state) {
      if (isInterrupted(state)) waiting = id
      else if (waiting === id) waiting = undefined
      const all = states.getSnapshot()
      const known = all.find((task) => task.id === id)
      if (!known) states.set([...all, { id, state }])
      else if (known.state !== state) states.set(all.map((task) => (task === known ? { id, state } : task)))
    },
  }
}

export interface TaskContent {
  take(event: StreamEvent): void
  /** The context of the first task or message. */
  readonly contextId: string | undefined
  /** Every task, oldest first. */
  readonly taskIds: readonly string[]
  /** The same tasks with their states. */
  readonly tasks: Binding<readonly ConversationTask[]>
  /** The task that waits for the user. */
  readonly waitingTask: string | undefined
}

export function createTaskContent(intake: SurfaceIntake, transcript: Transcript): TaskContent {
  const tasks = createConversationTasks()
  const taken = new Set<string>()
  /** What the agent said last in each task. */
  const said = new Map<string | undefined, readonly Part[]>()
  let contextId: string | undefined

  function takeMessage(message: Message): void {
    // A message comes with a status and again in the history.
    if (taken.has(message.messageId) || transcript.has(message.messageId)) return
    taken.add(message.messageId)
    if (message.role === 'ROLE_AGENT') said.set(message.taskId, message.parts)
    const surfaceIds = message.role === 'ROLE_AGENT' ? intake.message(message.parts) : []
    transcript.put(message, surfaceIds)
  }

  /** Some agents say a thing in a message and send the same parts as an artifact: the message is enough. */
  function takeArtifact(taskId: string, artifact: Artifact, append: boolean): void {
    if (!append && sameJson(said.get(taskId), artifact.parts)) return
    const surfaceIds = intake.artifact(`${taskId}/${artifact.artifactId}`, artifact.parts, append)
    transcript.artifact(taskId, artifact, surfaceIds, append)
  }

  function takeStatus(taskId: string, { state, message }: TaskStatus): void {
    // Only the agent speaks here, though some agents name the wrong role.
    if (message) takeMessage({ ...message, role: 'ROLE_AGENT', taskId })
    tasks.setState(taskId, state)
  }

  function takeTask({ id, history = [], artifacts = [], status }: Task): void {
    for (const message of history) takeMessage({ ...message, taskId: id })
    if (status.message) said.set(id, status.message.parts)
    // What is said on the way stands before the artifacts, where the history has it later: a task that is read again in the
    // middle of an answer gives the same order as one that is read at its end.
    if (status.state === 'TASK_STATE_WORKING') takeStatus(id, status)
    for (const artifact of artifacts) takeArtifact(id, artifact, false)
    takeStatus(id, status)
  }

  function noteTask(taskId: string | undefined, context: string | undefined): void {
    contextId ??= context
    if (taskId) tasks.add(taskId)
  }

  return {
    take(event) {
      if (event.kind === 'task') {
        noteTask(event.task.id, event.task.contextId)
        takeTask(event.task)
      } else if (event.kind === 'message') {
        noteTask(event.message.taskId, event.message.contextId)
        takeMessage(event.message)
      } else {
        noteTask(event.taskId, event.contextId)
        if (event.kind === 'status') takeStatus(event.taskId, event.status)
        else takeArtifact(event.taskId, event.artifact, event.append === true)
      }
    },
    get contextId() {
      return contextId
    },
    taskIds: tasks.ids,
    tasks: tasks.states,
    get waitingTask() {
      return tasks.waiting()
    },
  }
}
