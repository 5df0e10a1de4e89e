/** Where the user writes. What was typed stays, whatever the agent does meanwhile. */
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { Icon } from '../Icon.tsx'

export interface ComposerProps {
  /** The agent is answering, and can be stopped. */
  readonly busy: boolean
  /** What one could say. */
  readonly examples: readonly string[]
  readonly onSend: (text: string) => void
  readonly onStop: () => void
}

export function Composer({ busy, examples, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState('')

  function send(): void {
    const said = text.trim()
    if (said === '') return
    setText('')
    onSend(said)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    send()
  }

  /** While a character is being composed, Enter belongs to the input method. */
  function sendOnEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <>
      {examples.length > 0 && (
        <ul className="examples" aria-label="Examples">
          {examples.map((example) => (
            <li key={example}>
              <button type="button" className="examples__button" onClick={() => onSend(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="composer" onSubmit={submit}>
        <textarea
          className="composer__text"
          rows={1}
          aria-label="Message"
          placeholder="Write a message"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={sendOnEnter}
        />
        {busy && (
          <button type="button" className="composer__button" aria-label="Stop" title="Stop" onClick={onStop}>
            <Icon name="stop" />
          </button>
        )}
        <button
          type="submit"
          className="composer__button"
          data-main
          aria-label="Send"
          title="Send"
          aria-disabled={text.trim() === ''}
        >
          <Icon name="send" />
        </button>
      </form>
    </>
  )
}
