/** Messages or a model's answer, typed, pasted or out of a file: all faults with what to write instead, and its playing. */
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { basicCatalog, extendedCatalog } from 'surface-runtime'
import { checkMessages, repairText } from 'surface-runtime/authoring'

export interface CheckerProps {
  /** What stands there at first. */
  readonly text: string
  readonly onPlay: (text: string) => void
}

export function Checker({ text: first, onPlay }: CheckerProps) {
  const [text, setText] = useState(first)
  const file = useRef<HTMLInputElement>(null)
  const id = useId()

  return (
    <div className="checker">
      <div className="checker__input">
        <label className="checker__label" htmlFor={id}>
          JSON Lines, or a model’s answer with messages in it
        </label>
        <textarea
          id={id}
          className="checker__text"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="options__buttons">
          <button
            type="button"
            className="plain-button"
            data-kind="main"
            onClick={() => text.trim() !== '' && onPlay(text)}
          >
            Play
          </button>
          <button type="button" className="plain-button" onClick={() => file.current?.click()}>
            From a file
          </button>
          <input
            ref={file}
            type="file"
            hidden
            accept=".jsonl,.ndjson,.json,.txt,.md"
            aria-label="A file of messages"
            onChange={async ({ target }) => setText((await target.files?.[0]?.text()) ?? '')}
          />
        </div>
      </div>
      <Faults text={useDeferredValue(text)} />
    </div>
  )
}

/** More are counted, not listed. */
const max = 50

function Faults({ text }: { readonly text: string }) {
  const { repaired, checked } = useMemo(() => {
    const repaired = repairText(text)
    const catalog = text.includes(extendedCatalog.catalogId) ? extendedCatalog : basicCatalog
    return { repaired, checked: checkMessages(repaired.text, catalog, { max }) }
  }, [text])
  const { faults, messages, more } = checked
  if (text.trim() === '') return <p className="checker__result checker__note">Its faults stand here.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="checker__result" aria-label="Faults" tabIndex={0}>
      <p className="checker__sum" role="status">
        {faults.length === 0 ? 'No faults' : `${faults.length + more} faults`} · {messages.length} messages are right
      </p>
      {repaired.repairs.length > 0 && (
        <p className="checker__note">
          Read out of the text: {[...new Set(repaired.repairs.map(({ kind }) => kind))].join(', ')}.
        </p>
      )}
      <ol className="checker__faults">
        {faults.map(({ code, severity, line, at, message, hint, expected }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
          <li key={index} className="checker__fault" data-severity={severity}>
            <h3 className="checker__code">
              <code>{code}</code> {line !== undefined && <span className="chip">line {line}</span>}
            </h3>
            <p>{message}</p>
            {at !== '' && <code className="checker__at">{at}</code>}
            <p className="checker__hint">{hint}</p>
            {expected && <p className="checker__note">May stand there: {expected.join(', ')}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
