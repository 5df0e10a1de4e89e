/** A page that signs in by leaving: it asks the agent of its address one thing, again after it was loaded anew. */
import { connectAgent } from 'surface-runtime/agent'
import { redirect, signIn } from 'surface-runtime/agent/sign-in'

const element = (id: string): HTMLElement => document.querySelector<HTMLElement>(`#${id}`) as HTMLElement

// The authorization server sends the user back to an address without these.
const query = new URLSearchParams(location.search)
for (const name of ['agent', 'login']) {
  const value = query.get(name)
  if (value !== null) sessionStorage.setItem(name, value)
}
const kept = (name: string): string => sessionStorage.getItem(name) ?? ''

const session = signIn({
  allowInsecureLoopback: true,
  clients: [{ issuer: kept('login'), clientId: 'chat', redirect: redirect() }],
})

function show(): void {
  const state = session.state.getSnapshot()
  element('state').textContent = state.kind === 'failed' ? state.error.message : state.kind
  element('open').hidden = state.kind !== 'open'
  if (state.kind === 'open') element('open').onclick = state.open
}

session.state.subscribe(show)
show()
try {
  const agent = await connectAgent(kept('agent'), { allowInsecureLoopback: true, credentials: session.credentials })
  const answer = await agent.sendMessage({ message: { parts: [{ text: 'oat bars' }] } })
  element('said').textContent = 'parts' in answer ? 'message' : answer.status.state
} catch (error) {
  element('said').textContent = error instanceof Error ? error.message : String(error)
}
