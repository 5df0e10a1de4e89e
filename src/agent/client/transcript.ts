/** What was said in a conversation: its messages as a chat shows them, its tasks and their states, each event taken once. */

import { type Binding, createCell } from '../../live/binding.ts'
import type { ActedOn } from '../../runtime/delivery.ts'
import { sameJson } from '../protocol/read-value.ts'
import { surfaceMessagesOf } from '../protocol/surface-part.ts'
import {
  type Artifact,
  isInterrupted,
  isTerminal,
  type Message,
  type Part,
  type StreamEvent,
  type Task,
  type TaskState,
  type TaskStatus,
} from '../protocol/types.ts'
import type { SurfaceAnswer, SurfaceIntake } from './surface-intake.ts'

/** A message without its surface parts. An artifact is a message whose id is `{taskId}/{artifactId}`. */
export interface ConversationMessage extends Message {
  /** Surfaces that this message created, so that a chat can draw them in their place. */
  readonly surfaceIds: readonly string[]
  /** The source of these surfaces, for `SurfaceView`: two answers may use one id. Absent for messages of the user. */
  readonly source?: string
  /** Messages of the user are on their way at first; those of the agent are always `sent`. */
  readonly delivery: 'sending' | 'sent' | 'failed'
}

type MadeSurfaces = Pick<ConversationMessage, 'surfaceIds' | 'source'>

