/** The references between components: which are missing, and whether they close a cycle. */
import type { Component, Edge } from '../catalog/component.ts'

export interface References {
  /** The number of ids that components refer to and that have not arrived. */
  readonly missing: number
  /** Sets or removes the component of an id; returns the previous one. */
  set(id: string, component: Component | undefined): Component | undefined
  /** The new components that may be on a cycle; empty if there is no cycle. */
  cycleStarts(fresh: readonly Component[]): readonly string[]
  /** References to components that refer to others themselves. */
  onward(id: string): readonly Edge[]
}

/** The state of an id; a reference costs one look-up. */
interface Slot {
  component: Component | undefined
  /** The number of references to the id. */
  uses: number
  /** The last search that started at it, and the last that finished it. */
  enteredIn: number
  finishedIn: number
}

/** A component on the stack of a search, and its next reference. */
interface Step {
  readonly slot: Slot
  readonly edges: readonly Edge[]
  next: number
}

/** By id: what has arrived, and what other components refer to. */
type Slots = Map<string, Slot>

export function createReferences(): References {
  const slots: Slots = new Map()
  let missing = 0
  /** The number of the last search. A slot with another number was not visited by it. */
  let search = 0

  function slotOf(id: string): Slot {
    const known = slots.get(id)
    if (known) return known
    const slot: Slot = { component: undefined, uses: 0, enteredIn: 0, finishedIn: 0 }
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
    cycleStarts(fresh) {
      const starts: string[] = []
      for (let index = 0; index < fresh.length; index++) {
        const component = fresh[index] as Component
        if (mayBeOnCycle(component, slots)) starts.push(component.id)
      }
      search++
      return starts.some((id) => hasCycleFrom(id, slots, search)) ? starts : []
    },
    onward: (id) => leadsOn(id, slots)?.component?.edges.filter(({ to }) => leadsOn(to, slots)) ?? [],
  }
}

/** Only a component with references can continue a path. */
function leadsOn(id: string, slots: Slots): Slot | undefined {
  const slot = slots.get(id)
  return slot?.component && slot.component.edges.length > 0 ? slot : undefined
}

/** A component without incoming references, or whose references lead no further, is on no cycle. */
function mayBeOnCycle({ id, edges }: Component, slots: Slots): boolean {
  const slot = edges.length > 0 ? slots.get(id) : undefined
  if (!slot || slot.uses === 0) return false
  for (let index = 0; index < edges.length; index++) if (leadsOn((edges[index] as Edge).to, slots)) return true
  return false
}

/**
 * Whether a path leads back to itself. Marks what it visits with the number of the search. It uses a stack of its own, so
 * deep trees are no problem.
 */
function hasCycleFrom(id: string, slots: Slots, search: number): boolean {
  const stack: Step[] = []
  let next = leadsOn(id, slots)
  for (;;) {
    if (next && next.finishedIn !== search) {
      if (next.enteredIn === search) return true
      next.enteredIn = search
      stack.push({ slot: next, edges: next.component?.edges ?? [], next: 0 })
    }
    let step = stack.at(-1)
    while (step && step.next === step.edges.length) {
      step.slot.finishedIn = search
      stack.pop()
      step = stack.at(-1)
    }
    if (!step) return false
    next = leadsOn((step.edges[step.next++] as Edge).to, slots)
  }
}
