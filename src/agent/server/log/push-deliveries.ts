/**
 * Push notifications: every event of a task is posted to the addresses that its owner registered, in order and at least once
 * (agent protocol, push notifications). Where several processes share the tasks, whichever takes the receiver posts to it. A process
 * that ends between two posts leaves the receiver's place in the store, and another one goes on behind it.
 */
import type { Task } from '../../protocol/types.ts'
import { logEntry } from '../event-log.ts'
import type { ServerParts } from '../options.ts'
import { createPushPost } from '../push-post.ts'
import { codecNamed } from '../wire-codec.ts'
import { type BehindLog, readBehind } from './read-behind.ts'
import { type DueReceiver, type LoadedTask, type PushReceivers, type StoredEvent, taskFirst } from './task-log.ts'

export interface PushDeliveries {
  /** Receivers may have something to get. */
  readonly wake: () => void
  /** Posts nothing more, and resolves when the post that is under way has ended. */
  readonly close: () => Promise<void>
}

/** What of a log of tasks is asked. */
export interface PushLog extends BehindLog<PushEvent> {
  readonly load: (owner: string, id: string) => Promise<Pick<LoadedTask, 'stored' | 'seq'> | undefined>
  readonly receivers: Omit<PushReceivers, 'save'>
}

export interface PushEvent extends Pick<StoredEvent, 'event' | 'seq'> {
  /** The task behind the event, where it is at hand: version 0.3 gets the task. */
  readonly task?: Task
}

/** Milliseconds that a receiver belongs to a process: longer than one post may take. */
const lease = 20_000
const attempts = 5
const page = 64

export function createPushDeliveries(
  log: PushLog,
  holder: string,
  server: Pick<ServerParts, 'options' | 'onError' | 'pushTargets' | 'pushTargetsPerCaller'>,
): PushDeliveries {
  const { options, onError, pushTargets, pushTargetsPerCaller } = server
  const { pushRetryDelay: retryDelay = 1_000, legacy } = options
  const { post } = createPushPost(options)
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  /** Caller → receivers that are being posted to. */
  const taken = new Map<string, number>()
  let asked = false
  let taking = false

  function wake(): void {
    asked = true
    if (!taking && !closing.signal.aborted) void takeAll()
  }

  async function takeAll(): Promise<void> {
    taking = true
    try {
      while (asked && running.size < pushTargets && !closing.signal.aborted) {
        asked = false
        const bounds = {
          lease,
          maxReceivers: pushTargets - running.size,
          maxReceiversPerCaller: pushTargetsPerCaller,
          taken,
        }
        for (const receiver of await log.receivers.take(holder, bounds)) begin(receiver)
      }
    } catch (error) {
      onError(error)
    }
    taking = false
  }

  function begin(receiver: DueReceiver): void {
    const work = deliver(receiver).catch(onError)
    const { caller } = receiver
    running.add(work)
    taken.set(caller, (taken.get(caller) ?? 0) + 1)
    void work.then(() => {
      running.delete(work)
      const left = (taken.get(caller) ?? 1) - 1
      if (left > 0) taken.set(caller, left)
      else taken.delete(caller)
      wake()
    })
  }

  async function deliver(begin: DueReceiver): Promise<void> {
    let receiver = begin
    let { sent, attempts: failed } = receiver
    for (;;) {
      const events = await eventsBehind(receiver, sent)
      if (events.length === 0) break
      for (const event of events) {
        if (isOver(receiver)) return releaseNow(receiver, failed)
        const error = event.event.kind === 'message' ? undefined : await tryPost(receiver, event)
        // A post that was cut off says nothing of the receiver.
        if (error && isOver(receiver)) return releaseNow(receiver, failed)
        if (error && ++failed < attempts) {
          const wait = retryDelay * 2 ** (failed - 1)
          return log.receivers.release(holder, receiver, { attempts: failed, wait })
        }
        if (error) onError(error.error)
        failed = 0
        sent = event.seq
        const body = await log.receivers.noteSent(holder, receiver, { sent, lease })
        if (body === undefined) return
        if (body !== receiver.body) receiver = { ...receiver, body, config: JSON.parse(body) }
      }
    }
    await log.receivers.release(holder, receiver, { attempts: 0 })
  }

  /** Nothing more is posted to it here: this process ends, or the configuration was deleted. */
  function isOver({ deleted }: DueReceiver): boolean {
    return closing.signal.aborted || deleted?.aborted === true
  }

  /** Another process goes on at once. */
  function releaseNow(receiver: DueReceiver, failed: number): Promise<void> {
    return log.receivers.release(holder, receiver, { attempts: failed, wait: 0 })
  }

  async function eventsBehind({ key, owner, taskId }: DueReceiver, sent: number): Promise<readonly PushEvent[]> {
    if (sent !== taskFirst) {
      const behind = (await readBehind(log, [{ key, seq: sent }], page)).get(key)
      if (behind?.removed === undefined) return behind?.events ?? []
      // The next events were removed: the receiver goes on with the task as it is.
    }
    // An attempt that follows has the task as it is by then, and fewer events come behind it.
    const found = await log.load(owner, taskId)
    if (!found) return []
    const { task } = found.stored
    return [{ event: { kind: 'task', task }, seq: found.seq, task }]
  }

  async function tryPost(
    { config, key, owner, taskId, deleted }: DueReceiver,
    { event, seq, task }: PushEvent,
  ): Promise<{ readonly error: unknown } | undefined> {
    try {
      const older = config.format === legacy?.version ? legacy : undefined
      const whole = older && (task ?? (await log.load(owner, taskId))?.stored.task)
      const entry = (whole && older?.pushEntry(whole)) ?? logEntry(event)
      // The receiver may have had the event of this place before.
      const id = event.kind === 'task' ? `${key}.${seq}.task` : `${key}.${seq}`
      await post(config, { id, body: entry.json(codecNamed(config.format)) }, [
        closing.signal,
        ...(deleted ? [deleted] : []),
      ])
      return undefined
    } catch (error) {
      return { error }
    }
  }

  return {
    wake,
    async close() {
      closing.abort()
      await Promise.allSettled(running)
    },
  }
}
