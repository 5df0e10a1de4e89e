/** The tasks of a conversation that goes on after the page was loaded again. */
import type { Agent } from './agent.ts'
import { AgentError } from './error.ts'
import type { Task } from './types.ts'

/** Tasks of a context that are loaded at most; the newest ones count. */
const mostTasks = 200

/** The tasks with these ids, or else all of the context, oldest first. A task that is gone is left out. */
export async function savedTasks(
  agent: Agent,
  contextId: string | undefined,
  ids: readonly string[] = [],
): Promise<readonly Task[]> {
  if (ids.length > 0) {
    const found = await Promise.all(ids.map((id) => agent.getTask({ id }).catch(absent)))
    return found.filter((task) => task !== undefined)
  }
  const listed: Task[] = []
  if (contextId === undefined) return listed
  for await (const task of agent.allTasks({ contextId, includeArtifacts: true, historyLength: 100 })) {
    listed.push(task)
    if (listed.length === mostTasks) break
  }
  return listed.sort((one, other) => timeOf(one) - timeOf(other))
}

function absent(error: unknown): undefined {
  if (!(error instanceof AgentError) || error.code !== 'TASK_NOT_FOUND') throw error
}

function timeOf({ createdAt, status }: Task): number {
  return Date.parse(createdAt ?? status.timestamp ?? '') || 0
}
