/** One load for all who wait for it: a thousand readers that begin at one time need the task once or twice, not a thousand times. */
import { taskKey } from '../task-store.ts'
import type { LoadedTask, TaskLog } from './task-log.ts'

/**
 * The same function, but while a task is loaded, all further calls for it share one load. The shared load begins when the first one has ended.
 * So no call gets a task as it was before the call.
 */
export function shareLoads(load: TaskLog['load']): TaskLog['load'] {
  const running = new Map<string, Promise<LoadedTask | undefined>>()
  const waiting = new Map<string, Promise<LoadedTask | undefined>>()

  function begin(key: string, owner: string, id: string): Promise<LoadedTask | undefined> {
    const loading = load(owner, id).finally(() => {
      if (running.get(key) === loading) running.delete(key)
    })
    running.set(key, loading)
    return loading
  }

  return (owner, id) => {
    const key = taskKey(owner, id)
    const before = running.get(key)
    if (!before) return begin(key, owner, id)
    const next =
      waiting.get(key) ??
      before
        .catch(() => undefined)
        .then(() => {
          waiting.delete(key)
          return begin(key, owner, id)
        })
    waiting.set(key, next)
    return next
  }
}
