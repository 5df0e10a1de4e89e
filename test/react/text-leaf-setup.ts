// What tests of texts without a component view share: such texts, and counts of component views.
import { expect, vi } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import { ComponentView } from '../../src/react/ComponentView.tsx'
import { CS, T, UC, UD } from '../support/messages.ts'

export function column(children: JsonObject | readonly string[], id = 'root'): JsonObject {
  return { id, component: 'Column', children }
}

export const bound = (id: string): JsonObject => T(id, { path: `/${id}` })
export const pair = [
  CS('s'),
  UC('s', [column(['a', 'b']), bound('a'), bound('b')]),
  UD('s', '/', { a: 'one', b: 'two' }),
]
export const rows = (...ids: readonly string[]): JsonObject =>
  UD(
    's',
    '/rows',
    ids.map((id) => ({ id, name: id.toUpperCase() })),
  )

/** The elements of the first texts, by identity: `toEqual` compares what is in them. `undefined`: any. */
export function expectSame(container: ParentNode, elements: readonly (Element | undefined)[]): void {
  const found = container.querySelectorAll('.sf-text')
  for (const [index, element] of elements.entries()) if (element) expect(found[index]).toBe(element)
}

/** How many component views have been made since. */
export function countViews(): () => number {
  const { calls } = vi.spyOn(ComponentView.prototype, 'componentDidMount').mockClear().mock
  return () => calls.length
}
