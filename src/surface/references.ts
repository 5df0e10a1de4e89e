/** The references between components: which are missing, and whether they close a cycle. */
import type { Component, Edge } from '../catalog/component.ts'

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

export class References {
  private readonly slots = new Map<string, Slot>()
  private missingCount = 0
  /** The number of the running search. A slot with another number was not visited by it. */
  private search = 0

  /** The number of ids that components refer to and that have not arrived. */
  get missing(): number {
    return this.missingCount
  }

  /** Sets or removes the component of an id; returns the previous one. */
  set(id: string, component: Component | undefined): Component | undefined {
    const slot = this.slotOf(id)
    const before = slot.component
    slot.component = component
    if (slot.uses > 0 && !before !== !component) this.missingCount += component ? -1 : 1
    if (component) this.use(component.edges)
    if (before) this.release(before.edges)
    if (!slot.component && slot.uses === 0) this.slots.delete(id)
    return before
  }

  /** The new components that may be on a cycle; empty if there is no cycle. */
  cycleStarts(fresh: readonly Component[]): readonly string[] {
    const starts: string[] = []
    for (let index = 0; index < fresh.length; index++) {
      const component = fresh[index] as Component
      if (this.mayBeOnCycle(component)) starts.push(component.id)
    }
    this.search++
    return starts.some((id) => this.hasCycleFrom(id)) ? starts : []
  }

  /** References to components that refer to others themselves. */
  onward(id: string): readonly Edge[] {
    return this.leadsOn(id)?.component?.edges.filter(({ to }) => this.leadsOn(to)) ?? []
  }

  private slotOf(id: string): Slot {
    const known = this.slots.get(id)
    if (known) return known
    const slot: Slot = { component: undefined, uses: 0, enteredIn: 0, finishedIn: 0 }
    this.slots.set(id, slot)
    return slot
  }

  private use(edges: readonly Edge[]): void {
    for (let index = 0; index < edges.length; index++) {
      const slot = this.slotOf((edges[index] as Edge).to)
      if (slot.uses++ === 0 && !slot.component) this.missingCount++
    }
  }

  private release(edges: readonly Edge[]): void {
    for (let index = 0; index < edges.length; index++) {
      const { to } = edges[index] as Edge
      const slot = this.slotOf(to)
      if (--slot.uses > 0 || slot.component) continue
      this.missingCount--
      this.slots.delete(to)
    }
  }

  /** Only a component with references can continue a path. */
  private leadsOn(id: string): Slot | undefined {
    const slot = this.slots.get(id)
    return slot?.component && slot.component.edges.length > 0 ? slot : undefined
  }

  /** A component without incoming references, or whose references lead no further, is on no cycle. */
  private mayBeOnCycle({ id, edges }: Component): boolean {
    const slot = edges.length > 0 ? this.slots.get(id) : undefined
    if (!slot || slot.uses === 0) return false
    for (let index = 0; index < edges.length; index++) if (this.leadsOn((edges[index] as Edge).to)) return true
    return false
  }

  /** Whether a path leads back to itself. The search uses its own stack, so deep trees are no problem. */
  private hasCycleFrom(id: string): boolean {
    const { search } = this
    const stack: Step[] = []
    let next = this.leadsOn(id)
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
      next = this.leadsOn((step.edges[step.next++] as Edge).to)
    }
  }
}
