// What an agent, an authorization server or a page that lies may try against a client that signs in.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectAgent } from '../../../src/agent/index.ts'
import { type Redirect, type SignInOptions, type SignInState, signIn } from '../../../src/agent/sign-in/index.ts'
import { loopback } from '../../../src/agent/sign-in/node/index.ts'
import { serve } from '../server/http-calls.ts'
import { authorizationServer } from './authorization.ts'
import { createPerson } from './person.ts'
import { signedAgent } from './signed-agent.ts'

interface Liar {
  readonly issuer: string
  /** Paths that were asked for. */
  readonly asked: string[]
  /** Path → the answer. */
  readonly answers: Record<
    string,
    (request: IncomingMessage) => { status?: number; body?: unknown; headers?: Record<string, string> }
  >
}

/** A server that answers whatever a test wants; at first it is a plain authorization server. */
async function liar(metadata: Record<string, unknown> = {}): Promise<Liar> {
  const asked: string[] = []
  const answers: Liar['answers'] = {}
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    asked.push(path)
    const { status = answers[path] ? 200 : 404, body = {}, headers = {} } = answers[path]?.(request) ?? {}
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  answers['/.well-known/oauth-authorization-server'] = () => ({
    body: {
      issuer,
      token_endpoint: `${issuer}/token`,
      authorization_endpoint: `${issuer}/auth`,
      device_authorization_endpoint: `${issuer}/device`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...metadata,
    },
  })
  return { issuer, asked, answers }
}

const scopes = { read: 'Read' }

