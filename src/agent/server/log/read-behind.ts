/** What stands behind places of the log: the one rule for readers and push receivers whose next events were removed. */
import type { ReadFrom, StoredEvent, TaskLog } from './task-log.ts'

/** What is behind a place of a task's log. */
export interface EventsBehind<Event = StoredEvent> {
  /** In order and without a gap. */
  readonly events: readonly Event[]
  /** Events up to this place were removed. A reader that lacks one of them goes on with the task as it is. Undefined: none were removed. */
  readonly removed: number | undefined
  /** More may stand behind these events. */
  readonly more: boolean
}

/** Whatever keeps events by their places. `read` as in `TaskLog`. */
export interface BehindLog<Event> extends Pick<TaskLog, 'places'> {
  readonly read: (
    after: readonly ReadFrom[],
    most: number,
    onError?: (error: unknown) => void,
  ) => Promise<ReadonlyMap<string, readonly Event[]>>
}

/**
 * At most `most` events of each task. Tasks that have nothing behind their place are left out. A task that is not in the store any more
 * has its next event removed: who loads the task finds out. `onError` as in `TaskLog.read`.
 */
export async function readBehind<Event extends Pick<StoredEvent, 'seq'>>(
  log: BehindLog<Event>,
  after: readonly ReadFrom[],
  most: number,
  onError?: (error: unknown) => void,
): Promise<ReadonlyMap<string, EventsBehind<Event>>> {
  const found = await log.read(after, most, onError)
  const empty = after.flatMap(({ key }) => (found.get(key)?.length === 0 ? [key] : []))
  const places = empty.length > 0 ? await log.places(empty) : undefined
  return new Map(
    after.flatMap(({ key, seq }) => {
      const all = found.get(key)
      if (!all) return []
      const [first] = all
      const events = all.filter((event, index) => event.seq === (first?.seq ?? 0) + index)
      const before = first ? first.seq - 1 : (places?.get(key)?.seq ?? seq + 1)
      const removed = before > seq ? before : undefined
      return [[key, { events, removed, more: all.length === most || events.length < all.length }] as const]
    }),
  )
}
