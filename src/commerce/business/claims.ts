/** An operation of a host's own, carried out: its answer is checked, and its key is claimed before it runs. */

import { isObject } from '../../json/value.ts'
import { sleep } from '../../shared/http/sleep.ts'
import { type Answer, type Result, refusal, type Session, success, textOf } from './answer.ts'
import type { HostHandler, HostRequest } from './host-operations.ts'
import { claimStatus, keptAnswer, underWay } from './idempotency.ts'
import type { Settings } from './options.ts'
import type { AnswerKey, StoredAnswer } from './store.ts'

/** Throws a TypeError where the host gives no answer. */
export async function runHostOperation(
  run: HostHandler,
  request: HostRequest,
  session: Session,
  { refusalUrl }: Settings,
): Promise<Result> {
  const { client, platform, version, active: capabilities, wire } = session
  const answer = await run(request, { client, platform, version, capabilities })
  if (answer?.kind === 'refused') return refusal(session, answer.messages, answer.continueUrl ?? refusalUrl())
  if (answer?.kind !== 'done' || !isObject(answer.members))
    throw new TypeError(`An operation gave no answer: { kind: "done", members } or { kind: "refused", messages }`)
  // The envelope is ours: a host may hand on what it got from elsewhere.
  const { [wire.member]: _, ...members } = answer.members
  return success(session, members, answer.created ? 201 : 200)
}

/** Milliseconds for which a claim keeps others from carrying out the same, unless it is renewed. */
const usualClaimTime = 60_000

/**
 * Of processes with one store one computes. The others are asked to wait, which is `temporarily_unavailable`, for as long as
 * the claim is renewed. A claim whose process has ended stays as long as an answer would: whether the operation was carried
 * out is not known, so it is never run again under this key.
 */
export async function claimedChange(
  name: AnswerKey | undefined,
  digest: string,
  settings: Settings,
  compute: () => Promise<Result>,
  claimTime: number = usualClaimTime,
): Promise<Answer> {
  const { store, now, answerLifetime, onError } = settings
  if (!name) return textOf(await compute())
  const begun = now()
  const claim = (time: number): StoredAnswer => ({
    ...{ ...name, digest, status: claimStatus, body: String(time + claimTime), keepUntil: time + answerLifetime },
  })
  const first = claim(begun)
  if ((await store.commit({ answer: first, now: begun })) !== 'done') {
    const known = await keptAnswer(name, digest, settings)
    if (known) return known
    throw underWay()
  }
  let latest = first.keepUntil
  /** Takes the place of the claim as if its time were over. A write whose answer was lost may have come, so the latest time counts. */
  async function replaceClaim(by: StoredAnswer): Promise<void> {
    const before = latest
    latest = Math.max(latest, by.keepUntil)
    await store.commit({ answer: by, now: before })
  }
  const done = new AbortController()
  async function renew(): Promise<void> {
    for (;;) {
      await sleep(claimTime / 3, done.signal)
      if (done.signal.aborted) return
      await replaceClaim(claim(now())).catch(onError)
    }
  }
  const renewing = renew()
  let isDone = false
  try {
    const result = await compute()
    isDone = true
    done.abort()
    await renewing
    const answer = textOf(result)
    // What was done is told, also where the store does not take the answer now: then the key says that nobody knows.
    await replaceClaim({ ...claim(now()), ...answer }).catch(onError)
    return answer
  } catch (error) {
    done.abort()
    await renewing
    // Nothing was made: the key is free again. What was made, though its answer is no JSON, is not made twice.
    await replaceClaim(isDone ? claim(now() - claimTime) : { ...first, keepUntil: begun }).catch(onError)
    throw error
  }
}