/** An agent whose card says this, and how often it was asked something with credentials. */
async function agentOf(scheme: object, more: (origin: string) => object = () => ({})) {
  const seen: string[] = []
  const origin: string = await serve(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname !== '/.well-known/agent-card.json') {
      seen.push(`${pathname} ${request.headers.get('authorization') ?? 'none'}`)
      return Response.json({}, { status: 404 })
    }
    return Response.json({
      ...{ name: 'Notes', description: '', version: '1', capabilities: {}, skills: [] },
      ...{ defaultInputModes: [], defaultOutputModes: [] },
      supportedInterfaces: [{ url: `${origin}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      securitySchemes: { login: scheme },
      securityRequirements: [{ schemes: { login: { list: ['read'] } } }],
      ...more(origin),
    })
  })
  return { origin, seen }
}

async function hello(
  origin: string,
  options: SignInOptions,
  session = signIn({ allowInsecureLoopback: true, ...options }),
) {
  const states: SignInState[] = []
  onTestFinished(session.state.subscribe(() => states.push(session.state.getSnapshot())))
  const agent = await connectAgent(origin, { allowInsecureLoopback: true, credentials: session.credentials })
  const error: unknown = await agent.sendMessage({ message: { parts: [{ text: 'hello' }] } }).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  return { error, states, session }
}

function codeFlow(issuer: string, changed: object = {}) {
  const authorizationCode = {
    ...{ tokenUrl: `${issuer}/token`, authorizationUrl: `${issuer}/auth`, scopes, pkceRequired: true },
    ...changed,
  }
  return { oauth2SecurityScheme: { flows: { authorizationCode } } }
}

/** The user comes back with this query, at once. */
function comingBack(query: (state: string, address: string) => Record<string, string>): Redirect {
  let address = ''
  return {
    immediate: true,
    begin: () => ({
      redirectUri: 'http://127.0.0.1/back',
      open: (to) => {
        address = to
      },
      returned: async (state) => {
        await Promise.resolve()
        return `?${new URLSearchParams(query(state, address))}`
      },
    }),
  }
}

describe('mixed-up authorization servers', () => {
  it.each([
    ['the token address', (evil: string) => ({ tokenUrl: `${evil}/token` })],
    ['the refresh address', (evil: string) => ({ refreshUrl: `${evil}/token` })],
    ['the page of the user', (evil: string) => ({ authorizationUrl: `${evil}/auth` })],
    ['another path', (_evil: string, honest: string) => ({ tokenUrl: `${honest}/other` })],
  ])(
    '[SI-18] a card that gives %s to another server gets nothing, and neither does that server',
    async (_what, change) => {
      const [honest, evil] = [await liar(), await liar()]
      const { origin, seen } = await agentOf(codeFlow(honest.issuer, change(evil.issuer, honest.issuer)))
      const redirect = comingBack((state) => ({ code: 'code', state, iss: honest.issuer }))
      const { error } = await hello(origin, { clients: [{ issuer: honest.issuer, clientId: 'chat', redirect }] })
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining('does not have') })
      expect([evil.asked, seen]).toEqual([[], []])
      expect(honest.asked).toEqual(['/.well-known/oauth-authorization-server'])
    },
  )

  it('[SI-18] a card that names a server of its own gets nothing: no request goes there', async () => {
    const evil = await liar()
    const { origin, seen } = await agentOf({
      openIdConnectSecurityScheme: { openIdConnectUrl: `${evil.issuer}/.well-known/openid-configuration` },
    })
    const honest = await liar()
    const secret = {
      issuer: honest.issuer,
      clientId: 'chat',
      clientSecret: 'secret',
      flow: 'clientCredentials',
    } as const
    const { error } = await hello(origin, { clients: [secret] })
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect([evil.asked, seen]).toEqual([[], []])
  })

  it.each([
    ['of another server', { iss: 'https://evil.example' }],
    ['of no server, where this one always names itself', {}],
  ])('[SI-18] an answer %s costs no code', async (_what, query) => {
    const honest = await liar()
    const { origin } = await agentOf(codeFlow(honest.issuer))
    const redirect = comingBack((state) => ({ code: 'code', state, ...query }) as Record<string, string>)
    const { error } = await hello(origin, { clients: [{ issuer: honest.issuer, clientId: 'chat', redirect }] })
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining('iss') })
    expect(honest.asked).not.toContain('/token')
  })

  it.each([
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['with a page that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['with a token address without TLS', { token_endpoint: 'http://login.example/token' }],
    ['with a name before the host', { authorization_endpoint: 'https://login.example@evil.example/auth' }],
    ['without a page for the user', { authorization_endpoint: undefined }],
  ])('[SI-18] a description %s is refused', async (_what, metadata) => {
    const honest = await liar(metadata)
    const { origin } = await agentOf({
      openIdConnectSecurityScheme: { openIdConnectUrl: `${honest.issuer}/.well-known/openid-configuration` },
    })
    const opened: string[] = []
    const redirect = comingBack((state, address) => {
      opened.push(address)
      return { code: 'code', state, iss: honest.issuer }
    })
    const { error } = await hello(origin, { clients: [{ issuer: honest.issuer, clientId: 'chat', redirect }] })
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect([opened, honest.asked.includes('/token')]).toEqual([[], false])
  })

  const page = { body: '<!doctype html>', headers: { 'content-type': 'text/html' } }

  it.each<readonly [string, { status?: number; body?: unknown; headers?: Record<string, string> }]>([
    ['a page', page],
    ['an empty object', { body: {} }],
    ['null', { body: null }],
    ['nothing', { status: 404 }],
  ])('[SI-22] a description is looked for in the next place where the first one has %s', async (_what, answer) => {
    const honest = await liar()
    const first = '/.well-known/oauth-authorization-server'
    honest.answers['/.well-known/openid-configuration'] = honest.answers[first] ?? expect.fail()
    honest.answers[first] = () => answer
    honest.answers['/token'] = () => ({ body: { access_token: 'token', token_type: 'Bearer' } })
    const scheme = {
      oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: `${honest.issuer}/token`, scopes } } },
    }
    const { origin, seen } = await agentOf(scheme)
    const clients = [{ issuer: honest.issuer, clientId: 'chat', clientSecret: 'secret' }]
    // The agent has the same page for every address.
    const fetched: typeof fetch = async (input, init) =>
      String(input).includes('oauth-protected-resource')
        ? new Response(JSON.stringify(answer.body ?? ''), { status: answer.status ?? 200, ...answer })
        : fetch(input, init)
    await hello(origin, { clients, fetch: fetched })
    expect(seen.filter((one) => one.startsWith('/rpc'))).toEqual(['/rpc Bearer token'])
    // Nowhere.
    honest.answers['/.well-known/openid-configuration'] = () => answer
    const { error } = await hello(origin, { clients })
    const place = `${honest.issuer}/.well-known`
    expect(error).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: `There is no token of ${honest.issuer}: There is no metadata at ${place}/oauth-authorization-server, nor at ${place}/openid-configuration`,
    })
  })

  it('[SI-22] a description that cannot be read is told with its address', async () => {
    const honest = await liar()
    const { origin } = await agentOf({
      openIdConnectSecurityScheme: { openIdConnectUrl: `${honest.issuer}/.well-known/openid-configuration` },
    })
    honest.answers['/.well-known/oauth-authorization-server'] = () => ({ status: 500 })
    const { error } = await hello(origin, { clients: [{ issuer: honest.issuer, clientId: 'chat' }] })
    expect((error as Error).message).toContain(`${honest.issuer}/.well-known/oauth-authorization-server`)
  })

  it.each([[{ code_challenge_methods_supported: ['plain'] }], [{ code_challenge_methods_supported: undefined }]])(
    '[SI-12] a server without S256 gets no code where the card demands a proof key: %o',
    async (metadata) => {
      const honest = await liar(metadata)
      const { origin } = await agentOf(codeFlow(honest.issuer))
      const redirect = comingBack((state) => ({ code: 'code', state, iss: honest.issuer }))
      const { error } = await hello(origin, { clients: [{ issuer: honest.issuer, clientId: 'chat', redirect }] })
      expect(error).toMatchObject({ message: expect.stringContaining('PKCE') })
    },
  )

  it('[SI-18] an agent that takes tokens of another server, or says that it is another agent, gets none', async () => {
    const honest = await liar()
    const secret = { issuer: honest.issuer, clientId: 'chat', clientSecret: 'secret' }
    const scheme = {
      oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: `${honest.issuer}/token`, scopes } } },
    }
    for (const document of [
      (origin: string) => ({ resource: origin, authorization_servers: ['https://evil.example'] }),
      () => ({ resource: 'https://bank.example', authorization_servers: [honest.issuer] }),
    ]) {
      const { origin } = await agentOf(scheme)
      const lying: typeof fetch = async (input, init) =>
        String(input).includes('oauth-protected-resource') ? Response.json(document(origin)) : fetch(input, init)
      const { error } = await hello(origin, { clients: [secret], fetch: lying })
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED' })
    }
    expect(honest.asked).not.toContain('/token')
  })
})

describe('state', () => {
  it('[SI-18] that is guessed or missing ends nothing: the right answer still counts, once', async () => {
    const there = await signedAgent('authorizationCode')
    const answers: number[] = []
    const used: string[] = []
    const open = async (address: string): Promise<void> => {
      const back = new URL(address).searchParams.get('redirect_uri') ?? ''
      const state = new URL(address).searchParams.get('state') ?? ''
      const tries = [
        `${back}?code=evil&state=guess`,
        `${back}?code=evil`,
        `${back}?code=evil&state=${state.slice(1)}`,
        `${back}/other?code=evil&state=${state}`,
        `${back}?error=access_denied&state=guess`,
      ]
      for (const one of tries) answers.push((await fetch(one)).status)
      const { request } = await import('node:http')
      // A name of the attacker that leads to this machine.
      const rebound = await new Promise<number>((done) => {
        const url = new URL(`${back}?code=evil&state=${state}`)
        request(url, { headers: { host: 'evil.example' } }, (response) => {
          response.resume()
          done(response.statusCode ?? 0)
        }).end()
      })
      answers.push(rebound)
      const { url } = await createPerson().go(address, back)
      used.push(url.href)
      await fetch(url)
    }
    const redirect = loopback({ open: (address) => void open(address), path: '/back' })
    const { error } = await hello(there.origin, { clients: [{ issuer: there.issuer, clientId: 'chat', redirect }] })
    expect(error).toBeUndefined()
    expect(answers).toEqual([400, 400, 400, 400, 400, 400])
    // Nobody listens any more, and the code is used up.
    await expect(fetch(used[0] ?? '')).rejects.toThrow()
  })

  it.each<[string, Record<string, unknown>, (() => void) | undefined]>([
    ['the authorization server takes no proof key', { code_challenge_methods_supported: ['plain'] }, undefined],
    [
      'no browser opens',
      {},
      () => {
        throw new Error('no browser')
      },
    ],
  ])('[SI-23] leaves no port open where %s', async (_, metadata, open = () => undefined) => {
    const { issuer } = await liar(metadata)
    const flows = { authorizationCode: { authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token`, scopes } }
    const { origin } = await agentOf({ oauth2SecurityScheme: { flows } })
    const listening = loopback({ open })
    const ports: string[] = []
    const redirect: Redirect = {
      ...listening,
      async begin() {
        const place = await listening.begin()
        ports.push(place.redirectUri)
        return place
      },
    }
    const { error } = await hello(origin, { clients: [{ issuer, clientId: 'chat', redirect }] })
    expect(error).toBeInstanceOf(Error)
    expect(ports).toHaveLength(1)
    await expect(fetch(ports[0] ?? '')).rejects.toThrow()
  })

  it('[SI-18] of another sign-in is refused, and so is a code that was used', async () => {
    const there = await signedAgent('authorizationCode')
    const wrong = comingBack(() => ({ code: 'code', state: 'of-another-sign-in', iss: there.issuer }))
    const refused = await hello(there.origin, {
      clients: [{ issuer: there.issuer, clientId: 'chat', redirect: wrong }],
    })
    expect(refused.error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining('state') })
    expect(refused.states.at(-1)?.kind).toBe('failed')
  })
})

