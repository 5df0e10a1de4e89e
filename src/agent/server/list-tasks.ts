/** ListTasks: the tasks of a caller, page by page. Loaded with the first list. */
import { defined } from '../protocol/read-value.ts'
import { taskStates } from '../protocol/types.ts'
import { viewTask } from './bindings.ts'
import { type Fields, invalid, noCursor, readHistoryLength } from './read-request.ts'
import type { Call, ServerState } from './server-state.ts'
import { positionOf, type TaskPosition, type TaskQuery } from './task-store.ts'

/** Default and largest number of tasks on a page. */
const pageSize = { usual: 50, range: { min: 1, max: 100 } }

export async function listTasks(state: ServerState, call: Call, params: Fields): Promise<object> {
  const limit = params.integer(pageSize.range, 'limit') ?? pageSize.usual
  const artifacts = params.flag('includeArtifacts') ?? false
  // Histories are long, and a list is an overview.
  const historyLength = readHistoryLength(params) ?? 0
  const query: TaskQuery = {
    owner: call.owner,
    limit: limit + 1,
    artifacts,
    history: historyLength > 0,
    ...defined({
      contextId: params.text('contextId') || undefined,
      state: readState(params),
      since: readSince(params),
      after: readCursor(params),
    }),
  }
  const { tasks, total } = await state.store.list(query)
  const page = tasks.slice(0, limit)
  const last = page.at(-1)
  return {
    tasks: page.map((task) => viewTask(task, { historyLength, artifacts })),
    totalSize: total,
    pageSize: limit,
    nextCursor: tasks.length > limit && last ? cursorOf(positionOf(last)) : undefined,
  }
}

function readState(params: Fields): string | undefined {
  const state = params.text('status')
  if (!state || state === 'TASK_STATE_UNSPECIFIED') return undefined
  if ((taskStates as readonly string[]).includes(state)) return state
  throw invalid('/status', 'must be a task state')
}

function readSince(params: Fields): string | undefined {
  const text = params.text('statusTimestampAfter')
  if (!text) return undefined
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw invalid('/statusTimestampAfter', 'must be an ISO 8601 time in UTC')
  return new Date(time).toISOString()
}

/** An opaque text: the place of the last task of the page before. */
function cursorOf({ timestamp, id }: TaskPosition): string {
  return btoa(encodeURIComponent(JSON.stringify([timestamp, id]))).replace(/=+$/, '')
}

function readCursor(params: Fields): TaskPosition | undefined {
  const cursor = params.text('cursor')
  if (!cursor) return undefined
  try {
    const place: unknown = JSON.parse(decodeURIComponent(atob(cursor)))
    if (Array.isArray(place) && place.length === 2 && place.every((part) => typeof part === 'string')) {
      return { timestamp: String(place[0]), id: String(place[1]) }
    }
  } catch {
    // The error is thrown below.
  }
  throw noCursor(params)
}
