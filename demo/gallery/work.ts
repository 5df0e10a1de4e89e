/** Components for work. */
import { type Exhibit, type Fields, long } from './exhibit.ts'
import { landscape } from './pictures.ts'

const states = ['Paid', 'Open', 'Late', 'Draft'] as const
const firms = ['Nordlicht Works', 'Amber & Pine', 'Quellgrund', 'Halden Foods', 'Copperleaf', 'Ria Marlow Studio']

/** Invented rows, the same each time. */
function orders(count: number): readonly Fields[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `A-${1000 + index}`,
    customer: firms[(index * 5) % firms.length] ?? '',
    due: `2026-${String(1 + ((index * 7) % 12)).padStart(2, '0')}-${String(1 + ((index * 11) % 28)).padStart(2, '0')}`,
    amount: ((index * 7919) % 40_000) / (index % 3 === 0 ? 1 : 100),
    state: states[(index * 3) % states.length] ?? '',
  }))
}

const columns: Fields['columns'] = [
  { path: 'id', label: 'Order' },
  { path: 'customer', label: 'Customer' },
  { path: 'due', label: 'Due', format: 'date' },
  {
    ...{ path: 'state', label: 'State', format: 'status' },
    tones: { Paid: 'success', Open: 'info', Late: 'danger' },
  },
  { path: 'amount', label: 'Amount', format: 'currency', currency: 'EUR' },
]

const rows = { path: '/orders' }

export const work: readonly Exhibit[] = [
  {
    type: 'Table',
    wide: true,
    cases: [
      { state: 'default', props: { caption: 'Open orders', columns, rows }, data: { orders: orders(8) } },
      {
        state: 'chosen from',
        props: {
          ...{
            caption: 'Which orders shall be reminded?',
            columns,
            rows,
            selection: 'multiple',
            selected: { path: '/chosen' },
          },
          ...{ rowAction: { event: { name: 'open' } }, rowActionLabel: 'Open', sortBy: 'amount', descending: true },
        },
        data: { orders: orders(5), chosen: ['A-1001', 'A-1003'] },
      },
      {
        state: '10,000 rows',
        props: { caption: 'All orders', columns, rows, selection: 'single', selected: { path: '/chosen' } },
        data: { orders: orders(10_000), chosen: [] },
      },
      {
        state: 'cards on a phone',
        props: { caption: 'Open orders', columns, rows, narrow: 'cards' },
        data: { orders: orders(3) },
      },
      {
        state: 'links, pictures and decimals',
        props: {
          columns: [
            { path: 'picture', label: 'Picture', format: 'image', width: 'narrow' },
            { path: 'name', label: 'Name', width: 'wide' },
            { path: 'site', label: 'Site', format: 'link' },
            { path: 'share', label: 'Share', format: 'number' },
          ],
          rows,
        },
        data: {
          orders: [
            { name: 'Nordlicht Works', site: 'https://nordlicht.example/', share: 12.5, picture: landscape(64, 64) },
            { name: long, site: 'https://amber.example/about/us', share: 1204, picture: landscape(64, 64) },
            { name: 'Quellgrund', site: 'none', share: 0.125, picture: '' },
          ],
        },
      },
      {
        state: 'empty',
        props: { caption: 'Returns', columns, rows, emptyText: 'Nothing was returned.' },
        data: { orders: [] },
      },
      { state: 'arriving', props: { caption: 'Returns', columns, rows } },
      {
        state: 'right to left',
        props: {
          caption: 'الطلبات',
          columns: [
            { path: 'name', label: 'العميل' },
            { path: 'due', label: 'التاريخ', format: 'date' },
            { path: 'amount', label: 'المبلغ', format: 'number' },
          ],
          ...{ rows, selection: 'multiple' },
        },
        data: {
          orders: [
            { name: 'ورشة الشمال', due: '2026-03-01', amount: 1200.5 },
            { name: 'Amber & Pine', due: '2026-04-11', amount: 80 },
          ],
        },
        rightToLeft: true,
      },
    ],
  },
]
