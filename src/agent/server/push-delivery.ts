/**
 * Push notifications: every event of a task is posted to the addresses that its owner registered, in order and at least once
 * (agent protocol, push notifications).
 */

import { guardedLookup, nodeFetch } from '../../shared/http/node-fetch.ts'
import { isNode, type Lookup, nodeModules } from '../../shared/http/node-modules.ts'
import { addressIn } from '../../shared/http/shown-address.ts'
import { sleep } from '../../shared/http/sleep.ts'
import { isSpecialHost } from '../../shared/http/special-address.ts'
import { notificationHeaders } from '../protocol/notification-headers.ts'
import type { Task } from '../protocol/types.ts'
import { type LogEntry, logEntry } from './event-log.ts'
import { type AgentServerOptions, takesNames } from './options.ts'
import { invalid } from './read-request.ts'
import { type StoredPushConfig, type StoredTask, taskKey } from './task-store.ts'
import { codecNamed } from './wire-codec.ts'

export interface PushDelivery {
  /** Throws `INVALID_PARAMS` for an address that may not be used. */
  readonly check: (url: string) => void
  readonly deliver: (record: StoredTask, entry: LogEntry) => void
  /**
   * The configurations of a task have changed: nothing more goes to those that were deleted, not even a repetition. `registered`: one
   * that came by a call of its own. Its receiver gets the task as it is, unless events wait for it.
   */
  readonly update: (record: StoredTask, registered: StoredPushConfig | undefined) => void
}

export interface PushDeliveryOptions extends PushOptions {
  readonly onError: (error: unknown) => void
  /** Counts one more receiver of a caller that is being posted to; the result takes it back. Throws where there are too many. */
  readonly takeTarget: (callerId: string) => () => void
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

  const queueOf = ({ owner, task }: StoredTask, { configId }: StoredPushConfig): PushQueue | undefined =>
    queues.get(taskKey(owner, task.id))?.get(configId)

  const isOlder = ({ format }: StoredPushConfig): boolean => format === options.legacy?.version
  const wholeFor = (config: StoredPushConfig, task: Task): LogEntry =>
    (isOlder(config) ? options.legacy?.pushEntry(task) : undefined) ?? logEntry({ kind: 'task', task })

  return {
    check,
    deliver(record, entry) {
      for (const config of record.pushConfigs) {
        const queue = queueOf(record, config)
        const whole = wholeFor(config, record.task)
        const next = isOlder(config) ? whole : entry
        if (queue) queue.add(next, whole)
        else begin(record, config, next)
      }
    },
    update(record, registered) {
      const ofTask = queues.get(taskKey(record.owner, record.task.id))
      for (const [configId, queue] of ofTask ?? []) {
        const config = record.pushConfigs.find((one) => one.configId === configId)
        if (config) queue.setConfig(config)
        else {
          queue.abort()
          ofTask?.delete(configId)
        }
      }
      if (registered && !queueOf(record, registered)) begin(record, registered, wholeFor(registered, record.task))
    },
  }
}

/** The events that wait for one receiver: posted one after the other, each tried several times. */
interface PushQueue {
  /** `whole`: the task as the event left it. */
  readonly add: (entry: LogEntry, whole: LogEntry) => void
  /** Later posts go to this configuration. */
  readonly setConfig: (config: StoredPushConfig) => void
  /** The configuration was deleted: nothing more is posted, not even a repetition. */
  readonly abort: () => void
}

interface PushQueueOptions {
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

/** `id`: the same for each attempt, so that the receiver knows a repetition. */
interface NumberedEntry {
  readonly entry: LogEntry
  readonly id: string
}

/** Posts `first` at once. */
function createPushQueue(first: LogEntry, begin: StoredPushConfig, options: PushQueueOptions): PushQueue {
  const { post, retryDelay, onError, onEnd } = options
  const numbered = (entry: LogEntry): NumberedEntry => ({ entry, id: crypto.randomUUID() })
  const entries = [numbered(first)]
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

  async function persist({ entry, id }: NumberedEntry): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await post(config, { id, body: entry.json(codecNamed(config.format)) }, deleted.signal)
      } catch (error) {
        if (attempt === attempts || deleted.signal.aborted) throw error
        await sleep(retryDelay * 2 ** (attempt - 1), deleted.signal)
      }
    }
  }

  void drain()
  return {
    add(entry, whole) {
      if (entries.length < maxWaiting) entries.push(numbered(entry))
      // The first entry is being sent.
      else entries.splice(1, entries.length, numbered(whole))
    },
    setConfig(changed) {
      config = changed
    },
    abort: () => deleted.abort(),
  }
}

export type PushOptions = Pick<
  AgentServerOptions,
  'allowPrivatePushTargets' | 'fetch' | 'guardedFetch' | 'legacy' | 'lookup' | 'pushRetryDelay'
