/**
 * Push notifications: every event of a task is posted to the addresses that its owner registered, in order and at least once
 * (agent protocol, push notifications).
 */
import { contentTypes } from '../dialect.ts'
import { type LogEntry, logEntry } from './event-log.ts'
import { invalid } from './fields.ts'
import type { AgentServerOptions } from './options.ts'
import { isPrivateHost, refusalOf } from './push-target.ts'
import type { StoredPushConfig, StoredTask } from './task-store.ts'

export interface PushDelivery {
  /** Throws `INVALID_PARAMS` for an address that may not be used. */
  readonly check: (url: string) => void
  readonly deliver: (record: StoredTask, entry: LogEntry) => void
}

type PushOptions = Pick<AgentServerOptions, 'allowPrivatePushTargets' | 'fetch' | 'lookup' | 'pushRetryDelay'> & {
  readonly onError: (error: unknown) => void
}

const attempts = 5
/** Milliseconds that a receiver may take. */
const timeout = 10_000
/** Events that wait for a receiver. Where more come, the task as it is takes their place. */
const mostWaiting = 64

interface Queue {
  readonly entries: LogEntry[]
}

export function createPushDelivery(options: PushOptions): PushDelivery {
  const { allowPrivatePushTargets: allowPrivate = false, pushRetryDelay = 1_000, onError } = options
  const queues = new Map<string, Queue>()

  function check(url: string): void {
    const refusal = refusalOf(url, allowPrivate)
    if (refusal) throw invalid('/url', refusal)
  }

  function deliver(record: StoredTask, entry: LogEntry): void {
    for (const config of record.pushConfigs) {
      const key = JSON.stringify([record.owner, record.task.id, config.configId])
      const before = queues.get(key)
      if (before) enqueue(before, record, entry)
      else {
        const queue = { entries: [entry] }
        queues.set(key, queue)
        void drain(queue, config).finally(() => queues.delete(key))
      }
    }
  }

  async function drain({ entries }: Queue, config: StoredPushConfig): Promise<void> {
    for (let entry = entries[0]; entry; entry = entries[0]) {
      try {
        await persist(config, entry.json(config.spelling))
      } catch (error) {
        onError(error)
      }
      entries.shift()
    }
  }

  async function persist(config: StoredPushConfig, body: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await post(config, body)
      } catch (error) {
        if (attempt === attempts) throw error
        await new Promise((resolve) => setTimeout(resolve, pushRetryDelay * 2 ** (attempt - 1)))
      }
    }
  }

  async function post(config: StoredPushConfig, body: string): Promise<void> {
    const send = options.fetch ?? fetch
    await checkAddresses(config.url)
    const headers = headersOf(config)
    // A redirect could lead into the private network.
    const request = { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(timeout) } as const
    const response = await send(config.url, request)
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The push target ${new URL(config.url).host} answered ${response.status}`)
  }

  async function checkAddresses(url: string): Promise<void> {
    check(url)
    if (allowPrivate || !options.lookup) return
    const { hostname } = new URL(url)
    const found = await options.lookup(hostname)
    if (found.some(isPrivateHost)) throw new Error(`The push target ${hostname} has a private address`)
  }

  return { check, deliver }
}

function enqueue({ entries }: Queue, { task }: StoredTask, entry: LogEntry): void {
  if (entries.length < mostWaiting) entries.push(entry)
  // The first one is on its way.
  else entries.splice(1, entries.length, logEntry({ kind: 'task', task }))
}

function headersOf({ token, authentication, spelling }: StoredPushConfig): Record<string, string> {
  const { scheme, credentials } = authentication ?? {}
  return {
    'content-type': contentTypes.json[spelling],
    ...(token && { 'x-a2a-notification-token': token }),
    ...(scheme && credentials && { authorization: `${scheme} ${credentials}` }),
  }
}
