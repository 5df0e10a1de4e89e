/** Slips in components: their types, and how a component is written. */
import type { JsonObject } from 'surface-runtime'
import { eachOf, renamed } from './edit.ts'
import type { Slip } from './slip.ts'

const group = 'Component'

/** Writes children in place of their ids. A child is then no component of the list any more. */
function nested(components: readonly JsonObject[]): readonly JsonObject[] {
  const byId = new Map(components.map((one) => [one['id'], one]))
  const placed = new Set<unknown>()
  const withChildren = (component: JsonObject): JsonObject => {
    const { children } = component
    if (!Array.isArray(children)) return component
    const inPlace = children.map((id) => {
      placed.add(id)
      return withChildren(byId.get(id) ?? { id })
    })
    return { ...component, children: inPlace }
  }
  return components.map(withChildren).filter(({ id }) => !placed.has(id))
}

export const componentSlips: readonly Slip[] = [
  {
    ...{ id: 'dropdown', group, about: 'type of choices' },
    on: 'components',
    label: 'Type `Dropdown` in place of `ChoicePicker`',
    change: eachOf('ChoicePicker', (choice) => ({ ...choice, component: 'Dropdown' })),
  },
  {
    ...{ id: 'v-stack', group, about: 'type of columns' },
    on: 'components',
    label: 'Type `VStack` in place of `Column`',
    change: eachOf('Column', (column) => ({ ...column, component: 'VStack' })),
  },
  {
    ...{ id: 'nested', group, about: 'children' },
    on: 'components',
    label: 'Children as objects in place of ids',
    change: nested,
  },
  {
    ...{ id: 'props', group, about: 'place of properties' },
    on: 'components',
    label: 'Properties in `props`',
    change: (components) => components.map(({ id = '', component = '', ...props }) => ({ id, component, props })),
  },
  {
    ...{ id: 'type', group, about: 'name of types' },
    on: 'components',
    label: '`type` in place of `component`',
    change: (components) => components.map((one) => renamed(one, 'component', 'type')),
  },
]
