/** Worked examples of surfaces: a form with bindings and an action, and a list from a template. */
import type { ComponentV08, ComponentV09, SurfaceMessage } from '../protocol/wire.ts'
import { type Version, type Vocabulary, vocabularyOf } from './vocabulary.ts'
import type { CatalogWithSchema } from './with-schema.ts'

export interface Example {
  readonly title: string
  readonly messages: readonly SurfaceMessage[]
}

export interface ExampleOptions {
  /** Default: `v0.9`. */
  readonly version?: Version | undefined
  /** Components and functions that the examples must not use. */
  readonly omit?: readonly string[] | undefined
}

/**
 * At most two examples, for prompts and tests. They use what the catalog has; one that would need more is left out. Throws as
 * `promptFor` does.
 */
export function examples(catalog: CatalogWithSchema, { version, omit }: ExampleOptions = {}): readonly Example[] {
  return examplesOf(vocabularyOf(catalog, version, omit))
}

export function examplesOf({ version, catalogId, components, functions }: Vocabulary): readonly Example[] {
  const known = new Set([...components, ...functions].map(({ name }) => name))
  const parts: Parts = { catalogId, has: (name) => known.has(name) }
  const [form, list] = version === 'v0.9' ? [formV09, listV09] : [formV08, listV08]
  const hasAll = (...names: readonly string[]): boolean => names.every(parts.has)
  if (!hasAll('Column', 'Text', 'Button')) return []
  return [
    ...(hasAll('TextField') ? [{ title: 'a form', messages: form(parts) }] : []),
    { title: 'a list: one component for each element of the data', messages: list(parts) },
  ]
}

interface Parts {
  readonly catalogId: string
  /** Whether the catalog has a component or function. */
  readonly has: (name: string) => boolean
}

const title = { form: 'Book a table', list: 'Trains' }

const trains = [
  { id: 't1', name: 'Sampleton 08:15', price: 19.5 },
  { id: 't2', name: 'Sampleton 09:40', price: 24 },
]

function v09(surfaceId: string, catalogId: string, lines: readonly (readonly ComponentV09[])[]): SurfaceMessage[] {
  const version = 'v0.9'
  const updates = lines.map((components): SurfaceMessage => ({ version, updateComponents: { surfaceId, components } }))
  return [{ version, createSurface: { surfaceId, catalogId } }, ...updates]
}

function formV09({ catalogId, has }: Parts): readonly SurfaceMessage[] {
  const surfaceId = 'booking'
  const name = { path: '/booking/name' }
  const place = { path: '/booking/place' }
  const picks = has('ChoicePicker')
  const required = { condition: { call: 'required', args: { value: name } }, message: 'Please enter a name' }
  const options = [
    { label: 'Inside', value: 'inside' },
    { label: 'Terrace', value: 'terrace' },
  ]
  const context = { name, ...(picks && { place }) }
  const components = [
    { id: 'root', component: 'Column', children: ['title', 'name', ...(picks ? ['place'] : []), 'book'] },
    { id: 'title', component: 'Text', text: title.form, variant: 'h2' },
    { id: 'name', component: 'TextField', label: 'Name', value: name, ...(has('required') && { checks: [required] }) },
    ...(picks ? [{ id: 'place', component: 'ChoicePicker', label: 'Place', options, value: place }] : []),
    {
      id: 'book',
      component: 'Button',
      variant: 'primary',
      child: 'book-label',
      action: { event: { name: 'book', context } },
    },
    { id: 'book-label', component: 'Text', text: 'Book' },
  ]
  const value = { name: '', ...(picks && { place: ['inside'] }) }
  return [
    ...v09(surfaceId, catalogId, [components]),
    { version: 'v0.9', updateDataModel: { surfaceId, path: '/booking', value } },
  ]
}

