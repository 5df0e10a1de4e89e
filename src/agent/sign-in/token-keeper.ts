/** The tokens of one client: kept, renewed once for all who wait, and got anew when more is needed. */
import type { Cell } from '../../live/binding.ts'
import type { Grantor, Tokens } from '../../oauth/grants.ts'
import type { OAuthNeed, SecurityNeed } from '../credentials.ts'
import { AgentError, late, reasonOf } from '../error.ts'
import type { SignInClient, SignInOptions, SignInState } from './options.ts'

/** What a request needs. */
interface TokenRequest {
  readonly need: SecurityNeed
  /** Origin of the agent. */
  readonly origin: string
  /** Scopes that a challenge or a task asks for. */
  readonly more: readonly string[]
  /** `Authorization` of the request that was refused with 401. */
  readonly refused: string | null
}

export interface TokenKeeper {
  /** Whether tokens of this client are what an agent needs. Rejects where the authorization server cannot be asked. */
  serves(need: SecurityNeed): Promise<boolean>
  /** A token that is good for a while. */
  token(request: TokenRequest): Promise<string>
  /** Requests that wait are rejected. */
  forget(): Promise<void>
}

/** Milliseconds before its end in which a token is renewed, a quarter of its time at most: the request needs time to get there. */
const margin = 10_000

const loadGrants = (): Promise<typeof import('../../oauth/grants.ts')> => late(import('../../oauth/grants.ts'))
const loadByUser = (): Promise<typeof import('./by-user.ts')> => late(import('./by-user.ts'))

/**
 * `asked`: all scopes that were asked for. What was not granted is not asked for again by itself. `renew`: from when on the token is
 * renewed, in milliseconds since 1970.
 */
type Kept = Tokens & { readonly asked: readonly string[]; readonly renew?: number | undefined }

export function createTokenKeeper(client: SignInClient, options: SignInOptions, state: Cell<SignInState>): TokenKeeper {
  const { issuer, clientId, redirect, store } = { store: options.store, ...client }
  const key = `surface-runtime ${issuer} ${clientId}`
  const flow =
    client.flow ??
    (redirect ? 'authorizationCode' : client.clientSecret === undefined ? 'deviceCode' : 'clientCredentials')
  let asking: Promise<Grantor> | undefined
  let kept: Kept | undefined
  let loading: Promise<void> | undefined
  let pending: Promise<Kept> | undefined
  let leaving = new AbortController()
  const returned = redirect?.resume?.(key)
  // The user comes back from the authorization server to a page that is loaded anew.
  if (returned) once([], async () => (await loadByUser()).resume(await grantor(), returned)).catch(() => undefined)

  /** What the authorization server says of itself. Asked once. */
  function grantor(): Promise<Grantor> {
    asking ??= loadGrants()
      .then(({ grantorOf }) => grantorOf(client, options))
      .catch((cause: unknown) => {
        asking = undefined
        throw errorOf(cause, issuer)
      })
    return asking
  }

  function load(): Promise<void> {
    loading ??= (async () => {
      const found = readKept(await store?.get(key))
      if (!found || kept) return
      kept = found
      state.set({ kind: 'signedIn', scopes: found.scopes })
    })()
    return loading
  }

  async function keep(next: Kept | undefined): Promise<void> {
    kept = next
    await (next ? store?.set(key, JSON.stringify(next)) : store?.delete(key))
  }

  /** One request for a token at a time: later calls wait for the same token, or for the same error. `missing`: scopes beyond those before. */
  function once(missing: readonly string[], get: () => Promise<Tokens>, again?: () => Promise<unknown>): Promise<Kept> {
    const before = kept
    const run = async (): Promise<Kept> => {
      try {
        const tokens = await get()
        const asked = [...new Set([...(before?.asked ?? []), ...missing, ...tokens.scopes])]
        const next = { ...tokens, asked, renew: renewalOf(tokens) }
        await keep(next)
        // A renewal that nobody waited for is nothing to show.
        const { kind } = state.getSnapshot()
        if (missing.length > 0 || (kind !== 'signedIn' && kind !== 'task'))
          state.set({ kind: 'signedIn', scopes: next.scopes })
        return next
      } catch (cause) {
        // A network that is away costs no session, and neither does a user who does not allow more.
        if (!isUnreachable(cause) && missing.length === 0) await keep(undefined)
        const error = errorOf(cause, issuer)
        const retry = async (): Promise<void> => void (await again?.().catch(() => undefined))
        state.set({ kind: 'failed', error, scopes: missing, retry })
        throw error
      } finally {
        pending = undefined
      }
    }
    pending = run()
    return pending
  }

  async function token(request: TokenRequest): Promise<string> {
    await load()
    const wanted = [...(client.scopes ?? []), ...scopesOf(request.need, flow), ...request.more]
    for (;;) {
      // What others waited for is good enough, however soon it ends.
      const fresh = (await pending) !== undefined
      const missing = wanted.filter((scope) => !kept?.asked.includes(scope))
      const refused = kept && request.refused === `Bearer ${kept.accessToken}`
      if (kept && !refused && (fresh || !isOver(kept)) && missing.length === 0) return kept.accessToken
      // Others that waited have begun in the meantime.
      if (pending) continue
      const { need, origin } = request
      const again = (): Promise<string> => token({ ...request, refused: null })
      if (kept?.refreshToken !== undefined && missing.length === 0)
        return (await once([], () => refreshed(origin), again)).accessToken
      return (await once(missing, () => granted(need, origin, missing), again)).accessToken
    }
  }

  async function refreshed(origin: string): Promise<Tokens> {
    const before = kept
    const run = async (): Promise<Tokens> => {
      // Another page of the host may have renewed the same tokens, and a refresh token is good once.
      const newer = readKept(await store?.get(key)) ?? before
      if (!newer || (newer.accessToken !== before?.accessToken && !isOver(newer))) return newer as Tokens
      const [{ refresh }, own] = await Promise.all([loadGrants(), grantor()])
      return refresh(own, newer, { scopes: newer.scopes, resource: await resourceFor(own, origin) })
    }
    const locks = store ? globalThis.navigator?.locks : undefined
    return locks ? locks.request(key, run) : run()
  }

  async function granted(need: SecurityNeed, origin: string, missing: readonly string[]): Promise<Tokens> {
    const own = await grantor()
    const scopes = [...(kept?.asked ?? []), ...missing]
    const wanted = { scopes: [...new Set(scopes)], resource: await resourceFor(own, origin) }
    if (flow === 'clientCredentials') return (await loadGrants()).clientCredentials(own, wanted)
    const pkceRequired = need.kind === 'authorizationCode' && need.pkceRequired
    const way = { key, redirect: flow === 'deviceCode' ? undefined : redirect, pkceRequired }
    return (await loadByUser()).byUser(own, wanted, way, state, leaving.signal)
  }

  async function resourceFor(own: Grantor, origin: string): Promise<string | undefined> {
    if (client.resource !== undefined) return client.resource || undefined
    return (await loadGrants()).resourceOf(origin, own)
  }

  return {
    /** A card is foreign: its addresses only say which of the trusted servers it means. */
    async serves(need) {
      if (need.kind === 'openIdConnect') return issuerOf(need.url) === issuer.replace(/\/$/, '')
      if (need.kind !== flow) return false
      const { server } = await grantor()
      const pairs = [
        [need.tokenUrl, server.token_endpoint],
        [need.refreshUrl, server.token_endpoint],
        [need.authorizationUrl, server.authorization_endpoint],
        [need.deviceAuthorizationUrl, server.device_authorization_endpoint],
      ]
      return pairs.every(([named, own]) => named === undefined || named === own)
    },
    token,
    async forget() {
      leaving.abort(new AgentError('UNAUTHENTICATED', 'The user signed out', { hint: 'Sign in again.' }))
      leaving = new AbortController()
      await pending?.catch(() => undefined)
      await keep(undefined)
    },
  }
}

