// Single messages, ours and public ones: valid ones are taken without a word, invalid ones are reported.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import clientToServer from '../../catalogs/v0.9/client_to_server.json'
import type { JsonObject } from '../../src/json/value.ts'
import { CS } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { type MessageCase, messageCases } from './cases/messages.ts'
import { describeCorpus, lackingIn, readFolder } from './corpus.ts'

interface Case extends MessageCase {
  readonly schema: string
}

type Row = readonly [name: string, verdict: string, input: JsonObject, lacking: string]

function rowsOf(which: (schema: string) => boolean): readonly Row[] {
  const cases = readFolder<Case>('validation').filter(([, { schema }]) => which(schema))
  return cases.map(([, row]) => [row.name, row.expect, row.input, lackingIn([row.input])])
}

describe('single messages', () => play(messageCases.map(({ name, expect, input }) => [name, expect, input])))

function play(rows: readonly (readonly [name: string, verdict: string, input: JsonObject])[]): void {
  it.each(rows)('[C-3, FN-1] %s: %s', (_name, verdict, input) => {
    const { send, reports } = record()
    const payload = Object.values(input).find((member) => typeof member === 'object') as JsonObject
    if (!('createSurface' in input)) send(CS(String(payload['surfaceId'])))
    send(input)
    expect(reports.map(({ code, message }) => `${code}: ${message}`)).toHaveLength(verdict === 'valid' ? 0 : 1)
  })
}

describeCorpus('public single messages', () => {
  const fromAgents = rowsOf((schema) => schema !== 'client_to_server.json')
  const built = fromAgents.filter(([, , , lacking]) => lacking === '')
  const missing = fromAgents.filter(([, , , lacking]) => lacking !== '').map(([name, , , lacking]) => [name, lacking])

  play(built.map(([name, verdict, input]) => [name, verdict, input]))

  it.runIf(false).each(missing)('[C-3, FN-1] %s needs %s', () => undefined)

  const formats = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d/ }
  const fits = new Ajv2020({ ownProperties: true, formats }).compile(clientToServer)

  it.each(rowsOf((schema) => schema === 'client_to_server.json'))('[O-1] %s: %s', (_name, verdict, input) => {
    expect(fits(input)).toBe(verdict === 'valid')
  })
})
