/**
 * Push notifications: every event of a task is posted to the addresses that its owner registered, in order and at least once
 * (agent protocol, push notifications).
 */
import type { Counter } from './counter.ts'
import type { LogEntry } from './event-log.ts'
import { createPushPost, type PushOptions } from './push-post.ts'
import { createPushQueue, type PushQueue } from './push-queue.ts'
import { taskKey } from './task-key.ts'
import type { StoredPushConfig, StoredTask } from './task-store.ts'

export interface PushDelivery {
  /** Throws `INVALID_PARAMS` for an address that may not be used. */
  readonly check: (url: string) => void
  readonly deliver: (record: StoredTask, entry: LogEntry) => void
  /** The configurations of a task have changed: nothing more goes to those that were deleted, not even a repetition. */
  readonly update: (record: StoredTask) => void
}

export interface PushDeliveryOptions extends PushOptions {
  readonly onError: (error: unknown) => void
  /** Counts the receivers that are being posted to. */
  readonly takeTarget: Counter
}

export function createPushDelivery(options: PushDeliveryOptions): PushDelivery {
  const { pushRetryDelay: retryDelay = 1_000, onError, takeTarget } = options
  const { check, post } = createPushPost(options)
  /** Receivers that are being posted to: task → configuration → queue. */
  const queues = new Map<string, Map<string, PushQueue>>()

  function begin(record: StoredTask, config: StoredPushConfig, entry: LogEntry): void {
    let release: () => void
    try {
      release = takeTarget(record.caller ?? record.owner)
    } catch (error) {
      onError(error)
      return
    }
    const key = taskKey(record.owner, record.task.id)
    const ofTask = queues.get(key) ?? new Map<string, PushQueue>()
    const onEnd = (): void => {
      release()
      // Another queue may have taken the place of a deleted one.
      if (ofTask.get(config.configId) === queue) ofTask.delete(config.configId)
      if (ofTask.size === 0 && queues.get(key) === ofTask) queues.delete(key)
    }
    const queue = createPushQueue(entry, config, { post, retryDelay, onError, onEnd })
    queues.set(key, ofTask.set(config.configId, queue))
  }

  return {
    check,
    deliver(record, entry) {
      for (const config of record.pushConfigs) {
        const queue = queues.get(taskKey(record.owner, record.task.id))?.get(config.configId)
        if (queue) queue.add(entry, record.task)
        else begin(record, config, entry)
      }
    },
    update(record) {
      const ofTask = queues.get(taskKey(record.owner, record.task.id))
      for (const [configId, queue] of ofTask ?? []) {
        const config = record.pushConfigs.find((one) => one.configId === configId)
        if (config) queue.setConfig(config)
        else {
          queue.abort()
          ofTask?.delete(configId)
        }
      }
    },
  }
}
