/** What the agent behind all five carriers says: a question about tables is answered by a form, a booking by a sentence. */
import type { MessageV09 } from 'surface-runtime'
import { button, choicePicker, column, event, surface, text, textField } from 'surface-runtime/builders'

/** Milliseconds between two messages, as a model takes its time. */
const pace = 250

const { create, components, data } = surface('table')

/** What is said before the form. */
export const sentence = 'Two tables are free tonight.'

const places = choicePicker({
  ...{ label: 'Table', variant: 'mutuallyExclusive', value: { path: '/place' } },
  options: [
    { label: 'By the window', value: 'window' },
    { label: 'In the garden', value: 'garden' },
  ],
})
const guest = textField({ label: 'Name', value: { path: '/name' } })
const book = button({
  ...{ variant: 'primary', child: text({ text: 'Book' }) },
  action: event('book', { place: { path: '/place' }, name: { path: '/name' } }),
})

/** Each carrier sends these, one after the other. */
export const form: readonly MessageV09[] = [
  create(),
  components(column({ children: [places, guest, book] })),
  data('/place', ['window']),
]

/** The answer to a booking: the form says what was booked. `wire`: what the user did, as it was sent. */
export function booked(wire: unknown): readonly MessageV09[] {
  const { action } = (wire ?? {}) as { readonly action?: { readonly context?: { place?: unknown; name?: unknown } } }
  const place = String(action?.context?.place).includes('garden') ? 'in the garden' : 'by the window'
  const name = String(action?.context?.name ?? '').trim() || 'you'
  return [components(column({ children: [text({ text: `Booked: a table ${place}, for ${name}.` })] }))]
}

export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pace))
}
