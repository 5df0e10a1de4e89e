/** `DateTimeInput`: a date, a time of day, or both, in the browser's own input. */
import { useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import type { DateTimeInputProps } from '../props.ts'
import { ariaLabelOf } from './control-name.ts'
import { fromInput, type InputKind, lastOf, toInput } from './date-input.ts'
import { useField } from './Field.tsx'

interface Draft {
  readonly text: string
  /** The value before the first edit. Its offset is kept: the text of the input has no offset. */
  readonly before: string
  /** Whether the input has changed since then. For a half-typed date browsers report no change. */
  readonly changed: boolean
}

/** As in `TextField`, the input shows what the user enters, whatever the agent writes to the data model. */
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
        aria-label={ariaLabelOf(label, props.label, texts[textKeys[kind]])}
        readOnly={frozen}
        value={text}
        min={shown(props.min) || undefined}
        max={lastOf(props.max, kind, timeZone)}
        onKeyDown={({ key }) => {
          if (!draft && !frozen && /^\d$/.test(key))
            setDraft({ text: shown(props.value), before: props.value, changed: false })
        }}
        onChange={({ target }) => {
          const next = { text: target.value, before: draft?.before ?? props.value, changed: true }
          setDraft(next)
          write(next)
        }}
        onBlur={() => {
          if (draft?.changed && draft.text !== shown(props.value)) write(draft)
          setDraft(undefined)
          field.leave()
        }}
      />
      {field.error}
    </div>
  )
}

/** The host's texts that name an input without a label. */
const textKeys = { date: 'date', time: 'time', 'datetime-local': 'dateTime' } as const

/** With neither date nor time enabled it is a date. */
function kindOf({ enableDate, enableTime }: DateTimeInputProps): InputKind {
  if (!enableTime) return 'date'
  return enableDate ? 'datetime-local' : 'time'
}
