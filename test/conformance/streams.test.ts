// Public streams: what uses only components and functions that are built is taken without a word.
import { expect, it } from 'vitest'
import { record } from '../support/recorder.ts'
import { describeCorpus, lackingIn, readFolder } from './corpus.ts'

interface Stream {
  readonly messages: readonly unknown[]
}

type Row = readonly [name: string, lacking: string, messages: readonly unknown[]]

function rowsOf(folder: string): { readonly built: readonly Row[]; readonly missing: readonly Row[] } {
  const rows = readFolder<Stream>(folder).map(([name, { messages }]): Row => [name, lackingIn(messages), messages])
  return { built: rows.filter(([, lacking]) => lacking === ''), missing: rows.filter(([, lacking]) => lacking !== '') }
}

function take(messages: readonly unknown[]): void {
  const { send, runtime, reports } = record()
  for (const message of messages) send(JSON.stringify(message))
  runtime.end()
  expect(reports.map(({ code, message, place }) => `${code} at ${place.line}${place.at}: ${message}`)).toEqual([])
}

describeCorpus('public streams of v0.8', () => {
  const { built, missing } = rowsOf('v0_8')
  it.each(built)('[V8-9, V8-10] %s is taken without a report', (_name, _lacking, messages) => take(messages))
  it.runIf(false).each(missing)('[V8-9, V8-10] %s needs %s', () => undefined)
})

describeCorpus('public streams of v0.9', () => {
  const { built, missing } = rowsOf('v0_9')
  it.each(built)('[C-3, FN-1] %s is taken without a report', (_name, _lacking, messages) => take(messages))
  it.runIf(false).each(missing)('[C-3, FN-1] %s needs %s', () => undefined)
})
