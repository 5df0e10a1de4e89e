/** Components for work, and a report made of them. */
import { column, event, row, surface, text } from 'surface-runtime/builders'
import { approval, callout, chart, stat, table, workCatalogId } from 'surface-runtime/catalogs/extended'
import { type Exhibit, type Fields, failing, long } from './exhibit.ts'
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

const weeks = [12_400, 15_900, 14_300, 18_800, 17_200, 21_500].map((shop, index) => ({
  week: `Week ${index + 7}`,
  shop,
  phone: 4_000 + ((index * 1700) % 3_100),
}))

const rows = { path: '/orders' }

/** Of the report: the two late ones come to what the reminders are about. */
const invoices: readonly Fields[] = [
  { id: 'A-1002', customer: 'Copperleaf', due: '2026-02-20', state: 'Late', amount: 2_890 },
  { id: 'A-1004', customer: 'Quellgrund', due: '2026-02-27', state: 'Late', amount: 1_230 },
  { id: 'A-1007', customer: 'Halden Foods', due: '2026-03-30', state: 'Open', amount: 12_940 },
  { id: 'A-1003', customer: 'Ria Marlow Studio', due: '2026-03-18', state: 'Paid', amount: 986.5 },
  { id: 'A-1006', customer: 'Seewald Bikes', due: '2026-04-02', state: 'Open', amount: 4_318.2 },
  { id: 'A-1005', customer: 'Amber & Pine', due: '2026-03-17', state: 'Paid', amount: 7_450 },
  { id: 'A-1008', customer: 'Kiefer & Daughters', due: '2026-04-10', state: 'Draft', amount: 640 },
]

/** A weekly report, as an agent would send it. */
const report: Exhibit = {
  type: 'Report',
  wide: true,
  cases: [
    {
      state: 'week 12',
      props: {},
      wire: (surfaceId) => {
        const { create, components, data } = surface(surfaceId)
        const path = (name: string): { readonly path: string } => ({ path: `/${name}` })
        const euros = { format: 'currency', currency: 'EUR' } as const
        const root = column({
          id: 'root',
          children: [
            column({
              children: [
                text({ text: 'Week 12 at Nordlicht Works', variant: 'h2' }),
                text({ text: '16 to 22 March 2026, compared with the week before', variant: 'caption' }),
              ],
            }),
            row({
              children: [
                stat({ label: 'Revenue', value: 48_210, ...euros, change: 0.124 }),
                stat({ label: 'Orders', value: 1_204, change: 0.031 }),
                stat({ label: 'Returns', value: 0.031, format: 'percent', change: -0.2, good: 'down' }),
              ],
            }),
            chart({
              ...{ kind: 'area', title: 'Revenue by week', rows: path('weeks'), x: 'week', ...euros },
              series: [
                { path: 'shop', label: 'Shop' },
                { path: 'phone', label: 'By phone' },
              ],
            }),
            callout({
              tone: 'warning',
              title: 'Two invoices are late',
              text: '**Copperleaf** and **Quellgrund** have not paid since February.',
            }),
            table({
              ...{ caption: 'Invoices', rows: path('orders'), sortBy: 'amount', descending: true },
              columns: [
                { path: 'id', label: 'Invoice' },
                { path: 'customer', label: 'Customer' },
                { path: 'due', label: 'Due', format: 'date' },
                {
                  path: 'state',
                  label: 'State',
                  format: 'status',
                  tones: { Paid: 'success', Open: 'info', Late: 'danger' },
                },
                { path: 'amount', label: 'Amount', ...euros },
              ],
            }),
            approval({
              ...{ title: 'Send reminders to 2 customers?', approveLabel: 'Send reminders', declineLabel: 'Not now' },
              details: [
                { label: 'To', value: 'Copperleaf, Quellgrund' },
                { label: 'Sum', value: '€4,120.00' },
              ],
              ...{ approve: event('remind'), decline: event('wait') },
            }),
          ],
        })
        const all = [create({ catalogId: workCatalogId }), components(root), data({ weeks, orders: invoices })]
        return all
          .map((message) => JSON.stringify(message))
          .join('\n')
          .concat('\n')
      },
    },
  ],
}

