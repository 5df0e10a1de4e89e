// A mounted component without React: its binding, how often it woke, and what it would draw now.
import { join, type Pointer, root } from '../../src/json/pointer.ts'
import { ComponentBinding, type ComponentSnapshot } from '../../src/surface/binding.ts'
import type { Items } from '../../src/surface/evaluate.ts'
import type { Surface } from '../../src/surface/surface.ts'
import { inner } from '../support/live.ts'

export interface Mounted {
  readonly binding: ComponentBinding
  readonly snapshot: () => ComponentSnapshot
  readonly prop: (name: string) => unknown
  /** Calls since the mount. */
  readonly wakes: () => number
  /** The instances of the template under this property, mounted too. */
  readonly instances: (property: string) => readonly Mounted[]
  readonly unmount: () => void
}

export function mount(surface: Surface | undefined, id = 'root', scope: Pointer = root): Mounted {
  if (!surface) throw new Error('There is no such surface')
  let wakes = 0
  const binding = new ComponentBinding(inner(surface), id, scope)
  const snapshot = (): ComponentSnapshot => binding.getSnapshot()
  binding.attach({
    notify() {
      wakes++
      // As React does: it asks for the value when it is told that there is another.
      snapshot()
    },
  })
  snapshot()
  return {
    binding,
    snapshot,
    prop: (name) => snapshot().props[name],
    wakes: () => wakes,
    instances: (property) => {
      const items = snapshot().props[property] as Items
      const keys = typeof items.items === 'number' ? Array.from({ length: items.items }, (_, n) => `${n}`) : items.items
      return keys.map((key) => mount(surface, items.componentId, join(items.pointer, [key])))
    },
    unmount: () => binding.detach(),
  }
}
