/**
 * What the browser remembers of conversations: which ones there are, and of each what a reload would lose. The conversations
 * themselves are with the agent. All tabs have one list; each tab has a conversation of its own open.
 */
import type { SavedInput } from 'surface-runtime'
import type { MessageDraft } from 'surface-runtime/agent'
import { createStore, type Readable } from '../store.ts'

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
  /** As they went over the wire, oldest first. */
  readonly undelivered: readonly MessageDraft[]
  /** What the user has said, oldest first: the list is searched by it. */
  readonly said: readonly string[]
  /** The user's name for it. Default: what was said first. */
  readonly title?: string | undefined
  /** When something was said last, in milliseconds since 1970. */
  readonly updated: number
  /** How many answers have come, in all tabs together. */
  readonly answers: number
}

export interface SavedChat {
  readonly read: () => SavedFields
  readonly write: (changed: Partial<SavedFields>) => void
}

/** A line of the list. */
export interface ChatSummary {
  readonly id: string
  readonly title: string
  /** In lower case, what a search looks through. */
  readonly words: string
  /** In milliseconds since 1970. */
  readonly updated: number
}

/** The conversations in which something was said, the newest first. */
export interface ChatStore extends Readable<readonly ChatSummary[]> {
  /** The conversation that this tab has open. */
  readonly current: () => string
  /** From now on this tab has another one open; without an id a new one. */
  readonly open: (id?: string) => void
  readonly saved: (id: string) => SavedChat
  /** Takes it out of the list. The result puts it back. The agent is not told: its protocol has no word for it. */
  readonly remove: (id: string) => () => void
}

const empty: SavedFields = {
  tasks: [],
  draft: '',
  typed: {},
  resent: [],
  undelivered: [],
  said: [],
  updated: 0,
  answers: 0,
}

/** Conversations that are kept; the one that was used longest ago goes first. */
const mostChats = 200

/** @param name Of the agent and the version: another agent must not get these conversations. */
export function openChatStore(name: string): ChatStore {
  const prefix = `surface-runtime:chat:${name}:`
  /** What could not be stored: the conversation goes on, and a reload begins another one. */
  const unstored = new Map<string, SavedFields>()
  const list = createStore<readonly ChatSummary[]>([])
  let current = read(sessionStorage, prefix) ?? crypto.randomUUID()

  /** Texts that were read before, and what is in them. */
  const parsed = new Map<string, { readonly text: string | undefined; readonly fields: SavedFields }>()

  function load(id: string): SavedFields {
    const text = read(localStorage, prefix + id)
    const known = parsed.get(id)
    const fields = known && known.text === text ? known.fields : fieldsIn(text)
    parsed.set(id, { text, fields })
    return unstored.get(id) ?? fields
  }

  function keep(id: string, fields: SavedFields): void {
    if (write(localStorage, prefix + id, JSON.stringify(fields))) unstored.delete(id)
    else unstored.set(id, fields)
  }

  function forget(id: string): void {
    unstored.delete(id)
    parsed.delete(id)
    remove(localStorage, prefix + id)
  }

  function refresh(): void {
    const stored = keysOf(localStorage).filter((key) => key.startsWith(prefix))
    const ids = new Set([...stored.map((key) => key.slice(prefix.length)), ...unstored.keys()])
    const all = [...ids].map((id) => [id, load(id)] as const).filter(([, fields]) => isSaid(fields))
    all.sort(([, one], [, other]) => other.updated - one.updated)
    for (const [id] of all.slice(mostChats)) forget(id)
    const next = all.slice(0, mostChats).map(([id, fields]) => summaryOf(id, fields))
    if (JSON.stringify(next) !== JSON.stringify(list.getSnapshot())) list.set(next)
  }

  write(sessionStorage, prefix, current)
  refresh()
  return {
    ...{ getSnapshot: list.getSnapshot, current: () => current },
    subscribe(listener) {
      const stop = list.subscribe(listener)
      // Told by other tabs alone.
      window.addEventListener('storage', refresh)
      return () => {
        stop()
        window.removeEventListener('storage', refresh)
      }
    },
    open(id = crypto.randomUUID()) {
      if (!isSaid(load(current))) forget(current)
      current = id
      write(sessionStorage, prefix, id)
    },
    saved: (id) => ({
      read: () => load(id),
      write(changed) {
        // Another tab may have the same conversation open: what it has written stays.
        keep(id, { ...load(id), ...changed })
        if ('said' in changed || 'tasks' in changed || 'title' in changed) refresh()
      },
    }),
    remove(id) {
      const fields = load(id)
      forget(id)
      refresh()
      return () => {
        keep(id, fields)
        refresh()
      }
    },
  }
}

function isSaid({ said, tasks, title }: SavedFields): boolean {
  return said.length > 0 || tasks.length > 0 || title !== undefined
}

function summaryOf(id: string, { title, said, updated }: SavedFields): ChatSummary {
  const shown = title ?? said[0] ?? '…'
  return { id, title: shown, words: [shown, ...said].join('\n').toLowerCase(), updated }
}

/** Storage is the user's: whatever is no conversation is a new one. */
function fieldsIn(text: string | undefined): SavedFields {
  try {
    const saved: unknown = JSON.parse(text ?? 'null')
    if (typeof saved === 'object' && saved !== null && 'tasks' in saved && Array.isArray(saved.tasks))
      return { ...empty, ...saved, tasks: saved.tasks.filter((id) => typeof id === 'string') }
  } catch {
    // A new conversation.
  }
  return empty
}

/** A browser may refuse its storage, or have no room there. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

function read(storage: Storage, key: string): string | undefined {
  return attempt(() => storage.getItem(key)) ?? undefined
}

function write(storage: Storage, key: string, text: string): boolean {
  const done = attempt(() => {
    storage.setItem(key, text)
    return true
  })
  return done === true
}

function remove(storage: Storage, key: string): void {
  attempt(() => storage.removeItem(key))
}

function keysOf(storage: Storage): readonly string[] {
  return attempt(() => Object.keys(storage)) ?? []
}