>

interface PushPost {
  /** Throws `INVALID_PARAMS` for an address that may not be used. */
  readonly check: (url: string) => void
  /** Rejects where the receiver did not take it. `deleted`: ends the request. */
  readonly post: (config: StoredPushConfig, notification: Notification, deleted: AbortSignal) => Promise<void>
}

interface Notification {
  readonly id: string
  readonly body: string
}

/** Milliseconds that a receiver may take. */
const timeout = 10_000

export function createPushPost(options: PushOptions): PushPost {
  const { allowPrivatePushTargets: allowPrivate = false } = options
  const send = senderOf(options)

  function check(url: string): void {
    const refusal = refusalOf(url, allowPrivate) ?? nameRefusal(url, options)
    if (refusal) throw invalid('/url', refusal)
  }

  async function post(config: StoredPushConfig, { id, body }: Notification, deleted: AbortSignal): Promise<void> {
    check(config.url)
    const headers = headersOf(config, id)
    // Not `AbortSignal.timeout`: `any` holds its sources weakly, so a timer that nothing else holds may be collected before it ends.
    const late = new AbortController()
    const timer = setTimeout(
      () => late.abort(new DOMException(`No answer within ${timeout} ms`, 'TimeoutError')),
      timeout,
    )
    try {
      const signal = AbortSignal.any([deleted, late.signal])
      // A redirect could lead into the private network.
      const response = await send(config.url, { method: 'POST', headers, body, redirect: 'manual', signal })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The push target ${new URL(config.url).host} answered ${response.status}`)
    } finally {
      clearTimeout(timer)
    }
  }

  return { check, post }
}

/**
 * How notifications are sent. In Node the connection itself goes to addresses that were checked, so a name that changes between the
 * check and the connection (DNS rebinding) leads nowhere. A `fetch` of the host, and other runtimes, look names up on their own.
 */
function senderOf({ allowPrivatePushTargets, fetch: given, lookup }: PushOptions): typeof fetch {
  if (allowPrivatePushTargets) return given ?? fetch
  const modules = given || !isNode() ? undefined : nodeModules()
  if (modules) {
    const { Agent } = modules('node:https')
    const guarded = guardedLookup(lookup ? asLookup(lookup) : modules('node:dns').lookup, refused)
    // `timeout`: of a connection that rests. A caller may name any number of hosts.
    const agent = new Agent({ keepAlive: true, timeout: 5_000, minVersion: 'TLSv1.2', lookup: guarded })
    return (input, init = {}) => nodeFetch(new URL(String(input)), init, { agent })
  }
  const checked = lookup && guardedLookup(asLookup(lookup), refused)
  return async (input, init) => {
    const { hostname } = new URL(String(input))
    if (checked && !isAddress(hostname))
      await new Promise<void>((resolve, reject) =>
        checked(hostname, {}, (error) => (error ? reject(error) : resolve())),
      )
    init?.signal?.throwIfAborted()
    return (given ?? fetch)(input, init)
  }
}

/** The option `lookup` as Node's sockets call it. */
function asLookup(find: NonNullable<PushOptions['lookup']>): Lookup {
  return (hostname, _options, done) => {
    const found = Promise.resolve(hostname).then(find)
    found.then(
      (all) =>
        done(
          null,
          all.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
      (error: Error) => done(error, []),
    )
  }
}

function refused(hostname: string, why: string): Error {
  return new Error(`The push target ${hostname} ${why}`)
}

function nameRefusal(url: string, options: PushOptions): string | undefined {
  if (takesNames(options) || isAddress(new URL(url).hostname)) return undefined
  return 'must have an IP address as its host: this agent does not look names up'
}

function headersOf({ token, authentication, format }: StoredPushConfig, id: string): Record<string, string> {
  const { scheme, credentials } = authentication ?? {}
  return {
    'content-type': codecNamed(format).contentType,
    [notificationHeaders.id]: id,
    [notificationHeaders.time]: String(Math.floor(Date.now() / 1000)),
    ...(token && { [notificationHeaders.token]: token }),
    ...(scheme && credentials && { authorization: `${scheme} ${credentials}` }),
  }
}

/** Why an address may not be used, or `undefined`. Names are checked as they are written. */
export function refusalOf(address: string, allowPrivate: boolean): string | undefined {
  const url = addressIn(address)
  if (!url) return 'must be an absolute URL'
  if (url.username !== '' || url.password !== '') return 'must not contain credentials'
  if (allowPrivate) return /^https?:$/.test(url.protocol) ? undefined : 'must be an http or https URL'
  if (url.protocol !== 'https:') return 'must be an https URL'
  return isSpecialHost(url.hostname) ? 'must not be a private or loopback address' : undefined
}

/** Whether a host of a URL is an IP address and no name. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)
}
