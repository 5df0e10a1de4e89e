/** Signatures of a card: detached JWS (RFC 7515) over its canonical text. This file is loaded only where keys are given. */
import { base64url, FlattenedSign, flattenedVerify, importJWK, type JWK } from 'jose'
import { canonicalJson } from '../../shared/http/digest.ts'
import { parseJson, readText } from '../client/http.ts'
import { AgentError, reasonOf } from './error.ts'
import { isMembers, listOf, textOf } from './read-value.ts'
import type { AgentCard, CardSignature } from './types.ts'

/** Whose signatures the host trusts. */
export interface CardKeys {
  /** JSON Web Keys with a `kid`. */
  readonly keys?: readonly JWK[]
  /** Addresses of key sets that a signature may name by `jku`, in full. Any other `jku` is refused and not asked for. */
  readonly jku?: readonly string[]
}

/** Only algorithms with a private key: a key that verifies such a signature cannot make one. */
const algorithms = ['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512', 'EdDSA', 'Ed25519']

/** Key type and curve → algorithm. */
const algorithmsByKey: { readonly [key: string]: string } = {
  'EC P-256': 'ES256',
  'EC P-384': 'ES384',
  'EC P-521': 'ES512',
  'OKP Ed25519': 'EdDSA',
}

/** The card as it is written, with one more signature. */
export async function addSignature(
  card: AgentCard,
  key: JWK & { readonly kid: string },
  jku: string | undefined,
): Promise<AgentCard> {
  const alg = key.alg ?? algorithmsByKey[`${key.kty} ${key.crv}`] ?? ''
  if (!key.kid || key.d === undefined || !algorithms.includes(alg))
    throw new TypeError('A card is signed by a private JSON Web Key with "kid", and "alg" where its type has several')
  // As JSON has it: members that are undefined are not there.
  const written: AgentCard = JSON.parse(JSON.stringify(card))
  // The public SDK verifies no form with empty members, and others verify this one, too.
  const { signatures = [], ...unsigned } = written
  const { protected: header = '', signature } = await new FlattenedSign(
    new TextEncoder().encode(canonicalJson(withoutEmpty(unsigned, new Set()) ?? {})),
  )
    .setProtectedHeader({ alg, kid: key.kid, typ: 'JOSE', ...(jku && { jku }) })
    .sign(await importJWK(key, alg))
  return { ...written, signatures: [...signatures, { protected: header, signature }] }
}

/** Members of a card that are written even when they are empty: those that must be there, and one that is nothing but there. */
const required = new Set([
  ...['name', 'description', 'version', 'supportedInterfaces', 'capabilities', 'skills', 'id', 'tags', 'scopes'],
  ...['defaultInputModes', 'defaultOutputModes', 'url', 'organization', 'protocolBinding', 'protocolVersion'],
  'mtlsSecurityScheme',
])

/** Members that are written with any value that was given to them, as in `streaming: false`. */
const optional = ['streaming', 'pushNotifications', 'extendedAgentCard', 'documentationUrl', 'iconUrl']

/** Signatures of a card that are looked at. */
const maxSignatures = 8

/** Loads the key set at an address, each once. */
type KeySets = (address: string) => Promise<unknown>

/** Bytes of a key set. */
const keySetBytes = 262_144

/**
 * The card, or what of it is signed. One good signature is enough. None: `CARD_SIGNATURE_INVALID`, and so is a card
 * without signatures, because an attacker could have removed them. The first 8 signatures are looked at. `signal` ends
 * the loading of keys.
 */
export async function verifySignatures(
  card: AgentCard,
  trusted: CardKeys = {},
  fetched: typeof fetch,
  signal: AbortSignal,
): Promise<AgentCard> {
  const { signatures: all, ...unsigned } = card
  const signatures = all ?? []
  const keySets = createKeySets(fetched, signal)
  const forms = formsOf(unsigned)
  const reasons: string[] = []
  for (const signature of signatures.slice(0, maxSignatures)) {
    try {
      const { used } = await signedForm(signature, forms, trusted, keySets)
      return { ...(used as AgentCard), signatures }
    } catch (error) {
      signal.throwIfAborted()
      reasons.push(reasonOf(error))
    }
  }
  const why = reasons[0] ?? 'the card has none'
  throw new AgentError('CARD_SIGNATURE_INVALID', `No signature of the card can be trusted: ${why}`, {
    hint: 'Do not use this agent; or add the key of its maker to the option "keys".',
  })
}

/** What a signature may be over, and what of the card is used then: at most members that are empty stand there beside. */
interface Form {
  readonly signed: unknown
  readonly used: unknown
}