describe('where credentials go', () => {
  it('[SI-18] never to another origin than that of the card, unless the host names it', async () => {
    const other: string[] = []
    const away = await serve(async (request) => {
      other.push(request.headers.get('authorization') ?? 'none')
      return Response.json({
        jsonrpc: '2.0',
        id: 1,
        result: { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'x' }] } },
      })
    })
    const { origin } = await agentOf({ httpAuthSecurityScheme: { scheme: 'Bearer' } }, () => ({
      supportedInterfaces: [{ url: `${away}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    }))
    const { error } = await hello(origin, { secrets: { login: 'token' } })
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: `Credentials may not go to ${away}` })
    expect(other).toEqual([])
    await hello(origin, { secrets: { login: 'token' }, origins: [away] })
    expect(other).toEqual(['Bearer token'])
  })

  it.each(['kept in memory', 'kept in a store'])(
    '[SI-21] a token of one agent goes to no other, though both share a sign-in: %s',
    async (where) => {
      const honest = await liar()
      let issued = 0
      honest.answers['/token'] = () => ({ body: { access_token: `token-${++issued}`, token_type: 'Bearer' } })
      const scheme = {
        oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: `${honest.issuer}/token`, scopes } } },
      }
      const [notes, evil] = [await agentOf(scheme), await agentOf(scheme)]
      const kept = new Map<string, string>()
      const store = {
        get: (key: string) => kept.get(key),
        set: (key: string, value: string) => void kept.set(key, value),
        delete: (key: string) => void kept.delete(key),
      }
      const client = { issuer: honest.issuer, clientId: 'chat', clientSecret: 'secret' }
      const options = {
        ...{ clients: [client], allowInsecureLoopback: true },
        ...(where === 'kept in a store' && { store }),
      }
      const session = signIn(options)
      await hello(notes.origin, {}, session)
      await hello(evil.origin, {}, session)
      // A program that starts anew.
      const next = 'store' in options ? signIn(options) : session
      await hello(evil.origin, {}, next)
      await hello(notes.origin, {}, next)
      const calls = [notes, evil].map(({ seen }) => seen.filter((one) => one.startsWith('/rpc')))
      expect(calls).toEqual([
        ['/rpc Bearer token-1', '/rpc Bearer token-1'],
        ['/rpc Bearer token-2', '/rpc Bearer token-2'],
      ])
      await next.signOut()
      expect(kept.size).toBe(0)
    },
  )

  it('[SI-18] not where a token address redirects to', async () => {
    const [honest, evil] = [await liar(), await liar()]
    honest.answers['/token'] = () => ({ status: 307, headers: { location: `${evil.issuer}/token` } })
    const scheme = {
      oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: `${honest.issuer}/token`, scopes } } },
    }
    const { origin, seen } = await agentOf(scheme)
    const secret = { issuer: honest.issuer, clientId: 'chat', clientSecret: 'secret' }
    const { error } = await hello(origin, { clients: [secret] })
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect([evil.asked, seen.filter((one) => one.startsWith('/rpc'))]).toEqual([[], []])
  })

  it('[SI-18] a token of a kind that needs a proof is not used as a plain one', async () => {
    const honest = await liar()
    const scheme = {
      oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: `${honest.issuer}/token`, scopes } } },
    }
    for (const type of ['DPoP', 'mac', 'N_A']) {
      honest.answers['/token'] = () => ({ body: { access_token: 'token', token_type: type } })
      const { origin } = await agentOf(scheme)
      const secret = { issuer: honest.issuer, clientId: 'chat', clientSecret: 'secret' }
      expect((await hello(origin, { clients: [secret] })).error).toMatchObject({ code: 'UNAUTHENTICATED' })
    }
  })
})

describe('a device code', () => {
  const scheme = (issuer: string) => ({
    oauth2SecurityScheme: {
      flows: { deviceCode: { tokenUrl: `${issuer}/token`, deviceAuthorizationUrl: `${issuer}/device`, scopes } },
    },
  })

  it.each([
    ['a script', { verification_uri: 'javascript:alert(1)' }],
    ['no TLS', { verification_uri: 'http://login.example/device' }],
    ['a name before the host', { verification_uri: 'https://login.example@evil.example/device' }],
    ['data', { verification_uri: 'data:text/html,hello' }],
    ['no address', { verification_uri: 'nowhere' }],
    ['a code in HTML', { user_code: '<img src=x>' }],
    ['a code that turns the direction', { user_code: 'ABC\u202eDEF' }],
    ['a code without end', { user_code: 'A'.repeat(100) }],
    ['a code over two lines', { user_code: 'AB\nCD' }],
  ])('[SI-18] that would mislead the user is not shown: %s', async (_what, changed) => {
    const honest = await liar()
    honest.answers['/device'] = () => ({
      body: {
        device_code: 'd',
        user_code: 'ABCD-EFGH',
        verification_uri: `${honest.issuer}/go`,
        expires_in: 60,
        ...changed,
      },
    })
    const { origin } = await agentOf(scheme(honest.issuer))
    const { error, states } = await hello(origin, { clients: [{ issuer: honest.issuer, clientId: 'chat' }] })
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(states.map(({ kind }) => kind)).toEqual(['failed'])
  })

  it.each(['https://evil.example/go?user_code=ABCD-EFGH', 'javascript:alert(1)', 'nowhere'])(
    '[SI-18] has no second address that leads elsewhere: %s',
    async (complete) => {
      const honest = await liar()
      honest.answers['/device'] = () => ({
        body: {
          ...{ device_code: 'd', user_code: 'ABCD-EFGH', verification_uri: `${honest.issuer}/go` },
          ...{ verification_uri_complete: complete, expires_in: 60 },
        },
      })
      const { origin } = await agentOf(scheme(honest.issuer))
      const session = signIn({ allowInsecureLoopback: true, clients: [{ issuer: honest.issuer, clientId: 'chat' }] })
      const shown = new Promise<SignInState>((done) => {
        session.state.subscribe(() => done(session.state.getSnapshot()))
      })
      const said = hello(origin, {}, session)
      const state = await shown
      expect(state).toMatchObject({ kind: 'code', address: `${honest.issuer}/go` })
      expect(state).not.toHaveProperty('addressWithCode')
      if (state.kind === 'code') state.cancel()
      await said
    },
  )
})

describe('secrets', () => {
  it('[SI-19] are in no log, error, state or address', async () => {
    const told: unknown[] = []
    for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, name).mockImplementation((...all) => void told.push(all))
    onTestFinished(() => void vi.restoreAllMocks())
    const honest = await liar()
    const leak = { access_token: 'leaked-access', refresh_token: 'leaked-refresh', id_token: 'leaked-id' }
    const answers = [
      { body: { ...leak, token_type: 'mac' } },
      { body: { ...leak, token_type: 'Bearer', expires_in: 'soon' } },
      { body: { ...leak, token_type: 'Bearer', scope: 7 } },
      { status: 400, body: { ...leak, error: 'invalid_client', error_description: 'no' } },
      { status: 500, body: leak },
      { body: [leak] },
    ]
    const addresses: string[] = []
    const watching: typeof fetch = async (input, init) => {
      addresses.push(String(input))
      return fetch(input, init)
    }
    const scheme = {
      oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: `${honest.issuer}/token`, scopes } } },
    }
    for (const answer of answers) {
      honest.answers['/token'] = () => answer
      const { origin } = await agentOf(scheme)
      const secret = { issuer: honest.issuer, clientId: 'chat', clientSecret: 'client-secret' }
      const { error, states } = await hello(origin, { clients: [secret], fetch: watching })
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED' })
      const shown = inspect([error, states, told, addresses], { depth: 20, showHidden: true })
      expect(shown).not.toMatch(/leaked|client-secret/)
    }
    expect(addresses.filter((one) => one.endsWith('/token'))).toHaveLength(answers.length)
  })

  it('[SI-19] of the user are in no state of a sign-in that works', async () => {
    const there = await signedAgent('authorizationCode')
    const go = (address: string): void =>
      void createPerson()
        .go(address)
        .catch(() => undefined)
    const redirect = loopback({ open: go, path: '/back' })
    const { error, states, session } = await hello(there.origin, {
      clients: [{ issuer: there.issuer, clientId: 'chat', redirect }],
    })
    expect(error).toBeUndefined()
    const token = there.seen.at(-1)?.replace('Bearer ', '') ?? ''
    expect(token.length).toBeGreaterThan(100)
    expect(inspect([states, session], { depth: 20 })).not.toContain(token)
  })

  it('[SI-19] what an authorization server says is shown on one line, and not whole', async () => {
    const honest = await liar()
    honest.answers['/token'] = () => ({
      status: 400,
      body: { error: 'invalid_client', error_description: `bad\u202e\n\u2028${'x'.repeat(1_000)}` },
    })
    const scheme = {
      oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: `${honest.issuer}/token`, scopes } } },
    }
    const { origin } = await agentOf(scheme)
    const secret = { issuer: honest.issuer, clientId: 'chat', clientSecret: 'secret' }
    const { error } = await hello(origin, { clients: [secret] })
    expect((error as Error).message.length).toBeLessThan(300)
    expect((error as Error).message).toMatch(/^[ -~]+$/)
  })
})

describe('a challenge', () => {
  it('[SI-14] that asks for more and more is answered once for each request', async () => {
    const { issuer } = await authorizationServer({ audiences: { 'https://other.example': 'jwt' } })
    let asked = 0
    const origin: string = await serve(async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/.well-known/agent-card.json')
        return Response.json({
          ...{ name: 'Notes', description: '', version: '1', capabilities: {}, skills: [] },
          ...{ defaultInputModes: [], defaultOutputModes: [] },
          supportedInterfaces: [{ url: `${origin}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
          securitySchemes: {
            login: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: `${issuer}/token`, scopes } } } },
          },
          securityRequirements: [{ schemes: { login: { list: ['read'] } } }],
        })
      if (pathname !== '/rpc') return new Response(null, { status: 404 })
      asked++
      const challenge = `Basic realm="a, Bearer x=\\"y\\"", Bearer error="insufficient_scope", scope="read write"`
      return new Response('{}', { status: asked % 2 ? 403 : 401, headers: { 'www-authenticate': challenge } })
    })
    const client = {
      issuer,
      clientId: 'machine',
      clientSecret: 'machine-secret-of-this-test',
      resource: 'https://other.example',
    }
    const { error } = await hello(origin, { clients: [client] })
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', httpStatus: 403 })
    expect(asked).toBe(3)
  })
})
