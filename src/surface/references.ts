/** Which components refer to which: what is missing, and whether the references close a circle. */
import type { Component, Edge } from '../catalog/component.ts'

export interface References {
  /** How many ids are named by components and have not come. */
  readonly missing: number
  get(id: string): Component | undefined
  /** Puts a component in the place of its id, or takes it away; gives what was there. */
  set(id: string, component: Component | undefined): Component | undefined
  /** Of components that have just come, those through which a circle can go; none where there is no circle at all. */
  circling(fresh: readonly Component[]): readonly string[]
  /** References that lead on, to components that refer to others. */
  onward(id: string): readonly Edge[]
}

/** What is known of an id: one look-up for each reference. */
interface Slot {
  component: Component | undefined
  /** How often components that are here name it. */
  uses: number
  /** The last search that entered it, and the last that has left it. */
  entered: number
  left: number
}

/** A component on the way of a search, and the next of its references. */
interface Step {
  readonly slot: Slot
  readonly edges: readonly Edge[]
  next: number
}

export function createReferences(): References {
  const slots = new Map<string, Slot>()
  let missing = 0
  let search = 0

  function slotOf(id: string): Slot {
    const known = slots.get(id)
    if (known) return known
    const slot: Slot = { component: undefined, uses: 0, entered: 0, left: 0 }
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

  /** A component that refers to nothing ends every way. */
  function leadsOn(id: string): Slot | undefined {
    const slot = slots.get(id)
    return slot?.component && slot.component.edges.length > 0 ? slot : undefined
  }

  /** Nothing leads to a component that nobody refers to, so no circle can go through it; nor where nothing leads on. */
  function mayCircle({ id, edges }: Component): boolean {
    const slot = edges.length > 0 ? slots.get(id) : undefined
    if (!slot || slot.uses === 0) return false
    for (let index = 0; index < edges.length; index++) if (leadsOn((edges[index] as Edge).to)) return true
    return false
  }

  /** Whether a way leads back to itself. It has a stack of its own: depth is free. */
  function circlesFrom(id: string): boolean {
    const way: Step[] = []
    let next = leadsOn(id)
    for (;;) {
      if (next && next.left !== search) {
        if (next.entered === search) return true
        next.entered = search
        way.push({ slot: next, edges: next.component?.edges ?? [], next: 0 })
      }
      let step = way.at(-1)
      while (step && step.next === step.edges.length) {
        step.slot.left = search
        way.pop()
        step = way.at(-1)
      }
      if (!step) return false
      next = leadsOn((step.edges[step.next++] as Edge).to)
    }
  }

  return {
    get missing() {
      return missing
    },
    get: (id) => slots.get(id)?.component,
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
    circling(fresh) {
      const starts: string[] = []
      for (let index = 0; index < fresh.length; index++) {
        const component = fresh[index] as Component
        if (mayCircle(component)) starts.push(component.id)
      }
      search++
      return starts.some(circlesFrom) ? starts : []
    },
    onward: (id) => leadsOn(id)?.component?.edges.filter(({ to }) => leadsOn(to)) ?? [],
  }
}
