// What tests of a plain text share: a surface with one text, bound or yet to come.
import type { JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { only } from './mount.tsx'

export const bound = [CS('s'), UC('s', [T('root', { path: '/v' })]), UD('s', '/v', 'one')]
/** One child comes late and one never, so that the surface itself stays as it is. */
export const early = [CS('s'), UC('s', [{ id: 'root', component: 'Column', children: ['late', 'never'] }])]
export const text = (container: ParentNode): string | null => only(container, '.sf-text').textContent

export function filled(...messages: readonly JsonValue[]): Recorder {
  const recorder = record()
  recorder.send(...bound, ...messages)
  return recorder
}