/** OpenID Connect wants its own scope; a program without a user has no identity. */
function scopesOf(need: SecurityNeed, flow: OAuthNeed['kind']): readonly string[] {
  if (!('scopes' in need)) return []
  return need.kind === 'openIdConnect' && flow !== 'clientCredentials' ? ['openid', ...need.scopes] : need.scopes
}

function issuerOf(url: string): string {
  return url.replace(/\/\.well-known\/openid-configuration$/, '')
}

function renewalOf({ expires }: Tokens): number | undefined {
  if (expires === undefined) return undefined
  return expires - Math.min(margin, Math.max(expires - Date.now(), 0) / 4)
}

function isOver({ renew = Number.POSITIVE_INFINITY }: Kept): boolean {
  return Date.now() > renew
}

/** What is kept is the host's own, but for a version before or a hand that changed it. */
function readKept(text: string | null | undefined): Kept | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Kept> | null
    return typeof value?.accessToken === 'string' && Array.isArray(value.asked) && Array.isArray(value.scopes)
      ? (value as Kept)
      : undefined
  } catch {
    return undefined
  }
}

function isUnreachable(cause: unknown): boolean {
  const { code } = cause as { readonly code?: unknown }
  return code === 'unreachable' || code === 'NETWORK_FAILED'
}

/** What went wrong, as the error of every request that waits. It holds no answer of the authorization server. */
function errorOf(cause: unknown, issuer: string): AgentError {
  if (cause instanceof AgentError) return cause
  const message = `There is no token of ${issuer}: ${reasonOf(cause)}`
  if (isUnreachable(cause)) return new AgentError('NETWORK_FAILED', message, { hint: 'Try again in a moment.' })
  return new AgentError('UNAUTHENTICATED', message, {
    hint: 'Sign in again: call `retry()` of the state of the sign-in, or send the request again.',
  })
}
