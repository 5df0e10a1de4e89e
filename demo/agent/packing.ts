/** A packing list: rows of a template, and a field that adds one. */
import type { SurfaceAction, Yielded } from '../../src/agent/server/index.ts'
import { button, card, checkBox, column, each, event, row, surface, text, textField } from '../../src/builders/index.ts'
import { say } from './words.ts'

const items = ['Passport', 'Train tickets', 'Rain jacket', 'Charger']

export function* packingList(surfaceId: string, version: string | undefined): Generator<Yielded> {
  if (version === undefined || version === 'v0.8') {
    yield* say(`Take these along: ${items.join(', ')}.`)
    return
  }
  yield* say('Here is a short list. Tick what is in the bag, and add what I forgot.')
  const { create, components, data } = surface(surfaceId)
  const item = checkBox({ label: { path: 'name' }, value: { path: 'packed' } })
  const list = column({ children: each('/items', item) })
  const title = text({ text: 'Packing list', variant: 'h3' })
  yield {
    surface: [
      create({ theme: { primaryColor: '#B45309' }, sendDataModel: true }),
      components(card({ child: column({ children: [title, list, 'more'] }) })),
      data({ extra: '', items: [] }),
    ],
  }
  for (const [index, name] of items.entries())
    yield { surface: data(`/items/${index}`, { id: name, name, packed: false }) }
  const extra = textField({ label: 'Something missing?', value: { path: '/extra' }, weight: 1 })
  const add = button({ child: text({ text: 'Add' }), action: event('addItem', { item: { path: '/extra' } }) })
  yield { surface: components(row({ id: 'more', children: [extra, add], align: 'end' })) }
}

/** `model`: the data model of the list, as the client sent it along. */
export function* added({ surfaceId, context }: SurfaceAction, model: unknown): Generator<Yielded> {
  const name = String(context['item'] ?? '').slice(0, 60)
  const known = (model as { readonly items?: unknown } | undefined)?.items
  const next = Array.isArray(known) ? known.length : items.length
  const { data } = surface(surfaceId)
  yield* say(`“${name}” is on the list.`)
  yield { surface: [data(`/items/${next}`, { id: `${name}-${next}`, name, packed: false }), data('/extra', '')] }
}
