// What the agent of every app here sends: a heading, a date, Markdown with a character reference, fields, one of them with a pattern, a list that scrolls, and a button.

const surfaceId = 'adopted'
const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'

/** The heading, which a server has to have drawn. */
export const heading = 'Drawn by this host'

/** The date below, which the module of dates writes: a server has drawn it where the page preloads that module. */
export const date = 'Monday 2 March 2026'

/** The Markdown below, as it is drawn. Trusted Types stop a decoder that writes HTML. */
export const company = 'A company: AT&T'

/** Enough rows for a list to load its windowing, also after the user has entered something. */
export const rows = 400

const pattern = { call: 'regex', args: { value: { path: '/code' }, pattern: '^[a-z]+$' } }

const components = [
  { id: 'root', component: 'Column', children: ['title', 'date', 'company', 'name', 'code', 'list', 'send'] },
  { id: 'title', component: 'Text', text: heading, variant: 'h2' },
  {
    id: 'date',
    component: 'Text',
    text: { call: 'formatDate', args: { value: '2026-03-02T09:00:00Z', format: 'EEEE d MMMM yyyy' } },
  },
  { id: 'company', component: 'Text', text: 'A *company*: AT&amp;T' },
  { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
  {
    id: 'code',
    component: 'TextField',
    label: 'Code',
    value: { path: '/code' },
    checks: [{ condition: pattern, message: 'Letters only' }],
  },
  { id: 'list', component: 'List', children: { componentId: 'row', path: '/rows' } },
  { id: 'row', component: 'Text', text: { path: 'text' } },
  { id: 'send', component: 'Button', child: 'label', action: { event: { name: 'sent' } } },
  { id: 'label', component: 'Text', text: 'Send' },
]

const data = { name: '', code: '', rows: Array.from({ length: rows }, (_, row) => ({ text: `Row ${row}` })) }

export const messages = [
  { version: 'v0.9', createSurface: { surfaceId, catalogId } },
  { version: 'v0.9', updateDataModel: { surfaceId, path: '/', value: data } },
  { version: 'v0.9', updateComponents: { surfaceId, components } },
]