export const work: readonly Exhibit[] = [
  report,
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
  {
    type: 'Callout',
    cases: [
      {
        state: 'info',
        props: { title: 'Delivery moves to Thursday', text: 'The carrier has **no room** on Wednesday.' },
      },
      { state: 'success', props: { tone: 'success', text: 'All 42 invoices were sent.' } },
      { state: 'warning', props: { tone: 'warning', title: 'Two addresses are missing', text: long } },
      {
        state: 'danger',
        props: { tone: 'danger', title: 'The payment failed', text: 'The bank did not take the card.', child: 'again' },
        parts: [
          { id: 'again', component: 'Button', child: 'word', action: { event: { name: 'again' } } },
          { id: 'word', component: 'Text', text: 'Try again' },
        ],
      },
    ],
  },
  {
    type: 'Stat',
    cases: [
      {
        state: 'currency',
        props: {
          label: 'Revenue',
          value: 48_210,
          format: 'currency',
          currency: 'EUR',
          change: 0.124,
          caption: 'to last week',
        },
      },
      {
        state: 'less is welcome',
        props: { label: 'Returns', value: 0.031, format: 'percent', change: -0.2, good: 'down' },
      },
      { state: 'text', props: { label: 'Best day', value: 'Thursday', caption: '1,204 orders' } },
      { state: 'missing', props: { label: 'Visits', value: { path: '/nothing' } } },
    ],
  },
  {
    type: 'Badge',
    cases: (['neutral', 'info', 'success', 'warning', 'danger'] as const).map((tone) => ({
      state: tone,
      props: { text: tone === 'neutral' ? 'Draft' : tone, tone },
    })),
  },
  {
    type: 'Progress',
    cases: [
      { state: 'some', props: { label: 'Uploading 3 of 8 reports', value: 37 } },
      { state: 'under way', props: { label: 'Reading the archive' } },
      { state: 'too much', props: { label: 'Done', value: 300, max: 200 } },
    ],
  },
  {
    type: 'Steps',
    cases: [
      {
        state: 'second of four',
        props: {
          steps: [
            { title: 'Order received', description: '2 March, 09:14' },
            { title: 'Packed', description: 'In the north hall' },
            { title: 'On its way' },
            { title: long },
          ],
          current: 2,
        },
      },
    ],
  },
  {
    type: 'Accordion',
    cases: [
      {
        state: 'one at a time',
        props: {
          sections: [
            { title: 'When will it arrive?', child: 'a' },
            { title: long, child: 'b' },
          ],
          multiple: false,
        },
        parts: [
          { id: 'a', component: 'Text', text: 'On Thursday, before noon.' },
          { id: 'b', component: 'Text', text: 'Yes.' },
        ],
      },
    ],
  },
  {
    type: 'Avatar',
    cases: [
      { state: 'initials', props: { name: 'Ria Marlow' } },
      { state: 'picture', props: { name: 'Ria Marlow', url: landscape(96, 96), size: 'large' } },
      { state: 'small', props: { name: 'Öz', size: 'small' } },
    ],
  },
  {
    type: 'Approval',
    cases: [
      {
        state: 'asks',
        props: {
          ...{ title: 'Send reminders to 3 customers?', text: 'They get the usual letter **today**.' },
          details: [
            { label: 'Customers', value: '3' },
            { label: 'Sum', value: '€4,120.00' },
          ],
          ...{
            approve: { event: { name: 'remind' } },
            decline: { event: { name: 'not now' } },
            approveLabel: 'Send reminders',
          },
        },
      },
      {
        state: 'cannot be undone',
        props: {
          ...{ title: 'Delete the archive of 2019?', danger: true, approveLabel: 'Delete' },
          ...{ approve: { event: { name: 'delete' } }, decline: { event: { name: 'keep' } } },
        },
      },
      {
        state: 'answered',
        props: {
          ...{ title: 'Send reminders to 3 customers?', decision: 'approved' },
          ...{ approve: { event: { name: 'remind' } }, decline: { event: { name: 'not now' } } },
        },
      },
    ],
  },
  {
    type: 'CodeBlock',
    cases: [
      {
        state: 'default',
        props: {
          language: 'ts',
          code: "const total = rows.reduce((sum, { amount }) => sum + amount, 0)\n\nif (total > limit) throw new Error('too much for one day')",
        },
      },
      { state: 'titled', props: { title: 'deploy.sh', code: 'set -e\nnpm run build' } },
    ],
  },
  {
    type: 'Select',
    cases: [
      {
        state: 'bound options',
        props: { label: 'Customer', options: { path: '/firms' }, value: { path: '/chosen' } },
        data: { firms: firms.map((label, index) => ({ label, value: `c${index}` })), chosen: ['c2'] },
      },
      {
        state: 'several',
        props: { label: 'Teams', options: ['North', 'South', 'East'], value: { path: '/chosen' }, multiple: true },
        data: { chosen: ['North', 'East'] },
      },
      {
        state: 'invalid',
        props: { label: 'Team', options: ['North'], value: { path: '/chosen' }, ...failing },
        data: { chosen: [] },
      },
    ],
  },
  {
    type: 'Chart',
    cases: (['bar', 'line', 'area', 'pie'] as const).map((kind) => ({
      state: kind,
      props: {
        ...{ kind, title: 'Revenue by week', rows: { path: '/weeks' }, x: 'week', format: 'currency', currency: 'EUR' },
        series: [
          { path: 'shop', label: 'Shop' },
          { path: 'phone', label: 'By phone' },
        ].slice(0, kind === 'pie' ? 1 : 2),
      },
      data: { weeks },
    })),
  },
  {
    type: 'FileUpload',
    cases: [
      {
        state: 'without a host',
        props: { label: 'Receipts', accept: 'image/*,.pdf', action: { event: { name: 'receipts' } } },
      },
    ],
  },
]
