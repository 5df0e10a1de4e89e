/** `DateTimeInput`: a date, a time of day, or both, entered with the browser's own means. */
import { useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import type { DateTimeInputProps } from '../props.ts'
import { nameOf } from './control-name.ts'
import { fromInput, type InputKind, lastOf, toInput } from './date-input.ts'
import { useField } from './Field.tsx'

interface Draft {
  readonly text: string
  /** The value that the person began with. What is half typed is empty, and has no offset that could be kept. */
  readonly before: string
  /** Whether the input has given a value since: it gives none for what is half typed. */
  readonly given: boolean
}

/** As in a text field, what the person is entering is not taken away by what the agent writes meanwhile. */
export const DateTimeInput: RendererOf<DateTimeInputProps> = (input) => {
  const { props, enter, frozen, label, texts, timeZone } = input
  const field = useField(input)
  const [draft, setDraft] = useState<Draft>()
  const kind = kindOf(props)
  const shown = (value: string | undefined): string => toInput(value ?? '', kind, timeZone)
  const text = draft?.text ?? shown(props.value)
  const write = ({ text, before }: Draft): void => enter('value', fromInput(text, kind, before, timeZone))
  return (
    <div className="sf-field">
      {props.label !== undefined && (
        <label className="sf-field__label" htmlFor={field.id} dir="auto">
          {props.label}
        </label>
      )}
      <input
        {...field.attributes}
        type={kind}
        className={text === '' ? 'sf-input sf-input--date sf-input--empty' : 'sf-input sf-input--date'}
        aria-label={nameOf(label, props.label, texts[names[kind]])}
        readOnly={frozen}
        value={text}
        min={shown(props.min) || undefined}
        max={lastOf(props.max, kind, timeZone)}
        onKeyDown={({ key }) => {
          if (!draft && !frozen && /^\d$/.test(key))
            setDraft({ text: shown(props.value), before: props.value, given: false })
        }}
        onChange={({ target }) => {
          const next = { text: target.value, before: draft?.before ?? props.value, given: true }
          setDraft(next)
          write(next)
        }}
        onBlur={() => {
          if (draft?.given && draft.text !== shown(props.value)) write(draft)
          setDraft(undefined)
          field.leave()
        }}
      />
      {field.error}
    </div>
  )
}

const names = { date: 'date', time: 'time', 'datetime-local': 'dateTime' } as const

/** An agent that enables neither still asked for an input. */
function kindOf({ enableDate, enableTime }: DateTimeInputProps): InputKind {
  if (!enableTime) return 'date'
  return enableDate ? 'datetime-local' : 'time'
}
