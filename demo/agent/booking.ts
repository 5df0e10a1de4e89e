/** A table for dinner: a form that grows while one watches, and what its buttons lead to. */
import type { SurfaceAction, Yielded } from '../../src/agent/server/index.ts'
import {
  button,
  type CheckRule,
  call,
  card,
  column,
  event,
  row,
  surface,
  text,
  textField,
} from '../../src/builders/index.ts'
import { createSurfaceWriter } from './surface-writer.ts'
import { say } from './words.ts'

const evening = 'Friday, 12 June at 19:30'
const nextEvening = 'Saturday, 13 June at 20:00'
const accent = '#0F766E'

const required = (path: string, message: string): CheckRule => ({
  condition: call.required({ value: { path } }),
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

const title = text({ id: 'title', text: 'Reserve a table', variant: 'h3' })
const when = text({ id: 'when', text: { path: '/when' }, variant: 'caption' })

function* formV09(surfaceId: string): Generator<Yielded> {
  const { create, components, data } = surface(surfaceId)
  const children = [title, when, 'who', 'wishes', 'buttons']
  yield {
    surface: [
      create({ theme: { primaryColor: accent }, sendDataModel: true }),
      components(card({ child: column({ id: 'form', children }) })),
      data({ when: evening, name: '', guests: '2', wishes: '' }),
    ],
  }
  const name = textField({ label: 'Name', value: { path: '/name' }, weight: 2 })
  const guests = textField({ label: 'Guests', value: { path: '/guests' }, variant: 'number', weight: 1 })
  yield { surface: components(row({ id: 'who', children: [name, guests], align: 'start' })) }
  const label = 'Anything we should know?'
  yield {
    surface: components(textField({ id: 'wishes', label, value: { path: '/wishes' }, variant: 'longText' })),
  }
  const context = { name: { path: '/name' }, guests: { path: '/guests' }, wishes: { path: '/wishes' } }
  const other = button({
    ...{ child: text({ text: 'Another evening' }), variant: 'borderless' },
    action: event('otherEvening', {}),
  })
  const reserve = button({
    ...{ child: text({ text: 'Reserve' }), variant: 'primary' },
    action: event('reserveTable', context),
    checks: [required('/name', 'A name is needed.')],
  })
  yield { surface: components(row({ id: 'buttons', children: [other, reserve], justify: 'end', align: 'center' })) }
}

/** A shorter one: v0.8 has no checks. */
function* formV08(surfaceId: string): Generator<Yielded> {
  const { components, data, begin } = createSurfaceWriter(surfaceId, 'v0.8', accent)
  const frame = card({ child: column({ id: 'form', children: [title, when, 'name', 'reserve'] }) })
  yield { surface: [components(frame), data('/', { when: evening, name: '' }), ...begin()] }
  const reserve = button({
    ...{ id: 'reserve', child: text({ text: 'Reserve' }), variant: 'primary' },
    action: event('reserveTable', { name: { path: '/name' } }),
  })
  yield { surface: components(textField({ id: 'name', label: 'Name', value: { path: '/name' } }), reserve) }
}

/** The form becomes its own receipt. */
export function* booked({ surfaceId, context }: SurfaceAction, version: string | undefined): Generator<Yielded> {
  const name = String(context['name'] ?? '').slice(0, 60)
  yield* say(`Thank you, ${name}. Your table is reserved.`)
  const { components } = createSurfaceWriter(surfaceId, version === 'v0.8' ? 'v0.8' : 'v0.9', accent)
  const done = text({ id: 'title', text: `Reserved for ${name}`, variant: 'h3' })
  if (version === 'v0.8') {
    yield { surface: components(done) }
    return
  }
  const guests = Number(context['guests']) || 2
  const table = text({ text: guests === 1 ? 'A table for one' : `A table for ${guests}` })
  yield { surface: components(column({ id: 'form', children: [done, 'when', table] })) }
}

export function* otherEvening({ surfaceId }: SurfaceAction, version: string | undefined): Generator<Yielded> {
  yield* say('Saturday at 20:00 is free, too. I have changed the day above.')
  yield {
    surface:
      version === 'v0.8'
        ? createSurfaceWriter(surfaceId, version, accent).data('/', { when: nextEvening })
        : surface(surfaceId).data('/when', nextEvening),
  }
}
