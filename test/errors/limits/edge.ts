// A limit at its edge, and what uses it up.
import { act } from '@testing-library/react'
import type { Limits } from '../../../src/entries/index.ts'
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { type Mounted, mount } from '../../react/mount.tsx'
import { CS, T, UC, UD } from '../../support/messages.ts'
import { type Recorder, record } from '../../support/recorder.ts'
import { times } from '../../support/times.ts'

type Given = { readonly [name in keyof Limits]?: number }

export interface Edge {
  readonly limit: keyof Limits
  readonly code: string
  /** A small limit, for when it is an option. */
  readonly small: number
  /** Does what uses up `size` of it, and gives the codes of what was reported. */
  readonly use: (size: number, limits: Given) => readonly string[] | Promise<readonly string[]>
  /** Limits that would be reached before this one. */
  readonly beside?: Given
  readonly what?: string
  /** So many take a browser: e2e/hostile.spec.ts has the edge of the default. */
  readonly large?: true
}

const column = (id: string, children: JsonObject | readonly string[]): JsonObject => ({
  id,
  component: 'Column',
  children,
})

export const button: readonly JsonObject[] = [
  { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'go' } } },
  T('label', 'Go'),
]

export function sending(limits: Given, ...messages: readonly (JsonValue | string)[]): Recorder {
  const recorder = record({ limits })
  recorder.send(...messages)
  return recorder
}

export async function drawing(limits: Given, ...messages: readonly JsonValue[]): Promise<Mounted> {
  const mounted = mount({ limits, messages })
  await act(async () => undefined)
  return mounted
}

export function flat(count: number): readonly JsonObject[] {
  const ids = times(count - 1, (index) => `t${index}`)
  // In parts, because a surface may have fewer components than nodes.
  return [
    CS('s'),
    UD('s', '/rows', [...ids]),
    UC('s', [column('root', { componentId: 't', path: '/rows' }), T('t', 'x')]),
  ]
}
