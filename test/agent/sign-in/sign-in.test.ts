// Each way in, between a client, an agent and an authorization server, all of them real and on loopback.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Agent, connectAgent } from '../../../src/agent/index.ts'
import { type SignIn, type SignInOptions, type SignInState, signIn } from '../../../src/agent/sign-in/index.ts'
import { loopback } from '../../../src/agent/sign-in/node/index.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { createPerson } from './person.ts'
import { type SignedAgent, schemeOf, signedAgent } from './signed-agent.ts'

const secret = 'machine-secret-of-this-test'

interface Connected {
  readonly agent: Agent
  readonly session: SignIn
  readonly states: SignInState[]
  readonly say: (text: string) => Promise<string | undefined>
}

async function connect({ origin }: Pick<SignedAgent, 'origin'>, options: SignInOptions): Promise<Connected> {
  const session = signIn({ allowInsecureLoopback: true, ...options })
  const states: SignInState[] = []
  onTestFinished(session.state.subscribe(() => states.push(session.state.getSnapshot())))
  const agent = await connectAgent(origin, { allowInsecureLoopback: true, credentials: session.credentials })
  const say = async (text: string): Promise<string | undefined> => {
    const answer = await agent.sendMessage({ message: { parts: [{ text }] } })
    return 'parts' in answer ? answer.parts[0]?.text : answer.status.state
  }
  return { agent, session, states, say }
}

const machine = (issuer: string) => ({ issuer, clientId: 'machine', clientSecret: secret })
const kinds = (states: readonly SignInState[]): readonly string[] => states.map(({ kind }) => kind)

interface PersonOptions {
  readonly allow?: () => boolean
  /** Gets the addresses that the person opens. */
  readonly addresses?: string[]
}

/** A person who does what the state says. */
function person({ allow = () => true, addresses = [] }: PersonOptions = {}) {
  const one = createPerson()
  return (address: string): void => {
    addresses.push(address)
    void one.go(address, 'none:', allow()).catch(() => undefined)
  }
}

describe('client credentials', () => {
  it('[SI-10] get a token for this agent with the scopes of its card', async () => {
    const there = await signedAgent('clientCredentials')
    const { say, states } = await connect(there, { clients: [machine(there.issuer)] })
    expect(await say('hello')).toBe('client:machine: read')
    expect(await say('again')).toBe('client:machine: read')
    expect(new Set(there.seen).size).toBe(1)
    expect(states).toEqual([{ kind: 'signedIn', scopes: ['read'] }])
  })

  it('[SI-14] ask for the scope that a 403 names, with those that they have', async () => {
    const there = await signedAgent('clientCredentials')
    const { say, states } = await connect(there, { clients: [machine(there.issuer)] })
    expect(await say('hello')).toBe('client:machine: read')
    expect(await say('write')).toBe('client:machine: read write')
    expect(states.at(-1)).toEqual({ kind: 'signedIn', scopes: ['read', 'write'] })
  })

  it('[SI-14] ask for it in a stream, too', async () => {
    const there = await signedAgent('clientCredentials')
    const { agent } = await connect(there, { clients: [machine(there.issuer)] })
    const said: unknown[] = []
    for await (const event of agent.streamMessage({ message: { parts: [{ text: 'please write' }] } })) said.push(event)
    expect(said).toMatchObject([{ kind: 'message', message: { parts: [{ text: 'client:machine: read write' }] } }])
  })

  it('[SI-10] with a wrong secret are one error that says so, and nothing of the secret', async () => {
    const there = await signedAgent('clientCredentials')
    const { say, states } = await connect(there, {
      clients: [{ ...machine(there.issuer), clientSecret: 'wrong-secret' }],
    })
    const error = await say('hello').catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining(there.issuer) })
    expect(JSON.stringify([error, (error as Error).message])).not.toContain('wrong-secret')
    expect(kinds(states)).toEqual(['failed'])
  })
})

/** The same, but a device code may be asked for each second. */
const hasty: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (!String(input).endsWith('/device/auth')) return response
  return Response.json({ ...((await response.json()) as object), interval: 1 }, { status: response.status })
}

