/** When a reminder is wanted: times and days in a sentence, in English and in German. What is missing or odd is asked for. */

import type { Yielded } from '../../src/agent/server/index.ts'

/** What is known so far. Both are there: the reminder is set. */
interface Reminder {
  /** `in 20 minutes`, or `at 09:30`. */
  readonly time?: string
  /** `today`, `tomorrow`, or a day of the week. */
  readonly day?: string
}

const days: Readonly<Record<string, string>> = {
  ...{ today: 'today', tonight: 'today', heute: 'today', tomorrow: 'tomorrow', morgen: 'tomorrow' },
  ...{ monday: 'on Monday', tuesday: 'on Tuesday', wednesday: 'on Wednesday', thursday: 'on Thursday' },
  ...{ friday: 'on Friday', saturday: 'on Saturday', sunday: 'on Sunday', montag: 'on Monday' },
  ...{ dienstag: 'on Tuesday', mittwoch: 'on Wednesday', donnerstag: 'on Thursday', freitag: 'on Friday' },
  ...{ samstag: 'on Saturday', sonnabend: 'on Saturday', sonntag: 'on Sunday' },
}

const units: Readonly<Record<string, string>> = { min: 'minute', hour: 'hour', stunde: 'hour', day: 'day', tag: 'day' }

const dayParts: Readonly<Record<string, string>> = {
  ...{ noon: '12:00', mittag: '12:00', midnight: '00:00', mitternacht: '00:00' },
  ...{ morning: '08:00', afternoon: '15:00', evening: '19:00', tonight: '20:00', abend: '19:00' },
}

/** @param before What an earlier answer of the user has said. */
function reminderIn(text: string, before: Reminder = {}): Reminder {
  const words = text.toLowerCase()
  const delay = delayIn(words)
  if (delay !== undefined) return { time: delay, day: '' }
  const named = /\b(\p{L}+)\b/gu
  const day = [...words.matchAll(named)].flatMap(([, word = '']) => own(days, word) ?? []).at(-1) ?? before.day
  const time = clockIn(words) ?? partIn(words) ?? before.time
  return { ...(day !== undefined && { day }), ...(time !== undefined && { time }) }
}

/** “in 20 minutes”, “in an hour”. */
function delayIn(words: string): string | undefined {
  const [, count = '', unit = ''] =
    /\bin\s+(\d{1,3}|an?|one|einer|einem|half an)\s+(min|hour|stunde|day|tag)\p{L}*/u.exec(words) ?? []
  if (unit === '') return undefined
  if (count === 'half an') return 'in 30 minutes'
  const number = /^\d/.test(count) ? Number(count) : 1
  return number === 0 ? undefined : `in ${number} ${units[unit]}${number === 1 ? '' : 's'}`
}

/** With a word or a sign that makes it a time: “2 things” is none. Alone it is the answer to a question. */
const clocks = [
  /\b(?:at|um|@)\s*(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?\b/,
  /\b(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|uhr|o'clock)\b/,
  /\b(\d{1,2}):(\d{2})\b/,
  /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*[.!]?\s*$/,
]

/** `at 9`, `9:30`, `9 pm`, `21 Uhr`. A time that no clock shows is none. */
function clockIn(words: string): string | undefined {
  const found = clocks.map((clock) => clock.exec(words)).find((match) => match !== null)
  if (!found) return undefined
  const [, hour = '', minute = '00', half] = found
  const twelve = half === 'am' || half === 'pm'
  const hours = twelve ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour)
  const possible = hours < 24 && Number(minute) < 60 && (!twelve || (Number(hour) >= 1 && Number(hour) <= 12))
  return possible ? `${String(hours).padStart(2, '0')}:${minute}` : undefined
}

function partIn(words: string): string | undefined {
  return [...words.matchAll(/\p{L}+/gu)].flatMap(([word]) => own(dayParts, word) ?? []).at(-1)
}

function own(list: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(list, word) ? list[word] : undefined
}

/** Tasks whose answer is awaited. */
const most = 100

export interface Reminders {
  /** The steps of an answer: a promise, or a question for what is not known yet. */
  readonly answer: (taskId: string, text: string) => readonly Yielded[]
}

export function createReminders(): Reminders {
  const open = new Map<string, Reminder>()
  return {
    answer(taskId, text) {
      const before = open.get(taskId)
      const reminder = reminderIn(text, before)
      const question = questionFor(reminder, before !== undefined)
      open.delete(taskId)
      if (question === '') return [{ status: 'completed', text: promiseOf(reminder) }]
      open.set(taskId, reminder)
      for (const oldest of open.keys()) if (open.size > most) open.delete(oldest)
      return [{ status: 'input-required', text: question }]
    },
  }
}

/** Empty: everything is known. */
function questionFor({ time, day }: Reminder, asked: boolean): string {
  if (time !== undefined && day !== undefined) return ''
  if (time !== undefined) return 'On which day? Today, tomorrow, or a day of the week.'
  if (asked) return 'I did not find a time in that. Say it like this: “at 18:30”, or “in 20 minutes”.'
  return 'At what time shall I remind you?'
}

function promiseOf({ time = '', day = '' }: Reminder): string {
  return `I will remind you ${time.startsWith('in ') ? time : `${day} at ${time}`}.`
}
