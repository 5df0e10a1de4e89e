// Guide, "Signing in": a client that shows a certificate.
// Mutual TLS.
import { connectAgent } from 'surface-runtime/agent'
import { signIn } from 'surface-runtime/agent/sign-in'
import { certificateFetch } from 'surface-runtime/agent/sign-in/node'

const { credentials } = signIn({ mutualTls: true })
const agent = await connectAgent('https://agent.example', { credentials, fetch: certificateFetch({ cert, key }) })

/** What a host has. */
declare const cert: string
declare const key: string

export { agent }
