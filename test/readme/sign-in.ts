// Guide, "Signing in": a page.
import { connectAgent } from 'surface-runtime/agent'
import { popup, signIn } from 'surface-runtime/agent/sign-in'

const session = signIn({
  clients: [{ issuer: 'https://login.example', clientId: 'chat', redirect: popup({ redirectUri: '/signed-in.html' }) }],
})
const agent = await connectAgent('https://agent.example', { credentials: session.credentials })
session.state.subscribe(() => draw(session.state.getSnapshot()))

/** What a host has. */
declare function draw(state: ReturnType<typeof session.state.getSnapshot>): void

export { agent, session }
