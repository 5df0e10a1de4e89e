/** The member `commerce` of an answer: what of it is read, and how it is written. */
import { isObject } from '../json/value.ts'
import type { Dialect } from './dialect.ts'
import { CommerceError } from './error.ts'
import { entriesByName } from './negotiate.ts'
import type { Envelope, NegotiatedCapabilities, Version } from './types.ts'

/** Reads both shapes of `capabilities`. Throws `response_malformed` where there is no envelope with a version. */
export function readEnvelope(answer: unknown, dialect: Dialect): Envelope {
  const member = isObject(answer) ? answer[dialect.member] : undefined
  const { version, status, capabilities: listed } = isObject(member) ? member : {}
  if (typeof version !== 'string') {
    throw new CommerceError('response_malformed', `The answer has no "${dialect.member}" with a version`)
  }
  const entries = [...entriesByName(listed)]
  const capabilities = Object.fromEntries(
    entries.map(([name, list]) => [name, list.map((entry) => ({ version: entry.version }))]),
  )
  return { version, capabilities, status: status === 'error' ? 'error' : 'success' }
}

/** The envelope of an answer: capabilities as a map of arrays, `status` on business errors only. */
export function writeEnvelope(version: Version, active: NegotiatedCapabilities, status?: 'error'): Envelope {
  const capabilities = Object.fromEntries(Object.entries(active).map(([name, version]) => [name, [{ version }]]))
  return status === undefined ? { version, capabilities } : { version, capabilities, status }
}
