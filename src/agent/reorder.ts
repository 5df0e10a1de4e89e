/**
 * Events in their order. Servers may number the events of a task by SSE ids that count up by one; a snapshot then has
 * the number of the last event that it holds. Without numbers only the `index` of an artifact tells that one is missing.
 */
import type { TaskFold } from './task-fold.ts'
import type { StreamEvent } from './types.ts'

interface Numbered {
  readonly event: StreamEvent
  readonly id: number | undefined
}

export interface Reorder {
  /** Hands over the event, and those that waited for it; or holds it; or drops one that was there before. */
  take(item: Numbered): void
  /** Events are held, because one before them has not come. */
  readonly waiting: boolean
  /** More events are held than the window takes. */
  readonly full: boolean
  /** Forgets the held events: the task was read, and holds them. `numbers`: the next stream counts anew. */
  clear(numbers: boolean): void
}

/** Events that may overtake one another. */
const window = 32

export function createReorder(fold: Pick<TaskFold, 'hasGap'>, deliver: (item: Numbered) => void): Reorder {
  let held: Numbered[] = []
  let last: number | undefined

  function isEarly({ event, id }: Numbered): boolean {
    if (event.kind === 'task') return false
    if (id !== undefined && last !== undefined) return id > last + 1
    return event.kind === 'artifact' && fold.hasGap(event)
  }

  function isRepeated({ event, id }: Numbered): boolean {
    return event.kind !== 'task' && id !== undefined && last !== undefined && id <= last
  }

  function pass(item: Numbered): void {
    if (item.id !== undefined) last = item.id
    deliver(item)
  }

  return {
    take(item) {
      if (isRepeated(item)) return
      if (isEarly(item)) {
        held.push(item)
        return
      }
      pass(item)
      if (held.length === 0) return
      for (let next = held.findIndex(isDue); next >= 0; next = held.findIndex(isDue)) {
        const [due] = held.splice(next, 1)
        if (due) pass(due)
      }
      held = held.filter((one) => !isRepeated(one))
    },
    get waiting() {
      return held.length > 0
    },
    get full() {
      return held.length > window
    },
    clear(numbers) {
      last = numbers ? undefined : Math.max(last ?? 0, ...held.map(({ id }) => id ?? 0)) || undefined
      held = []
    },
  }

  function isDue(item: Numbered): boolean {
    return !isEarly(item) && !isRepeated(item)
  }
}
