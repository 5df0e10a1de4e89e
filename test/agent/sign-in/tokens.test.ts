// Access tokens at an agent's server: real ones of a real authorization server, and those that an attacker would send.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AgentServerOptions } from '../../../src/agent/server/index.ts'
import { createAgentServer } from '../../../src/agent/server/index.ts'
import { requireScopes, requireSkill, verifyTokens } from '../../../src/agent/server/tokens/index.ts'
import type { TokenOptions } from '../../../src/shared/oauth/verify-token.ts'
import { bindings, call, request, saying, seedHeaders, serve } from '../server/http-calls.ts'
import { audience, authorizationServer, forger, machineToken } from './authorization.ts'

const needsWrite = [{ schemes: { login: { list: ['write'] } } }]
const skills = [
  { id: 'write', name: 'Write', description: '', tags: [], securityRequirements: needsWrite },
  { id: 'free', name: 'Free', description: '', tags: [] },
]
const login = {
  oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: '/token', scopes: { read: 'Read' } } } },
}

function agent(tokens: TokenOptions, more: Partial<AgentServerOptions> = {}) {
  return createAgentServer({
    card: {
      name: 'Notes',
      securitySchemes: { login },
      securityRequirements: [{ schemes: { login: { list: ['read'] } } }],
      skills,
    },
    authenticate: verifyTokens({ allowInsecureLoopback: true, ...tokens }),
    async *execute({ caller, text }) {
      if (text === 'write') requireScopes(caller, ['write'])
      if (text === 'skill') requireSkill(caller, { skills }, 'write')
      yield { message: `You are ${caller.id} with ${caller.scopes?.join(' ')}` }
    },
    ...more,
  })
}

/** Status, challenge, and what the agent said. */
async function send(
  handle: ReturnType<typeof agent>,
  token: string | undefined,
  text = 'hello',
  path = '/message:send',
) {
  const sent = new Request(`https://agent.example${path}`, {
    method: 'POST',
    headers: { ...seedHeaders, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(saying(text)),
  })
  const response = await handle(sent)
  const body = await response.json()
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    said: body.message?.parts[0].text,
    body,
  }
}

const metadata = 'resource_metadata="https://agent.example/.well-known/oauth-protected-resource"'

describe('a token of the authorization server', () => {
  it('[SI-2] lets its owner in, and tells `execute` who that is and what is allowed', async () => {
    const { issuer } = await authorizationServer()
    const handle = agent({ issuer, audience })
    const token = await machineToken(issuer, audience, 'read')
    expect(await send(handle, token)).toMatchObject({ status: 200, said: 'You are client:machine with read' })
    const lower = await handle(
      new Request('https://agent.example/tasks', { headers: { ...seedHeaders, authorization: `bearer ${token}` } }),
    )
    expect(lower.status).toBe(200)
  })

  it('[SI-2] of another audience, or without one, is refused', async () => {
    const { issuer } = await authorizationServer()
    const handle = agent({
      issuer,
      audience,
      introspection: { clientId: 'machine', clientSecret: 'machine-secret-of-this-test' },
    })
    for (const other of ['https://other.example', 'urn:opaque']) {
      const token = await machineToken(issuer, other, 'read')
      expect((await send(handle, token)).status).toBe(401)
    }
  })

  it('[SI-3] that is opaque is shown to the authorization server each time', async () => {
    const { issuer, provider } = await authorizationServer()
    const introspection = { clientId: 'machine', clientSecret: 'machine-secret-of-this-test' }
    const handle = agent({ issuer, audience: 'urn:opaque', introspection })
    const token = await machineToken(issuer, 'urn:opaque', 'read')
    expect(await send(handle, token)).toMatchObject({ status: 200, said: 'You are client:machine with read' })
    expect((await send(agent({ issuer, audience: 'urn:opaque' }), token)).status).toBe(401)
    const found = await provider.ClientCredentials.find(token)
    await found?.destroy()
    const ended = await send(handle, token)
    expect(ended).toMatchObject({ status: 401, challenge: expect.stringContaining('The token is not active') })
    expect((await send(handle, 'made-up')).status).toBe(401)
  })

  it('[SI-2] cannot be checked while the authorization server is away: 503, and nobody gets in', async () => {
    const { issuer, close } = await authorizationServer()
    const token = await machineToken(issuer, audience, 'read')
    await close()
    const handle = agent({ issuer, audience })
    const away = await send(handle, token)
    expect(away.status).toBe(503)
    expect(JSON.stringify(away.body)).not.toContain(token)
  })
})

