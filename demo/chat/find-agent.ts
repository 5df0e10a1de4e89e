/** Where the agent of the chat is: what the page's address says, else what the web server says. */

/** `refused`: why the address is not used. `absent`: nobody has told of an agent. */
export type FoundAgent =
  | { readonly kind: 'found'; readonly address: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'absent' }

/** Beside the page, written by the server that `npm start` starts. */
const services = './services.json'

/** `?agent=…` of the page, else the member `agent` of `services.json`. */
export async function findAgent(search: string): Promise<FoundAgent> {
  const asked = new URLSearchParams(search).get('agent')
  if (asked !== null) return checkAddress(asked)
  try {
    const response = await fetch(services)
    const told: unknown = response.ok ? await response.json() : undefined
    const agent = typeof told === 'object' && told !== null && 'agent' in told ? told.agent : undefined
    return typeof agent === 'string' ? checkAddress(agent) : { kind: 'absent' }
  } catch {
    return { kind: 'absent' }
  }
}

/** https anywhere, http on this machine only: what is typed here goes to that address. */
function checkAddress(text: string): FoundAgent {
  const url = urlIn(text)
  if (!url) return { kind: 'refused', reason: `“${text.slice(0, 100)}” is not an address.` }
  const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.username !== '' || url.password !== '')
    return { kind: 'refused', reason: 'The address of an agent may not hold a name or a password.' }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback)) return { kind: 'found', address: url.origin }
  return {
    kind: 'refused',
    reason: `${url.protocol}//${url.host} is not safe: agents need https, or http on this machine.`,
  }
}

function urlIn(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
