/** A packing list: rows of a template, and a field that adds one. */
import type { SurfaceAction, Yielded } from '../../src/agent/server/index.ts'
import { surfaceV09 } from './surface-messages.ts'
import { say } from './words.ts'

const items = ['Passport', 'Train tickets', 'Rain jacket', 'Charger']

export function* packingList(surfaceId: string, version: string | undefined): Generator<Yielded> {
  if (version === undefined || version === 'v0.8') {
    yield* say(`Take these along: ${items.join(', ')}.`)
    return
  }
  yield* say('Here is a short list. Tick what is in the bag, and add what I forgot.')
  const { create, components, data } = surfaceV09(surfaceId)
  yield {
    surface: [
      create('#B45309'),
      components(
        { id: 'root', component: 'Card', child: 'body' },
        { id: 'body', component: 'Column', children: ['title', 'items', 'more'] },
        { id: 'title', component: 'Text', text: 'Packing list', variant: 'h3' },
        { id: 'items', component: 'Column', children: { componentId: 'item', path: '/items' } },
        { id: 'item', component: 'CheckBox', label: { path: 'name' }, value: { path: 'packed' } },
      ),
      data('/', { extra: '', items: [] }),
    ],
  }
  for (const [index, name] of items.entries())
    yield { surface: data(`/items/${index}`, { id: name, name, packed: false }) }
  yield {
    surface: components(
      { id: 'more', component: 'Row', children: ['extra', 'add'], align: 'end' },
      { id: 'extra', component: 'TextField', label: 'Something missing?', value: { path: '/extra' }, weight: 1 },
      { id: 'add-text', component: 'Text', text: 'Add' },
      {
        ...{ id: 'add', component: 'Button', child: 'add-text' },
        action: { event: { name: 'addItem', context: { item: { path: '/extra' } } } },
      },
    ),
  }
}

/** `model`: the data model of the list, as the client sent it along. */
export function* added({ surfaceId, context }: SurfaceAction, model: unknown): Generator<Yielded> {
  const name = String(context['item'] ?? '').slice(0, 60)
  const known = (model as { readonly items?: unknown } | undefined)?.items
  const next = Array.isArray(known) ? known.length : items.length
  const { data } = surfaceV09(surfaceId)
  yield* say(`“${name}” is on the list.`)
  yield { surface: [data(`/items/${next}`, { id: `${name}-${next}`, name, packed: false }), data('/extra', '')] }
}
