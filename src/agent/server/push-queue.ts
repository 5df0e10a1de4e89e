/** The events that wait for one receiver of push notifications: posted one after the other, each tried several times. */
import { sleep } from '../../http/sleep.ts'
import type { Task } from '../types.ts'
import { type LogEntry, logEntry } from './event-log.ts'
import type { PushPost } from './push-post.ts'
import type { StoredPushConfig } from './task-store.ts'

export interface PushQueue {
  /** `task`: the task as the event left it. */
  readonly add: (entry: LogEntry, task: Task) => void
  /** Later posts go to this configuration. */
  readonly setConfig: (config: StoredPushConfig) => void
  /** The configuration was deleted: nothing more is posted, not even a repetition. */
  readonly abort: () => void
}

export interface PushQueueOptions {
  readonly post: PushPost['post']
  /** Milliseconds before the second attempt. Each later pause is twice as long as the one before. */
  readonly retryDelay: number
  readonly onError: (error: unknown) => void
  /** Called synchronously with the last look at the queue, so no event is put into a queue that nobody reads. */
  readonly onEnd: () => void
}

const attempts = 5
/** Events that wait for a receiver. Where more come, the task as it is takes their place. */
const maxWaiting = 64

/** Posts `first` at once. */
export function createPushQueue(first: LogEntry, begin: StoredPushConfig, options: PushQueueOptions): PushQueue {
  const { post, retryDelay, onError, onEnd } = options
  const entries = [first]
  const deleted = new AbortController()
  let config = begin

  async function drain(): Promise<void> {
    for (let entry = entries[0]; entry && !deleted.signal.aborted; entry = entries[0]) {
      try {
        await persist(entry)
      } catch (error) {
        if (!deleted.signal.aborted) onError(error)
      }
      entries.shift()
    }
    onEnd()
  }

  async function persist(entry: LogEntry): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await post(config, entry.json(config.spelling), deleted.signal)
      } catch (error) {
        if (attempt === attempts || deleted.signal.aborted) throw error
        await sleep(retryDelay * 2 ** (attempt - 1), deleted.signal)
      }
    }
  }

  void drain()
  return {
    add(entry, task) {
      if (entries.length < maxWaiting) entries.push(entry)
      // The first entry is being sent.
      else entries.splice(1, entries.length, logEntry({ kind: 'task', task }))
    },
    setConfig(changed) {
      config = changed
    },
    abort: () => deleted.abort(),
  }
}
