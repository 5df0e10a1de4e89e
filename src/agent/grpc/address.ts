/** Where an interface of gRPC is: cards write a host and a port, or an address. TLS always, but for this machine. */
import { shownAddress } from '../../shared/http/shown-address.ts'
import { checkAddress } from '../client/card.ts'
import { AgentError } from '../protocol/error.ts'

/** Throws `ADDRESS_INSECURE`. Without a scheme: TLS, but for this machine where `allowInsecureLoopback` is set. */
export function originOf(address: string, allowInsecureLoopback: boolean): URL {
  const [, scheme = '', rest = ''] = /^(dns:\/\/\/|https?:\/\/)?(.*)$/.exec(address) ?? []
  const url = scheme.startsWith('http')
    ? checkAddress(address, allowInsecureLoopback)
    : checked(rest, allowInsecureLoopback)
  if (/^\/?$/.test(url.pathname) && url.search + url.hash === '' && url.port !== '0') return url
  throw new AgentError('ADDRESS_INSECURE', `"${shownAddress(address)}" is more than a host and a port`, {
    hint: 'gRPC has no paths: the card must name the interface as in "agent.example:443".',
  })
}

function checked(hostAndPort: string, allowInsecureLoopback: boolean): URL {
  try {
    if (allowInsecureLoopback) return checkAddress(`http://${hostAndPort}`, true)
  } catch {
    // No loopback address.
  }
  return checkAddress(`https://${hostAndPort}`, false)
}