describe('a device code', () => {
  it('[SI-11] is shown with its address, and the token comes when the user has typed it', async () => {
    const there = await signedAgent('deviceCode')
    const { say, session, states } = await connect(there, {
      clients: [{ issuer: there.issuer, clientId: 'chat' }],
      fetch: hasty,
    })
    const said = say('hello')
    await waitUntil(() => session.state.getSnapshot().kind === 'code')
    const state = session.state.getSnapshot() as Extract<SignInState, { kind: 'code' }>
    expect(state).toMatchObject({ address: `${there.issuer}/device`, issuer: there.issuer, scopes: ['read'] })
    expect(state.addressWithCode).toBe(`${there.issuer}/device?user_code=${state.code}`)
    await createPerson().go(state.addressWithCode ?? '')
    expect(await said).toBe('Robin Sample: read')
    expect(kinds(states)).toEqual(['code', 'signedIn'])
  })

  it('[SI-11] that is given up, refused or too old is an error of every request that waits @all', async () => {
    let lifetime = 600
    const there = await signedAgent('deviceCode', { deviceCodeLifetime: () => lifetime })
    const { say, session } = await connect(there, {
      clients: [{ issuer: there.issuer, clientId: 'chat' }],
      fetch: hasty,
    })
    const code = async (): Promise<Extract<SignInState, { kind: 'code' }>> => {
      await waitUntil(() => session.state.getSnapshot().kind === 'code')
      return session.state.getSnapshot() as Extract<SignInState, { kind: 'code' }>
    }
    const both = Promise.allSettled([say('one'), say('two')])
    ;(await code()).cancel()
    for (const one of await both)
      expect(one).toMatchObject({ reason: { code: 'UNAUTHENTICATED', message: 'The user gave up the sign-in' } })
    const denied = say('three').catch((cause: unknown) => cause)
    await createPerson().go((await code()).addressWithCode ?? '', 'none:', false)
    expect(await denied).toMatchObject({ message: expect.stringContaining('did not allow it') })
    lifetime = 1
    const late = say('four').catch((cause: unknown) => cause)
    expect(await late).toMatchObject({ message: expect.stringContaining('expired') })
    const { retry } = session.state.getSnapshot() as Extract<SignInState, { kind: 'failed' }>
    lifetime = 600
    const again = retry()
    await createPerson().go((await code()).addressWithCode ?? '')
    await again
    expect(await say('five')).toBe('Robin Sample: read')
  })
})

describe('an authorization code', () => {
  it('[SI-12] comes back to a port of this machine, with a proof key and a state', async () => {
    const there = await signedAgent('authorizationCode')
    const addresses: string[] = []
    const open = person({ addresses })
    const client = { issuer: there.issuer, clientId: 'chat', redirect: loopback({ open, path: '/back' }) }
    const { say, states } = await connect(there, { clients: [client] })
    expect(await say('hello')).toBe('Robin Sample: read')
    expect(kinds(states)).toEqual(['open', 'signedIn'])
    const asked = new URL(addresses[0] ?? '').searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('state')?.length).toBeGreaterThan(40)
    expect(asked.get('resource')).toBe(there.origin)
  })

  it('[SI-14] asks the user for more when a 403 names a scope; who does not allow it keeps what was allowed', async () => {
    const there = await signedAgent('authorizationCode')
    let allow = true
    const client = {
      issuer: there.issuer,
      clientId: 'chat',
      redirect: loopback({ open: person({ allow: () => allow }), path: '/back' }),
    }
    const { say, session } = await connect(there, { clients: [client] })
    expect(await say('hello')).toBe('Robin Sample: read')
    allow = false
    await expect(say('write')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(session.state.getSnapshot().kind).toBe('failed')
    expect(await say('hello')).toBe('Robin Sample: read')
    allow = true
    expect(await say('write')).toBe('Robin Sample: read write')
  })

  it('[SI-12] by OpenID Connect has a nonce, and an ID token that fits', async () => {
    const there = await signedAgent('openId')
    const addresses: string[] = []
    const open = person({ addresses })
    const client = { issuer: there.issuer, clientId: 'chat', redirect: loopback({ open, path: '/back' }) }
    const { say } = await connect(there, { clients: [client] })
    expect(await say('hello')).toContain('Robin Sample: ')
    const asked = new URL(addresses[0] ?? '').searchParams
    expect([asked.get('scope'), asked.has('nonce')]).toEqual(['openid read', true])
  })
})

