// README, "A component of your own".
// src/offers.tsx
import { basicCatalog, basicRenderers, type Renderer } from 'surface-runtime'
import { action, bindable, defineCatalogFromSchemas, type PropsOf } from 'surface-runtime/standard-schema'
import { z } from 'zod'

export const offers = defineCatalogFromSchemas({
  id: 'https://your.example/offers',
  extend: basicCatalog,
  components: {
    Price: { description: 'What a thing costs', props: { amount: bindable(z.number()), buy: action() } },
  },
})

const Price: Renderer<PropsOf<typeof offers>['Price']> = {
  // It can be pressed.
  control: ({ props, busy, failed }) => (
    <button type="button" aria-disabled={busy} onClick={props.buy}>
      {failed ? 'Try again: buy' : 'Buy'} for {props.amount} €
    </button>
  ),
}
export const renderers = { ...basicRenderers, Price }
