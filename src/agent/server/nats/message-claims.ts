/** Messages that came, each under its digest: pending at a process, then answered. Every change is a compare-and-set. */
import type { KvEntry } from '@nats-io/kv'
import type { MessageClaims, Recalled } from '../log/task-log.ts'
import { type Broker, isConflict, type KeptText, keyWord } from './broker.ts'
import type { Members } from './members.ts'

/** The task that a message is about to begin. */
interface Intended {
  readonly key: string
  readonly id: string
}

/** The process works on the message. */
interface Pending {
  readonly holder: string
  readonly lease: number
  readonly intended?: Intended
}

type Claim = Pending | { readonly taskId: string } | { readonly answer: KeptText }

export interface NatsClaims extends MessageClaims {
  /** Before a task is made: false where the message is not this process's any more. */
  readonly intend: (holder: string, digest: string, intended: Intended) => Promise<boolean>
  /** The message stands in the log of this task. Never rejects: `renew` tries again. */
  readonly done: (digest: string, taskId: string) => Promise<void>
}

/** UTF-16 units of an answer that stands in the claim itself. */
const shortAnswer = 100_000

const answerKey = (digest: string): string => `answer.${keyWord(digest)}`

/**
 * `seal`: makes sure that the task is not made by the process that was about to. False: it is there already.
 */
export function createMessageClaims(
  { messages, keepText, textOf }: Pick<Broker, 'messages' | 'keepText' | 'textOf'>,
  { age, isAlive }: Pick<Members, 'age' | 'isAlive'>,
  seal: (key: string) => Promise<boolean>,
): NatsClaims {
  /** Digest → task, where the bucket did not take it. */
  const undone = new Map<string, string>()

  async function entryOf(digest: string): Promise<{ readonly entry: KvEntry; readonly claim: Claim } | undefined> {
    const entry = await messages.get(keyWord(digest))
    return entry?.operation === 'PUT' ? { entry, claim: entry.json<Claim>() } : undefined
  }

  /** Writes over the claim that was read. False: another process has written since, and nothing was changed. */
  async function replace(digest: string, claim: Claim, { revision }: KvEntry): Promise<boolean> {
    return unlessConflict(messages.update(keyWord(digest), JSON.stringify(claim), revision))
  }

  async function remove(digest: string, { revision }: KvEntry): Promise<boolean> {
    return unlessConflict(messages.purge(keyWord(digest), { previousSeq: revision }))
  }

  async function create(digest: string, claim: Claim): Promise<boolean> {
    return unlessConflict(messages.create(keyWord(digest), JSON.stringify(claim)))
  }

  /**
   * Replaces the process's own claim, which it may renew at the same moment. `next` undefined: removes it. False: it is not the
   * process's any more.
   */
  async function replaceOwn(
    holder: string,
    digest: string,
    next: (claim: Pending) => Claim | undefined,
  ): Promise<boolean> {
    for (;;) {
      const { entry, claim } = (await entryOf(digest)) ?? {}
      if (!entry || !claim || !('holder' in claim) || claim.holder !== holder) return false
      const changed = next(claim)
      if (await (changed ? replace(digest, changed, entry) : remove(digest, entry))) return true
    }
  }

  async function claim(holder: string, digest: string, lease: number): Promise<Recalled> {
    const mine: Claim = { holder, lease }
    if (await create(digest, mine)) return 'mine'
    const found = await entryOf(digest)
    if (!found) return 'pending'
    const { entry, claim: known } = found
    if ('answer' in known) return { message: JSON.parse(await textOf('piece', answerKey(digest), known.answer)) }
    if ('taskId' in known) return known
    if (age(entry.created) < known.lease && (await isAlive(known.holder))) return 'pending'
    const { intended } = known
    if (intended && !(await seal(intended.key))) {
      await replace(digest, { taskId: intended.id }, entry)
      return { taskId: intended.id }
    }
    return (await replace(digest, mine, entry)) ? 'mine' : 'pending'
  }

  async function done(digest: string, taskId: string): Promise<void> {
    try {
      await messages.put(keyWord(digest), JSON.stringify({ taskId } satisfies Claim))
      undone.delete(digest)
    } catch {
      undone.set(digest, taskId)
    }
  }

  return {
    claim,
    done,
    intend: (holder, digest, intended) => replaceOwn(holder, digest, (known) => ({ ...known, intended })),
    async renew(holder, digests, _lease) {
      await Promise.all([...undone].map(([digest, taskId]) => done(digest, taskId)))
      const left = await Promise.all(
        digests.map(async (digest) => {
          const isOwn = await replaceOwn(holder, digest, (known) => known)
          return isOwn ? [digest] : []
        }),
      )
      return left.flat()
    },
    async settle(holder, digest, answer) {
      const text = answer && JSON.stringify(answer)
      const kept = text && (await keepText('piece', answerKey(digest), text, shortAnswer)).kept
      await replaceOwn(holder, digest, () => (kept ? { answer: kept } : undefined))
    },
  }
}

/** False: somebody else has written in between. */
async function unlessConflict(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    if (isConflict(error)) return false
    throw error
  }
}
