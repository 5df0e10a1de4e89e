/** One push notification: to an address that was checked, with the credentials of its configuration. */
import { isSpecialAddress } from '../../http/special-address.ts'
import { contentTypes } from '../dialect.ts'
import { invalid } from './fields.ts'
import type { AgentServerOptions } from './options.ts'
import { isAddress, refusalOf } from './push-target.ts'
import type { StoredPushConfig } from './task-store.ts'

export type PushOptions = Pick<
  AgentServerOptions,
  'allowPrivatePushTargets' | 'fetch' | 'guardedFetch' | 'lookup' | 'pushRetryDelay'
>

export interface PushPost {
  /** Throws `INVALID_PARAMS` for an address that may not be used. */
  readonly check: (url: string) => void
  /** Rejects where the receiver did not take it. `deleted`: ends the request. */
  readonly post: (config: StoredPushConfig, body: string, deleted: AbortSignal) => Promise<void>
}

/** Milliseconds that a receiver may take. */
const timeout = 10_000

export function createPushPost(options: PushOptions): PushPost {
  const { allowPrivatePushTargets: allowPrivate = false } = options

  function check(url: string): void {
    const refusal = refusalOf(url, allowPrivate) ?? nameRefusal(url, options)
    if (refusal) throw invalid('/url', refusal)
  }

  async function checkAddresses(url: string): Promise<void> {
    check(url)
    const { hostname } = new URL(url)
    if (allowPrivate || !options.lookup || isAddress(hostname)) return
    const found = await options.lookup(hostname)
    if (found.length === 0) throw new Error(`The push target ${hostname} has no address`)
    if (found.some(isSpecialAddress)) throw new Error(`The push target ${hostname} has a private address`)
  }

  async function post(config: StoredPushConfig, body: string, deleted: AbortSignal): Promise<void> {
    const send = options.fetch ?? fetch
    await checkAddresses(config.url)
    deleted.throwIfAborted()
    const headers = headersOf(config)
    const signal = AbortSignal.any([deleted, AbortSignal.timeout(timeout)])
    // A redirect could lead into the private network.
    const response = await send(config.url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The push target ${new URL(config.url).host} answered ${response.status}`)
  }

  return { check, post }
}

/** Whether names can be checked by the addresses that they stand for. Without that, any name may lead into the private network. */
export function takesNames(options: PushOptions): boolean {
  return Boolean(options.allowPrivatePushTargets || options.guardedFetch || options.lookup)
}

function nameRefusal(url: string, options: PushOptions): string | undefined {
  if (takesNames(options) || isAddress(new URL(url).hostname)) return undefined
  return 'must have an IP address as its host: this agent does not look names up'
}

function headersOf({ token, authentication, spelling }: StoredPushConfig): Record<string, string> {
  const { scheme, credentials } = authentication ?? {}
  return {
    'content-type': contentTypes.json[spelling],
    ...(token && { 'x-a2a-notification-token': token }),
    ...(scheme && credentials && { authorization: `${scheme} ${credentials}` }),
  }
}
