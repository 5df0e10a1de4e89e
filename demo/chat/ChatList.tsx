/** The conversations with this agent, in a sheet: found again, renamed, deleted, saved. */
import { type KeyboardEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Sheet } from '../Sheet.tsx'
import { useWords } from '../words/use-words.ts'
import type { ChatSummary } from './chat-store.ts'
import { saveFile } from './save-file.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

export interface ChatListProps {
  readonly session: Session
  readonly sessions: Sessions
  readonly open: boolean
  readonly onClose: () => void
}

export function ChatList({ session, sessions, open, onClose }: ChatListProps) {
  const words = useWords()
  return (
    <Sheet title={words.conversations} side="start" open={open} onClose={onClose}>
      <Chats session={session} sessions={sessions} onClose={onClose} />
    </Sheet>
  )
}

interface Deleted {
  readonly title: string
  readonly undo: () => void
}

function Chats({ session, sessions, onClose }: Omit<ChatListProps, 'open'>) {
  const { chats } = session
  const all = useSyncExternalStore(chats.subscribe, chats.getSnapshot)
  const words = useWords()
  const [sought, setSought] = useState('')
  const [renamed, setRenamed] = useState<string>()
  const [deleted, setDeleted] = useState<Deleted>()
  const found = all.filter((chat) => holds(chat, sought))
  const current = chats.current()

  function choose(id: string): void {
    onClose()
    if (id !== current) sessions.openChat(id)
  }

  function remove({ id, title }: ChatSummary): void {
    setDeleted({ title, undo: chats.remove(id) })
    if (id === current) sessions.openChat()
  }

  function rename(id: string, title: string): void {
    setRenamed(undefined)
    if (title.trim() !== '') chats.saved(id).write({ title: title.trim() })
  }

  return (
    <div className="chats">
      <input
        type="search"
        className="chats__search"
        aria-label={words.search}
        placeholder={words.search}
        value={sought}
        onChange={({ target }) => setSought(target.value)}
      />
      {deleted && (
        <p className="chats__note" role="status">
          <bdi className="chats__deleted">{words.deleted(deleted.title)}</bdi>
          <button
            type="button"
            className="text-button"
            onClick={() => {
              deleted.undo()
              setDeleted(undefined)
            }}
          >
            {words.undo}
          </button>
        </p>
      )}
      {found.length === 0 && (
        <p className="chats__empty">{all.length === 0 ? words.noConversations : words.noneFound}</p>
      )}
      <ul className="chats__list">
        {found.map((chat) => (
          <li key={chat.id} className="chats__item" aria-current={chat.id === current ? 'true' : undefined}>
            {renamed === chat.id ? (
              <Rename title={chat.title} onDone={(title) => rename(chat.id, title)} />
            ) : (
              <>
                <button type="button" className="chats__open" onClick={() => choose(chat.id)}>
                  <bdi className="chats__title">{chat.title}</bdi>
                  <time className="chats__time">{timeOf(chat.updated, words.language)}</time>
                </button>
                {chat.id === current && (
                  <IconButton
                    icon="save"
                    label={`${words.save}: ${chat.title}`}
                    onClick={() => saveLines(session, chat.title)}
                  />
                )}
                <IconButton
                  icon="rename"
                  label={`${words.rename}: ${chat.title}`}
                  onClick={() => setRenamed(chat.id)}
                />
                <IconButton icon="delete" label={`${words.delete}: ${chat.title}`} onClick={() => remove(chat)} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RenameProps {
  readonly title: string
  /** An empty title leaves it as it was. */
  readonly onDone: (title: string) => void
}

function Rename({ title, onDone }: RenameProps): ReactNode {
  const words = useWords()
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onDone(event.currentTarget.value)
    if (event.key !== 'Escape') return
    // The sheet stays open.
    event.preventDefault()
    event.stopPropagation()
    onDone('')
  }
  return (
    <input
      className="chats__rename"
      aria-label={`${words.rename}: ${title}`}
      defaultValue={title}
      ref={(field) => field?.select()}
      onKeyDown={press}
      onBlur={({ currentTarget }) => onDone(currentTarget.value)}
    />
  )
}

function holds({ words }: ChatSummary, sought: string): boolean {
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

/** Today the time of the day, else the day; as the visitor's country writes it, if it speaks the page's language. */
function timeOf(updated: number, spoken: string): string {
  if (updated === 0) return ''
  const language = navigator.languages.find((tag) => tag.startsWith(spoken)) ?? spoken
  const date = new Date(updated)
  const today = date.toDateString() === new Date().toDateString()
  return date.toLocaleString(
    language,
    today ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' },
  )
}

function saveLines({ record }: Session, title: string): void {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
  saveFile(`${name.replace(/^-|-$/g, '') || 'conversation'}.jsonl`, record.toJsonl())
}