describe('secrets', () => {
  const key = { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } } as const
  const query = { apiKeySecurityScheme: { location: 'query', name: 'key' } } as const
  const cookie = { apiKeySecurityScheme: { location: 'cookie', name: 'key' } } as const
  const basic = { httpAuthSecurityScheme: { scheme: 'Basic' } } as const

  it.each([
    ['a header', key, (request: Request) => request.headers.get('x-key')],
    ['the address', query, (request: Request) => new URL(request.url).searchParams.get('key')],
    ['a cookie', cookie, (request: Request) => /key=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? null],
    ['HTTP Basic', basic, (request: Request) => atob((request.headers.get('authorization') ?? '').slice(6)) || null],
  ])('[SI-10] go where the card says: %s', async (_where, scheme, read) => {
    const there = await signedAgent('openId', {}, () => ({
      schemes: { key: scheme },
      requirements: [{ schemes: { key: { list: [] } } }],
      authenticate: (request) => (read(request) === 'robin:word' ? 'robin' : undefined),
    }))
    const { say } = await connect(there, { secrets: { key: 'robin:word' } })
    expect(await say('hello')).toBe('robin: undefined')
  })

  it('[SI-10] are asked for once more when they were refused', async () => {
    const there = await signedAgent('openId', {}, () => ({
      schemes: { key },
      requirements: [{ schemes: { key: { list: [] } } }],
      authenticate: (request) => (request.headers.get('x-key') === 'new' ? 'robin' : undefined),
    }))
    const asked: boolean[] = []
    const secrets = {
      key: (_need: unknown, refused: boolean) => {
        asked.push(refused)
        return refused ? 'new' : 'old'
      },
    }
    const { say } = await connect(there, { secrets })
    expect(await say('hello')).toBe('robin: undefined')
    expect(asked).toEqual([false, true])
  })

  it('[SI-10] and tokens go together where one requirement names two schemes', async () => {
    const there = await signedAgent('clientCredentials', {}, (issuer) => ({
      schemes: { key, login: schemeOf('clientCredentials', issuer) },
      requirements: [{ schemes: { key: { list: [] }, login: { list: ['read'] } } }],
      authenticate: (request) =>
        request.headers.get('x-key') === 'k' && request.headers.has('authorization') ? 'both' : undefined,
    }))
    const { say } = await connect(there, { clients: [machine(there.issuer)], secrets: { key: 'k' } })
    expect(await say('hello')).toBe('both: undefined')
    const without = await connect(there, { secrets: { key: 'k' } })
    await expect(without.say('hello')).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'The agent wants "key" (apiKey) and "login" (clientCredentials), which this sign-in does not have',
    })
  })
})

/** Moves the clock, for the client and for the servers. */
function later(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  onTestFinished(() => void vi.useRealTimers())
}

