/** What a business keeps of a platform's profile. */
import { own } from '../../json/value.ts'
import type { Profile, SigningKey } from '../profile.ts'
import { signatureAlgorithmOf } from '../signature-algorithm.ts'

/** Keys of a profile, and characters of a key's id and of its numbers; a number of P-384, the longest, has 64. */
const limits = { keys: 32, kid: 256, number: 64 }

/**
 * The version, those capabilities that the business has too, and the first 32 public keys. A profile of 256 KiB may take
 * 5 MB as objects, and a business keeps the profiles of many platforms: what is left has 20 kB at most.
 *
 * @param profiles Of the business, in all its versions.
 */
export function platformProfile(profile: Profile, profiles: Iterable<Profile>): Profile {
  const offered = new Map<string, Set<string>>()
  for (const { capabilities } of profiles)
    for (const [name, entries] of Object.entries(capabilities))
      offered.set(name, new Set([...(offered.get(name) ?? []), ...entries.map(({ version }) => version)]))
  const shared = [...offered].flatMap(([name, versions]) => {
    const wanted = new Set(own(profile.capabilities, name)?.map(({ version }) => version))
    const both = [...wanted].filter((version) => versions.has(version)).map((version) => ({ version }))
    return both.length > 0 ? [[name, both] as const] : []
  })
  return {
    ...{ version: profile.version, services: {}, paymentHandlers: {}, supportedVersions: {} },
    capabilities: Object.fromEntries(shared),
    signingKeys: profile.signingKeys
      .filter(({ kid }) => kid.length <= limits.kid)
      .slice(0, limits.keys)
      .map(publicKey),
  }
}

/** A key of an unknown kind keeps its id only: a signature with it is refused with `algorithm_unsupported`. */
function publicKey(key: SigningKey): SigningKey {
  const { kid, kty, crv, x, y } = key
  const isShort = [x, y].every((number = '') => typeof number === 'string' && number.length <= limits.number)
  if (!isShort || !signatureAlgorithmOf(key)) return { kid, kty: '' }
  return { kid, kty, ...(crv && { crv }), ...(x && { x }), ...(y && { y }) }
}
