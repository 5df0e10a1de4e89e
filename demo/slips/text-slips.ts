/** Slips in the text: how the JSON is written, and what stands around the JSON. */
import type { Slip } from './slip.ts'

const group = 'Text around the lines'

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')

const eachLine = (text: string, change: (line: string) => string): string =>
  linesOf(text)
    .map((line) => `${change(line)}\n`)
    .join('')

export const textSlips: readonly Slip[] = [
  {
    ...{ id: 'pretty', group, about: 'lines' },
    on: 'text',
    label: 'One message over several lines',
    change: (text) => eachLine(text, (line) => JSON.stringify(JSON.parse(line), null, 2)),
  },
  {
    ...{ id: 'comma', group, about: 'commas' },
    on: 'text',
    label: 'A comma after each message',
    change: (text) => text.replaceAll(/^([}\]]|\S.*[}\]])$/gm, '$1,'),
  },
  {
    ...{ id: 'fence', group, about: 'fence' },
    on: 'text',
    label: 'The whole answer in a code fence',
    change: (text) => `\`\`\`json\n${text}\`\`\`\n`,
  },
  {
    ...{ id: 'prose', group, about: 'prose' },
    on: 'text',
    label: 'A sentence before and after the answer',
    change: (text) => `Of course! Here is what you asked for:\n${text}Is there anything else?\n`,
  },
  {
    ...{ id: 'cut', group, about: 'end of the text' },
    on: 'text',
    label: 'The last braces are missing',
    change: (text) => text.replace(/\}[^{}]*\}[^{}]*$/, ''),
  },
]
