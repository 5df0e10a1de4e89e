/** Below a line in the inspector: another text for it, and the transcript plays on from there. */
import { useState } from 'react'

export interface EditLineProps {
  readonly text: string
  readonly onRun: (text: string) => void
}

export function EditLine({ text, onRun }: EditLineProps) {
  const [edited, setEdited] = useState<string>()
  if (edited === undefined)
    return (
      <div>
        <button type="button" className="text-button" onClick={() => setEdited(text)}>
          Edit
        </button>
      </div>
    )
  return (
    <div className="edit-line">
      <textarea
        className="edit-line__text"
        aria-label="The line"
        rows={5}
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for it
        autoFocus
        value={edited}
        onChange={({ target }) => setEdited(target.value)}
      />
      <div className="options__buttons">
        <button type="button" className="text-button" onClick={() => onRun(edited)}>
          Run from here
        </button>
        <button type="button" className="text-button" onClick={() => setEdited(undefined)}>
          Cancel
        </button>
      </div>
    </div>
  )
}