function listV09({ catalogId, has }: Parts): readonly SurfaceMessage[] {
  const surfaceId = 'trains'
  const framed = has('Card')
  const price = has('formatCurrency')
    ? { call: 'formatCurrency', args: { value: { path: 'price' }, currency: 'EUR' } }
    : { path: 'price' }
  const action = { event: { name: 'choose', context: { train: { path: 'id' } } } }
  const list = { component: has('List') ? 'List' : 'Column', children: { componentId: 'train', path: '/trains' } }
  const first = [
    { id: 'root', component: 'Column', children: ['title', 'list'] },
    { id: 'title', component: 'Text', text: title.list, variant: 'h2' },
    { id: 'list', ...list },
  ]
  const rows = [
    ...(framed ? [{ id: 'train', component: 'Card', child: 'train-body' }] : []),
    { id: framed ? 'train-body' : 'train', component: 'Column', children: ['name', 'price', 'choose'] },
    { id: 'name', component: 'Text', text: { path: 'name' } },
    { id: 'price', component: 'Text', text: price, variant: 'caption' },
    { id: 'choose', component: 'Button', child: 'choose-label', action },
    { id: 'choose-label', component: 'Text', text: 'Choose' },
  ]
  return [
    ...v09(surfaceId, catalogId, [first, rows]),
    { version: 'v0.9', updateDataModel: { surfaceId, path: '/trains', value: trains } },
  ]
}

const literal = (literalString: string): { readonly literalString: string } => ({ literalString })

/** `properties` are those of the type. */
function v08Component(id: string, type: string, properties: ComponentV08['component'][string]): ComponentV08 {
  return { id, component: { [type]: properties } }
}

function formV08({ catalogId, has }: Parts): readonly SurfaceMessage[] {
  const surfaceId = 'booking'
  const name = { path: '/booking/name' }
  const place = { path: '/booking/place' }
  const picks = has('MultipleChoice')
  const options = [
    { label: literal('Inside'), value: 'inside' },
    { label: literal('Terrace'), value: 'terrace' },
  ]
  const context = [{ key: 'name', value: name }, ...(picks ? [{ key: 'place', value: place }] : [])]
  const children = { explicitList: ['title', 'name', ...(picks ? ['place'] : []), 'book'] }
  const components = [
    v08Component('root', 'Column', { children }),
    v08Component('title', 'Text', { text: literal(title.form), usageHint: 'h2' }),
    v08Component('name', 'TextField', { label: literal('Name'), text: name }),
    ...(picks
      ? [v08Component('place', 'MultipleChoice', { selections: place, options, maxAllowedSelections: 1 })]
      : []),
    v08Component('book', 'Button', { child: 'book-label', primary: true, action: { name: 'book', context } }),
    v08Component('book-label', 'Text', { text: literal('Book') }),
  ]
  return [
    { surfaceUpdate: { surfaceId, components } },
    { dataModelUpdate: { surfaceId, contents: [{ key: 'booking', valueMap: [{ key: 'name', valueString: '' }] }] } },
    { beginRendering: { surfaceId, catalogId, root: 'root' } },
  ]
}

function listV08({ catalogId, has }: Parts): readonly SurfaceMessage[] {
  const surfaceId = 'trains'
  const framed = has('Card')
  const template = { componentId: 'train', dataBinding: '/trains' }
  const action = { name: 'choose', context: [{ key: 'train', value: { path: 'id' } }] }
  const components = [
    v08Component('root', 'Column', { children: { explicitList: ['title', 'list'] } }),
    v08Component('title', 'Text', { text: literal(title.list), usageHint: 'h2' }),
    v08Component('list', has('List') ? 'List' : 'Column', { children: { template } }),
    ...(framed ? [v08Component('train', 'Card', { child: 'train-body' })] : []),
    v08Component(framed ? 'train-body' : 'train', 'Column', { children: { explicitList: ['name', 'choose'] } }),
    v08Component('name', 'Text', { text: { path: 'name' } }),
    v08Component('choose', 'Button', { child: 'choose-label', action }),
    v08Component('choose-label', 'Text', { text: literal('Choose') }),
  ]
  const rows = trains.map(({ id, name }) => ({
    key: id,
    valueMap: [
      { key: 'id', valueString: id },
      { key: 'name', valueString: name },
    ],
  }))
  return [
    { surfaceUpdate: { surfaceId, components } },
    { dataModelUpdate: { surfaceId, contents: [{ key: 'trains', valueMap: rows }] } },
    { beginRendering: { surfaceId, catalogId, root: 'root' } },
  ]
}
