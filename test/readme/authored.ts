// The guide's surfaces in code.
import { button, call, column, event, surface, text, textField } from 'surface-runtime/builders'

const { create, components, data } = surface('table')
const checks = [{ condition: call.required({ value: { path: '/name' } }), message: 'A name is needed' }]

export const form = [
  create(),
  data({ name: '' }),
  components(
    column({
      children: [
        text({ text: 'Reserve a table', variant: 'h2' }),
        textField({ label: 'Name', value: { path: '/name' }, checks }),
        button({ child: text({ text: 'Reserve' }), action: event('reserve', { name: { path: '/name' } }), checks }),
      ],
    }),
  ),
]
