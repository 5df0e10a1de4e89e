/** The two spellings of the protocol: document 000's, and the one that public servers use. */

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
}

function dialect(name: DialectName, member: string, agentHeader: string): Dialect {
  return {
    ...{ name, member, agentHeader, agentMeta: `${member}-agent` },
    ...{ wellKnown: `/.well-known/${member}`, prefix: `dev.${member}.` },
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

/** Our name of a transport on the wire, in either spelling. */
export function transportOf(wire: unknown): Transport | undefined {
  return typeof wire === 'string' ? own(transports, wire) : undefined
}

const transports: Readonly<Record<string, Transport>> = {
  ...{ rest: 'rest', tools: 'tools', agent: 'agent', embedded: 'embedded' },
  ...{ mcp: 'tools', a2a: 'agent' },
}
