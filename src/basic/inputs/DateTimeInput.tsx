/**
 * `DateTimeInput`: a date, a time of day, or both, in the browser's own input.
 *
 * A local date or time in the form of native inputs is shown as it is. All other values are for `date-input.ts`, which comes
 * late.
 */
import { useState } from 'react'
import { useLazyModule } from '../../react/hooks.ts'
import type { RendererOf } from '../../react/renderer.ts'
import { dates } from '../functions/format-date.ts'
import type { DateTimeInputProps } from '../props.ts'
import type { DateTranslation, InputKind } from './date-input.ts'
import { ariaLabelOf, labelOf, unshownNote, useField } from './Field.tsx'

interface LocalText {
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
 * A value that native inputs cannot show waits for the code that reads dates. The input is empty and read-only until then,
 * since what is entered would lose the offset of the value. If the code cannot be loaded, the value is edited as text.
 */
export const DateTimeInput: RendererOf<DateTimeInputProps> = (input) => {
  const { props, enter, frozen, draft, label, texts, timeZone } = input
  const [local, setLocal] = useState<LocalText>()
  const kind = kindOf(props)
  const needsModule = (value: string | undefined): boolean => !!value && !localDates.toInput(value, kind, timeZone)
  const module = useLazyModule(dates, 'dates', !draft && [props.value, props.min, props.max].some(needsModule))
  const isUnread = needsModule(props.value)
  const available = module === 'missing' ? isUnread && datesAsText : module?.allDates
  const translation = local?.translation ?? (available || localDates)
  const isText = translation === datesAsText
  const shown = (value = ''): string => existing(translation.toInput(value, kind, timeZone), isText ? undefined : kind)
  const text = local?.text ?? shown(props.value)
  const unshown = text === '' && !local && (available || !isUnread) ? props.value : undefined
  const note = unshownNote(input, unshown, 'Send ISO 8601, such as "2027-03-20" or "2027-03-20T09:30:00Z".')
  const field = useField(input, isText ? texts.noCalendar : note)
  const write = ({ text, before }: LocalText): void =>
    enter('value', translation.fromInput(text, kind, before, timeZone))
  const localOf = (text: string, changed: boolean): LocalText => {
    return { text, before: local?.before ?? props.value, changed, translation }
  }
  const readOnly = frozen || (!local && translation === localDates && isUnread)
  return (
    <div className="sf-field">
      {props.label !== undefined && labelOf(field.id, props.label)}
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
          if (!local && !readOnly && /^\d$/.test(key)) setLocal(localOf(text, false))
        }}
        onChange={({ target }) => {
          if (readOnly) return
          const next = localOf(target.value, true)
          setLocal(next)
          write(next)
        }}
        onBlur={() => {
          if (local?.changed && local.text !== shown(props.value)) write(local)
          setLocal(undefined)
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

const forms = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d$/,
  'datetime-local': /^\d{4}-\d\d-\d\dT\d\d:\d\d$/,
} as const

/** Browsers show nothing for a day or a time that does not exist. */
function existing(text: string, kind: InputKind | undefined): string {
  if (kind === undefined || text === '') return text
  const whole = kind === 'time' ? `2000-01-01T${text}` : kind === 'date' ? `${text}T00:00` : text
  const time = Date.parse(`${whole}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(whole) ? text : ''
}

/** What needs no translation: the value is the text of the input. */
export const localDates: DateTranslation = { toInput: localText, fromInput: localText }

function localText(value: string, kind: InputKind): string {
  return forms[kind].test(value) ? value : ''
}

/** Where the code for all other dates cannot be loaded, the user sees and writes the value itself. */
const datesAsText: DateTranslation = { toInput: (value) => value, fromInput: (text) => text }

/**
 * The `max` of the input. A day ends with its last minute. Without `max`, years have four digits at most, as in ISO
 * 8601.
 */
export function lastOf(
  max: string | undefined,
  kind: InputKind,
  timeZone: string,
  { toInput }: DateTranslation,
): string | undefined {
  return toInput(max ?? '', kind, timeZone, '23:59') || last[kind]
}

const last = { date: '9999-12-31', time: undefined, 'datetime-local': '9999-12-31T23:59' } as const
