/** One call of an operation: the business as it is now, the request with its headers, and the answer's JSON. */
import { own } from '../json/value.ts'
import { writeAgentHeader } from './address.ts'
import type { Binding, Call } from './binding.ts'
import type { Dialect } from './dialect.ts'
import type { Agreement } from './discovery.ts'
import { about } from './error.ts'
import { type ExchangeOptions, exchange, randomKey } from './exchange.ts'
import { capabilityOf, type OperationName, operations } from './operations.ts'
import type { SigningKey } from './profile.ts'
import type { ProfileCache } from './profile-cache.ts'
import type { Version } from './types.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface ChangeOptions extends CallOptions {
  /** For a change that was begun before, by another page for instance. Default: 128 random bits. */
  readonly idempotencyKey?: string
}

/** The business as it is now. `last`: what it was when it was asked for before. */
export type Find = (signal: AbortSignal | undefined, last?: Agreement) => Promise<Agreement>

export interface Caller {
  readonly agreement: () => Agreement
  /** `read` gets the answer's JSON, or a refusal where the capability was not negotiated: then nothing is sent. */
  readonly call: <T>(
    name: OperationName,
    parts: Omit<Call, 'operation'>,
    options: ChangeOptions,
    read: (json: unknown) => T,
  ) => Promise<T>
}

interface CallerOptions extends ExchangeOptions {
  readonly dialect: Dialect
  readonly allowInsecureLoopback: boolean
}

export function createCaller(
  options: CallerOptions,
  binding: Binding,
  profiles: ProfileCache,
  find: Find,
  first: Agreement,
): Caller {
  const { dialect, allowInsecureLoopback } = options
  let current = first
  const keyOf = async (keyid: string): Promise<SigningKey | undefined> => {
    const { profile, profileUrl } = current
    const isIt = (key: SigningKey): boolean => key.kid === keyid
    return profile.signingKeys.find(isIt) ?? (await profiles.get(profileUrl, true)).signingKeys.find(isIt)
  }
  return {
    agreement: () => current,
    async call(name, parts, { signal, idempotencyKey = randomKey() }, read) {
      const operation = operations[name]
      current = await find(signal, current)
      const { endpoint, platformUrl, capabilities, version } = current
      const capability = capabilityOf(operation, dialect)
      if (own(capabilities, capability) === undefined) return read(incompatible(capability, dialect.member, version))
      const key = operation.changes ? { idempotencyKey } : {}
      const request = binding.request({ operation, ...parts, ...key }, endpoint, platformUrl)
      const headers = {
        Accept: binding.accept ?? 'application/json',
        [dialect.agentHeader]: writeAgentHeader(platformUrl),
        ...(operation.changes && { 'Idempotency-Key': idempotencyKey }),
      }
      try {
        const answer = await exchange({ ...request, headers }, options, keyOf, signal)
        return read(binding.read(answer, allowInsecureLoopback, request))
      } catch (error) {
        // Without the id of a cart: it may be the only key to the cart.
        throw about(request.url === endpoint ? endpoint : endpoint + operation.path, error)
      }
    },
  }
}

/** As the business would word it. */
function incompatible(capability: string, member: string, version: Version): unknown {
  const content = `The capability ${capability} was not negotiated`
  const message = { type: 'error', code: 'capabilities_incompatible', content, severity: 'unrecoverable' }
  return { [member]: { version, capabilities: {}, status: 'error' }, messages: [message] }
}
