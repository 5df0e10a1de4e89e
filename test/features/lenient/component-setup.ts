// What tests of lenient mode share: components that are sent in it.

import { lenient as mode } from '../../../src/entries/lenient.ts'
import type { JsonValue } from '../../../src/json/value.ts'
import { CS, UC } from '../../support/messages.ts'
import { type Recorder, record } from '../../support/recorder.ts'

export const lenient = (...components: readonly JsonValue[]): Recorder => {
  const recorder = record({ validation: mode })
  recorder.send(CS('s'), UC('s', components))
  return recorder
}
