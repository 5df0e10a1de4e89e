/** What a tab remembers of a conversation while the page is loaded again. */
import type { SavedInput } from 'surface-runtime'

/** What the user did last, so that it can be done again when the agent failed. */
type LastAct =
  | { readonly kind: 'text'; readonly text: string }
  /** `data`: the client event as it went over the wire. */
  | { readonly kind: 'event'; readonly data: unknown }

interface SavedFields {
  readonly contextId?: string | undefined
  readonly tasks: readonly string[]
  /** What stands in the composer. */
  readonly draft: string
  readonly typed: SavedInput
  readonly last?: LastAct | undefined
  /** Messages that were not delivered and were sent again as others. */
  readonly resent: readonly string[]
}

export interface SavedChat {
  readonly read: () => SavedFields
  readonly write: (changed: Partial<SavedFields>) => void
  readonly clear: () => void
}

const empty: SavedFields = { tasks: [], draft: '', typed: {}, resent: [] }

/** In this tab's storage under a name of its own: another agent must not get this conversation. */
export function createSavedChat(name: string): SavedChat {
  const key = `surface-runtime:chat:${name}`
  let fields = load(key)
  return {
    read: () => fields,
    write(changed) {
      fields = { ...fields, ...changed }
      try {
        sessionStorage.setItem(key, JSON.stringify(fields))
      } catch {
        // No storage, or no room: the conversation goes on, and a reload begins another one.
      }
    },
    clear() {
      fields = empty
      try {
        sessionStorage.removeItem(key)
      } catch {
        // There is none.
      }
    },
  }
}

/** Storage is the user's: whatever is no conversation is a new one. */
function load(key: string): SavedFields {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof saved === 'object' && saved !== null && 'tasks' in saved && Array.isArray(saved.tasks))
      return { ...empty, ...saved, tasks: saved.tasks.filter((id) => typeof id === 'string') }
  } catch {
    // A new conversation.
  }
  return empty
}
