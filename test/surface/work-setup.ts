// What tests of work share: texts with calls, drawn in one go.
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { T, UC } from '../support/messages.ts'
import type { Recorder } from '../support/recorder.ts'
import { mount } from './mount.ts'

export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Evaluates these components of surface `s` in one go, as drawing does. */
export function draw({ runtime }: Recorder, ids: readonly string[], property = 'text'): unknown[] {
  return ids.map((id) => mount(runtime.surface('s'), id).prop(property))
}

export const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `t${index}`)

export function textsOf(ids: readonly string[], call: (index: number) => JsonValue): JsonObject {
  return UC(
    's',
    ids.map((id, index) => T(id, call(index))),
  )
}

export const regex = (pattern: JsonValue, value: JsonValue = { path: '/v' }): JsonObject => ({
  call: 'regex',
  args: { value, pattern },
})