describe('a token that somebody made', () => {
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

  it('[SI-2] is refused, whatever is wrong with it', async () => {
    const issuer = await forger()
    const other = await forger()
    const handle = agent({ issuer: issuer.issuer, audience })
    const good = await issuer.sign({})
    const [header = '', claims = '', signature = ''] = good.split('.')
    const now = Math.floor(Date.now() / 1000)
    const payload = { iss: issuer.issuer, aud: audience, sub: 'ann', exp: now + 60 }
    const hmac = (alg: string, secret: string, kid = 'first'): string => {
      const text = `${encoded({ alg, typ: 'at+jwt', kid })}.${encoded(payload)}`
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    const wrong = {
      'alg none': `${encoded({ alg: 'none', typ: 'at+jwt' })}.${encoded(payload)}.`,
      'alg None with a signature': `${encoded({ alg: 'None', typ: 'at+jwt', kid: 'first' })}.${encoded(payload)}.${signature}`,
      'the public key as a secret': hmac('HS256', issuer.published()),
      'an empty secret': hmac('HS256', ''),
      'claims of another token': `${header}.${encoded({ ...payload, sub: 'eve' })}.${signature}`,
      'a header of another token': `${encoded({ alg: 'RS256', typ: 'at+jwt', kid: 'first', x: 1 })}.${claims}.${signature}`,
      'a key in the header': await other.sign(
        { iss: issuer.issuer },
        { kid: 'first', ...{ jwk: JSON.parse(other.published()) } },
      ),
      'keys at another address': await other.sign(
        { iss: issuer.issuer },
        { kid: 'first', ...{ jku: `${other.issuer}/jwks` } },
      ),
      'the key of another issuer': await other.sign({ iss: issuer.issuer }),
      'another issuer': await issuer.sign({ iss: other.issuer }),
      'another audience': await issuer.sign({ aud: 'https://other.example' }),
      'no audience': await issuer.sign({ aud: undefined }),
      'an audience that begins alike': await issuer.sign({ aud: `${audience}.evil.example` }),
      expired: await issuer.sign({ exp: now - 60 }),
      'not yet valid': await issuer.sign({ nbf: now + 120 }),
      'no end': await issuer.sign({ exp: undefined }),
      'an ID token': await issuer.sign({}, { typ: 'JWT' }),
      'a logout token': await issuer.sign({}, { typ: 'logout+jwt' }),
      nobody: await issuer.sign({ sub: undefined }),
      'bound to a key': await issuer.sign({ cnf: { jkt: 'abc' } }),
      'bound to a certificate': await issuer.sign({ cnf: { 'x5t#S256': 'abc' } }),
      'bound to nothing': await issuer.sign({ cnf: {} }),
      'no token': 'a.b.c',
      long: `${header}.${'a'.repeat(20_000)}.${signature}`,
      empty: '',
    }
    expect((await send(handle, good)).said).toBe('You are ann with ')
    const answers = await Promise.all(
      Object.entries(wrong).map(async ([what, token]) => [what, (await send(handle, token)).status] as const),
    )
    expect(answers).toEqual(Object.keys(wrong).map((what) => [what, 401]))
    // In the address a token would be in logs.
    expect((await send(handle, undefined, 'hello', `/message:send?access_token=${good}`)).status).toBe(401)
  })

  it('[SI-2] clocks may differ by half a minute', async () => {
    const issuer = await forger()
    const now = Math.floor(Date.now() / 1000)
    expect((await send(agent({ issuer: issuer.issuer, audience }), await issuer.sign({ exp: now - 10 }))).status).toBe(
      200,
    )
    const strict = agent({ issuer: issuer.issuer, audience, clockTolerance: 0 })
    expect((await send(strict, await issuer.sign({ exp: now - 10 }))).status).toBe(401)
  })

  it('[SI-2] keys are fetched once for many tokens, and once more for a key that is new', async () => {
    const issuer = await forger()
    const handle = agent({ issuer: issuer.issuer, audience })
    const old = await issuer.sign({})
    await Promise.all(Array.from({ length: 50 }, () => send(handle, old)))
    expect(issuer.fetched()).toBe(1)
    await issuer.rotate('second')
    // Twice a minute at most: made-up key ids are no way to make the server ask.
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => issuer.sign({}, { kid: `made-up-${index}` })),
    )
    const answers = await Promise.all(made.map((token) => send(handle, token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(401))
    expect(issuer.fetched()).toBeLessThanOrEqual(2)
  })

  it.each([
    [{ algorithms: ['RS256', 'HS256'] }, 'The algorithm "HS256" has no private key, so it proves nothing'],
    [{ algorithms: ['none'] }, 'The algorithm "none" has no private key, so it proves nothing'],
    [{ audience: '' }, '"issuer" and "audience" must be given'],
  ])('[SI-2] options that would let it in are refused at the start: %o', (wrong, message) => {
    expect(() => verifyTokens({ issuer: 'https://login.example', audience, ...wrong })).toThrow(new TypeError(message))
  })

  it('[SI-2] algorithms are those that the host names', async () => {
    const issuer = await forger()
    const handle = agent({ issuer: issuer.issuer, audience, algorithms: ['ES256'] })
    expect((await send(handle, await issuer.sign({}))).status).toBe(401)
  })
})

describe('a token that is bound to a certificate', () => {
  it('[SI-6] counts only over a connection with that certificate', async () => {
    const issuer = await forger()
    const handle = agent({ issuer: issuer.issuer, audience })
    const token = await issuer.sign({ cnf: { 'x5t#S256': 'print' } })
    const ask = async (thumbprint?: string) => {
      const sent = new Request('https://agent.example/tasks', {
        headers: { ...seedHeaders, authorization: `Bearer ${token}` },
      })
      const certificate = thumbprint === undefined ? undefined : { thumbprint, name: 'chat', alternativeNames: '' }
      return (await handle(sent, { certificate })).status
    }
    expect([await ask('print'), await ask('other'), await ask()]).toEqual([200, 401, 401])
  })
})

describe('the challenge', () => {
  it.each(bindings)(
    '[SI-4] says which scopes are needed, what was wrong, and where tokens come from: %s',
    async (binding) => {
      const issuer = await forger()
      const handle = agent({ issuer: issuer.issuer, audience, scopes: ['read'] })
      const ask = async (token?: string) => {
        const { path, ...init } = requestOf(binding)
        const headers = { ...init.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
        const response = await handle(new Request(`https://agent.example${path}`, { ...init, headers }))
        return [response.status, response.headers.get('www-authenticate')]
      }
      expect(await ask()).toEqual([401, `Bearer realm="agent", scope="read", ${metadata}`])
      const expired = await issuer.sign({ exp: 1 })
      const told = 'scope="read", error="invalid_token", error_description="The token has expired"'
      expect(await ask(expired)).toEqual([401, `Bearer realm="agent", ${told}, ${metadata}`])
      const poor = 'scope="read", error="insufficient_scope", error_description="The token lacks read"'
      expect(await ask(await issuer.sign({ scope: 'other' }))).toEqual([
        403,
        `Bearer realm="agent", ${poor}, ${metadata}`,
      ])
    },
  )

  function requestOf(binding: string) {
    const headers = seedHeaders
    if (binding === 'HTTP+JSON') return { path: '/tasks', method: 'GET', headers }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} })
    return { path: '/rpc', method: 'POST', headers, body }
  }

  it('[SI-4] names the scheme of the card', async () => {
    const challengeOf = async (securitySchemes: object, required: readonly string[]) => {
      const schemes = Object.fromEntries(required.map((name) => [name, { list: [] }]))
      const handle = createAgentServer({
        card: { name: 'A', securitySchemes, securityRequirements: [{ schemes }] } as AgentServerOptions['card'],
        authenticate: () => undefined,
        *execute() {},
      })
      return (await send(handle as never, undefined)).challenge
    }
    const all = {
      key: { apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' } },
      basic: { httpAuthSecurityScheme: { scheme: 'Basic' } },
      odd: { httpAuthSecurityScheme: { scheme: 'Odd"\r\n' } },
      tls: { mtlsSecurityScheme: {} },
      open: {
        openIdConnectSecurityScheme: { openIdConnectUrl: 'https://login.example/.well-known/openid-configuration' },
      },
    }
    expect(await challengeOf(all, ['key'])).toBe('ApiKey realm="agent", in="header", name="X-API-Key"')
    expect(await challengeOf(all, ['basic', 'tls'])).toBe('Basic realm="agent", ClientCertificate realm="agent"')
    expect(await challengeOf(all, ['open'])).toBe('Bearer realm="agent"')
    expect(await challengeOf(all, ['odd'])).toBe('Bearer realm="agent"')
  })

  it('[SI-4] is asked for by a page of another origin, and its document too', async () => {
    const issuer = await forger()
    const handle = agent({ issuer: issuer.issuer, audience, scopes: ['read'] })
    const page = { origin: 'https://chat.example' }
    const refused = await handle(new Request('https://agent.example/tasks', { headers: { ...seedHeaders, ...page } }))
    expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
    const address = 'https://agent.example/.well-known/oauth-protected-resource'
    const document = await handle(new Request(address, { headers: page }))
    expect(document.headers.get('access-control-allow-origin')).toBe('*')
    expect(await document.json()).toEqual({
      resource: audience,
      authorization_servers: [issuer.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ['read'],
    })
  })

  it('[SI-4] the document lies between origin and path of its resource; a name has none', async () => {
    expect(
      verifyTokens({ issuer: 'https://login.example', audience: 'https://a.example/notes' }).resource?.address,
    ).toBe('https://a.example/.well-known/oauth-protected-resource/notes')
    expect(verifyTokens({ issuer: 'https://login.example', audience: 'notes' }).resource).toBeUndefined()
    const none = createAgentServer({ card: { name: 'A' }, authenticate: () => 'ann', *execute() {} })
    const address = 'https://agent.example/.well-known/oauth-protected-resource'
    expect((await none(new Request(address, { headers: seedHeaders }))).status).toBe(404)
  })
})

describe('scopes', () => {
  it('[SI-5] of an operation are asked for by 403, in both bindings, with those that the caller has', async () => {
    const issuer = await forger()
    const handle = agent(
      { issuer: issuer.issuer, audience },
      {
        scopes: (operation) => (operation === 'CancelTask' ? ['write'] : []),
      },
    )
    const origin = await serve(handle)
    const token = await issuer.sign({ scope: 'read' })
    const headers = { ...seedHeaders, authorization: `Bearer ${token}` }
    for (const binding of bindings) {
      const response = await request(origin, binding, 'CancelTask', { id: 'x' }, { headers })
      expect(response.status).toBe(403)
      expect(response.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
      expect(response.headers.get('www-authenticate')).toContain('scope="read write"')
      await response.body?.cancel()
      expect((await call(origin, binding, 'ListTasks', {}, { headers })).status).toBe(200)
    }
    const more = { ...seedHeaders, authorization: `Bearer ${await issuer.sign({ scope: 'read write' })}` }
    expect((await call(origin, 'JSONRPC', 'CancelTask', { id: 'x' }, { headers: more })).reason).toBe('TASK_NOT_FOUND')
  })

  it.each(['write', 'skill'])(
    '[SI-5] of what the agent is asked to do are asked for by `execute`: %s',
    async (text) => {
      const issuer = await forger()
      const handle = agent({ issuer: issuer.issuer, audience })
      const refused = await send(handle, await issuer.sign({ scope: 'read' }), text)
      expect(refused.status).toBe(403)
      expect(refused.challenge).toContain('scope="read write"')
      expect((await send(handle, await issuer.sign({ scp: ['read', 'write'] }), text)).status).toBe(200)
      expect(() => requireSkill({ id: 'ann' }, { skills }, 'free')).not.toThrow()
      expect(() => requireSkill({ id: 'ann' }, { skills }, 'none')).toThrow(TypeError)
    },
  )
})

describe('the body', () => {
  const whole = JSON.stringify(saying('hello'))
  const post = (handle: ReturnType<typeof agent>, body: string) =>
    handle(new Request('https://agent.example/message:send', { method: 'POST', headers: seedHeaders, body }))
  const reading = (more: Partial<AgentServerOptions>, seen: string[] = []) =>
    createAgentServer({
      card: { name: 'A' },
      *execute({ text }) {
        yield { message: text }
      },
      authenticate: async (sent) => {
        seen.push(await sent.text())
        return 'ann'
      },
      ...more,
    })

  it('[SI-7] may be read by `authenticate`, and is read by the server all the same', async () => {
    const seen: string[] = []
    const response = await post(reading({}, seen), whole)
    expect(seen).toEqual([whole])
    expect((await response.json()).message.parts[0].text).toBe('hello')
  })

  it('[SI-7] is limited for `authenticate` as it is for the server', async () => {
    const faults: unknown[] = []
    const response = await post(
      reading({ limits: { requestBytes: 10 }, onError: (error) => faults.push(error) }),
      whole,
    )
    expect([response.status, faults]).toEqual([413, []])
  })

  it('[SI-7] is not waited for where `authenticate` refuses without it', async () => {
    const never = new ReadableStream({ pull: () => new Promise(() => undefined) })
    const init = { method: 'POST', headers: seedHeaders, body: never, duplex: 'half' } as RequestInit
    const handle = reading({ authenticate: () => undefined })
    expect((await handle(new Request('https://agent.example/message:send', init))).status).toBe(401)
  })
})
