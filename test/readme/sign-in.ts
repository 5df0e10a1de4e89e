// Guide, "Signing in": a page.
import type { Conversation } from 'surface-runtime/agent'
import { connectAgent } from 'surface-runtime/agent'
import { finishSignIn, popup, signIn } from 'surface-runtime/agent/sign-in'

const session = signIn({
  clients: [{ issuer: 'https://login.example', clientId: 'chat', redirect: popup({ redirectUri: '/signed-in.html' }) }],
})
const agent = await connectAgent('https://agent.example', { credentials: session.credentials })
session.state.subscribe(() => draw(session.state.getSnapshot()))

// All that the page /signed-in.html does.
finishSignIn()

session.watch(conversation)

/** What a host has. */
declare const conversation: Conversation
declare function draw(state: ReturnType<typeof session.state.getSnapshot>): void

export { agent }
