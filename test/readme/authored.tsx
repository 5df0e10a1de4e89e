// The guide's surfaces and catalogs in code; test/builders/authored.test.tsx draws them.
import { button, column, event, surface, text, textField } from 'surface-runtime/builders'
import type { Renderer } from 'surface-runtime/react'
import { action, bindable, defineCatalogFromSchemas, type PropsOf } from 'surface-runtime/standard-schema'
import { z } from 'zod'

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

export const offers = defineCatalogFromSchemas({
  id: 'https://your.example/offers',
  components: {
    Price: { description: 'What a thing costs', props: { amount: bindable(z.number()), buy: action() } },
  },
})

export const Price: Renderer<PropsOf<typeof offers>['Price']> = ({ props, act }) => (
  <button type="button" onClick={() => act('buy')}>
    Buy for {props.amount} €
  </button>
)
