/** How long the stored task is, kept while it grows: counting it anew for each chunk would take time quadratic in the chunks. */
import type { Artifact, Message, Task, TaskStatus } from '../types.ts'
import { jsonBytes } from './json-bytes.ts'
import { joinsText } from './task-update.ts'

export interface TaskBytes {
  /** Bytes that a message adds to the history. */
  readonly ofMessage: (message: Message) => number
  /** Bytes that a status adds to the task. The message of the status before it moves to the history. */
  readonly ofStatus: (task: Task, status: TaskStatus) => number
  /**
   * Bytes that an artifact adds to the task; less than 0 where it takes the place of a longer one. `before`: the artifact with
   * its id. `keep` counts from the new one on.
   */
  readonly ofArtifact: (before: Artifact | undefined, artifact: Artifact, append: boolean) => Growth
}

interface Growth {
  readonly bytes: number
  readonly keep: () => void
}

interface Counted {
  readonly parts: number
  readonly rest: number
}

/** What two lists of parts lose as one: brackets less a comma, or with two texts that become one `[{"text":""}]`. */
const saved = { byJoining: 13, otherwise: 1 }

export function createTaskBytes(): TaskBytes {
  const artifacts = new Map<string, Counted>()

  function countedBefore(before: Artifact): Counted {
    const known = artifacts.get(before.artifactId) ?? count(before)
    artifacts.set(before.artifactId, known)
    return known
  }

  return {
    ofMessage: (message) => jsonBytes(message) + 1,
    ofStatus: ({ status: before }, status) =>
      jsonBytes(status) - jsonBytes(before) + (before.message ? jsonBytes(before.message) + 1 : 0),
    ofArtifact(before, artifact, append) {
      const counted = before && countedBefore(before)
      const next = count(artifact)
      const joins = before && joinsText(before.parts.at(-1), artifact.parts[0])
      const less = joins ? saved.byJoining : saved.otherwise
      const after =
        counted && append ? { parts: counted.parts + next.parts - less, rest: Math.max(counted.rest, next.rest) } : next
      return {
        bytes: after.parts + after.rest - (counted ? counted.parts + counted.rest : 0),
        keep: () => void artifacts.set(artifact.artifactId, after),
      }
    },
  }
}

function count({ parts, ...rest }: Artifact): Counted {
  return { parts: jsonBytes(parts), rest: jsonBytes(rest) }
}
