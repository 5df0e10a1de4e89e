// The guide's catalog in code.
import type { Renderer } from 'surface-runtime/react'
import { action, bindable, defineCatalogFromSchemas, type PropsOf } from 'surface-runtime/standard-schema'
import { z } from 'zod'

export const offers = defineCatalogFromSchemas({
  id: 'https://your.example/offers',
  components: {
    Price: { description: 'What a thing costs', props: { amount: bindable(z.number()), buy: action() } },
  },
})

export const Price: Renderer<PropsOf<typeof offers>['Price']> = {
  // It can be pressed.
  control: ({ props }) => (
    <button type="button" onClick={props.buy}>
      Buy for {props.amount} €
    </button>
  ),
}