/**
 * The text as it is; as the public specification has it (8.4.1); as Protocol Buffers write it; as the public SDKs do, without
 * anything empty; without any default. Each has less than the card, and nothing else.
 */
function formsOf(card: unknown): readonly Form[] {
  const whole = new Set([...required, 'list'])
  const usual = [card, withoutDefaults(card, new Set([...required, ...optional])), withoutDefaults(card, whole)]
  return [
    ...usual.map((form) => ({ signed: form, used: form })),
    { signed: withoutEmpty(card, new Set()) ?? {}, used: withoutEmpty(card, whole) },
    { signed: withoutDefaults(card, new Set()), used: withoutDefaults(card, whole) },
  ]
}

async function signedForm(
  signature: CardSignature,
  forms: readonly Form[],
  trusted: CardKeys,
  keySets: KeySets,
): Promise<Form> {
  const header = parseJson(new TextDecoder().decode(base64url.decode(signature.protected)))
  const [alg, kid] = isMembers(header) ? [textOf(header, 'alg'), textOf(header, 'kid')] : []
  if (!alg || !kid || !isMembers(header)) throw new Error('its header lacks "alg" or "kid"')
  const jwk = await keyOf(kid, textOf(header, 'jku'), trusted, keySets)
  const key = await importJWK(jwk, alg)
  let failure: unknown
  for (const form of forms) {
    const payload = base64url.encode(canonicalJson(form.signed))
    try {
      await flattenedVerify({ ...signature, payload }, key, { algorithms })
      return form
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function keyOf(kid: string, jku: string | undefined, trusted: CardKeys, keySets: KeySets): Promise<JWK> {
  const known = trusted.keys?.find((key) => key.kid === kid)
  if (known) return known
  if (jku === undefined) throw new Error(`there is no key "${kid}"`)
  if (!trusted.jku?.includes(jku) || !jku.startsWith('https:')) throw new Error(`keys from "${jku}" are not trusted`)
  const set = await keySets(jku)
  const key = isMembers(set) ? listOf(set, 'keys').find((one) => isMembers(one) && one['kid'] === kid) : undefined
  if (!key) throw new Error(`the key set at "${jku}" has no key "${kid}"`)
  return key as JWK
}

function createKeySets(fetched: typeof fetch, signal: AbortSignal): KeySets {
  const sets = new Map<string, Promise<unknown>>()
  async function load(address: string): Promise<unknown> {
    const response = await fetched(address, { redirect: 'error', credentials: 'omit', signal })
    const text = await readText(response, keySetBytes)
    if (!response.ok) throw new Error(`the key set at "${address}" was answered with HTTP ${response.status}`)
    return parseJson(text)
  }
  return (address) => {
    const set = sets.get(address) ?? load(address)
    sets.set(address, set)
    return set
  }
}

/** Members whose own members are entries with names of the host's: an entry may be empty. */
const maps = ['schemes', 'securitySchemes', 'scopes']

/**
 * The value without members that hold the default of their type: "", 0, false, null, an empty array or object. Writers
 * that use Protocol Buffers leave those out. `kept`: names of members that stay whatever they hold.
 */
export function withoutDefaults(value: unknown, kept: ReadonlySet<string>, inMap: boolean = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutDefaults(item, kept))
  if (!isMembers(value)) return value
  const members = Object.entries(value).map(([name, inner]) => {
    // `params` is any JSON of an extension's.
    return [name, name === 'params' ? inner : withoutDefaults(inner, kept, maps.includes(name))] as const
  })
  return Object.fromEntries(members.filter(([name, inner]) => inMap || kept.has(name) || !isDefault(inner)))
}

function isDefault(value: unknown): boolean {
  return isMembers(value) || Array.isArray(value) ? Object.keys(value).length === 0 : !value
}

/** Members that the public SDKs leave out where they are false. */
const usuallyFalse = ['required', 'pkceRequired']

/**
 * The value without what is empty, at any level: "", null, arrays and objects with nothing in them. So the public SDKs sign a card.
 * `kept`: names of members that stay when they are empty. `undefined`: nothing is left.
 */
function withoutEmpty(value: unknown, kept: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutEmpty(item, kept)).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (!isMembers(value)) return value === '' || value === null ? undefined : value
  const members = Object.entries(value).flatMap(([name, inner]) => {
    if (inner === false && usuallyFalse.includes(name)) return []
    const left = withoutEmpty(inner, kept) ?? (kept.has(name) ? emptyOf(inner) : undefined)
    return left === undefined ? [] : [[name, left] as const]
  })
  return members.length > 0 ? Object.fromEntries(members) : undefined
}

function emptyOf(value: unknown): unknown {
  if (Array.isArray(value)) return []
  return isMembers(value) ? {} : (value ?? undefined)
}
