// An agent that lets in by tokens of a real authorization server, both on loopback.

import type { RunningAuthorizationServer } from '../../../demo/sign-in/authorization-server.ts'
import type { SecurityRequirement, SecurityScheme } from '../../../src/agent/protocol/types.ts'
import { type AgentServer, type AgentServerOptions, createAgentServer } from '../../../src/agent/server/index.ts'
import { requireScopes, verifyTokens } from '../../../src/agent/server/tokens/index.ts'
import { freePort, interfacesAt, serveGrpc } from '../grpc/setup.ts'
import { serve } from '../server/http-calls.ts'
import { authorizationServer, type TestedServerOptions } from './authorization.ts'

type Schemes = Readonly<Record<string, SecurityScheme>>

export interface SignedAgent {
  readonly origin: string
  readonly issuer: string
  readonly login: RunningAuthorizationServer
  /** Authorization headers that the agent got, in order. */
  readonly seen: (string | null)[]
}

/** `flow`: of the one scheme, unless there are others. */
export async function signedAgent(
  flow: 'clientCredentials' | 'deviceCode' | 'authorizationCode' | 'openId',
  options: TestedServerOptions = {},
  more: (issuer: string) => {
    readonly schemes?: Schemes
    readonly requirements?: readonly SecurityRequirement[]
    readonly authenticate?: AgentServerOptions['authenticate']
    readonly audience?: string
  } = () => ({}),
  overGrpc = false,
): Promise<SignedAgent> {
  const seen: (string | null)[] = []
  let handle: AgentServer | undefined
  const port = overGrpc ? await freePort() : 0
  const origin = overGrpc
    ? `http://127.0.0.1:${port}`
    : await serve(async (request) => handle?.(request) ?? new Response(null, { status: 503 }))
  const login = await authorizationServer({
    audiences: { [origin]: 'jwt', 'https://other.example': 'jwt' },
    ...options,
  })
  const { issuer } = login
  const changed = more(issuer)
  const audience = changed.audience ?? origin
  const authenticate = changed.authenticate ?? verifyTokens({ issuer, audience, allowInsecureLoopback: true })
  const schemes = changed.schemes ?? { login: schemeOf(flow, issuer) }
  handle = createAgentServer({
    card: {
      name: 'Notes',
      origin,
      ...(overGrpc && { supportedInterfaces: interfacesAt(port) }),
      securitySchemes: schemes,
      securityRequirements: changed.requirements ?? [{ schemes: { login: { list: ['read'] } } }],
    } as AgentServerOptions['card'],
    origin,
    authenticate: Object.assign((...asked: Parameters<typeof authenticate>) => {
      seen.push(asked[0].headers.get('authorization'))
      return authenticate(...asked)
    }, authenticate),
    // Before `execute`: for streams, too.
    scopes: (_operation, message) => (JSON.stringify(message ?? '').includes('please write') ? ['write'] : []),
    async *execute({ text, caller, task }) {
      if (text === 'write') requireScopes(caller, ['write'])
      if (text === 'ask') {
        const message = { parts: [{ text: 'I need to write for you.' }], metadata: { scope: 'write' } }
        yield { status: 'auth-required', message }
      } else if (task.status.state === 'TASK_STATE_AUTH_REQUIRED') {
        yield { text: `Thank you, ${caller.id}: ${caller.scopes?.join(' ')}` }
      } else yield { message: `${caller.id}: ${caller.scopes?.join(' ')}` }
    },
  })
  if (overGrpc) await serveGrpc(handle, {}, port)
  return { origin, issuer, login, seen }
}

export function schemeOf(flow: string, issuer: string): SecurityScheme {
  const scopes = { read: 'Read your notes', write: 'Write notes' }
  const tokenUrl = `${issuer}/token`
  const well = `${issuer}/.well-known/openid-configuration`
  if (flow === 'openId') return { openIdConnectSecurityScheme: { openIdConnectUrl: well } }
  const flows = {
    clientCredentials: { tokenUrl, scopes },
    deviceCode: { tokenUrl, scopes, deviceAuthorizationUrl: `${issuer}/device/auth` },
    authorizationCode: { tokenUrl, scopes, authorizationUrl: `${issuer}/auth`, pkceRequired: true },
  }
  return { oauth2SecurityScheme: { flows: { [flow]: flows[flow as keyof typeof flows] } } } as SecurityScheme
}
