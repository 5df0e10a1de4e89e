/** Addresses of agents: read as browsers read them, and refused where they are not secure. */
import { shownAddress } from '../http/shown-address.ts'
import { AgentError } from './error.ts'

/** `https:` anywhere; `http:` only on this machine and if the host allows it. Anything else: `ADDRESS_INSECURE`. */
export function checkAddress(address: string, allowInsecureLoopback: boolean): URL {
  const url = addressIn(address)
  const secure =
    url?.protocol === 'https:' ||
    (allowInsecureLoopback && url?.protocol === 'http:' && loopbackName.test(url.hostname))
  // `fetch` refuses an address with a password, and its error would show the password.
  const named = url !== undefined && url.username + url.password !== ''
  if (secure && !named) return url
  const fault = named ? 'holds a user name or password' : 'is no https address'
  throw new AgentError('ADDRESS_INSECURE', `"${shownAddress(address)}" ${fault}`, {
    hint: 'Use https, and the option "credentials"; for an agent on this machine set "allowInsecureLoopback".',
  })
}

const loopbackName = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/**
 * The address, or `undefined` for a text that is none. Not by `URL.canParse`: Node 20 answers false for letters such as "ü" once
 * the function is hot.
 */
export function addressIn(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
