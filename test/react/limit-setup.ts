// What tests of limits share: texts in a column, and the notices in place of what is too much.
import { act } from '@testing-library/react'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC } from '../support/messages.ts'
import { times } from '../support/times.ts'

export const modes = [
  ['', false],
  [' in StrictMode', true],
] as const

export function column(id: string, children: JsonObject | readonly string[]): JsonObject {
  return { id, component: 'Column', children }
}

export function notices(within: ParentNode): number {
  return within.querySelectorAll('.sf-notice').length
}

/** Everything that React has to say, and the reports that come after it. */
export async function settled(): Promise<void> {
  await act(async () => undefined)
}

/** A root with `count` texts: count + 1 nodes. */
export function flat(count: number): readonly JsonObject[] {
  const ids = times(count, (index) => `t${index}`)
  return [CS('s'), UC('s', [column('root', ids), ...ids.map((id) => T(id, id))])]
}
