/** How the chat signs in: in a window of its own, or with a code. It lives as long as the page, whatever conversation is on show. */
import { popup, type SignIn, signIn } from 'surface-runtime/agent/sign-in'

/** @param issuer The authorization server that the host of the page trusts. */
export function createChatSignIn(issuer: string, byCode: boolean): SignIn {
  const client = { issuer, clientId: 'chat' }
  const redirect = popup({ redirectUri: './sign-in.html' })
  return signIn({
    allowInsecureLoopback: true,
    clients: [byCode ? { ...client, flow: 'deviceCode' } : { ...client, redirect }],
  })
}
