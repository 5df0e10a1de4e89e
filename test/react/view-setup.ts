// What tests of views share: a surface with a text.
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC } from '../support/messages.ts'

export function surface(id: string): readonly JsonObject[] {
  return [CS(id), UC(id, [T('root', `text of ${id}`)])]
}
