/**
 * The references between components: which are missing, and whether components contain themselves without end.
 *
 * A cycle of plain references never ends. A cycle through a template with an absolute path never ends either, because
 * the template repeats over the same items each time. A cycle whose templates all have relative paths walks down the
 * data, so finite data or the depth limit end it. The search is linear in components and references. It uses its own
 * stack, so deep trees are no problem.
 */
import type { Component, Edge } from '../catalog/component.ts'

export interface References {
  /** The number of ids that components refer to and that have not arrived, or were refused. */
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

  /** References come, or go. */
  function count(edges: readonly Edge[], by: 1 | -1): void {
    for (let index = 0; index < edges.length; index++) {
      const { to } = edges[index] as Edge
      const slot = slotOf(to)
      slot.uses += by
      // The first reference to what has not arrived, or the last.
      if (isThere(slot.component) || slot.uses !== (by > 0 ? 1 : 0)) continue
      missing += by
      if (by < 0 && !slot.component) slots.delete(to)
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
      if (slot.uses > 0 && isThere(before) !== isThere(component)) missing += isThere(component) ? -1 : 1
      if (component) count(component.edges, 1)
      if (before) count(before.edges, -1)
      if (!slot.component && slot.uses === 0) slots.delete(id)
      return before
    },
    endlessCycle: createCycleSearch(slots),
  }
}

function isThere(component: Component | undefined): boolean {
  return component !== undefined && component.invalid === undefined
}

/** What is known of an id; a reference costs one look-up. */
interface Slot {
  component: Component | undefined
  /** The number of references to the id. */
  uses: number
  /** The number that the last search gave to the slot. */
  order: number
  /** The order of the first slot of its group; 0 while the search of the group goes on. */
  group: number
}

/** By id: what has arrived, and what other components refer to. */
type Slots = ReadonlyMap<string, Slot>

/** Finds the ids of an endless cycle through one of the new components, the first one at the end again. */
type CycleSearch = (fresh: readonly Component[]) => readonly string[] | undefined

/** A component on the stack of a search, and its next reference. */
interface Step {
  readonly slot: Slot
  readonly edges: readonly Edge[]
  next: number
  /** The earliest slot that can be reached back to. */
  low: number
}

function createCycleSearch(slots: Slots): CycleSearch {
  /** The highest number that a search has given. Slots of earlier searches have lower numbers than those of this one. */
  let last = 0

  /**
   * Slots that reach each other get the same group (Tarjan's algorithm). `only`: other references do not count. Returns
   * the first number of the search if there is a cycle.
   */
  function group(starts: readonly string[], only: Edge['kind'] | undefined): number | undefined {
    const first = last + 1
    const steps: Step[] = []
    const ungrouped: Slot[] = []
    let cyclic = false

    function visit(slot: Slot | undefined, from?: Step): void {
      if (slot && slot.order < first) {
        slot.order = ++last
        slot.group = 0
        ungrouped.push(slot)
        steps.push({ slot, edges: slot.component?.edges ?? [], next: 0, low: last })
      } else if (slot?.group === 0 && from) {
        cyclic = true
        from.low = Math.min(from.low, slot.order)
      }
    }

    for (const start of starts) {
      visit(slots.get(start))
      for (let step = steps.at(-1); step; step = steps.at(-1)) {
        const edge = step.edges[step.next++]
        if (!edge) leave(steps, ungrouped)
        else if (!only || edge.kind === only) visit(leadsOn(edge.to, slots), step)
      }
    }
    return cyclic ? first : undefined
  }

  return (fresh) => {
    const starts: string[] = []
    for (let index = 0; index < fresh.length; index++) {
      const component = fresh[index] as Component
      if (component.edges.length > 0 && mayBeOnCycle(component, slots)) starts.push(component.id)
    }
    if (starts.length === 0) return undefined
    for (const [only, kind] of endlessKinds) {
      const first = group(starts, only)
      if (first === undefined) return undefined
      const endless = new Set<number>()
      for (const { component, group } of slots.values()) {
        const repeats = (edge: Edge): boolean => edge.kind === kind && slots.get(edge.to)?.group === group
        if (group >= first && component?.edges.some(repeats)) endless.add(group)
      }
      const start = starts.find((id) => endless.has(slots.get(id)?.group ?? 0))
      if (start !== undefined) return cyclePath(start, slots)
    }
    return undefined
  }
}

/** An endless cycle has a template with an absolute path, or plain references only: which count, and which it has. */
const endlessKinds = [
  [undefined, 'template'],
  ['child', 'child'],
] as const

/** Only a component with references can continue a path. */
function leadsOn(id: string, slots: Slots): Slot | undefined {
  const slot = slots.get(id)
  return slot?.component && slot.component.edges.length > 0 ? slot : undefined
}

/** A component without incoming references, or whose references lead no further, is on no cycle. */
function mayBeOnCycle({ id, edges }: Component, slots: Slots): boolean {
  if (slots.get(id)?.uses === 0) return false
  for (let index = 0; index < edges.length; index++) if (leadsOn((edges[index] as Edge).to, slots)) return true
  return false
}

/** Ends the last step. Its slot and those after it are a group if none of them reaches back further. */
function leave(steps: Step[], ungrouped: Slot[]): void {
  const { slot, low } = steps.pop() as Step
  const parent = steps.at(-1)
  if (parent) parent.low = Math.min(parent.low, low)
  if (low < slot.order) return
  for (let member = ungrouped.pop(); member; member = ungrouped.pop()) {
    member.group = slot.order
    if (member === slot) return
  }
}

/** How a path repeats: it stays endless by plain references, it ends with the data, or it is endless in any case. */
const strength = { child: 0, descending: 1, template: 2 } as const

interface Visit {
  readonly id: string
  /** The greatest strength on the path. */
  readonly met: number
  readonly from: Visit | undefined
}

/** The ids of an endless cycle through `start`. */
function cyclePath(start: string, slots: Slots): readonly string[] | undefined {
  const seen = new Set<string>()
  const open: Visit[] = [{ id: start, met: strength.child, from: undefined }]
  for (let visit = open.pop(); visit; visit = open.pop()) {
    for (const { to, kind } of slots.get(visit.id)?.component?.edges ?? []) {
      const met = Math.max(visit.met, strength[kind])
      if (to === start && met !== strength.descending) return [...pathTo(visit), start]
      const key = `${met} ${to}`
      if (seen.has(key)) continue
      seen.add(key)
      open.push({ id: to, met, from: visit })
    }
  }
  return undefined
}

function pathTo(last: Visit): string[] {
  const ids: string[] = []
  for (let visit: Visit | undefined = last; visit; visit = visit.from) ids.push(visit.id)
  return ids.reverse()
}
