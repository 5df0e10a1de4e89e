/** Local dates and times in the form of native inputs. All other dates of agents need `date-input.ts`, which comes late. */

/** The `type` of the input. */
export type InputKind = 'date' | 'time' | 'datetime-local'

export interface DateTranslation {
  /**
   * The text of the input; empty for a value that has none. `timeZone` is an IANA name. `timeOfDay` completes a value
   * without a time.
   */
  readonly toInput: (value: string, kind: InputKind, timeZone: string, timeOfDay?: string) => string
  /** The text of the input as ISO 8601; empty for an invalid text. `before` is the value that it replaces. */
  readonly fromInput: (text: string, kind: InputKind, before: string, timeZone: string) => string
}

const forms = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d$/,
  'datetime-local': /^\d{4}-\d\d-\d\dT\d\d:\d\d$/,
} as const

/** What needs no translation: the value is the text of the input. */
export const localDates: DateTranslation = { toInput: localText, fromInput: localText }

function localText(value: string, kind: InputKind): string {
  return forms[kind].test(value) ? value : ''
}

/** Where the code for all other dates cannot be loaded, the user sees and writes the value itself. */
export const datesAsText: DateTranslation = { toInput: (value) => value, fromInput: (text) => text }

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
