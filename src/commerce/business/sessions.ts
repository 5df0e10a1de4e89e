/** From a request to its session: the client, and the capabilities that both parties have. */

import { dialectOf } from '../dialect.ts'
import { CommerceError } from '../error.ts'
import { negotiate, parentsOf } from '../negotiate.ts'
import { capabilityOf, type OperationName, operations } from '../operations.ts'
import type { Profile } from '../profile.ts'
import { createProfileCache } from '../profile-cache.ts'
import type { NegotiatedCapabilities } from '../types.ts'
import type { Session } from './answer.ts'
import { clientOf } from './authenticate.ts'
import { createLimitedFetch } from './fetch-rate.ts'
import type { Settings } from './options.ts'
import { platformProfile } from './platform-profile.ts'
import { createRateLimiter } from './rate-limit.ts'

/** A request, with its body read. */
export interface Incoming {
  readonly request: Request
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface Sessions {
  /** Counts a request by `rateLimit.keyOf`. Throws `rate_limited`. */
  readonly checkRate: (request: Request) => void
  /**
   * Rejects with the protocol errors of profiles, versions, signatures, credentials and rates. `compatible` is false
   * where the capability of the operation is not among those in common: a business outcome.
   *
   * @param platform The address of the platform's profile, checked.
   */
  readonly open: (
    incoming: Incoming,
    operation: OperationName,
    platform: string,
  ) => Promise<{ readonly session: Session; readonly compatible: boolean }>
}

export function createSessions(settings: Settings): Sessions {
  const { allowInsecureLoopback, now, fetch, limits } = settings
  const platforms = createProfileCache({
    ...{ allowInsecureLoopback, now, fetch: createLimitedFetch(fetch, limits, now) },
    reduce: (profile) => platformProfile(profile, settings.profiles.values()),
    // The rule about addresses is for the business's capabilities: what a platform only names is enough to agree on.
    ...{ requireAddresses: false, capacity: 1000 },
  })
  const count = createRateLimiter(settings.rateLimit, now)
  const keyOf = settings.rateLimit?.keyOf

  function checkRate(request: Request): void {
    if (keyOf) count(`request ${keyOf(request)}`)
  }

  /** A platform counts by its origin: another query or path is a new address, but no other client. */
  function countUnknown(platform: string, isSigned: boolean): void {
    if (!keyOf) count(`${isSigned ? 'signed' : 'unsigned'} ${new URL(platform).origin}`)
  }

  return {
    checkRate,
    async open(incoming, operation, platform) {
      checkRate(incoming.request)
      // Requests with refused credentials are not counted: they would use up the requests of the platform that they name.
      const client = await clientOf(incoming.request, operation, settings.authenticate)
      const isSigned = settings.signatures === 'required' || hasSignature(incoming.request)
      if (client !== '') count(`client ${client}`)
      else if (!isSigned) countUnknown(platform, false)
      const profile = await platforms.get(platform)
      await checkSignature(incoming, settings, async (keyid) => {
        const has = ({ signingKeys }: Profile) => signingKeys.find(({ kid }) => kid === keyid)
        // A key that is not known may be newer than the profile that is kept.
        return has(profile) ?? has(await platforms.get(platform, true))
      })
      if (client === '' && isSigned) countUnknown(platform, true)
      const own = settings.profiles.get(profile.version)
      if (!own) throw versionUnsupported(profile.version, settings)
      const capability = capabilityOf(operations[operation], dialectOf())
      const active = negotiate(own.capabilities, profile.capabilities)
      const session = {
        version: own.version,
        active: relevant(own, active, capability),
        client,
        scope: JSON.stringify(client === '' ? ['platform', platform] : ['client', client]),
      }
      return { session, compatible: Object.hasOwn(active, capability) }
    },
  }
}

/** The capability itself and what extends it. */
function relevant(own: Profile, active: NegotiatedCapabilities, root: string): NegotiatedCapabilities {
  const entries = Object.entries(active).filter(([name, version]) => {
    const entry = own.capabilities[name]?.find((entry) => entry.version === version)
    return name === root || (entry !== undefined && Object.hasOwn(active, root) && parentsOf(entry).includes(root))
  })
  return Object.fromEntries(entries)
}

function hasSignature({ headers }: Request): boolean {
  return headers.has('signature') || headers.has('signature-input')
}

async function checkSignature(
  { request, bytes }: Incoming,
  { signatures, now, answerLifetime }: Settings,
  keyOf: Parameters<typeof import('../signature.ts').verifyMessage>[1],
): Promise<void> {
  const { headers, method, url } = request
  const isSigned = hasSignature(request)
  if (!isSigned && !headers.has('content-digest') && signatures === 'optional') return
  const { checkDigest, verifyMessage } = await import('../signature.ts')
  const message = { method, url, headers, body: bytes }
  // Idempotency keys are kept for the same time: an older request, sent once more, would be carried out again.
  const [at, maxAge] = [now(), answerLifetime].map((time) => Math.floor(time / 1000))
  if (isSigned || signatures === 'required') await verifyMessage(message, keyOf, at, maxAge)
  else await checkDigest(message)
}

function versionUnsupported(version: string, { profiles, continueUrl }: Settings): CommerceError {
  const known = [...profiles.keys()].join(', ')
  return new CommerceError('version_unsupported', `Version ${version} is not supported; supported: ${known}`, {
    continueUrl: continueUrl(),
  })
}