describe('the end of a token', () => {
  /** Counts requests to the token endpoint. */
  function counting(): { readonly fetch: typeof fetch; readonly grants: string[] } {
    const grants: string[] = []
    const counted: typeof fetch = async (input, init) => {
      const body = init?.body instanceof URLSearchParams ? init.body : new URLSearchParams(String(init?.body ?? ''))
      const grant = body.get('grant_type')
      if (grant) grants.push(grant)
      return fetch(input, init)
    }
    return { fetch: counted, grants }
  }

  async function signedInByCode() {
    const there = await signedAgent('authorizationCode')
    const { fetch: counted, grants } = counting()
    const client = { issuer: there.issuer, clientId: 'chat', redirect: loopback({ open: person(), path: '/back' }) }
    const connected = await connect(there, { clients: [client], fetch: counted })
    expect(await connected.say('hello')).toBe('Robin Sample: read')
    grants.length = 0
    return { there, ...connected, grants }
  }

  it('[SI-13] costs one refresh for a thousand calls at once, and no word to the user', async () => {
    const { session, grants, states, there } = await signedInByCode()
    later(595)
    states.length = 0
    const request = {
      ...{ operation: 'GetTask' as const, url: `${there.origin}/tasks/1`, origin: there.origin },
      needs: [[{ scheme: 'login', kind: 'authorizationCode' as const, ...needOf(there.issuer) }]],
    }
    const all = await Promise.all(Array.from({ length: 1_000 }, () => session.credentials(request)))
    expect(grants).toEqual(['refresh_token'])
    expect(new Set(all.map((one) => one?.headers?.['authorization'])).size).toBe(1)
    expect(states).toEqual([])
  })

  it('[SI-13] after a refusal by the agent costs one refresh for all calls that had the old token', async () => {
    const refused = new Set<string | null>()
    let verify: ReturnType<typeof import('../../../src/agent/server/tokens/index.ts')['verifyTokens']> | undefined
    const { verifyTokens } = await import('../../../src/agent/server/tokens/index.ts')
    const there = await signedAgent('authorizationCode', {}, () => ({
      authenticate: (request, connection) => {
        if (refused.has(request.headers.get('authorization'))) return undefined
        return verify?.(request, connection)
      },
    }))
    verify = verifyTokens({ issuer: there.issuer, audience: there.origin, allowInsecureLoopback: true })
    const { fetch: counted, grants } = counting()
    const client = {
      ...{ issuer: there.issuer, clientId: 'chat', resource: there.origin },
      redirect: loopback({ open: person(), path: '/back' }),
    }
    const { say } = await connect(there, { clients: [client], fetch: counted })
    await say('hello')
    grants.length = 0
    refused.add(there.seen.at(-1) ?? null)
    const all = await Promise.all(Array.from({ length: 100 }, () => say('hello')))
    expect(new Set(all)).toEqual(new Set(['Robin Sample: read']))
    expect(grants).toEqual(['refresh_token'])
  })

  it('[SI-13] a refused refresh is one error for all, with the way to sign in again', async () => {
    const { say, session, grants, there } = await signedInByCode()
    later(595)
    // The session ends at the authorization server.
    const { provider } = there.login
    const before = vi.spyOn(provider.RefreshToken, 'find').mockResolvedValue(undefined)
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => say('hello')))
    before.mockRestore()
    expect(grants).toEqual(['refresh_token'])
    const reasons = new Set(all.map((one) => (one.status === 'rejected' ? one.reason : one.status)))
    expect(reasons.size).toBe(1)
    expect([...reasons][0]).toMatchObject({ code: 'UNAUTHENTICATED', hint: expect.stringContaining('retry()') })
    const state = session.state.getSnapshot()
    expect(state.kind).toBe('failed')
    if (state.kind === 'failed') await state.retry()
    expect(grants).toEqual(['refresh_token', 'authorization_code'])
    expect(session.state.getSnapshot().kind).toBe('signedIn')
  })

  it('[SI-13] while the authorization server is away costs no session', async () => {
    const there = await signedAgent('authorizationCode')
    let away = false
    const flaky: typeof fetch = async (input, init) => {
      if (away) throw new TypeError('fetch failed')
      return fetch(input, init)
    }
    const client = { issuer: there.issuer, clientId: 'chat', redirect: loopback({ open: person(), path: '/back' }) }
    const { say, states } = await connect(there, { clients: [client], fetch: flaky })
    await say('hello')
    later(595)
    away = true
    await expect(say('hello')).rejects.toMatchObject({ code: 'NETWORK_FAILED' })
    away = false
    expect(await say('hello')).toBe('Robin Sample: read')
    expect(kinds(states)).toEqual(['open', 'signedIn', 'failed', 'signedIn'])
  })
})

describe('an authorization server with a bad day', () => {
  it.each([
    ['500 with an error of its own', 500, { error: 'server_error' }],
    ['503 with a page', 503, '<h1>Busy</h1>'],
    ['429', 429, { error: 'slow_down' }],
    ['400 that is not about the grant', 400, { error: 'invalid_request' }],
  ])('[SI-13] costs no session: %s', async (_what, status, body) => {
    const there = await signedAgent('authorizationCode')
    let bad = false
    const flaky: typeof fetch = async (input, init) =>
      bad && String(input).endsWith('/token')
        ? new Response(typeof body === 'string' ? body : JSON.stringify(body), {
            status,
            headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' },
          })
        : fetch(input, init)
    const client = { issuer: there.issuer, clientId: 'chat', redirect: loopback({ open: person(), path: '/back' }) }
    const { say, states } = await connect(there, { clients: [client], fetch: flaky })
    await say('hello')
    later(595)
    bad = true
    await expect(say('hello')).rejects.toMatchObject({ message: expect.stringContaining(there.issuer) })
    bad = false
    expect(await say('hello')).toBe('Robin Sample: read')
    expect(kinds(states)).toEqual(['open', 'signedIn', 'failed', 'signedIn'])
  })
})

