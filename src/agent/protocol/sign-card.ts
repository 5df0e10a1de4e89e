/** Signs and verifies cards for a host. `jose`, and what else it takes, is loaded with the first call. */
import type { JWK } from 'jose'
import { lazyImport } from './error.ts'
import type { CardKeys } from './signatures.ts'
import type { AgentCard } from './types.ts'

/**
 * The card with one more signature: a detached JWS (RFC 7515) over its canonical text (RFC 8785) without `signatures` and without
 * what is empty, as the public SDKs verify it. Every member that is published must be there before: the server adds nothing to a
 * signed card. Leave out what is empty and need not be there: verifiers of the plain text then agree, too. `key`: a private JSON Web Key with a `kid`: EC, Ed25519, or one that names its `alg`. `jku`: https address of
 * the key set with the public key. Throws a `TypeError` for another key.
 */
export async function signCard(
  card: AgentCard,
  key: JWK & { readonly kid: string },
  { jku }: { readonly jku?: string } = {},
): Promise<AgentCard> {
  const signatures = await lazyImport(import('./signatures.ts'))
  return signatures.addSignature(card, key, jku)
}

/**
 * The card, or what of it is signed. Rejects with `CARD_SIGNATURE_INVALID` where no signature is good, and where there is none.
 * `fetch` loads key sets, default: the global one; `signal` ends the loading.
 */
export async function verifyCard(
  card: AgentCard,
  keys: CardKeys,
  options: { readonly fetch?: typeof fetch; readonly signal?: AbortSignal } = {},
): Promise<AgentCard> {
  const signatures = await lazyImport(import('./signatures.ts'))
  const { signal = new AbortController().signal } = options
  return signatures.verifySignatures(card, keys, options.fetch ?? ((input, init) => fetch(input, init)), signal)
}
