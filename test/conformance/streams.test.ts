// Public streams: what uses only components and functions that are built is taken without a word.
import { expect, it } from 'vitest'
import { record } from '../support/recorder.ts'
import { describeCorpus, lackingIn, readFolder } from './corpus.ts'

interface Stream {
  readonly messages: readonly unknown[]
}

type Row = readonly [name: string, lacking: string, messages: readonly unknown[]]

interface Rows {
  readonly built: readonly Row[]
  readonly missing: readonly Row[]
  /** With the reason in place of what is lacking. */
  readonly faulty: readonly Row[]
}

function rowsOf(folder: string): Rows {
  const rows = readFolder<Stream>(folder).map(([name, { messages }]): Row => [name, lackingIn(messages), messages])
  const reason = (name: string): string | undefined => forbidden[`${folder}/${name}`]
  return {
    built: rows.filter(([name, lacking]) => lacking === '' && reason(name) === undefined),
    missing: rows.filter(([, lacking]) => lacking !== ''),
    faulty: rows.flatMap(([name, , messages]) => {
      const why = reason(name)
      return why === undefined ? [] : [[name, why, messages] as const]
    }),
  }
}

/** Streams that the protocol itself forbids, and why. */
const forbidden: { readonly [name: string]: string } = {
  'v0_8/samples-agent-adk-custom-components-example__chart_node_click': 'two surfaces never begin',
  'v0_8/tools-composer-src-data__booking-form': 'TextField has no "type", usageHint no "body1"',
  'v0_8/tools-composer-src-data__restaurant-grid': 'Image has no "width"',
  'v0_8/visual-parity__nestedCardInList': 'an icon name that is not in the list',
  'v0_9/samples-agent-adk-custom-components-example__chart_node_click': 'surfaces that nobody creates',
}

function refuse(messages: readonly unknown[]): void {
  const { send, runtime, reports } = record()
  for (const message of messages) send(JSON.stringify(message))
  runtime.end()
  expect(reports.length).toBeGreaterThan(0)
}

function take(messages: readonly unknown[]): void {
  const { send, runtime, reports } = record()
  for (const message of messages) send(JSON.stringify(message))
  runtime.end()
  expect(reports.map(({ code, message, place }) => `${code} at ${place.line}${place.at}: ${message}`)).toEqual([])
}

describeCorpus('public streams of v0.8', () => {
  const { built, missing, faulty } = rowsOf('v0_8')
  it.each(faulty)('[C-3] %s is told of: %s', (_name, _why, messages) => refuse(messages))
  it.each(built)('[V8-9, V8-10] %s is taken without a report', (_name, _lacking, messages) => take(messages))
  it.runIf(false).each(missing)('[V8-9, V8-10] %s needs %s', () => undefined)
})

describeCorpus('public streams of v0.9', () => {
  const { built, missing, faulty } = rowsOf('v0_9')
  it.each(faulty)('[SF-1] %s is told of: %s', (_name, _why, messages) => refuse(messages))
  it.each(built)('[C-3, FN-1] %s is taken without a report', (_name, _lacking, messages) => take(messages))
  it.runIf(false).each(missing)('[C-3, FN-1] %s needs %s', () => undefined)
})
