/** One change of a task, and the task after it. Tasks are never changed in place. */
import type { Artifact, ArtifactEvent, Message, StatusEvent, Task } from '../types.ts'

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

/** Copies the list of artifacts, and of the one that grows the list of parts. */
export function withArtifact(task: Task, { artifact, append }: ArtifactEvent, timestamp: string): Task {
  const artifacts = [...(task.artifacts ?? [])]
  const index = artifacts.findIndex((one) => one.artifactId === artifact.artifactId)
  const before = artifacts[index]
  if (before === undefined) artifacts.push(artifact)
  else artifacts[index] = append ? grown(before, artifact) : artifact
  return { ...task, artifacts, ...modified(timestamp) }
}

function grown(before: Artifact, next: Artifact): Artifact {
  const metadata = next.metadata ? { ...before.metadata, ...next.metadata } : before.metadata
  return { ...before, ...next, parts: [...before.parts, ...next.parts], ...(metadata && { metadata }) }
}

function modified(timestamp: string | undefined): { readonly lastModified?: string } {
  return timestamp === undefined ? {} : { lastModified: timestamp }
}
