/** Changes that are made once, however often they are asked for (document 000, `Idempotency-Key`). */

import { CommerceError } from '../error.ts'
import { type Answer, type Result, type Session, textOf } from './answer.ts'
import type { BusinessLimits, Settings } from './options.ts'
import type { AnswerKey, StoredAnswer } from './store.ts'

export interface KeyedRequest {
  /** Undefined: the request has no key, and is carried out each time. */
  readonly key: string | undefined
  /** Digest of what the request says, and of which operation. */
  readonly digest: string
}

/** The status of a kept answer that is none yet: its key is claimed, and its operation under way until the time of its body. */
export const claimStatus = 102

/** Most changes that are remembered. */
const recentCapacity = 1000

/** Characters of a key at most. */
export const longestKey = 255

/** A regular expression for keys: visible ASCII characters. */
export function keyPattern({ keyLength }: Pick<BusinessLimits, 'keyLength'>): string {
  return `^[\\x21-\\x7e]{${keyLength},${longestKey}}$`
}

/**
 * Checks a key's form. Where signatures are required a change needs one, which the signature covers: without it a copy of
 * a signed request would be carried out again. Throws `invalid_request`.
 */
export function checkKey(
  key: unknown,
  { limits, signatures }: Pick<Settings, 'limits' | 'signatures'>,
): string | undefined {
  if (key === undefined || key === null) {
    if (signatures === 'optional') return undefined
    throw new CommerceError('invalid_request', 'A signed change needs an Idempotency-Key')
  }
  if (typeof key === 'string' && new RegExp(keyPattern(limits)).test(key)) return key
  const range = `${limits.keyLength} to ${longestKey}`
  throw new CommerceError('invalid_request', `The Idempotency-Key must be ${range} visible ASCII characters`)
}

/**
 * Carries out a change, or repeats the answer that was kept for its key, byte for byte. The change and its answer are
 * committed in one step, which fails where the key has an answer: so the common case asks the store for none, and of two
 * requests at once one commits and the other finds its answer. An operation of the host's is not undone where the commit
 * fails, so its key is claimed first.
 *
 * Only answers of the operation are kept: a request that was refused with a protocol error has changed nothing, and may
 * be sent again under the same key. Throws `idempotency_conflict` and `cart_conflict`, both 409.
 */
export async function changeOnce(
  { key, digest }: KeyedRequest,
  session: Session,
  settings: Settings,
  compute: () => Promise<Result>,
  carryOut: CarryOut = change,
): Promise<Answer> {
  if (key === undefined) return carryOut(undefined, digest, settings, compute)
  const name = { client: session.scope, key }
  const text = JSON.stringify(name)
  const { recent } = settings
  const other = recent.get(text)
  if (other && other.keepUntil > settings.now()) {
    if (other.digest === digest) return other.answer
    const isDone = await other.answer.then(
      () => true,
      () => false,
    )
    if (isDone) throw conflict()
  }
  const answer = carryOut(name, digest, settings, compute)
  const entry = { digest, answer, keepUntil: settings.now() + settings.answerLifetime }
  recent.set(text, entry)
  for (const oldest of recent.keys()) {
    if (recent.size <= recentCapacity) break
    recent.delete(oldest)
  }
  answer.catch(() => recent.get(text) === entry && recent.delete(text))
  return answer
}

/** Carries out a change, and keeps its answer where the request has a key. */
export type CarryOut = typeof change

async function change(
  name: AnswerKey | undefined,
  digest: string,
  settings: Settings,
  compute: () => Promise<Result>,
): Promise<Answer> {
  const changed = await tryChange(name, digest, settings, compute).catch(async (error: unknown) => {
    // A change that was made before may be refused now.
    const isRefusal = error instanceof CommerceError && error.status < 500
    const known = name && isRefusal ? await keptAnswer(name, digest, settings) : undefined
    if (known) return known
    throw error
  })
  const answer = changed ?? (name && (await keptAnswer(name, digest, settings)))
  if (answer) return answer
  throw new CommerceError('cart_conflict', 'The cart was changed at the same time; get it and try again')
}

/** Undefined where nothing was written: the key has an answer, or the cart has another version by now. */
async function tryChange(
  name: AnswerKey | undefined,
  digest: string,
  settings: Settings,
  compute: () => Promise<Result>,
): Promise<Answer | undefined> {
  const result = await compute()
  const { write } = result
  const answer = textOf(result)
  if (!write && !name) return answer
  const now = settings.now()
  const kept = name && { ...name, ...answer, digest, keepUntil: now + settings.answerLifetime }
  const outcome = await settings.store.commit({ now, ...(write && { write }), ...(kept && { answer: kept }) })
  return outcome === 'done' ? answer : undefined
}

export async function keptAnswer(
  name: AnswerKey,
  digest: string,
  { store, now }: Settings,
): Promise<StoredAnswer | undefined> {
  const kept = await store.answer(name, now())
  if (kept && kept.digest !== digest) throw conflict()
  if (kept?.status !== claimStatus) return kept
  // A process of an older version keeps no time: its claim itself ends.
  throw kept.body === '' || Number(kept.body) > now() ? underWay() : outcomeUnknown()
}

function outcomeUnknown(): CommerceError {
  const content =
    'The operation was begun under this key, and whether it was carried out is unknown: look before you repeat it'
  return new CommerceError('outcome_unknown', content)
}

export function underWay(): CommerceError {
  return new CommerceError('temporarily_unavailable', 'The same request is under way', { retryAfter: 1 })
}

function conflict(): CommerceError {
  return new CommerceError('idempotency_conflict', 'The Idempotency-Key was used for another request')
}
