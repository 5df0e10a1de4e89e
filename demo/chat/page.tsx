/** The first page: a chat with the agent that shops. */
import type { SignIn } from 'surface-runtime/agent/sign-in'
import { findAgent } from './find-agent.ts'
import { startChat } from './start.tsx'

/** By authorization server: a conversation that is begun anew needs no other sign-in. */
const signIns = new Map<string, Promise<SignIn>>()

startChat({
  page: 'chat',
  find: () => findAgent(location.search),
  signInAt(issuer) {
    const byCode = new URLSearchParams(location.search).get('signIn') === 'code'
    // Late: most agents want none.
    const known =
      signIns.get(issuer) ??
      import('../sign-in/chat-sign-in.ts').then(({ createChatSignIn }) => createChatSignIn(issuer, byCode))
    signIns.set(issuer, known)
    return known
  },
})
