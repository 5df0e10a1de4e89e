/** The process of the authorization server. Its settings are one argument, as JSON. */
import { shopScopes } from '../shop/agent/agent.ts'
import { startAuthorizationServer } from '../sign-in/authorization-server.ts'
import { chatClient } from '../sign-in/chat-client.ts'

const { port = 0, exactly = false }: { port?: number; exactly?: boolean } = JSON.parse(process.argv[2] ?? '{}')

process.on('SIGINT', () => undefined)
try {
  // Short, so that renewals can be watched.
  const options = { clients: [chatClient], scopes: shopScopes, audiences: localAudience, lifetime: 60 }
  const server = await startAuthorizationServer({ ...options, port }).catch((error: unknown) => {
    if (exactly) throw error
    return startAuthorizationServer(options)
  })
  process.send?.({ kind: 'listening', origin: server.issuer })
  process.send?.({ kind: 'ready', note: 'lets in whoever types a name' })
  process.once('disconnect', () => void server.close().then(() => process.exit(0)))
} catch (error) {
  process.send?.({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

/** The agent of the demo, whichever port it found. */
function localAudience(address: string): 'jwt' | undefined {
  return /^http:\/\/127\.0\.0\.1:\d+$/.test(address) ? 'jwt' : undefined
}
