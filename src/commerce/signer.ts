/** A signer: a key by its id. The key itself may stay elsewhere, for example in a key store. */
import { CommerceError } from './error.ts'
import { signatureAlgorithmOf } from './signature-algorithm.ts'

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
