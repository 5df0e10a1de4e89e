/** The tokens of one client, for each agent its own: kept, renewed once for all who wait, and got anew when more is needed. */
import type { Cell } from '../../live/binding.ts'
import type { Grantor, Tokens } from '../../shared/oauth/grants.ts'
import type { OAuthNeed, SecurityNeed } from '../client/credentials.ts'
import { AgentError, lazyImport, reasonOf } from '../protocol/error.ts'
import type { Returned } from './by-user.ts'
import type { SignInClient, SignInOptions, SignInState } from './options.ts'

/** What a request needs. */
interface TokenRequest {
  readonly need: SecurityNeed
  /** Address of the agent. */
  readonly agent: string
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

/** The tokens for one agent. */
interface AgentTokens extends Pick<TokenKeeper, 'token' | 'forget'> {
  /** Goes on with what was kept when the page was left. */
  resume(from: Returned): void
}

/** Milliseconds before its end in which a token is renewed, a quarter of its time at most: the request needs time to get there. */
const margin = 10_000

const loadGrants = (): Promise<typeof import('../../shared/oauth/grants.ts')> =>
  lazyImport(import('../../shared/oauth/grants.ts'))
const loadByUser = (): Promise<typeof import('./by-user.ts')> => lazyImport(import('./by-user.ts'))

/**
 * `asked`: all scopes that were asked for. What was not granted is not asked for again by itself. `renew`: from when on the token is
 * renewed, in milliseconds since 1970.
 */
type StoredTokens = Tokens & { readonly asked: readonly string[]; readonly renew?: number | undefined }

/** Runs one after another: there is one state, which shows one sign-in. */
export type OneAtATime = <T>(run: () => Promise<T>) => Promise<T>

/** A token goes to the agent that it was got for, and to no other: what one agent reads, it could use at another. */
export function createTokenKeeper(
  client: SignInClient,
  options: SignInOptions,
  state: Cell<SignInState>,
  oneAtATime: OneAtATime,
): TokenKeeper {
  const { issuer, clientId, redirect, store } = { store: options.store, ...client }
  const key = `surface-runtime ${issuer} ${clientId}`
  const flow =
    client.flow ??
    (redirect ? 'authorizationCode' : client.clientSecret === undefined ? 'deviceCode' : 'clientCredentials')
  const locks = store ? globalThis.navigator?.locks : undefined
  const byAgent = new Map<string, AgentTokens>()
  let asking: Promise<Grantor> | undefined
  let leaving = new AbortController()
  let written: Promise<unknown> = Promise.resolve()
  const returned = redirect?.resume?.(key)
  // The user comes back from the authorization server to a page that is loaded anew.
  if (returned) tokensOf(agentOf(returned.kept)).resume(returned)

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

  /** Another page of the host may write at the same time, so the entry is read anew. */
  function write(agent: string, next: StoredTokens | undefined): Promise<void> {
    const run = async (): Promise<void> => {
      const all = readStoredTokens(await store?.get(key))
      if (next) all.set(agent, next)
      else all.delete(agent)
      await (all.size > 0 ? store?.set(key, JSON.stringify(Object.fromEntries(all))) : store?.delete(key))
    }
    const after = written.then(() => (locks ? locks.request(`${key} store`, run) : run()))
    written = after.catch(() => undefined)
    return after
  }

  function tokensOf(agent: string): AgentTokens {
    const found = byAgent.get(agent) ?? createAgentTokens(agent)
    byAgent.set(agent, found)
    return found
  }

  function createAgentTokens(agent: string): AgentTokens {
    let kept: StoredTokens | undefined
    let loading: Promise<void> | undefined
    let pending: Promise<StoredTokens> | undefined
    /** What the user was asked for this agent last. */
    let question: SignInState | undefined

    /** What the user is asked for another agent stays. */
    function show(next: SignInState): void {
      const now = state.getSnapshot()
      if ((now.kind !== 'open' && now.kind !== 'code') || now === question) state.set(next)
    }

    function load(): Promise<void> {
      loading ??= (async () => {
        const found = readStoredTokens(await store?.get(key)).get(agent)
        if (!found || kept) return
        kept = found
        if (state.getSnapshot().kind !== 'task') show({ kind: 'signedIn', scopes: found.scopes })
      })().catch((cause: unknown) => {
        loading = undefined
        throw cause
      })
      return loading
    }

    async function keep(next: StoredTokens | undefined): Promise<void> {
      kept = next
      await write(agent, next)
    }

    /** One request for a token at a time: later calls wait for the same token, or for the same error. `missing`: scopes beyond those before. */
    function once(
      missing: readonly string[],
      get: () => Promise<Tokens>,
      again?: () => Promise<unknown>,
    ): Promise<StoredTokens> {
      const before = kept
      const run = async (): Promise<StoredTokens> => {
        try {
          const tokens = await get()
          const asked = [...new Set([...(before?.asked ?? []), ...missing, ...tokens.scopes])]
          const next = { ...tokens, asked, renew: renewalOf(tokens) }
          await keep(next)
          // A renewal that nobody waited for is nothing to show.
          const { kind } = state.getSnapshot()
          if (missing.length > 0 || (kind !== 'signedIn' && kind !== 'task'))
            show({ kind: 'signedIn', scopes: next.scopes })
          return next
        } catch (cause) {
          const error = errorOf(cause, issuer)
          const retry = async (): Promise<void> => void (await again?.().catch(() => undefined))
          show({ kind: 'failed', error, scopes: missing, retry })
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
        const again = (): Promise<string> => token({ ...request, refused: null })
        if (kept?.refreshToken !== undefined && missing.length === 0)
          return (await once([], refreshed, again)).accessToken
        return (await once(missing, () => granted(request.need, missing), again)).accessToken
      }
    }

    async function refreshed(): Promise<Tokens> {
      const before = kept
      const run = async (): Promise<Tokens> => {
        // Another page of the host may have renewed the same tokens, and a refresh token is good once.
        const newer = readStoredTokens(await store?.get(key)).get(agent) ?? before
        if (!newer || (newer.accessToken !== before?.accessToken && !isOver(newer))) return newer as Tokens
        const [{ refresh }, own] = await Promise.all([loadGrants(), grantor()])
        return refresh(own, newer, { scopes: newer.scopes, resource: await resourceFor(own) })
      }
      try {
        return await (locks ? locks.request(key, run) : run())
      } catch (cause) {
        // The session has ended. Any other error is one of the moment, and costs none.
        if (codeOf(cause) === 'invalid_grant') await keep(undefined)
        throw cause
      }
    }

    async function granted(need: SecurityNeed, missing: readonly string[]): Promise<Tokens> {
      const { signal } = leaving
      const own = await grantor()
      const scopes = [...(kept?.asked ?? []), ...missing]
      const wanted = { scopes: [...new Set(scopes)], resource: await resourceFor(own) }
      if (flow === 'clientCredentials') return (await loadGrants()).clientCredentials(own, wanted)
      const pkceRequired = need.kind === 'authorizationCode' && need.pkceRequired
      const way = { key, agent, redirect: flow === 'deviceCode' ? undefined : redirect, pkceRequired }
      const { byUser } = await loadByUser()
      return oneAtATime(() =>
        byUser(own, wanted, way, state, signal).finally(() => {
          question = state.getSnapshot()
        }),
      )
    }

    async function resourceFor(own: Grantor): Promise<string | undefined> {
      if (client.resource !== undefined) return client.resource || undefined
      return (await loadGrants()).resourceOf(agent, own)
    }

    return {
      token,
      resume(from) {
        once([], async () => (await loadByUser()).resume(await grantor(), from)).catch(() => undefined)
      },
      async forget() {
        await pending?.catch(() => undefined)
        kept = undefined
      },
    }
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
    token: (request) => tokensOf(request.agent).token(request),
    async forget() {
      leaving.abort(new AgentError('UNAUTHENTICATED', 'The user signed out', { hint: 'Sign in again.' }))
      leaving = new AbortController()
      await Promise.all([...byAgent.values()].map((tokens) => tokens.forget()))
      await written
      await store?.delete(key)
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

function isOver({ renew = Number.POSITIVE_INFINITY }: StoredTokens): boolean {
  return Date.now() > renew
}

/** By the agent. What is kept is the host's own, but for a version before or a hand that changed it. */
function readStoredTokens(text: string | null | undefined): Map<string, StoredTokens> {
  try {
    return new Map(
      Object.entries(JSON.parse(text ?? '{}')).filter((entry): entry is [string, StoredTokens] =>
        isStoredTokens(entry[1]),
      ),
    )
  } catch {
    return new Map()
  }
}

function isStoredTokens(value: unknown): boolean {
  const { accessToken, asked, scopes } = (value ?? {}) as Partial<StoredTokens>
  return typeof accessToken === 'string' && Array.isArray(asked) && Array.isArray(scopes)
}

/** For which agent the page was left. */
function agentOf(kept: string): string {
  try {
    return String(JSON.parse(kept).agent)
  } catch {
    return ''
  }
}

function codeOf(cause: unknown): unknown {
  return (cause as { readonly code?: unknown }).code
}

function isUnreachable(cause: unknown): boolean {
  return codeOf(cause) === 'unreachable' || codeOf(cause) === 'NETWORK_FAILED'
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
