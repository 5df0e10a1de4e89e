/** What the events of a conversation's tasks hold, into the runtime and the transcript, each once. */
import type { Binding } from '../json/binding.ts'
import { createCell } from './binding.ts'
import type { SurfaceIntake } from './surface-intake.ts'
import { isInterrupted } from './task-state.ts'
import type { Transcript } from './transcript.ts'
import type { Artifact, Message, StreamEvent, Task, TaskState, TaskStatus } from './types.ts'

/** A task of a conversation, so that a chat can show how it ended or that it waits. */
export interface ConversationTask {
  readonly id: string
  readonly state: TaskState
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
  const taskIds: string[] = []
  const tasks = createCell<readonly ConversationTask[]>([])
  const taken = new Set<string>()
  let contextId: string | undefined
  let waitingTask: string | undefined

  function takeMessage(message: Message): void {
    // A message comes with a status and again in the history.
    if (taken.has(message.messageId) || transcript.has(message.messageId)) return
    taken.add(message.messageId)
    const surfaceIds = message.role === 'ROLE_AGENT' ? intake.message(message.parts) : []
    transcript.put(message, surfaceIds)
  }

  function takeArtifact(taskId: string, artifact: Artifact, append: boolean): void {
    const surfaceIds = intake.artifact(`${taskId}/${artifact.artifactId}`, artifact.parts, append)
    transcript.artifact(taskId, artifact, surfaceIds, append)
  }

  function takeStatus(taskId: string, { state, message }: TaskStatus): void {
    // Only the agent speaks here, though some agents name the wrong role.
    if (message) takeMessage({ ...message, role: 'ROLE_AGENT', taskId })
    noteState(taskId, state)
    if (isInterrupted(state)) waitingTask = taskId
    else if (waitingTask === taskId) waitingTask = undefined
  }

  function noteState(id: string, state: TaskState): void {
    const all = tasks.getSnapshot()
    const known = all.find((task) => task.id === id)
    if (!known) tasks.set([...all, { id, state }])
    else if (known.state !== state) tasks.set(all.map((task) => (task === known ? { id, state } : task)))
  }

  function takeTask({ id, history = [], artifacts = [], status }: Task): void {
    for (const message of history) takeMessage({ ...message, taskId: id })
    for (const artifact of artifacts) takeArtifact(id, artifact, false)
    takeStatus(id, status)
  }

  function noteTask(taskId: string | undefined, context: string | undefined): void {
    contextId ??= context
    if (taskId !== undefined && !taskIds.includes(taskId)) taskIds.push(taskId)
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
    taskIds,
    tasks,
    get waitingTask() {
      return waitingTask
    },
  }
}
