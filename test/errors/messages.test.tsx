// Every error code with what the runtime says, in one table to be read aloud: who did what, where, what to do.
import { beforeAll, expect, it } from 'vitest'
import { errorCodes, type SurfaceError } from '../../src/entries/index.ts'
import { samples, shortened } from './samples.tsx'

interface Row {
  readonly title: string
  readonly what: string
  readonly error: SurfaceError
}

const rows: Row[] = []

beforeAll(async () => {
  for (const [title, list] of Object.entries(samples))
    for (const { what, reports } of list) for (const error of await reports()) rows.push({ title, what, error })
})

it('[E-7] each sample is reported', () => {
  const known = new Set(rows.map(({ what }) => what))
  const silent = Object.values(samples).flatMap((list) => list.filter(({ what }) => !known.has(what)))
  expect(silent.map(({ what }) => what)).toEqual([])
})

it('[E-7] each code has a sample', () => {
  const said = new Set<string>(rows.map(({ error }) => error.code))
  expect(errorCodes.filter((code) => !said.has(code))).toEqual([])
})

it('[E-7] what is said is in messages.md', async () => {
  const sections = Object.keys(samples).map((title) => {
    const own = rows.filter((row) => row.title === title).map(lineOf)
    return `## ${title}\n\n| Sample | Code | Where | What is said |\n|---|---|---|---|\n${own.join('\n')}\n`
  })
  const head =
    '# What the runtime says\n\nMade by `messages.test.tsx` of the samples beside it: `npm run unit -- test/errors -u`.\n'
  await expect([head, ...sections].join('\n')).toMatchFileSnapshot('./messages.md')
})

it('[E-7] every message and hint is a sentence, and says nothing twice', () => {
  const said = rows.map(({ what, error: { message, hint } }) => ({ what, message, hint }))
  expect(said.filter(({ message }) => !/^\S.*[^.\s]$/s.test(message))).toEqual([])
  expect(said.filter(({ hint }) => !/^\p{Lu}.*[.?]$/su.test(hint))).toEqual([])
  expect(said.filter(({ message, hint }) => /undefined|\[object|NaN/.test(message + hint))).toEqual([])
  expect(said.filter(({ message, hint }) => repeated(message, hint))).toEqual([])
})

/** Whether message and hint share four words in a row. */
function repeated(message: string, hint: string): boolean {
  const words = hint.split(/\s+/)
  return words.slice(3).some((_, index) => message.includes(words.slice(index, index + 4).join(' ')))
}

function lineOf({ what, error }: Row): string {
  const { code, place, severity, message, hint } = error
  const cells = [what, `\`${code}\`${severity === 'warning' ? ', warning' : ''}`, place.at ?? '', `${message}. ${hint}`]
  return `| ${cells.map(cellOf).join(' | ')} |`
}

/** The engine's own words about JSON differ by version. */
function cellOf(text: string): string {
  const short = shortened.reduce((whole, [long, name]) => whole.replaceAll(long, name), text)
  return short.replace(/^(The line is not JSON: ).*?\. (?=[A-Z])/, '$1…. ').replaceAll('|', '\\|')
}