describe('two agents', () => {
  it('[SI-21] are signed in to one after another, each with a token of its own', async () => {
    const first = await signedAgent('authorizationCode')
    const second = await signedAgent('authorizationCode', {}, () => ({
      schemes: { login: schemeOf('authorizationCode', first.issuer) },
      authenticate: (request) => (request.headers.has('authorization') ? 'second' : undefined),
    }))
    const addresses: string[] = []
    const client = {
      ...{ issuer: first.issuer, clientId: 'chat', resource: first.origin },
      redirect: loopback({ open: person({ addresses }), path: '/back' }),
    }
    const session = signIn({ allowInsecureLoopback: true, clients: [client] })
    const states: SignInState[] = []
    onTestFinished(session.state.subscribe(() => states.push(session.state.getSnapshot())))
    const connected = await Promise.all(
      [first, second].map(({ origin }) =>
        connectAgent(origin, { allowInsecureLoopback: true, credentials: session.credentials }),
      ),
    )
    expect(connected.map(({ address }) => address)).toEqual([first.origin, second.origin])
    await Promise.all(connected.map((agent) => agent.sendMessage({ message: { parts: [{ text: 'hello' }] } })))
    expect(kinds(states)).toEqual(['open', 'signedIn', 'open', 'signedIn'])
    expect(new Set([...first.seen, ...second.seen].filter((token) => token !== null)).size).toBe(2)
  })

  it('[SI-21] show what the user has to do for one of them, whatever comes for the other meanwhile', async () => {
    const first = await signedAgent('authorizationCode')
    const second = await signedAgent('authorizationCode', {}, () => ({
      schemes: { login: schemeOf('authorizationCode', first.issuer) },
      authenticate: (request) => (request.headers.has('authorization') ? 'second' : undefined),
    }))
    const kept = new Map<string, string>()
    const store = {
      get: (key: string) => kept.get(key),
      set: (key: string, value: string) => void kept.set(key, value),
      delete: (key: string) => void kept.delete(key),
    }
    const go = person()
    let open = go
    const redirect = loopback({ open: (address) => open(address), path: '/back' })
    const client = { issuer: first.issuer, clientId: 'chat', resource: first.origin, redirect }
    const sayTo = async (session: ReturnType<typeof signIn>, { origin }: { readonly origin: string }) => {
      const agent = await connectAgent(origin, { allowInsecureLoopback: true, credentials: session.credentials })
      return agent.sendMessage({ message: { parts: [{ text: 'hello' }] } })
    }
    await sayTo(signIn({ allowInsecureLoopback: true, clients: [client], store }), second)
    const addresses: string[] = []
    open = (address) => void addresses.push(address)
    const session = signIn({ allowInsecureLoopback: true, clients: [client], store })
    const waits = sayTo(session, first)
    await expect.poll(() => addresses).toHaveLength(1)
    const asked = session.state.getSnapshot()
    // What was kept is good, then it is renewed.
    await sayTo(session, second)
    expect(session.state.getSnapshot()).toBe(asked)
    later(595)
    await sayTo(session, second)
    expect(session.state.getSnapshot()).toBe(asked)
    go(addresses[0] ?? '')
    await waits
    expect(session.state.getSnapshot().kind).toBe('signedIn')
  })

  it('[SI-15] whose tokens could not be read once are read again', async () => {
    const there = await signedAgent('authorizationCode')
    let reads = 0
    const store = {
      get: () => (reads++ === 0 ? Promise.reject(new Error('busy')) : undefined),
      set: () => undefined,
      delete: () => undefined,
    }
    const client = { issuer: there.issuer, clientId: 'chat', redirect: loopback({ open: person(), path: '/back' }) }
    const { say } = await connect(there, { clients: [client], store })
    await expect(say('hello')).rejects.toThrow()
    expect(await say('hello')).toBe('Robin Sample: read')
  })
})

function needOf(issuer: string) {
  const addresses = { tokenUrl: `${issuer}/token`, authorizationUrl: `${issuer}/auth` }
  return { ...addresses, pkceRequired: true, scopes: ['read'], known: {} }
}

describe('a store', () => {
  it('[SI-15] of the host keeps the session; without one it ends with the object', async () => {
    const there = await signedAgent('authorizationCode')
    const kept = new Map<string, string>()
    const store = {
      get: (key: string) => kept.get(key),
      set: (key: string, value: string) => void kept.set(key, value),
      delete: (key: string) => void kept.delete(key),
    }
    let visits = 0
    const go = person()
    const open = (address: string): void => {
      visits++
      go(address)
    }
    const client = { issuer: there.issuer, clientId: 'chat', redirect: loopback({ open, path: '/back' }) }
    await (await connect(there, { clients: [client], store })).say('hello')
    const second = await connect(there, { clients: [client], store })
    expect(await second.say('hello')).toBe('Robin Sample: read')
    expect(visits).toBe(1)
    await second.session.signOut()
    expect([kept.size, second.session.state.getSnapshot().kind]).toEqual([0, 'signedOut'])
    await (await connect(there, { clients: [client] })).say('hello')
    expect([visits, kept.size]).toEqual([2, 0])
  })
})
