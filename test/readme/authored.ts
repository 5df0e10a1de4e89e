// The guide's surfaces in code; test/builders/authored.test.tsx draws them.
import { button, column, event, surface, text, textField } from 'surface-runtime/builders'

const { create, components, data } = surface('table')

export const form = [
  create(),
  data({ name: '' }),
  components(
    column({
      children: [
        text({ text: 'Reserve a table', variant: 'h2' }),
        textField({ label: 'Name', value: { path: '/name' } }),
        button({ child: text({ text: 'Reserve' }), action: event('reserve', { name: { path: '/name' } }) }),
      ],
    }),
  ),
]
