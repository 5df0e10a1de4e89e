/** How much a stream holds of its task, by the length of the events that brought it. */
import type { StreamEvent } from './types.ts'

export interface TaskSize {
  /** False when the task has more than the limit. `units`: UTF-16 units of the event. */
  add(event: StreamEvent, units: number): boolean
}

/** `limit`: UTF-16 units. Artifacts that take the place of others count once; statuses are not kept. */
export function createTaskSize(limit: number): TaskSize {
  const artifacts = new Map<string, number>()
  /** Units of artifacts. */
  let grown = 0
  /** What snapshots held beside them. */
  let rest = 0
  return {
    add(event, units) {
      if (event.kind === 'task') rest = Math.max(0, units - grown)
      if (event.kind === 'artifact') {
        const { artifactId } = event.artifact
        const before = artifacts.get(artifactId) ?? 0
        const now = event.append === true ? before + units : units
        artifacts.set(artifactId, now)
        grown += now - before
      }
      return grown + rest <= limit
    },
  }
}
