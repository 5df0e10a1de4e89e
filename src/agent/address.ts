/** Addresses of agents: read as browsers read them, and refused where they are not secure. */
import { AgentError } from './error.ts'

/** `https:` anywhere; `http:` only on this machine and if the host allows it. Anything else: `ADDRESS_INSECURE`. */
export function checkAddress(address: string, allowInsecureLoopback: boolean): URL {
  const url = addressIn(address)
  if (url?.protocol === 'https:') return url
  const loopback = url !== undefined && /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url?.protocol === 'http:' && loopback && allowInsecureLoopback) return url
  throw new AgentError('ADDRESS_INSECURE', `"${address.slice(0, 200)}" is no https address`, {
    hint: 'Use https; for an agent on this machine set the option "allowInsecureLoopback".',
  })
}

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
