/** What the workloads send. */
import type { JsonObject } from '../../../src/json/value.ts'
import { T, UC, UD } from '../../support/messages.ts'

export function upTo<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

type DataAndView = readonly [data: JsonObject, view: JsonObject]

/** A column of texts, each with a value of its own. */
export function boundTexts(surfaceId: string, count: number, rootLast = false): DataAndView {
  const root = { id: 'root', component: 'Column', children: upTo(count, (index) => `t${index}`) }
  const texts = upTo(count, (index) => T(`t${index}`, { path: `/values/${index}` }))
  return [
    UD(surfaceId, '/values', upTo(count, (index) => `value ${index}`) as string[]),
    UC(surfaceId, rootLast ? [...texts, root] : [root, ...texts]),
  ]
}

/** A text field, a text that shows what is typed there, and other texts: so many components with a value in all. */
export function form(surfaceId: string, count: number): readonly JsonObject[] {
  const others = count - 2
  const children = ['field', 'mirror', ...upTo(others, (index) => `t${index}`)]
  return [
    UD(surfaceId, '/', { name: '', values: upTo(others, (index) => `value ${index}`) as string[] }),
    UC(surfaceId, [
      { id: 'root', component: 'Column', children },
      { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } },
      T('mirror', { path: '/name' }),
      ...upTo(others, (index) => T(`t${index}`, { path: `/values/${index}` })),
    ]),
  ]
}

export function row(index: number): JsonObject {
  return { name: `name ${index}`, seats: `seats ${index}` }
}

/** A template of two texts, over so many rows. A `Column` draws them all, a `List` in the stylesheet's box what is near. */
export function rows(surfaceId: string, count: number, component: 'Column' | 'List'): DataAndView {
  return [
    UD(surfaceId, '/rows', upTo(count, row) as JsonObject[]),
    UC(surfaceId, [
      { id: 'root', component, children: { componentId: 'row', path: '/rows' } },
      { id: 'row', component: 'Row', children: ['name', 'seats'] },
      T('name', { path: 'name' }),
      T('seats', { path: 'seats' }),
    ]),
  ]
}

/** Components one a message, parents first: the root, so many columns, and texts in them. */
export function streamed(surfaceId: string, columns: number, texts: number): readonly JsonObject[] {
  const perColumn = Math.ceil(texts / columns)
  const ids = upTo(texts, (index) => `t${index}`)
  const columnIds = upTo(columns, (index) => `c${index}`)
  const below = columnIds.flatMap((id, index) => {
    const children = ids.slice(index * perColumn, (index + 1) * perColumn)
    return [{ id, component: 'Column', children }, ...children.map((child) => T(child, `text ${child}`))]
  })
  const components: readonly JsonObject[] = [{ id: 'root', component: 'Column', children: columnIds }, ...below]
  return components.map((component) => UC(surfaceId, [component]))
}
