/** An operation of a host's own, carried out: its answer is checked, and its key is claimed before it runs. */
import { isObject } from '../../json/value.ts'
import { type Result, refusal, type Session, success, textOf } from './answer.ts'
import type { HostHandler, HostRequest } from './host-operations.ts'
import { type CarryOut, keptAnswer, underWay } from './idempotency.ts'
import type { Settings } from './options.ts'
import type { StoredAnswer } from './store.ts'

/** Throws a TypeError where the host gives no answer. */
export async function runHostOperation(
  run: HostHandler,
  request: HostRequest,
  session: Session,
  { refusalUrl }: Settings,
): Promise<Result> {
  const { client, platform, version, active: capabilities, dialect } = session
  const answer = await run(request, { client, platform, version, capabilities })
  if (answer?.kind === 'refused') return refusal(session, answer.messages, answer.continueUrl ?? refusalUrl())
  if (answer?.kind !== 'done' || !isObject(answer.members))
    throw new TypeError(`An operation gave no answer: { kind: "done", members } or { kind: "refused", messages }`)
  // The envelope is ours: a host may hand on what it got from elsewhere.
  const { [dialect.member]: _, ...members } = answer.members
  return success(session, members, answer.created ? 201 : 200)
}

/**
 * Milliseconds for which a claim keeps others from carrying out the same. A process that ends in between has lost it after
 * that time: the host sees the key again.
 */
const claimTime = 60_000

/**
 * Of processes with one store one computes. The others are asked to wait, which is `temporarily_unavailable`. A claim is an
 * answer without a text, and the answer takes its place as if its time were over.
 */
export const claimedChange: CarryOut = async (name, digest, settings, compute) => {
  const { store, now, answerLifetime } = settings
  if (!name) return textOf(await compute())
  const begun = now()
  const claim: StoredAnswer = { ...name, digest, status: 102, body: '', keepUntil: begun + claimTime }
  if ((await store.commit({ answer: claim, now: begun })) !== 'done') {
    const known = await keptAnswer(name, digest, settings)
    if (known) return known
    throw underWay()
  }
  const replaceClaim = (by: Partial<StoredAnswer>): Promise<unknown> =>
    store.commit({ answer: { ...claim, ...by }, now: claim.keepUntil })
  const result = await compute().catch(async (error: unknown) => {
    // Nothing was made: the key is free again.
    await replaceClaim({ keepUntil: begun })
    throw error
  })
  const answer = textOf(result)
  await replaceClaim({ ...answer, keepUntil: now() + answerLifetime })
  return answer
}
