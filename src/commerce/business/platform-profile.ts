/** What a business keeps of a platform's profile. */
import { own } from '../../json/value.ts'
import type { Profile, SigningKey } from '../profile.ts'
import { signatureAlgorithmOf } from '../signature-algorithm.ts'

/**
 * The version, the versions of those capabilities that the business has too, and the public keys. A profile of 256 KiB
 * may take 5 MB as objects, and a business keeps the profiles of many platforms.
 *
 * @param profiles Of the business, in all its versions.
 */
export function platformProfile(profile: Profile, profiles: Iterable<Profile>): Profile {
  const names = new Set([...profiles].flatMap(({ capabilities }) => Object.keys(capabilities)))
  const shared = [...names].flatMap((name) => {
    const versions = new Set(own(profile.capabilities, name)?.map(({ version }) => version))
    return versions.size > 0 ? [[name, [...versions].map((version) => ({ version }))] as const] : []
  })
  return {
    ...{ version: profile.version, services: {}, paymentHandlers: {}, supportedVersions: {} },
    capabilities: Object.fromEntries(shared),
    signingKeys: profile.signingKeys.map(publicKey),
  }
}

/** A key of an unknown kind keeps its id only: a signature with it is refused with `algorithm_unsupported`. */
function publicKey(key: SigningKey): SigningKey {
  const { kid, kty, crv, x, y } = key
  if (!signatureAlgorithmOf(key)) return { kid, kty: '' }
  return { kid, kty, ...(crv && { crv }), ...(x && { x }), ...(y && { y }) }
}
