/**
 * Receivers of push notifications in memory, as far as they have something to get, with the events that they lack. A task is
 * forgotten here when all its receivers have everything.
 */
import { sleep } from '../../shared/http/sleep.ts'
import type { StreamEvent } from '../protocol/types.ts'
import { createPushDeliveries, type PushEvent, type PushLog } from './log/push-deliveries.ts'
import { type DueReceiver, taskFirst } from './log/task-log.ts'
import { type StoredPushConfig, type StoredTask, taskKey } from './task-store.ts'

export interface MemoryPushes {
  /** Posts the event to the receivers of its task. `record`: the task behind it. */
  readonly deliver: (event: StreamEvent, record: StoredTask) => void
  /**
   * The configurations of a task have changed: nothing more goes to those that were deleted, not even a repetition. `registered`: one
   * that came by a call of its own. Its receiver gets the task as it is, unless events wait for it.
   */
  readonly update: (record: StoredTask, registered: StoredPushConfig | undefined) => void
}

/** `takeTarget`: counts one more receiver of a caller; the result takes it back. Throws where there are too many. */
export type MemoryPushOptions = Parameters<typeof createPushDeliveries>[2] & {
  readonly takeTarget: (callerId: string) => () => void
}

/** Events that wait for a receiver. Where more come, the task as it is takes their place. */
const maxWaiting = 64

interface PushedTask {
  record: StoredTask
  /** Place of the latest event. */
  seq: number
  /** The latest events. */
  readonly events: PushEvent[]
  /** By the ids of their configurations. */
  readonly receivers: Map<string, Receiver>
}

interface Receiver extends DueReceiver {
  readonly task: PushedTask
  config: StoredPushConfig
  body: string
  sent: number
  attempts: number
  readonly deleted: AbortSignal
  /** Nothing more is posted to it: what is under way is cut off. */
  readonly delete: () => void
  readonly release: () => void
}

export function createMemoryPushes({ takeTarget, ...server }: MemoryPushOptions): MemoryPushes {
  const tasks = new Map<string, PushedTask>()
  /** By their keys, of which the ids of posts are made. One that was deleted counts until the post that is under way has ended. */
  const receivers = new Map<string, Receiver>()
  /** Receivers without a post under way, and without a pause after a failure. */
  const due = new Set<Receiver>()

  function taskOf(record: StoredTask): PushedTask {
    const known = tasks.get(taskKey(record.owner, record.task.id))
    if (known) known.record = record
    return known ?? { record, seq: 0, events: [], receivers: new Map() }
  }

  function add(task: PushedTask, config: StoredPushConfig, sent: number): void {
    const { owner, caller = owner, task: stored } = task.record
    try {
      const release = takeTarget(caller)
      const key = crypto.randomUUID()
      const deletion = new AbortController()
      const receiver = {
        ...{ key, id: config.configId, config, body: JSON.stringify(config), sent, attempts: 0, due: '' },
        ...{
          owner,
          taskId: stored.id,
          caller,
          task,
          release,
          deleted: deletion.signal,
          delete: () => deletion.abort(),
        },
      }
      tasks.set(taskKey(owner, stored.id), task)
      task.receivers.set(receiver.id, receiver)
      receivers.set(key, receiver)
      due.add(receiver)
    } catch (error) {
      server.onError(error)
    }
  }

  function drop(receiver: Receiver): void {
    const { id, task, owner, taskId } = receiver
    task.receivers.delete(id)
    if (task.receivers.size === 0) tasks.delete(taskKey(owner, taskId))
    receiver.delete()
    if (due.delete(receiver)) end(receiver)
  }

  /** The last post to the receiver has ended. */
  function end({ key, release }: Receiver): void {
    release()
    receivers.delete(key)
  }

  const log: PushLog = {
    async load(owner, id) {
      const task = tasks.get(taskKey(owner, id))
      return task && { stored: task.record, seq: task.seq }
    },
    async read(after) {
      return new Map(
        after.flatMap(({ key, seq }) => {
          const events = receivers.get(key)?.task.events.filter((event) => event.seq > seq) ?? []
          return events.length > 0 ? [[key, events]] : []
        }),
      )
    },
    // Asked where a task has events and none is left: here the latest ones are.
    places: async () => new Map(),
    receivers: {
      async take() {
        const taken = [...due]
        due.clear()
        return taken
      },
      async noteSent(_holder, { key }, { sent }) {
        const receiver = receivers.get(key)
        if (receiver?.deleted.aborted) end(receiver)
        else if (receiver) receiver.sent = sent
        return receivers.get(key)?.body
      },
      async release(_holder, { key }, { attempts, wait }) {
        const receiver = receivers.get(key)
        if (!receiver) return
        receiver.attempts = attempts
        if (wait !== undefined) await sleep(wait, receiver.deleted)
        else if (receiver.sent === receiver.task.seq) drop(receiver)
        if (receiver.deleted.aborted) end(receiver)
        else due.add(receiver)
      },
    },
  }

  // The receivers have one holder.
  const { wake } = createPushDeliveries(log, '', server)

  return {
    deliver(event, record) {
      const task = taskOf(record)
      for (const config of record.pushConfigs) if (!task.receivers.has(config.configId)) add(task, config, task.seq)
      task.seq++
      task.events.push({ event, seq: task.seq, task: record.task })
      if (task.events.length > maxWaiting) task.events.shift()
      wake()
    },
    update(record, registered) {
      const task = taskOf(record)
      for (const receiver of [...task.receivers.values()]) {
        const config = record.pushConfigs.find(({ configId }) => configId === receiver.id)
        if (config) Object.assign(receiver, { config, body: JSON.stringify(config) })
        else drop(receiver)
      }
      if (registered && !task.receivers.has(registered.configId)) add(task, registered, taskFirst)
      wake()
    },
  }
}
