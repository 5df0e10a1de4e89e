// The sample agent's reminder: it knows times and days, or asks for what it does not know.
import { expect, it } from 'vitest'
import { createReminders } from '../../../demo/agent/reminder.ts'

/** What the agent says to each message of one task. */
function talk(...said: readonly string[]): readonly unknown[] {
  const { answer } = createReminders()
  return said.map((text) => answer('t', text)[0])
}
const promise = (text: string) => ({ status: 'completed', text: `I will remind you ${text}.` })
const question = (text: RegExp) => ({ status: 'input-required', text: expect.stringMatching(text) })

it.each([
  ['remind me tomorrow at 9', 'tomorrow at 09:00'],
  ['Remind me of 2 things on Friday at 6:30 pm', 'on Friday at 18:30'],
  ['remind me today at noon', 'today at 12:00'],
  ['remind me tonight', 'today at 20:00'],
  ['remind me at 12 am on Sunday', 'on Sunday at 00:00'],
  ['remind me in 20 minutes', 'in 20 minutes'],
  ['remind me in an hour', 'in 1 hour'],
  ['erinnere mich am Freitag um 17.15 Uhr', 'on Friday at 17:15'],
  ['remind me at 21:00 on monday, no, tuesday', 'on Tuesday at 21:00'],
])('[CH-28] %s', (sentence, when) => {
  expect(talk(sentence)).toEqual([promise(when)])
})

it('[CH-28] asks for the time, then for the day, and again where an answer has none', () => {
  expect(talk('Remind me of it', 'soon', 'at 25:99', '7', 'whenever', 'saturday')).toEqual([
    question(/^At what time/),
    question(/^I did not find a time/),
    question(/^I did not find a time/),
    question(/^On which day/),
    question(/^On which day/),
    promise('on Saturday at 07:00'),
  ])
  expect(talk('remind me on friday', 'half past', '9 am')).toEqual([
    question(/^At what time/),
    question(/^I did not find a time/),
    promise('on Friday at 09:00'),
  ])
})
