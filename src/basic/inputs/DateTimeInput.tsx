/** `DateTimeInput`: a date, a time of day, or both, in the browser's own input. */
import { useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { useLazyModule } from '../../react/use-lazy-module.ts'
import { dates } from '../functions/format-date.ts'
import type { DateTimeInputProps } from '../props.ts'
import { ariaLabelOf } from './control-name.ts'
import { useField } from './Field.tsx'
import { type DateTranslation, datesAsText, type InputKind, lastOf, localDates } from './local-date.ts'

interface Draft {
  readonly text: string
  /** The value before the first edit. Its offset is kept: the text of the input has no offset. */
  readonly before: string
  /** Whether the input has changed since then. For a half-typed date browsers report no change. */
  readonly changed: boolean
  /** The input stays what it is until the user leaves it, although the code that reads dates may arrive. */
  readonly translation: DateTranslation
}

/**
 * As in `TextField`, the input shows what the user enters, whatever the agent writes to the data model.
 *
 * A value that must be translated waits for the code that reads dates. The input is empty and read-only until then, since
 * what is entered would lose the offset of the value. If the code cannot be loaded, the value is edited as text.
 */
export const DateTimeInput: RendererOf<DateTimeInputProps> = (input) => {
  const { props, enter, frozen, label, texts, timeZone } = input
  const [draft, setDraft] = useState<Draft>()
  const kind = kindOf(props)
  const isForeign = (value: string | undefined): boolean => !!value && !localDates.toInput(value, kind, timeZone)
  const module = useLazyModule(dates, 'dates', [props.value, props.min, props.max].some(isForeign))
  const isUnread = isForeign(props.value)
  const available = module === 'missing' ? isUnread && datesAsText : module?.allDates
  const translation = draft?.translation ?? (available || localDates)
  const isText = translation === datesAsText
  const field = useField(input, isText ? texts.noCalendar : undefined)
  const shown = (value: string | undefined): string => translation.toInput(value ?? '', kind, timeZone)
  const text = draft?.text ?? shown(props.value)
  const write = ({ text, before }: Draft): void => enter('value', translation.fromInput(text, kind, before, timeZone))
  const draftOf = (text: string, changed: boolean): Draft => {
    return { text, before: draft?.before ?? props.value, changed, translation }
  }
  const readOnly = frozen || (!draft && translation === localDates && isUnread)
  return (
    <div className="sf-field">
      {props.label !== undefined && (
        <label className="sf-field__label" htmlFor={field.id} dir="auto">
          {props.label}
        </label>
      )}
      <input
        {...field.attributes}
        type={isText ? 'text' : kind}
        className={`sf-input sf-input--date${text === '' ? ' sf-input--empty' : ''}`}
        aria-label={ariaLabelOf(label, props.label, texts[kind === 'datetime-local' ? 'dateTime' : kind])}
        readOnly={readOnly}
        value={text}
        min={shown(props.min) || undefined}
        max={lastOf(props.max, kind, timeZone, translation)}
        onKeyDown={({ key }) => {
          if (!draft && !readOnly && /^\d$/.test(key)) setDraft(draftOf(text, false))
        }}
        onChange={({ target }) => {
          if (readOnly) return
          const next = draftOf(target.value, true)
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

/** With neither date nor time enabled it is a date. */
function kindOf({ enableDate, enableTime }: DateTimeInputProps): InputKind {
  if (!enableTime) return 'date'
  return enableDate ? 'datetime-local' : 'time'
}
