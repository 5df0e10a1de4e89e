// The catalog for work: its builders and renderers have what its schema has, and it stays beside the basic one.
import { checkMessages } from 'surface-runtime/authoring'
import { event, surface, text } from 'surface-runtime/builders'
import { describe, expect, it } from 'vitest'
import schema from '../../catalogs/extended/work.json'
import { basicCatalog, minimalCatalog } from '../../src/entries/catalogs.ts'
import { defineRenderers } from '../../src/entries/react.ts'
import * as work from '../../src/work/index.ts'
import { workRenderers } from '../../src/work/renderers.ts'

const { workCatalog, workCatalogId } = work
const path = { path: '/a' }
const common = { weight: 1, accessibility: { label: 'A' }, visible: path } as const

/** One of each component, with all that it may have. */
const whole = {
  Table: made(work.table, {
    ...{ ...common, caption: path, rows: path, rowKey: 'id', sortBy: 'a', descending: true, loading: path },
    ...{ selection: 'multiple', selected: path, rowAction: event('open'), rowActionLabel: 'Open', emptyText: 'None' },
    ...{ narrow: 'cards' },
    columns: [
      { path: 'a', label: path, format: 'currency', currency: 'EUR', align: 'end', width: 'wide', sortable: false },
      { path: 'b', label: 'B', format: 'status', tones: { late: 'danger' } },
    ],
  }),
}

function made<P extends object, B>(build: (props: P) => B, given: P): { readonly given: object; readonly built: B } {
  return { given, built: build(given) }
}

describe('the catalog for work', () => {
  it('[XC-7] has all of the basic catalog as it is, and its own types beside it', () => {
    for (const [type, component] of Object.entries(basicCatalog.components))
      expect(workCatalog.components[type]).toBe(component)
    const own = Object.keys(workCatalog.components).filter((type) => !Object.hasOwn(basicCatalog.components, type))
    expect(own).toEqual(Object.keys(schema.components))
    expect(workCatalogId).toBe(workCatalog.catalogId)
    expect([basicCatalog, minimalCatalog].some(({ components }) => 'Table' in components)).toBe(false)
  })

  it('[XC-7] has a renderer for each of its types', () => {
    expect(defineRenderers(workCatalog, workRenderers as never)).toBe(workRenderers)
  })

  it.each(Object.entries(schema.components))(
    '[XC-7] has a builder with all properties of %s',
    (type, { properties }) => {
      const { given, built } = whole[type as keyof typeof whole]
      const names = Object.keys(properties).filter((name) => name !== 'component')
      expect(Object.keys(given).sort()).toEqual([...names, 'weight', 'accessibility', 'visible'].sort())
      const { create, components, data } = surface('s1')
      const messages = [create({ catalogId: workCatalogId }), components(built), data({ a: 1 })]
      expect(checkMessages(messages, workCatalog)).toMatchObject({ valid: true, faults: [] })
    },
  )

  it('[XC-7] takes children of the basic catalog', () => {
    const { create, components } = surface('s1')
    expect(
      checkMessages([create({ catalogId: workCatalogId }), components(text({ text: 'A' }))], workCatalog).valid,
    ).toBe(true)
  })
})
