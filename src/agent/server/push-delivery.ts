/**
 * Push notifications: every event of a task is posted to the addresses that its owner registered, in order and at least once
 * (agent protocol, push notifications).
 */
import type { Counter } from './counter.ts'
import { type LogEntry, logEntry } from './event-log.ts'
import { createPushPost, type PushOptions } from './push-post.ts'
import type { StoredPushConfig, StoredTask } from './task-store.ts'

export interface PushDelivery {
  /** Throws `INVALID_PARAMS` for an address that may not be used. */
  readonly check: (url: string) => void
  readonly deliver: (record: StoredTask, entry: LogEntry) => void
  /** The configurations of a task have changed: nothing more goes to those that were deleted, not even a repetition. */
  readonly update: (record: StoredTask) => void
}

const attempts = 5
/** Events that wait for a receiver. Where more come, the task as it is takes their place. */
const maxWaiting = 64

interface Queue {
  readonly entries: LogEntry[]
  config: StoredPushConfig
  /** Aborted when the configuration is deleted. */
  readonly deleted: AbortController
}

export interface PushDeliveryOptions extends PushOptions {
  readonly onError: (error: unknown) => void
  /** Counts the receivers that are being posted to. */
  readonly takeTarget: Counter
}

export function createPushDelivery(options: PushDeliveryOptions): PushDelivery {
  const { pushRetryDelay = 1_000, onError, takeTarget } = options
  const { check, post } = createPushPost(options)
  /** Receivers that are being posted to: task → configuration → queue. */
  const queues = new Map<string, Map<string, Queue>>()

  function deliver(record: StoredTask, entry: LogEntry): void {
    for (const config of record.pushConfigs) {
      const before = queues.get(taskKey(record))?.get(config.configId)
      if (before) enqueue(before, record, entry)
      else begin(record, { entries: [entry], config, deleted: new AbortController() })
    }
  }

  function begin(record: StoredTask, queue: Queue): void {
    let release: () => void
    try {
      release = takeTarget(record.caller ?? record.owner)
    } catch (error) {
      onError(error)
      return
    }
    const key = taskKey(record)
    const { configId } = queue.config
    const ofTask = queues.get(key) ?? new Map<string, Queue>()
    queues.set(key, ofTask.set(configId, queue))
    void drain(queue, () => {
      release()
      // Another queue may have taken the place of a deleted one.
      if (ofTask.get(configId) === queue) ofTask.delete(configId)
      if (ofTask.size === 0 && queues.get(key) === ofTask) queues.delete(key)
    })
  }

  /** `end` is called synchronously with the last look at the queue, so no event is put into a queue that nobody reads. */
  async function drain(queue: Queue, end: () => void): Promise<void> {
    const { entries, deleted } = queue
    for (let entry = entries[0]; entry && !deleted.signal.aborted; entry = entries[0]) {
      try {
        await persist(queue, entry)
      } catch (error) {
        if (!deleted.signal.aborted) onError(error)
      }
      entries.shift()
    }
    end()
  }

  function update(record: StoredTask): void {
    for (const [configId, queue] of queues.get(taskKey(record)) ?? []) {
      const config = record.pushConfigs.find((one) => one.configId === configId)
      if (config) queue.config = config
      else {
        queue.deleted.abort()
        queues.get(taskKey(record))?.delete(configId)
      }
    }
  }

  async function persist(queue: Queue, entry: LogEntry): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await post(queue.config, entry.json(queue.config.spelling), queue.deleted.signal)
      } catch (error) {
        if (attempt === attempts || queue.deleted.signal.aborted) throw error
        await pause(pushRetryDelay * 2 ** (attempt - 1), queue.deleted.signal)
      }
    }
  }

  return { check, deliver, update }
}

function taskKey({ owner, task }: StoredTask): string {
  return JSON.stringify([owner, task.id])
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal.addEventListener('abort', finish)
  })
}

function enqueue({ entries }: Queue, { task }: StoredTask, entry: LogEntry): void {
  if (entries.length < maxWaiting) entries.push(entry)
  // The first entry is being sent.
  else entries.splice(1, entries.length, logEntry({ kind: 'task', task }))
}
