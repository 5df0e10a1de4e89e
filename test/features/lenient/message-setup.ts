// What tests of lenient mode share: messages that are sent in it, and in strict mode.

import { expect } from 'vitest'
import { type Lenient, lenient as mode } from '../../../src/entries/lenient.ts'
import type { JsonValue } from '../../../src/json/value.ts'
import { type Recorder, record } from '../../support/recorder.ts'

export function sent(validation: 'strict' | Lenient, ...messages: readonly (JsonValue | string)[]): Recorder {
  const recorder = record({ validation })
  recorder.send(...messages)
  return recorder
}

export const lenient = (...messages: readonly JsonValue[]): Recorder => sent(mode, ...messages)

/** What was reported: warnings only. */
export function warned({ reports }: Recorder): readonly string[] {
  expect(reports.filter(({ severity }) => severity === 'error')).toEqual([])
  return reports.map(({ code, place }) => `${code} ${place.surfaceId} ${place.at}`)
}

/** Strict mode refuses the first of these messages, with this code. */
export function refusedWhenStrict(code: string, ...messages: readonly JsonValue[]): void {
  expect(sent('strict', ...messages).reports[0]).toMatchObject({ code, severity: 'error' })
}
