/** One post of a push notification: where it may go, and with which headers. */
import { guardedLookup, nodeFetch } from '../../shared/http/node-fetch.ts'
import { isNode, type Lookup, nodeModules } from '../../shared/http/node-modules.ts'
import { addressIn } from '../../shared/http/shown-address.ts'
import { isSpecialHost } from '../../shared/http/special-address.ts'
import { notificationHeaders } from '../protocol/notification-headers.ts'
import { type AgentServerOptions, takesNames } from './options.ts'
import { invalid } from './read-request.ts'
import type { StoredPushConfig } from './task-store.ts'
import { codecNamed } from './wire-codec.ts'

type PushOptions = Pick<AgentServerOptions, 'allowPrivatePushTargets' | 'fetch' | 'guardedFetch' | 'lookup'>

export interface PushPost {
  /** Throws `INVALID_PARAMS` for an address that may not be used. */
  readonly check: (url: string) => void
  /** Rejects where the receiver did not take it. Each of `endings` ends the request. */
  readonly post: (
    config: StoredPushConfig,
    notification: Notification,
    endings: readonly AbortSignal[],
  ) => Promise<void>
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

  async function post(
    config: StoredPushConfig,
    { id, body }: Notification,
    endings: readonly AbortSignal[],
  ): Promise<void> {
    check(config.url)
    const headers = headersOf(config, id)
    // Not `AbortSignal.timeout`: `any` holds its sources weakly, so a timer that nothing else holds may be collected before it ends.
    const late = new AbortController()
    const timer = setTimeout(
      () => late.abort(new DOMException(`No answer within ${timeout} ms`, 'TimeoutError')),
      timeout,
    )
    try {
      const signal = AbortSignal.any([...endings, late.signal])
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