export interface Transcript {
  readonly messages: Binding<readonly ConversationMessage[]>
  /** Adds a message, or replaces the one with its id. Nothing is added for one that has surface parts only. */
  put(message: Message, made: MadeSurfaces, delivery?: ConversationMessage['delivery']): void
  /** Adds an artifact, or the next parts of one. */
  artifact(taskId: string, artifact: Artifact, made: MadeSurfaces, append: boolean): void
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
    put(message, { surfaceIds, ...made }, delivery = 'sent') {
      const parts = shownParts(message.parts)
      const before = known(message.messageId)
      const ids = [...new Set([...(before?.surfaceIds ?? []), ...surfaceIds])]
      if (before || parts[0] || ids.length) set({ ...message, ...made, parts, surfaceIds: ids, delivery })
    },
    artifact(taskId, { artifactId, parts, metadata }, { surfaceIds, ...made }, append) {
      const messageId = `${taskId}/${artifactId}`
      const before = known(messageId)
      const shown = joinTexts([...(append ? (before?.parts ?? []) : []), ...shownParts(parts)])
      const ids = [...new Set([...(before?.surfaceIds ?? []), ...surfaceIds])]
      if (!before && !shown[0] && !ids.length) return
      const base = { messageId, role: 'ROLE_AGENT' as const, taskId, ...(metadata && { metadata }) }
      set({ ...base, ...made, parts: shown, surfaceIds: ids, delivery: 'sent' })
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
  /** `answerTo`: the event that it answers. */
  take(event: StreamEvent, answerTo?: ActedOn): void
  /** A message of the user goes to the task: the agent's next messages in it are another answer. */
  asks(taskId: string, messageId: string): void
  /** The task that brought the surfaces of this source. */
  taskOf(source: string | undefined): string | undefined
  /** The context of the first task or message. */
  readonly contextId: string | undefined
  /** Every task, oldest first. */
  readonly taskIds: readonly string[]
  /** The same tasks with their states. */
  readonly tasks: Binding<readonly ConversationTask[]>
  /** The task that waits for the user. */
  readonly waitingTask: string | undefined
}

/** `name`: begins the names of the sources that the surfaces come from. */
export function createTaskContent(name: string, intake: SurfaceIntake, transcript: Transcript): TaskContent {
  const tasks = createConversationTasks()
  /** Messages of the user. */
  const taken = new Set<string>()
  /** Messages of the agent, each in its newest version. */
  const spoken = new Map<string, readonly Part[]>()
  /** What the agent said last in each task. */
  const said = new Map<string | undefined, readonly Part[]>()
  /** How many messages of the user each task has. */
  const asked = new Map<string | undefined, number>()
  /** By the sources of all answers in tasks, oldest first. */
  const tasksBySource = new Map<string, string>()
  const answersTo = new Map<string, ActedOn>()
  let contextId: string | undefined

  function asks(taskId: string | undefined, messageId: string): void {
    taken.add(messageId)
    asked.set(taskId, (asked.get(taskId) ?? 0) + 1)
  }

  /** An answer is what the agent says in one task until the user speaks there again. The message that begins the task may not be told. */
  function sourceOf(taskId: string): string {
    const turns = asked.get(taskId) ?? 1
    return `${name} ${taskId}${turns > 1 ? ` ${turns}` : ''}`
  }

  function answerIn(taskId: string): SurfaceAnswer {
    const source = sourceOf(taskId)
    return { source, answerTo: answersTo.get(source) }
  }

  /** The surface that a message of the user acted on: `referenceTaskIds` names the task that brought it. */
  function actedOnBy({ parts, referenceTaskIds = [] }: Message): ActedOn | undefined {
    const sources = [...tasksBySource].filter(([, taskId]) => referenceTaskIds.includes(taskId))
    return intake.actedOn(
      parts,
      sources.map(([source]) => source),
    )
  }

  function noteAnswer(taskId: string | undefined, answerTo: ActedOn | undefined): void {
    if (taskId === undefined) return
    const source = sourceOf(taskId)
    tasksBySource.set(source, taskId)
    if (answerTo && !answersTo.has(source)) answersTo.set(source, answerTo)
  }

  function takeMessage(message: Message): void {
    const { messageId, taskId, role, parts } = message
    const before = spoken.get(messageId)
    // A message comes with a status and again in the history. One that grows has one id, and other parts each time.
    if (before ? role !== 'ROLE_AGENT' || sameJson(before, parts) : taken.has(messageId) || transcript.has(messageId))
      return
    if (role !== 'ROLE_AGENT') {
      asks(taskId, messageId)
      noteAnswer(taskId, actedOnBy(message))
      transcript.put(message, { surfaceIds: [] })
      return
    }
    spoken.set(messageId, parts)
    said.set(taskId, parts)
    const answer = answerIn(taskId ?? messageId)
    const { source } = answer
    transcript.put(message, { surfaceIds: intake.message(parts, answer, before), source })
    if (taskId === undefined) intake.end(source)
  }

  /** Some agents say a thing in a message and send the same parts as an artifact: the message is enough. */
  function takeArtifact(taskId: string, artifact: Artifact, append: boolean): void {
    if (!append && sameJson(said.get(taskId), artifact.parts)) return
    const answer = answerIn(taskId)
    const surfaceIds = intake.artifact(`${taskId}/${artifact.artifactId}`, artifact.parts, append, answer)
    transcript.artifact(taskId, artifact, { surfaceIds, source: answer.source }, append)
  }

  function takeStatus(taskId: string, { state, message }: TaskStatus): void {
    // Only the agent speaks here, though some agents name the wrong role.
    if (message) takeMessage({ ...message, role: 'ROLE_AGENT', taskId })
    tasks.setState(taskId, state)
    if (isTerminal(state) || isInterrupted(state)) intake.end(sourceOf(taskId))
  }

  function takeTask({ id, history = [], artifacts = [], status }: Task): void {
    // Of the versions of a message the last one counts, in the place of the first.
    const newest = new Map(history.map((message) => [message.messageId, message]))
    const { message } = status
    if (message && newest.has(message.messageId)) newest.set(message.messageId, message)
    for (const one of newest.values()) takeMessage({ ...one, taskId: id })
    if (message) said.set(id, message.parts)
    // What is said on the way stands before the artifacts, where the history has it later: a task that is read again in the
    // middle of an answer gives the same order as one that is read at its end.
    if (status.state === 'TASK_STATE_WORKING') takeStatus(id, status)
    for (const artifact of artifacts) takeArtifact(id, artifact, false)
    takeStatus(id, status)
  }

  function noteTask(taskId: string | undefined, context: string | undefined, answerTo: ActedOn | undefined): void {
    contextId ??= context
    if (taskId) tasks.add(taskId)
    noteAnswer(taskId, answerTo)
  }

  return {
    asks,
    taskOf: (source) => (source === undefined ? undefined : tasksBySource.get(source)),
    take(event, answerTo) {
      if (event.kind === 'task') {
        noteTask(event.task.id, event.task.contextId, answerTo)
        takeTask(event.task)
      } else if (event.kind === 'message') {
        noteTask(event.message.taskId, event.message.contextId, answerTo)
        takeMessage(event.message)
      } else {
        noteTask(event.taskId, event.contextId, answerTo)
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
