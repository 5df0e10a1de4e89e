/** One change of a task, and the task after it. Tasks are never changed in place. */
import type { Artifact, ArtifactEvent, Message, Part, StatusEvent, Task } from '../types.ts'

/** The task with a message of the client at the end of its history. */
export function withMessage(task: Task, message: Message): Task {
  return { ...task, history: [...(task.history ?? []), message] }
}

/** The message of the status before moves to the history, so that nothing said is lost. */
export function withStatus(task: Task, { status }: StatusEvent): Task {
  const said = task.status.message
  const before = said ? withMessage(task, said) : task
  return {
    ...before,
    status,
    ...modified(status.timestamp),
  }
}

/** The event's artifact, and its place among those of the task. */
type PlacedArtifact = ArtifactEvent & { readonly index: number }

/** Copies the list of artifacts, and of the one that grows the list of parts. Neighbouring texts become one. */
export function withArtifact(task: Task, { artifact, append, index }: PlacedArtifact, timestamp: string): Task {
  const artifacts = [...(task.artifacts ?? [])]
  const before = artifacts[index]
  artifacts[index] = before && append ? grown(before, artifact) : artifact
  return { ...task, artifacts, ...modified(timestamp) }
}

function grown(before: Artifact, next: Artifact): Artifact {
  const metadata = next.metadata ? { ...before.metadata, ...next.metadata } : before.metadata
  return { ...before, ...next, parts: joined(before.parts, next.parts), ...(metadata && { metadata }) }
}

/** A text grows in place: with a part for each chunk, 40,000 chunks would be copied 40,000 times. */
function joined(before: readonly Part[], next: readonly Part[]): readonly Part[] {
  const [last, first] = [before.at(-1), next[0]]
  if (!joinsText(last, first)) return [...before, ...next]
  return [...before.slice(0, -1), { text: `${last?.text}${first?.text}` }, ...next.slice(1)]
}

/** Whether two neighbouring parts are texts and nothing else, so that one text says the same. */
export function joinsText(last: Part | undefined, first: Part | undefined): boolean {
  return isPlainText(last) && isPlainText(first)
}

function isPlainText(part: Part | undefined): boolean {
  return part?.text !== undefined && Object.keys(part).length === 1
}

function modified(timestamp: string | undefined): { readonly lastModified?: string } {
  return timestamp === undefined ? {} : { lastModified: timestamp }
}
