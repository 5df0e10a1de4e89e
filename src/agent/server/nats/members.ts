/** The processes of a fleet, which of them live by the server's clock, and the turns that each has. */
import type { Broker, KeyEntry } from './broker.ts'

/** What a process says of itself. */
interface Member {
  /** Milliseconds that it lives after this. */
  readonly lease: number
  readonly ended?: boolean
}

export interface Members {
  /** Says that the process lives for so many milliseconds more. */
  readonly renew: (holder: string, lease: number) => Promise<void>
  readonly end: (holder: string) => Promise<void>
  /** Whether the process may still work on what is its own. Undefined: nobody has it. */
  readonly isAlive: (holder: string | undefined) => Promise<boolean>
  /** Milliseconds since then by the server's clock: never more than there are, and not below 0. */
  readonly age: (created: Date) => number
  /** Processes that have ended, as far as something is left of them. */
  readonly dead: () => Promise<readonly Marked[]>
  /** Forgets a process that has ended, unless it has said since that it lives. */
  readonly forget: (dead: Marked) => Promise<void>
  /** Whether the process is one of this program. */
  readonly isHere: (holder: string | undefined) => boolean
  /**
   * The process works on the task, or is about to. Written before the log says so: others find the turn by its mark, when the process
   * has ended.
   */
  readonly mark: (holder: string, key: string) => Promise<void>
  /** Removes a mark, but none that was made since. Default: the latest one of a process of this program. */
  readonly unmark: (holder: string, marked: { readonly key: string; readonly revision?: number }) => Promise<void>
  /** Marks of a process of this program. */
  readonly own: (holder: string) => readonly Marked[]
  /** Marks of another process. */
  readonly marked: (holder: string) => Promise<readonly Marked[]>
}

/** A mark by the task's key, or a process by its id. */
export interface Marked {
  readonly key: string
  readonly revision: number
}

export function createMembers({
  state,
  latestOfKeys,
  forgetKey,
}: Pick<Broker, 'state' | 'latestOfKeys' | 'forgetKey'>): Members {
  /** Processes of this program, and the tasks that each has marked. Nobody else marks in their names. */
  const here = new Map<string, Map<string, number>>()
  /** The server's time at a moment of this process's own clock. */
  let clock: { readonly server: number; readonly own: number } | undefined
  const memberKey = (holder: string): string => `member.${holder}`
  const turnKey = (holder: string, key: string): string => `turn.${holder}.${key}`

  // The moment is behind the answer, so nothing is older than it seems: an early takeover would abort a turn. What is new has no age below 0:
  // a receiver without a pause would rest for as long as that answer took.
  function age(created: Date): number {
    return clock ? Math.max(0, clock.server + performance.now() - clock.own - created.getTime()) : 0
  }

  function lives(payload: string, created: Date): boolean {
    const { lease, ended }: Member = JSON.parse(payload)
    return !ended && age(created) < lease
  }

  function marksOf(holder: string): Map<string, number> {
    const known = here.get(holder) ?? new Map()
    here.set(holder, known)
    return known
  }

  return {
    age,
    async isAlive(holder) {
      if (holder === undefined) return false
      const entry = await state.get(memberKey(holder))
      return entry?.operation === 'PUT' && lives(entry.string(), entry.created)
    },
    async renew(holder, lease) {
      marksOf(holder)
      await state.put(memberKey(holder), JSON.stringify({ lease } satisfies Member))
      const own = performance.now()
      const entry = await state.get(memberKey(holder))
      if (entry) clock = { server: entry.created.getTime(), own }
    },
    async end(holder) {
      await state.put(memberKey(holder), JSON.stringify({ lease: 0, ended: true } satisfies Member))
    },
    async dead() {
      if (!clock) return []
      const isDead = ({ payload, created }: KeyEntry): boolean => payload !== '' && !lives(payload, created)
      const found = (await latestOfKeys('member.*')).filter(isDead)
      return found.map(({ key, revision }) => ({ key: key.slice('member.'.length), revision }))
    },
    forget: ({ key, revision }) => forgetKey(memberKey(key), revision),
    isHere: (holder) => holder !== undefined && here.has(holder),
    async mark(holder, key) {
      const marks = marksOf(holder)
      // Also where the answer does not come: then the mark may be there.
      marks.set(key, marks.get(key) ?? 0)
      marks.set(key, await state.put(turnKey(holder, key), '1'))
    },
    async unmark(holder, { key, revision }) {
      const marks = here.get(holder)
      const known = revision ?? marks?.get(key)
      if (known === undefined) return
      // A mark whose answer was lost stays until its process has ended.
      if (known > 0) await forgetKey(turnKey(holder, key), known)
      if (marks?.get(key) === known) marks.delete(key)
    },
    own: (holder) => [...(here.get(holder) ?? [])].map(([key, revision]) => ({ key, revision })),
    async marked(holder) {
      const before = turnKey(holder, '')
      return (await latestOfKeys(`${before}>`)).map(({ key, revision }) => ({
        key: key.slice(before.length),
        revision,
      }))
    },
  }
}
