/** What the events of a conversation's tasks hold, into the runtime and the transcript, each once. */
import type { Binding } from '../live/binding.ts'
import { type ConversationTask, createConversationTasks } from './conversation-tasks.ts'
import type { SurfaceIntake } from './surface-intake.ts'
import type { Transcript } from './transcript.ts'
import type { Artifact, Message, StreamEvent, Task, TaskStatus } from './types.ts'

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
  let contextId: string | undefined

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
    tasks.setState(taskId, state)
  }

  function takeTask({ id, history = [], artifacts = [], status }: Task): void {
    for (const message of history) takeMessage({ ...message, taskId: id })
    for (const artifact of artifacts) takeArtifact(id, artifact, false)
    takeStatus(id, status)
  }

  function noteTask(taskId: string | undefined, context: string | undefined): void {
    contextId ??= context
    if (taskId !== undefined) tasks.add(taskId)
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
