// Guide, "Letting in": an agent and a shop that take tokens and certificates.
import { createAgentServer } from 'surface-runtime/agent/server'
import { clientCertificate, verifyTokens } from 'surface-runtime/agent/tokens'

const handle = createAgentServer({
  card,
  execute,
  authenticate: verifyTokens({ issuer: 'https://login.example', audience: 'https://agent.example' }),
  scopes: (operation) => (operation === 'CancelTask' ? ['tasks:write'] : []),
})

import { serve } from 'srvx/node'

serve({
  tls: { cert, key },
  node: { ca, requestCert: true, rejectUnauthorized: false },
  fetch: (request) => handle(request, { certificate: clientCertificate(request.runtime?.node?.req.socket) }),
})

import { credentials } from 'surface-runtime/commerce/business'
import * as shop from 'surface-runtime/commerce/tokens'

const authenticate = credentials({
  apiKeys: { [apiKey]: { kind: 'client', id: 'a' } },
  bearer: shop.verifyTokens({ issuer: 'https://login.example', audience: 'https://shop.example' }),
  certificate: ({ name }) => ({ kind: 'client', id: name }),
})

/** What a host has. */
declare const card: import('surface-runtime/agent/server').CardSource
declare const execute: import('surface-runtime/agent/server').Execute
declare const cert: string
declare const key: string
declare const ca: string
declare const apiKey: string

export { authenticate, handle }
