// Guide, "Reports and work": what an agent sends.
import { surface } from 'surface-runtime/builders'
import { table, workCatalogId } from 'surface-runtime/catalogs/extended'

const { create, components, data } = surface('invoices')
const columns = [
  { path: 'customer', label: 'Customer' },
  { path: 'amount', label: 'Amount', format: 'currency', currency: 'EUR' },
] as const
const rows = table({ columns, rows: { path: '/invoices' } })
export const report = [create({ catalogId: workCatalogId }), data({ invoices }), components(rows)]

/** The agent's own. */
declare const invoices: readonly { readonly customer: string; readonly amount: number }[]
