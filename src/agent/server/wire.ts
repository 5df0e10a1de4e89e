/** Tasks, pages, configurations and events → JSON of the spelling that the other side speaks, and how many bytes that is. */
import { artifactMember, type Spelling, spelt, statusMember } from '../spelling.ts'
import type { PushConfig, StreamEvent, Task } from '../types.ts'

/** A stream response: one member, whose name is the kind. */
export function eventJson(event: StreamEvent, spelling: Spelling): object {
  if (event.kind === 'task') return { task: spelt('task', event.task, spelling) }
  if (event.kind === 'message') return { message: event.message }
  const { kind, ...body } = event
  if (kind === 'status') return { [statusMember[spelling]]: body }
  return { [artifactMember[spelling]]: spelt('artifactUpdate', body, spelling) }
}

interface TaskView {
  /** Latest messages of the history at most. Default: all. */
  readonly historyLength?: number | undefined
  /** False: without artifacts. Default: true. */
  readonly artifacts?: boolean | undefined
}

/** A task as a request wants to see it. */
export function viewTask(task: Task, spelling: Spelling, { historyLength, artifacts = true }: TaskView = {}): object {
  const { history, artifacts: all, ...rest } = task
  const shown = historyLength === undefined ? history : historyLength > 0 ? history?.slice(-historyLength) : undefined
  const view = { ...rest, ...(artifacts && all ? { artifacts: all } : {}), ...(shown ? { history: shown } : {}) }
  return spelt('task', view, spelling)
}

/** A page of tasks or configurations. The public text has "" for the end. */
export function pageJson<T extends { readonly nextCursor?: string | undefined }>(page: T, spelling: Spelling): object {
  const { nextCursor, ...rest } = page
  const both = { ...rest, ...(nextCursor === undefined ? {} : { nextCursor }), nextPageToken: nextCursor ?? '' }
  return spelt('page', both, spelling)
}

/** A configuration, for a caller of the protocol document with its id in both spellings. */
export function pushConfigJson({ configId, ...rest }: PushConfig, spelling: Spelling): object {
  return spelt('pushConfig', { ...rest, configId, id: configId }, spelling)
}

/** Bytes of a text in UTF-8. Counts without a copy: 1 ns a character. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    // Each half of a surrogate pair counts as two of the pair's four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}

/** Bytes of a value as JSON. */
export function jsonBytes(value: object): number {
  return utf8Length(JSON.stringify(value))
}
