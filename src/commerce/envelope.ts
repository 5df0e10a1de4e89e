/** The member `commerce` of an answer: what of it is read, and how it is written. */
import { isObject, own } from '../json/value.ts'
import type { Dialect } from './dialect.ts'
import { CommerceError } from './error.ts'
import { entriesByName } from './negotiate.ts'
import type { Envelope, NegotiatedCapabilities, Version } from './types.ts'

/** Reads both shapes of `capabilities`. Throws `response_malformed` where there is no envelope with a version. */
export function readEnvelope(answer: unknown, dialect: Dialect): Envelope {
  const member = isObject(answer) ? own(answer, dialect.member) : undefined
  const version = isObject(member) ? own(member, 'version') : undefined
  if (!isObject(member) || typeof version !== 'string') {
    throw new CommerceError('response_malformed', `The answer has no "${dialect.member}" with a version`)
  }
  const entries = [...entriesByName(own(member, 'capabilities'))]
  const capabilities = Object.fromEntries(
    entries.map(([name, list]) => [name, list.map((entry) => ({ version: entry.version }))]),
  )
  return { version, capabilities, status: own(member, 'status') === 'error' ? 'error' : 'success' }
}

/** The envelope of an answer: capabilities as a map of arrays, `status` on business errors only. */
export function writeEnvelope(version: Version, active: NegotiatedCapabilities, status?: 'error'): Envelope {
  const capabilities = Object.fromEntries(Object.entries(active).map(([name, version]) => [name, [{ version }]]))
  return status === undefined ? { version, capabilities } : { version, capabilities, status }
}
