/** The references between components: which are missing, and whether they close an endless cycle. */
import type { Component, Edge } from '../catalog/component.ts'
import { type CycleSearch, createCycleSearch, type Slot } from './cycles.ts'

export interface References {
  /** The number of ids that components refer to and that have not arrived. */
  readonly missing: number
  /** Sets or removes the component of an id; returns the previous one. */
  set(id: string, component: Component | undefined): Component | undefined
  readonly endlessCycle: CycleSearch
}

export function createReferences(): References {
  const slots = new Map<string, Slot>()
  let missing = 0

  function slotOf(id: string): Slot {
    const known = slots.get(id)
    if (known) return known
    const slot: Slot = { component: undefined, uses: 0, order: 0, group: 0 }
    slots.set(id, slot)
    return slot
  }

  function use(edges: readonly Edge[]): void {
    for (let index = 0; index < edges.length; index++) {
      const slot = slotOf((edges[index] as Edge).to)
      if (slot.uses++ === 0 && !slot.component) missing++
    }
  }

  function release(edges: readonly Edge[]): void {
    for (let index = 0; index < edges.length; index++) {
      const { to } = edges[index] as Edge
      const slot = slotOf(to)
      if (--slot.uses > 0 || slot.component) continue
      missing--
      slots.delete(to)
    }
  }

  return {
    get missing() {
      return missing
    },
    set(id, component) {
      const slot = slotOf(id)
      const before = slot.component
      slot.component = component
      if (slot.uses > 0 && !before !== !component) missing += component ? -1 : 1
      if (component) use(component.edges)
      if (before) release(before.edges)
      if (!slot.component && slot.uses === 0) slots.delete(id)
      return before
    },
    endlessCycle: createCycleSearch(slots),
  }
}
