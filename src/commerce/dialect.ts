/** The two spellings of the protocol: document 000's, and the one that public servers use. One table for both sides. */

import { own } from '../json/value.ts'

export type DialectName = 'seed' | 'ucp'

export type Transport = 'rest' | 'tools' | 'agent' | 'embedded'

export interface Dialect {
  readonly name: DialectName
  /** The member of profiles and answers. */
  readonly member: string
  /** The request header that names the platform's profile. */
  readonly agentHeader: string
  /** The same header in `params.arguments.meta` of a tool call. */
  readonly agentMeta: string
  readonly wellKnown: string
  /** What names of capabilities and services of the governing body begin with. */
  readonly prefix: string
  /** The governing body's domain: it has authority over those names. */
  readonly domain: string
  /** The member of a variant that says which values of the product's options it has. */
  readonly variantOptions: 'selected_options' | 'options'
}

function dialect(name: DialectName, member: string, agentHeader: string): Dialect {
  return {
    ...{ name, member, agentHeader, agentMeta: `${member}-agent` },
    ...{ wellKnown: `/.well-known/${member}`, prefix: `dev.${member}.`, domain: `${member}.dev` },
    variantOptions: name === 'ucp' ? 'options' : 'selected_options',
  }
}

const dialects: Readonly<Record<DialectName, Dialect>> = {
  seed: /* @__PURE__ */ dialect('seed', 'commerce', 'Commerce-Agent'),
  ucp: /* @__PURE__ */ dialect('ucp', 'ucp', 'UCP-Agent'),
}

/** Default: `seed`. */
export function dialectOf(name: DialectName = 'seed'): Dialect {
  return dialects[name]
}

/** A name of the governing body in another spelling. Names of others stay as they are. */
export function respelled(name: string, from: Dialect, to: Dialect): string {
  return name.startsWith(from.prefix) ? to.prefix + name.slice(from.prefix.length) : name
}

/** Where the description of a binding is in the public spelling: one folder below that of document 000. */
export function publicPath(path: string): string {
  return path.replace(/\/([^/]*)$/, '/ucp/$1')
}

/** Our name of a transport on the wire, in either spelling. */
export function transportOf(wire: unknown): Transport | undefined {
  return typeof wire === 'string' ? own(transports, wire) : undefined
}

const publicNames: Readonly<Record<string, Transport>> = { mcp: 'tools', a2a: 'agent' }

const transports: Readonly<Record<string, Transport>> = {
  ...{ rest: 'rest', tools: 'tools', agent: 'agent', embedded: 'embedded' },
  ...publicNames,
}

/** The name of a transport in the public spelling. */
export function publicTransport(transport: Transport): string {
  return Object.keys(publicNames).find((name) => publicNames[name] === transport) ?? transport
}
