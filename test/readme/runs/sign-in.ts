// Guide, "Signing in": a page with a window for it, the other ways, and a client that shows a certificate.
import { serve } from 'srvx/node'
import { expect } from 'vitest'
import { type CardSource, createAgentServer, type Execute } from '../../../src/agent/server/index.ts'
import { clientCertificate } from '../../../src/agent/server/tokens/index.ts'
import type { SignInState } from '../../../src/agent/sign-in/index.ts'
import { authority, chatCert, chatKey } from '../../support/client-certificates.ts'
import { cert, key } from '../../support/tls-certificate.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { answer, leadTls, listenOnFreePorts, portOf } from './network.ts'
import type { Reader, Runs } from './run.ts'

const issuer = 'https://login.example'
const hello = { message: { parts: [{ text: 'hello' }] } }

/** It lets in by this scheme, and says who called. */
const cardOf = (scheme: object): CardSource => ({
  name: 'Notes',
  securitySchemes: { way: scheme } as CardSource['securitySchemes'] & object,
  securityRequirements: [{ schemes: { way: { list: [] } } }],
})
const execute: Execute = async function* ({ caller }) {
  yield { message: `Hello ${caller.id}` }
}

function login(request: Request): Response {
  const [authorization_endpoint, token_endpoint] = [`${issuer}/authorize`, `${issuer}/token`]
  if (request.url === token_endpoint)
    return Response.json({ access_token: 'sample', token_type: 'Bearer', expires_in: 600 })
  const iss = { authorization_response_iss_parameter_supported: true, code_challenge_methods_supported: ['S256'] }
  return Response.json({ issuer, authorization_endpoint, token_endpoint, ...iss })
}

/** A window opens when the user presses, and comes back to the page of the sample. */
async function byPopup(reader: Reader): Promise<void> {
  const states: SignInState[] = []
  const there = new URL('https://chat.example/')
  const opened = { opener: {}, location: { href: '' } }
  reader.owns({
    draw: (state: SignInState) => states.push(state),
    location: there,
    history: {
      replaceState: (_state: unknown, _title: string, address: string) =>
        Object.assign(there, { search: '', pathname: address }),
    },
    window: { open: () => opened, close: () => undefined },
  })
  const urls = { authorizationUrl: `${issuer}/authorize`, tokenUrl: `${issuer}/token` }
  const handle = createAgentServer({
    card: cardOf({
      oauth2SecurityScheme: { flows: { authorizationCode: { ...urls, scopes: {}, pkceRequired: true } } },
    }),
    authenticate: ({ headers }) => (headers.get('authorization') === 'Bearer sample' ? { id: 'ann' } : undefined),
    execute,
  })
  const requests = answer(reader, { 'https://agent.example': handle, [issuer]: login })
  const { agent, session } = await reader.load<typeof import('../sign-in.ts')>('sign-in.ts')
  const said = agent.sendMessage(hello)
  await waitUntil(() => states.some(({ kind }) => kind === 'open'))
  const state = session.state.getSnapshot()
  if (state.kind !== 'open') throw new Error(`the state is ${state.kind}`)
  state.open()
  const asked = new URL(opened.location.href).searchParams
  expect(asked.get('client_id')).toBe('chat')
  expect(new URL(asked.get('redirect_uri') ?? '').pathname).toBe('/signed-in.html')
  there.search = String(new URLSearchParams({ code: 'sample', state: asked.get('state') ?? '', iss: issuer }))
  await reader.load('signed-in.ts')
  expect(there.search).toBe('')
  expect(await said).toMatchObject({ parts: [{ text: 'Hello ann' }] })
  expect(session.state.getSnapshot().kind).toBe('signedIn')
  expect(requests.filter(({ url }) => url.endsWith('/token'))).toHaveLength(1)
}

async function byCertificate(reader: Reader): Promise<void> {
  reader.owns({ cert: chatCert, key: chatKey })
  const handle = createAgentServer({
    card: cardOf({ mtlsSecurityScheme: {} }),
    origin: 'https://agent.example',
    authenticate: (_request, { certificate }) => certificate && { id: certificate.name },
    execute,
  })
  const servers = listenOnFreePorts(reader)
  serve({
    tls: { cert, key },
    node: { ca: authority, requestCert: true, rejectUnauthorized: false },
    fetch: (request) => handle(request, { certificate: clientCertificate(request.runtime?.node?.req.socket) }),
    silent: true,
  })
  leadTls(reader, await portOf(servers[0]))
  const { agent } = await reader.load<typeof import('../mutual-tls.ts')>('mutual-tls.ts')
  expect(await agent.sendMessage(hello)).toMatchObject({ parts: [{ text: 'Hello chat' }] })
}

export const signIn: Runs = {
  'Signing in': {
    // With what they need of a page.
    in: 'node',
    async run(reader) {
      await byPopup(reader)
      // Nothing is asked before the first request: an address that somebody is asked at would fail.
      reader.owns({
        clientSecret: 'a secret',
        apiKey: 'a key',
        showAddress: expect.unreachable,
        sessionStorage: { getItem: () => null },
      })
      const requests = answer(reader, {})
      await reader.load('sign-in-ways.ts')
      expect(requests).toEqual([])
      await byCertificate(reader)
    },
  },
}
