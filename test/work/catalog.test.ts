// The catalog for work: its builders and renderers have what its schema has, and it stays beside the basic one.
import { checkMessages } from 'surface-runtime/authoring'
import { call, event, surface, text } from 'surface-runtime/builders'
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
  Callout: made(work.callout, { ...common, tone: 'danger', title: path, text: path, child: text({ text: 'A' }) }),
  Stat: made(work.stat, {
    ...{ ...common, label: path, value: path, format: 'currency', currency: 'EUR', change: path },
    ...{ good: 'down', caption: path },
  }),
  Badge: made(work.badge, { ...common, text: path, tone: 'info' }),
  Progress: made(work.progress, { ...common, label: path, value: path, max: 3 }),
  Steps: made(work.steps, { ...common, steps: [{ title: path, description: path }], current: path }),
  Accordion: made(work.accordion, {
    ...{ ...common, multiple: false },
    sections: [{ title: path, child: text({ text: 'A' }) }],
  }),
  Avatar: made(work.avatar, { ...common, name: path, url: path, size: 'large' }),
  Approval: made(work.approval, {
    ...{ ...common, title: path, text: path, details: [{ label: path, value: path }], decision: path },
    ...{ approve: event('yes'), decline: event('no'), approveLabel: path, declineLabel: path, danger: true },
  }),
  CodeBlock: made(work.codeBlock, { ...common, code: path, language: 'ts', title: path }),
  Select: made(work.select, {
    ...{ ...common, label: path, options: path, value: path, multiple: true, placeholder: path },
    checks: [{ condition: call.required({ value: path }), message: 'One is needed.' }],
  }),
  Chart: made(work.chart, {
    ...{ ...common, kind: 'pie', title: path, rows: path, x: 'a', series: [{ path: 'b', label: path }] },
    ...{ format: 'currency', currency: 'EUR' },
  }),
  FileUpload: made(work.fileUpload, {
    ...{ ...common, label: path, accept: '.pdf', multiple: true, maxSize: 9, action: event('files') },
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
      const own = Object.keys(properties).filter((name) => name !== 'component')
      const names = type === 'Select' ? [...own, 'checks'] : own
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
