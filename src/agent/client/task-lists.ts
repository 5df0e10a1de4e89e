/** Lists of tasks: those of all pages, and those of a conversation that goes on after the page was loaded again. */

import { AgentError } from '../protocol/error.ts'
import type { ListTasksRequest, Task, TaskPage } from '../protocol/types.ts'

/** An agent that filters after it has read a page may send empty ones, but not for ever. */
const maxPagesWithoutNews = 5

/** `list` loads one page. */
export async function* allTasks(
  list: (request: ListTasksRequest) => Promise<TaskPage>,
  request: ListTasksRequest = {},
): AsyncGenerator<Task, void, undefined> {
  const cursors = new Set([request.cursor])
  const ids = new Set<string>()
  let withoutNews = 0
  for (let page = request; ; ) {
    const { tasks, nextCursor: cursor } = await list(page)
    const before = ids.size
    for (const task of tasks) {
      ids.add(task.id)
      yield task
    }
    withoutNews = ids.size > before ? 0 : withoutNews + 1
    if (cursor === undefined || cursors.has(cursor) || withoutNews === maxPagesWithoutNews) return
    cursors.add(cursor)
    page = { ...page, cursor }
  }
}

/** What is needed of an agent. */
interface TaskReader {
  allTasks(request: ListTasksRequest, options: Ended): AsyncIterable<Task>
  getTask(request: { readonly id: string }, options: Ended): Promise<Task>
}

interface Ended {
  readonly signal?: AbortSignal | undefined
}

/** Tasks of a context that are loaded at most; the newest ones count. */
const maxTasks = 200

/** Tasks of a list that are looked through for those of a context: an agent may list the tasks of every context. */
const maxListed = 2_000

/** Tasks that are asked for at once. */
const atOnce = 8

/**
 * The tasks with these ids in their order, or else the newest 200 of the context, oldest first. Of a list at most 2,000
 * tasks are looked through. A task that is gone is left out.
 * `signal` ends the loading: `ABORTED`.
 */
export async function savedTasks(
  agent: TaskReader,
  contextId: string | undefined,
  ids: readonly string[] = [],
  signal?: AbortSignal,
): Promise<readonly Task[]> {
  if (ids.length > 0) return load(agent, ids, signal)
  if (contextId === undefined) return []
  const tasks = await load(agent, await listIds(agent, contextId, signal), signal)
  return inOrder(tasks.filter((task) => isOf(task, contextId)))
}

/** Oldest first. Pages have no artifacts: those of one page could be larger than an answer may be. */
async function listIds(
  agent: TaskReader,
  contextId: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const ids: string[] = []
  let listed = 0
  try {
    for await (const task of agent.allTasks({ contextId, limit: 100, historyLength: 0 }, { signal })) {
      if (isOf(task, contextId) && !ids.includes(task.id)) ids.push(task.id)
      if (ids.length === maxTasks || ++listed === maxListed) break
    }
  } catch (error) {
    // An agent that cannot list tasks has none to show: the conversation goes on in its context.
    if (!(error instanceof AgentError) || error.code !== 'UNSUPPORTED_OPERATION') throw error
  }
  return ids.reverse()
}

async function load(
  agent: TaskReader,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Task[]> {
  const tasks: Task[] = []
  for (let i = 0; i < ids.length; i += atOnce) {
    const found = await Promise.all(
      ids.slice(i, i + atOnce).map((id) => agent.getTask({ id }, { signal }).catch(absent)),
    )
    tasks.push(...found.filter((task) => task !== undefined))
  }
  return tasks
}

function absent(error: unknown): undefined {
  if (!(error instanceof AgentError) || error.code !== 'TASK_NOT_FOUND') throw error
}

/** An agent may answer with the tasks of every context. */
function isOf(task: Task, contextId: string): boolean {
  return (task.contextId ?? contextId) === contextId
}

/** By creation if the agent tells it of each task, else by status; without times in the order of the agent's list. */
function inOrder(tasks: readonly Task[]): readonly Task[] {
  const created = timesOf(tasks, (task) => task.createdAt)
  const times = created ?? timesOf(tasks, (task) => task.status.timestamp)
  return times ? [...tasks].sort((one, other) => (times.get(one) ?? 0) - (times.get(other) ?? 0)) : tasks
}

/** `undefined` unless each task has a time. */
function timesOf(
  tasks: readonly Task[],
  textOf: (task: Task) => string | undefined,
): ReadonlyMap<Task, number> | undefined {
  const times = new Map(tasks.map((task) => [task, Date.parse(textOf(task) ?? '')]))
  return [...times.values()].every(Number.isFinite) ? times : undefined
}
