// Guide, "Letting in": an agent and a shop that take tokens and certificates.
import { serve } from 'srvx/node'
import type { CardSource, Execute } from 'surface-runtime/agent/server'
import { createAgentServer } from 'surface-runtime/agent/server'
import { clientCertificate, verifyTokens } from 'surface-runtime/agent/tokens'
import { credentials } from 'surface-runtime/commerce/business'
import * as shop from 'surface-runtime/commerce/tokens'

const handle = createAgentServer({
  card,
  execute,
  authenticate: verifyTokens({ issuer: 'https://login.example', audience: 'https://agent.example' }),
  scopes: (operation) => (operation === 'CancelTask' ? ['tasks:write'] : []),
})

serve({
  tls: { cert, key },
  node: { ca, requestCert: true, rejectUnauthorized: false },
  fetch: (request) => handle(request, { certificate: clientCertificate(request.runtime?.node?.req.socket) }),
})

const authenticate = credentials({
  apiKeys: { [apiKey]: { kind: 'client', id: 'a' } },
  bearer: shop.verifyTokens({ issuer: 'https://login.example', audience: 'https://shop.example' }),
  certificate: ({ name }) => ({ kind: 'client', id: name }),
})

/** What a host has. */
declare const card: CardSource
declare const execute: Execute
declare const cert: string
declare const key: string
declare const ca: string
declare const apiKey: string

export { authenticate }
