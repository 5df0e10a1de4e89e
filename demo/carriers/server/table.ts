/** What the agent behind all five carriers says: a question about tables is answered by a form, a booking by a sentence. */
import type { MessageV09 } from 'surface-runtime'

/** Milliseconds between two messages, as a model takes its time. */
const pace = 250

const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'
const surfaceId = 'table'

/** What is said before the form. */
export const sentence = 'Two tables are free tonight.'

/** Each carrier sends these, one after the other. */
export const form: readonly MessageV09[] = [
  { version: 'v0.9', createSurface: { surfaceId, catalogId } },
  {
    version: 'v0.9',
    updateComponents: {
      surfaceId,
      components: [
        { id: 'root', component: 'Column', children: ['places', 'name', 'book'] },
        {
          ...{ id: 'places', component: 'ChoicePicker', label: 'Table', variant: 'mutuallyExclusive' },
          options: [
            { label: 'By the window', value: 'window' },
            { label: 'In the garden', value: 'garden' },
          ],
          value: { path: '/place' },
        },
        { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
        {
          ...{ id: 'book', component: 'Button', variant: 'primary', child: 'book-label' },
          action: { event: { name: 'book', context: { place: { path: '/place' }, name: { path: '/name' } } } },
        },
        { id: 'book-label', component: 'Text', text: 'Book' },
      ],
    },
  },
  { version: 'v0.9', updateDataModel: { surfaceId, path: '/place', value: ['window'] } },
]

/** The answer to a booking: the form says what was booked. `wire`: what the user did, as it was sent. */
export function booked(wire: unknown): readonly MessageV09[] {
  const { action } = (wire ?? {}) as { readonly action?: { readonly context?: { place?: unknown; name?: unknown } } }
  const place = String(action?.context?.place).includes('garden') ? 'in the garden' : 'by the window'
  const name = String(action?.context?.name ?? '').trim() || 'you'
  return [
    {
      version: 'v0.9',
      updateComponents: {
        surfaceId,
        components: [
          { id: 'root', component: 'Column', children: ['done'] },
          { id: 'done', component: 'Text', text: `Booked: a table ${place}, for ${name}.` },
        ],
      },
    },
  ]
}

export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pace))
}
