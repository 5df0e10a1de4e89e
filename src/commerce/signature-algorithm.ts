/** Which signature algorithm a key has: ES256, ES384 or Ed25519, by its type and curve. */
import type { SigningKey } from './profile.ts'

export interface KeyAlgorithm {
  /** As in the registry of RFC 9421, section 6.2. */
  readonly name: string
  /** For `importKey`. */
  readonly key: EcKeyImportParams | Algorithm
  /** For `sign` and `verify`. WebCrypto's ECDSA signatures are raw r‖s, as RFC 9421 has them. */
  readonly use: EcdsaParams | Algorithm
}

/** Undefined for keys of other types, and for keys that are not for signatures. */
export function signatureAlgorithmOf(
  key: Pick<SigningKey, 'kty' | 'crv' | 'use' | 'key_ops'>,
): KeyAlgorithm | undefined {
  const foreign = key.key_ops !== undefined && !key.key_ops.some((use) => use === 'verify' || use === 'sign')
  if (foreign || (key.use !== undefined && key.use !== 'sig')) return undefined
  switch (`${key.kty} ${key.crv}`) {
    case 'EC P-256':
      return ecdsa('ecdsa-p256-sha256', 'P-256', 'SHA-256')
    case 'EC P-384':
      return ecdsa('ecdsa-p384-sha384', 'P-384', 'SHA-384')
    case 'OKP Ed25519':
      return { name: 'ed25519', key: { name: 'Ed25519' }, use: { name: 'Ed25519' } }
    default:
      return undefined
  }
}

function ecdsa(name: string, namedCurve: string, hash: string): KeyAlgorithm {
  return { name, key: { name: 'ECDSA', namedCurve }, use: { name: 'ECDSA', hash } }
}
