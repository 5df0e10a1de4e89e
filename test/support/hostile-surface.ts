// One foreign text in every place of a surface where an agent may put one. Plain messages of v0.9, for the tests in Chromium too.

type Wire = { readonly [key: string]: unknown }

const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'

/** A transparent picture, which asks nobody. */
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

function message(kind: string, surfaceId: string, payload: Wire): Wire {
  return { version: 'v0.9', [kind]: { surfaceId, ...payload } }
}

/** The surface, then a component of a type of that name, which is refused. */
export function everywhere(text: string, surfaceId = 's'): readonly Wire[] {
  return [
    message('createSurface', surfaceId, { catalogId, theme: { agentDisplayName: text } }),
    message('updateDataModel', surfaceId, { path: '/', value: { text, rows: [{ id: text, text }] } }),
    message('updateComponents', surfaceId, { components: componentsWith(text) }),
    message('updateComponents', surfaceId, { components: [{ id: 'unknown', component: text }] }),
  ]
}

function componentsWith(text: string): readonly Wire[] {
  const own = text.slice(0, 200)
  const list = [...shown(text), ...inputs(text), ...media(text)]
  const children = [...list.map(({ id }) => id), own]
  return [
    { id: 'root', component: 'Column', children },
    ...list,
    { id: own, component: 'Text', text: 'component of that id' },
    { id: 'go', component: 'Text', text },
    { id: 'row', component: 'Text', text: { path: 'text' } },
  ]
}

function shown(text: string): readonly Wire[] {
  const headings = ['h1', 'caption', 'body'].map((variant) => ({ id: variant, component: 'Text', text, variant }))
  return [
    ...headings,
    { id: 'bound', component: 'Text', text: { path: '/text' } },
    { id: 'formed', component: 'Text', text: { call: 'formatString', args: { value: 'It is ${/text}.' } } },
    { id: 'spoken', component: 'Text', text: 'spoken', accessibility: { label: text, description: text } },
    { id: 'card', component: 'Card', child: 'go', accessibility: { label: text, description: text } },
    { id: 'rows', component: 'List', children: { componentId: 'row', path: '/rows' } },
    {
      id: 'tabs',
      component: 'Tabs',
      tabs: [
        { title: text, child: 'go' },
        { title: 'Other', child: 'go' },
      ],
    },
    { id: 'modal', component: 'Modal', trigger: 'go', content: 'go' },
    { id: 'icon', component: 'Icon', name: 'home', accessibility: { label: text } },
  ]
}

function inputs(text: string): readonly Wire[] {
  const checks = [{ condition: false, message: text }]
  const rest = { label: text, checks, accessibility: { description: text } }
  const options = [
    { label: text, value: text },
    { label: 'Other', value: 'other' },
  ]
  const action = { event: { name: text, context: { text: { path: '/text' } } } }
  return [
    { id: 'field', component: 'TextField', value: text, ...rest },
    { id: 'long', component: 'TextField', value: { path: '/text' }, variant: 'longText', label: text },
    { id: 'box', component: 'CheckBox', value: false, ...rest },
    { id: 'slider', component: 'Slider', value: 1, max: 3, ...rest },
    { id: 'date', component: 'DateTimeInput', value: { path: '/text' }, ...rest },
    { id: 'pick', component: 'ChoicePicker', options, value: [text], filterable: true, ...rest },
    { id: 'chips', component: 'ChoicePicker', options, value: [text], displayStyle: 'chips', label: text },
    { id: 'stopped', component: 'Button', child: 'go', action, checks },
    { id: 'button', component: 'Button', child: 'go', action },
  ]
}

function media(text: string): readonly Wire[] {
  const refused = 'javascript:void'
  return [
    { id: 'picture', component: 'Image', url: dot, description: text },
    { id: 'refused', component: 'Image', url: refused, description: text },
    { id: 'small', component: 'Image', url: refused, description: text, variant: 'icon' },
    { id: 'address', component: 'Image', url: { path: '/text' }, description: 'An address' },
    { id: 'film', component: 'Video', url: refused, accessibility: { label: text } },
    { id: 'sound', component: 'AudioPlayer', url: refused, description: text },
  ]
}
