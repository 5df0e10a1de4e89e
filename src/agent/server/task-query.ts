/** Which tasks fit a query, in which order, and where each one stands in a list. */
import type { Task } from '../types.ts'
import type { TaskPosition, TaskQuery, TaskQueryResult } from './task-store.ts'

/** `tasks`: all tasks of the owner that the query names. */
export function searchTasks(tasks: readonly Task[], query: TaskQuery): TaskQueryResult {
  const { after, limit } = query
  const found = tasks.filter((task) => fits(task, query))
  found.sort((a, b) => compare(positionOf(a), positionOf(b)))
  const rest = after ? found.filter((task) => compare(positionOf(task), after) > 0) : found
  return { tasks: rest.slice(0, limit), total: found.length }
}

/** Where a task stands in a list. */
export function positionOf({ id, status }: Task): TaskPosition {
  return { timestamp: status.timestamp ?? '', id }
}

function fits(task: Task, { contextId, state, since }: TaskQuery): boolean {
  if (contextId !== undefined && task.contextId !== contextId) return false
  if (state !== undefined && task.status.state !== state) return false
  return since === undefined || (task.status.timestamp ?? '') >= since
}

function compare(a: TaskPosition, b: TaskPosition): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}
