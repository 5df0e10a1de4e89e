/** The catalog for work with its schema and an example, for prompts and schemas of answers. */
import schema from '../../catalogs/extended/work.json' with { type: 'json' }
import { type CatalogWithSchema, withSchema } from '../authoring/with-schema.ts'
import { column, event, row, text } from '../builders/basic-components.ts'
import { surface } from '../builders/surface.ts'
import { approval, callout, stat, table, workCatalogId } from './builders.ts'
import { workCatalog } from './catalog.ts'

function report(): CatalogWithSchema['examples'] {
  const { create, components, data } = surface('week-12-report')
  const rows = [
    { id: 'A-1', customer: 'Nordlicht Works', due: '2026-03-09', state: 'Late', amount: 1200.5 },
    { id: 'A-2', customer: 'Copperleaf', due: '2026-03-20', state: 'Paid', amount: 80 },
  ]
  const root = column({
    id: 'root',
    children: [
      text({ id: 'title', text: 'Week **12**', variant: 'h2' }),
      row({
        id: 'stats',
        children: [
          stat({ id: 'sum', label: 'Revenue', value: 1280.5, format: 'currency', currency: 'EUR', change: 0.12 }),
        ],
      }),
      callout({ id: 'late', tone: 'warning', text: 'One invoice is **late**.' }),
      table({
        id: 'invoices',
        rows: { path: '/invoices' },
        columns: [
          { path: 'customer', label: 'Customer' },
          { path: 'due', label: 'Due', format: 'date' },
          { path: 'state', label: 'State', format: 'status', tones: { Late: 'danger', Paid: 'success' } },
          { path: 'amount', label: 'Amount', format: 'currency', currency: 'EUR' },
        ],
      }),
      approval({
        id: 'remind',
        title: 'Send a reminder to Nordlicht Works?',
        approve: event('remind'),
        decline: event('wait'),
      }),
    ],
  })
  return [
    { title: 'a report', messages: [create({ catalogId: workCatalogId }), components(root), data('/invoices', rows)] },
  ]
}

/** The catalog for work: `promptFor(work)`. Bundlers leave it out where it is not used. */
export const work: CatalogWithSchema = /* @__PURE__ */ Object.assign(/* @__PURE__ */ withSchema(workCatalog, schema), {
  examples: /* @__PURE__ */ report(),
})
