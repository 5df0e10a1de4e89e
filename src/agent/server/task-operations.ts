/** Operations on tasks that are there: GetTask, ListTasks, CancelTask, SubscribeToTask. */
import { stateClass } from '../task-state.ts'
import { type Task, taskStates } from '../types.ts'
import type { Call } from './call.ts'
import { type EventReader, followTask } from './event-reader.ts'
import { defined, type Fields, invalid } from './fields.ts'
import { checkNotOver, openTask, recordOf, withTask } from './open-task.ts'
import { readHistoryLength } from './read-message.ts'
import type { ServerState } from './server-state.ts'
import { positionOf } from './task-query.ts'
import type { TaskPosition, TaskQuery } from './task-store.ts'
import { pageJson, viewTask } from './wire.ts'

export async function getTask(state: ServerState, call: Call, params: Fields): Promise<Task> {
  const historyLength = readHistoryLength(params)
  const id = taskIdOf(params)
  return viewTask((await recordOf(state, call, id)).task, { historyLength })
}

/** Default and largest number of tasks on a page. */
const pageSize = { usual: 50, range: { min: 1, max: 100 } }

export async function listTasks(state: ServerState, call: Call, params: Fields): Promise<object> {
  const limit = params.integer(pageSize.range, 'limit', 'pageSize') ?? pageSize.usual
  const artifacts = params.flag('includeArtifacts') ?? false
  // Histories are long, and a list is an overview.
  const historyLength = readHistoryLength(params) ?? 0
  const query: TaskQuery = {
    owner: call.owner,
    limit: limit + 1,
    ...defined({
      contextId: params.text('contextId') || undefined,
      state: readState(params),
      since: readSince(params),
      after: readCursor(params.text('cursor', 'pageToken')),
    }),
  }
  const { tasks, total } = await state.store.list(query)
  const page = tasks.slice(0, limit)
  const last = page.at(-1)
  return pageJson({
    tasks: page.map((task) => viewTask(task, { historyLength, artifacts })),
    totalSize: total,
    pageSize: limit,
    ...(tasks.length > limit && last ? { nextCursor: cursorOf(positionOf(last)) } : {}),
  })
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

function readCursor(cursor: string | undefined): TaskPosition | undefined {
  if (!cursor) return undefined
  try {
    const place: unknown = JSON.parse(decodeURIComponent(atob(cursor)))
    if (Array.isArray(place) && place.length === 2 && place.every((part) => typeof part === 'string')) {
      return { timestamp: String(place[0]), id: String(place[1]) }
    }
  } catch {
    // The error is thrown below.
  }
  throw invalid('/cursor', 'must be the nextCursor of a page')
}

const notCancelable = ['', 'Cancel only tasks that are running or wait for input.'] as const

export function cancelTask(state: ServerState, call: Call, params: Fields): Promise<Task> {
  return withTask(state, call, taskIdOf(params), (live) => {
    checkNotOver(live.task(), notCancelable, 'TASK_NOT_CANCELABLE')
    live.turn?.abort()
    live.setStatus({ state: 'TASK_STATE_CANCELED' })
    return live.task()
  })
}

const noMoreEvents = [' and has no more events', 'Read it with GetTask.'] as const

/** The stream begins with the task as it is and ends with the task; it stays open while the task waits for input. */
export async function subscribeToTask(state: ServerState, call: Call, params: Fields): Promise<EventReader> {
  const lease = await openTask(state, call, taskIdOf(params))
  try {
    const { status } = lease.live.task()
    checkNotOver(lease.live.task(), noMoreEvents)
    const release = state.takeStream(call.caller.id)
    return followTask(lease.live, {
      // No turn of this process works on the task: no event would ever come.
      snapshotOnly: stateClass(status.state) === 'running' && lease.live.turn === undefined,
      onClose() {
        lease.release()
        release()
      },
    })
  } catch (error) {
    lease.release()
    throw error
  }
}

function taskIdOf(params: Fields): string {
  return params.requiredText('id', 'taskId')
}
