/** `DateTimeInput`: a date, a time of day, or both, in the browser's own input. */
import { useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { useLazyModule } from '../../react/use-lazy-module.ts'
import { dates } from '../functions/format-date.ts'
import type { DateTimeInputProps } from '../props.ts'
import { ariaLabelOf } from './control-name.ts'
import { useField } from './Field.tsx'
import { type InputKind, lastOf, localDates } from './local-date.ts'

interface Draft {
  readonly text: string
  /** The value before the first edit. Its offset is kept: the text of the input has no offset. */
  readonly before: string
  /** Whether the input has changed since then. For a half-typed date browsers report no change. */
  readonly changed: boolean
}

/**
 * As in `TextField`, the input shows what the user enters, whatever the agent writes to the data model.
 *
 * A value that must be translated waits for the code that reads dates: without that code the input is empty and read-only,
 * since what is entered would lose the offset of the value.
 */
export const DateTimeInput: RendererOf<DateTimeInputProps> = (input) => {
  const { props, enter, frozen, label, texts, timeZone } = input
  const field = useField(input)
  const [draft, setDraft] = useState<Draft>()
  const kind = kindOf(props)
  const isForeign = (value: string | undefined): boolean => !!value && !localDates.toInput(value, kind, timeZone)
  const module = useLazyModule(dates, 'dates', [props.value, props.min, props.max].some(isForeign))
  const translation = module && module !== 'missing' ? module.allDates : localDates
  const shown = (value: string | undefined): string => translation.toInput(value ?? '', kind, timeZone)
  const text = draft?.text ?? shown(props.value)
  const write = ({ text, before }: Draft): void => enter('value', translation.fromInput(text, kind, before, timeZone))
  const readOnly = frozen || (translation === localDates && isForeign(draft?.before ?? props.value))
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
        readOnly={readOnly}
        value={text}
        min={shown(props.min) || undefined}
        max={lastOf(props.max, kind, timeZone, translation)}
        onKeyDown={({ key }) => {
          if (!draft && !readOnly && /^\d$/.test(key))
            setDraft({ text: shown(props.value), before: props.value, changed: false })
        }}
        onChange={({ target }) => {
          if (readOnly) return
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
