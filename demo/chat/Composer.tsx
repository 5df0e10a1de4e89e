/**
 * Where the user writes. Enter sends, Shift+Enter breaks the line, the arrow up in an empty composer takes up what was
 * said last, and Escape gives that up. What was typed stays, whatever the agent does meanwhile, and after a reload.
 */
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
} from 'react'
import { Icon } from '../Icon.tsx'
import { useWords } from '../words/use-words.ts'
import type { SavedChat } from './chat-store.ts'
import { Examples } from './Examples.tsx'
import { useLostFocus } from './lost-focus.ts'
import { useDraft } from './use-draft.ts'

/** Characters of a message, and before their end those from which on they are counted before the user's eyes. */
const [longest, nearEnd] = [8_000, 500]

export interface ComposerProps {
  /** The agent is answering, and can be stopped. */
  readonly busy: boolean
  readonly saved: SavedChat
  /** The conversation. When a button there is gone after a press, the focus comes here. */
  readonly content: RefObject<HTMLElement | null>
  /** What the user said last. */
  readonly lastSaid: string | undefined
  /** What one could say. */
  readonly examples: readonly string[]
  /** The way to the cart. */
  readonly cart?: ReactNode
  readonly onSend: (text: string) => void
  readonly onStop: () => void
}

export function Composer({ busy, saved, content, lastSaid, examples, cart, onSend, onStop }: ComposerProps) {
  const words = useWords()
  const { text, editing, change, edit } = useDraft(saved)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // Whoever has gone to the content meanwhile stays there.
    if (!document.activeElement?.closest('main, .skip-link')) focusOnDesk(field.current)
  }, [])
  useLostFocus(
    content,
    useCallback(() => focusOnDesk(field.current), []),
  )

  const isLong = text.length >= longest - nearEnd

  function send(said = text.trim()): void {
    if (said === '') return
    if (said === text.trim()) change('')
    onSend(said)
    focusOnDesk(field.current)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    send()
  }

  function press(event: KeyboardEvent): void {
    // While a character is being composed, keys belong to the input method.
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'ArrowUp' && text === '' && lastSaid) {
      event.preventDefault()
      edit(lastSaid)
    } else if (event.key === 'Escape' && editing) {
      // Without it Escape stops the answer.
      event.preventDefault()
      change('')
    }
  }

  return (
    <>
      <Examples examples={examples} onSay={send} />
      <form className="composer" onSubmit={submit}>
        {cart}
        <textarea
          className="composer__text"
          ref={field}
          rows={1}
          dir="auto"
          aria-label={words.message}
          placeholder={words.placeholder}
          value={text}
          maxLength={longest}
          aria-describedby={isLong ? 'composer-count' : undefined}
          onChange={(event) => change(event.target.value)}
          onKeyDown={press}
        />
        <ComposerButtons empty={text.trim() === ''} onStop={busy ? onStop : undefined} />
      </form>
      {isLong && (
        <p className="composer__hint" id="composer-count" data-testid="count">
          {words.count(text.length, longest)}
        </p>
      )}
      {editing && <p className="composer__hint">{words.editing}</p>}
    </>
  )
}

interface ComposerButtonsProps {
  /** There is nothing to send. */
  readonly empty: boolean
  /** Absent: there is nothing to stop. */
  readonly onStop: (() => void) | undefined
}

function ComposerButtons({ empty, onStop }: ComposerButtonsProps) {
  const words = useWords()
  return (
    <>
      {onStop && (
        <button
          type="button"
          className="composer__button"
          aria-label={words.stop}
          title={`${words.stop} (Escape)`}
          onClick={onStop}
        >
          <Icon name="stop" />
        </button>
      )}
      <button
        type="submit"
        className="composer__button"
        data-main
        aria-label={words.send}
        title={`${words.send} (Enter)`}
        aria-disabled={empty}
      >
        <Icon name="send" />
      </button>
    </>
  )
}

/** On a phone the focus would bring up the keyboard over half the page. */
function focusOnDesk(field: HTMLElement | null): void {
  if (window.matchMedia('(pointer: fine)').matches) field?.focus({ preventScroll: true })
}
