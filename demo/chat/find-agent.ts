/** Where the agent of the chat is: what the page's address says, else what the web server says. */

/** `shop`: origin of the shop that the host of the page runs. `login`: the authorization server that it trusts. `refused`: why the address is not used. `absent`: nobody has told of an agent. */
export type FoundAgent =
  | {
      readonly kind: 'found'
      readonly address: string
      readonly shop?: string | undefined
      readonly login?: string | undefined
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'absent' }

/** Beside the page, written by the server that `npm start` starts. */
const services = './services.json'

/** `?agent=…` of the page, else the members `agent`, `shop` and `login` of `services.json`. */
export async function findAgent(search: string): Promise<FoundAgent> {
  const asked = new URLSearchParams(search).get('agent')
  if (asked !== null) return checkAddress(asked)
  try {
    const response = await fetch(services)
    const told: { agent?: unknown; shop?: unknown; login?: unknown } | null = response.ok ? await response.json() : null
    if (typeof told?.agent !== 'string') return { kind: 'absent' }
    const found = checkAddress(told.agent)
    if (found.kind !== 'found') return found
    const { shop, login } = told
    return { ...found, ...(typeof shop === 'string' && { shop }), ...(typeof login === 'string' && { login }) }
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
