/** Tasks, pages, configurations and events → JSON of the spelling that the other side speaks. */
import { artifactMember, type Dialect, statusMember } from '../dialect.ts'
import type { PushConfig, StreamEvent, Task, TaskPage } from '../types.ts'

/** The spelling that one request uses. */
export type Spelling = Exclude<Dialect, 'both'>

/** A stream response: one member, whose name is the kind. */
export function eventJson(event: StreamEvent, spelling: Spelling): object {
  if (event.kind === 'task') return { task: event.task }
  if (event.kind === 'message') return { message: event.message }
  const { kind, ...body } = event
  return { [(kind === 'status' ? statusMember : artifactMember)[spelling]]: body }
}

export interface TaskView {
  /** Latest messages of the history at most. Default: all. */
  readonly historyLength?: number | undefined
  /** False: without artifacts. Default: true. */
  readonly artifacts?: boolean | undefined
}

/** A task as a request wants to see it. */
export function viewTask(task: Task, { historyLength, artifacts = true }: TaskView): Task {
  const { history, artifacts: all, ...rest } = task
  const shown = historyLength === undefined ? history : historyLength > 0 ? history?.slice(-historyLength) : undefined
  return { ...rest, ...(artifacts && all ? { artifacts: all } : {}), ...(shown ? { history: shown } : {}) }
}

/** A page of tasks with the cursor in both spellings. The public text has "" for the end. */
export function pageJson({ nextCursor, ...rest }: TaskPage & { readonly pageSize: number }): object {
  return { ...rest, ...(nextCursor === undefined ? {} : { nextCursor }), nextPageToken: nextCursor ?? '' }
}

/** A configuration with its id in both spellings. */
export function pushConfigJson({ configId, ...rest }: PushConfig): object {
  return { ...rest, configId, id: configId }
}
