/** Tokens for which the user has to do something: at the authorization server's own pages, or with a code. Loaded when it is needed. */
import type { Cell } from '../../live/binding.ts'
import {
  beginAuthorization,
  byDeviceCode,
  endAuthorization,
  type Grantor,
  type PendingAuthorization,
  type Tokens,
  type Wanted,
} from '../../shared/oauth/grants.ts'
import { GrantError } from '../../shared/oauth/metadata.ts'
import { AgentError } from '../protocol/error.ts'
import type { Redirect, SignInState } from './options.ts'

interface UserWay {
  /** Under which the page that comes back finds what was kept. */
  readonly key: string
  /** Address of the agent that the tokens are for. */
  readonly agent: string
  /** Absent: by a device code. */
  readonly redirect: Redirect | undefined
  readonly pkceRequired: boolean
}

/** Shows in `state` what to do, until it is done. `leaving`: aborted when the user signs out. */
export async function byUser(
  grantor: Grantor,
  wanted: Wanted,
  way: UserWay,
  state: Cell<SignInState>,
  leaving: AbortSignal,
): Promise<Tokens> {
  leaving.throwIfAborted()
  const giving = new AbortController()
  const signal = AbortSignal.any([leaving, giving.signal])
  const cancel = (): void => giving.abort(canceled())
  const asked = { issuer: grantor.client.issuer, scopes: wanted.scopes, cancel }
  try {
    if (way.redirect)
      return await byRedirect(grantor, wanted, way.redirect, way, (open) => state.set({ ...open, ...asked }), signal)
    return await byDeviceCode(grantor, wanted, (code) => state.set({ kind: 'code', ...code, ...asked }), signal)
  } catch (cause) {
    throw signal.aborted ? signal.reason : cause
  }
}

function canceled(): AgentError {
  return new AgentError('UNAUTHENTICATED', 'The user gave up the sign-in', { hint: 'Sign in again.' })
}

type Open = Pick<Extract<SignInState, { kind: 'open' }>, 'kind' | 'address' | 'open'>

async function byRedirect(
  grantor: Grantor,
  wanted: Wanted,
  redirect: Redirect,
  { key, agent, pkceRequired }: UserWay,
  show: (open: Open) => void,
  signal: AbortSignal,
): Promise<Tokens> {
  const place = await redirect.begin()
  try {
    const { address, pending } = await beginAuthorization(grantor, place.redirectUri, wanted, pkceRequired)
    const open = (): void => {
      place.keep?.(key, JSON.stringify({ ...pending, agent }))
      place.open(address)
    }
    const coming = place.returned(pending.state, signal)
    show({ kind: 'open', address, open })
    if (redirect.immediate) open()
    return await endAuthorization(grantor, pending, new URLSearchParams(await coming))
  } finally {
    place.close?.()
  }
}

/** What was kept when the page was left, and the query that the user came back with. */
export interface Returned {
  readonly kept: string
  readonly query: string
}

/** Goes on in a page that was loaded anew. */
export function resume(grantor: Grantor, { kept, query }: Returned): Promise<Tokens> {
  const pending = JSON.parse(kept) as PendingAuthorization
  if (typeof pending.state !== 'string') throw new GrantError('refused', 'What was kept cannot be read')
  return endAuthorization(grantor, pending, new URLSearchParams(query))
}
