/** What stands in the composer: typed, kept over a reload, or taken up again from what was said last. */
import { useState } from 'react'
import type { SavedChat } from './chat-store.ts'

export interface Draft {
  readonly text: string
  /** The text is what was said last, taken up again. */
  readonly editing: boolean
  readonly change: (text: string) => void
  /** Takes up what was said last. */
  readonly edit: (said: string) => void
}

export function useDraft(saved: SavedChat): Draft {
  const [text, setText] = useState(saved.read().draft)
  const [editing, setEditing] = useState(false)

  function change(next: string): void {
    setText(next)
    saved.write({ draft: next })
    if (next === '') setEditing(false)
  }

  function edit(said: string): void {
    change(said)
    setEditing(true)
  }

  return { text, editing, change, edit }
}
