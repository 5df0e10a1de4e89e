// What tests of containers without a component view share: rows of texts.
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'

export const box = (id: string, children: JsonObject | readonly string[], more: JsonObject = {}): JsonObject => ({
  id,
  component: id === 'root' ? 'Column' : 'Row',
  children,
  ...more,
})
export const list = box('root', { componentId: 'row', path: '/rows' })
export const cells = [T('name', { path: 'name' }), T('price', { path: 'price' })]
export const table = [CS('s'), UC('s', [list, box('row', ['name', 'price']), ...cells])]
export const rows = (...ids: readonly string[]): JsonObject =>
  UD(
    's',
    '/rows',
    ids.map((id) => ({ id, name: id.toUpperCase(), price: `${id}.00` })),
  )

export function pick(container: ParentNode, selector: string): readonly Element[] {
  return [...container.querySelectorAll(selector)]
}
