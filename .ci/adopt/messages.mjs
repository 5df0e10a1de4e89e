// What the agent of every app here sends: a heading, a field with a pattern, a list that scrolls, and a button.

const surfaceId = 'adopted'
const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'

/** The heading, which a server has to have drawn. */
export const heading = 'Drawn by this host'

/** Enough rows for a list to load its windowing, also after the user has entered something. */
export const rows = 400

const pattern = { call: 'regex', args: { value: { path: '/code' }, pattern: '^[a-z]+$' } }

const components = [
  { id: 'root', component: 'Column', children: ['title', 'code', 'list', 'send'] },
  { id: 'title', component: 'Text', text: heading, variant: 'h2' },
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

const data = { code: '', rows: Array.from({ length: rows }, (_, row) => ({ text: `Row ${row}` })) }

export const messages = [
  { version: 'v0.9', createSurface: { surfaceId, catalogId } },
  { version: 'v0.9', updateDataModel: { surfaceId, path: '/', value: data } },
  { version: 'v0.9', updateComponents: { surfaceId, components } },
]
