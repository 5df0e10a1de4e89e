/** A table for dinner: a form that grows while one watches, and what its buttons lead to. */
import type { SurfaceAction, Yielded } from '../../src/agent/server/index.ts'
import { surfaceV08, surfaceV09 } from './surface-messages.ts'
import { say } from './words.ts'

export const evening = 'Friday, 12 June at 19:30'
const nextEvening = 'Saturday, 13 June at 20:00'
const accent = '#0F766E'

const required = (path: string, message: string) => ({
  condition: { call: 'required', args: { value: { path } }, returnType: 'boolean' },
  message,
})

export function* bookingForm(surfaceId: string, version: string | undefined): Generator<Yielded> {
  if (version === undefined) {
    yield* say(`I have a table on ${evening}. Your client shows no forms, so please call us.`)
    return
  }
  yield* say('Friday at 19:30 is free. Who is coming?')
  yield* version === 'v0.8' ? formV08(surfaceId) : formV09(surfaceId)
}

function* formV09(surfaceId: string): Generator<Yielded> {
  const { create, components, data } = surfaceV09(surfaceId)
  yield {
    surface: [
      create(accent),
      components(
        { id: 'root', component: 'Card', child: 'form' },
        { id: 'form', component: 'Column', children: ['title', 'when', 'who', 'wishes', 'buttons'] },
        { id: 'title', component: 'Text', text: 'Reserve a table', variant: 'h3' },
        { id: 'when', component: 'Text', text: { path: '/when' }, variant: 'caption' },
      ),
      data('/', { when: evening, name: '', guests: '2', wishes: '' }),
    ],
  }
  yield {
    surface: components(
      { id: 'who', component: 'Row', children: ['name', 'guests'], align: 'start' },
      { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' }, weight: 2 },
      {
        id: 'guests',
        component: 'TextField',
        label: 'Guests',
        value: { path: '/guests' },
        variant: 'number',
        weight: 1,
      },
    ),
  }
  yield {
    surface: components({
      ...{ id: 'wishes', component: 'TextField', label: 'Anything we should know?' },
      ...{ value: { path: '/wishes' }, variant: 'longText' },
    }),
  }
  const context = { name: { path: '/name' }, guests: { path: '/guests' }, wishes: { path: '/wishes' } }
  yield {
    surface: components(
      { id: 'buttons', component: 'Row', children: ['other', 'reserve'], justify: 'end', align: 'center' },
      { id: 'other-text', component: 'Text', text: 'Another evening' },
      {
        id: 'other',
        component: 'Button',
        child: 'other-text',
        action: { event: { name: 'otherEvening', context: {} } },
        variant: 'borderless',
      },
      { id: 'reserve-text', component: 'Text', text: 'Reserve' },
      {
        ...{ id: 'reserve', component: 'Button', child: 'reserve-text', variant: 'primary' },
        action: { event: { name: 'reserveTable', context } },
        checks: [required('/name', 'A name is needed.')],
      },
    ),
  }
}

function* formV08(surfaceId: string): Generator<Yielded> {
  const { begin, components, data } = surfaceV08(surfaceId)
  const text = (id: string, literalString: string, usageHint = 'body') => ({
    id,
    component: { Text: { text: { literalString }, usageHint } },
  })
  yield {
    surface: [
      components(
        { id: 'root', component: { Card: { child: 'form' } } },
        { id: 'form', component: { Column: { children: { explicitList: ['title', 'when', 'name', 'reserve'] } } } },
        text('title', 'Reserve a table', 'h3'),
        { id: 'when', component: { Text: { text: { path: '/when' }, usageHint: 'caption' } } },
      ),
      data({ when: evening, name: '' }),
      begin(accent),
    ],
  }
  yield {
    surface: components(
      { id: 'name', component: { TextField: { label: { literalString: 'Name' }, text: { path: '/name' } } } },
      text('reserve-text', 'Reserve'),
      {
        id: 'reserve',
        component: {
          Button: {
            ...{ child: 'reserve-text', primary: true },
            action: { name: 'reserveTable', context: [{ key: 'name', value: { path: '/name' } }] },
          },
        },
      },
    ),
  }
}

/** The form becomes its own receipt. */
export function* booked({ surfaceId, context }: SurfaceAction, version: string | undefined): Generator<Yielded> {
  const name = String(context['name'] ?? '').slice(0, 60)
  yield* say(`Thank you, ${name}. Your table is reserved.`)
  if (version === 'v0.8') {
    const done = { literalString: `Reserved for ${name}` }
    const { components } = surfaceV08(surfaceId)
    yield { surface: components({ id: 'title', component: { Text: { text: done, usageHint: 'h3' } } }) }
    return
  }
  const { components } = surfaceV09(surfaceId)
  const guests = Number(context['guests']) || 2
  yield {
    surface: components(
      { id: 'form', component: 'Column', children: ['title', 'when', 'guests-text'] },
      { id: 'title', component: 'Text', text: `Reserved for ${name}`, variant: 'h3' },
      { id: 'guests-text', component: 'Text', text: guests === 1 ? 'A table for one' : `A table for ${guests}` },
    ),
  }
}

export function* otherEvening({ surfaceId }: SurfaceAction, version: string | undefined): Generator<Yielded> {
  yield* say('Saturday at 20:00 is free, too. I have changed the day above.')
  yield {
    surface:
      version === 'v0.8'
        ? surfaceV08(surfaceId).data({ when: nextEvening })
        : surfaceV09(surfaceId).data('/when', nextEvening),
  }
}
