/** A signer: a key by its id, and which algorithm a key has: ES256, ES384 or Ed25519, by its type and curve. */
import { CommerceError } from './error.ts'
import type { SigningKey } from './profile.ts'

export interface Signer {
  /** The `kid` of the public key in the signer's profile. */
  readonly keyid: string
  /** The raw signature of the bytes: r‖s for ECDSA. */
  readonly sign: (data: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>
}

/**
 * A signer for a private key (JWK) with a `kid`: EC P-256, EC P-384 or OKP Ed25519.
 *
 * Rejects with `algorithm_unsupported` for other keys.
 */
export async function createSigner(key: JsonWebKey & { readonly kid: string }): Promise<Signer> {
  const { kty = '', crv = '', x = '', y, d = '' } = key
  const algorithm = signatureAlgorithmOf({ kty, crv })
  if (!algorithm) throw new CommerceError('algorithm_unsupported', `There is no signature algorithm for ${kty} ${crv}`)
  const jwk = y === undefined ? { kty, crv, x, d } : { kty, crv, x, y, d }
  const imported = await crypto.subtle.importKey('jwk', jwk, algorithm.key, false, ['sign'])
  return { keyid: key.kid, sign: (data) => crypto.subtle.sign(algorithm.use, imported, data) }
}

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
