/**
 * Components that contain themselves without end.
 *
 * A cycle of plain references never ends. A cycle through a template with an absolute path never ends either, because
 * the template repeats over the same items each time. A cycle whose templates all have relative paths walks down the
 * data, so finite data or the depth limit end it. The search is linear in components and references. It uses its own
 * stack, so deep trees are no problem.
 */
import type { Edge } from '../catalog/component.ts'

export type EdgesOf = (id: string) => readonly Edge[]

/** The ids of an endless cycle through the first of `starts` that is on one, or `undefined`. */
export function endlessCycle(starts: readonly string[], edgesOf: EdgesOf): readonly string[] | undefined {
  const plain = onCycle(starts, edgesOf, ({ kind }) => kind === 'child', 'child')
  const repeating = onCycle(starts, edgesOf, () => true, 'template')
  const start = starts.find((id) => plain(id) || repeating(id))
  return start === undefined ? undefined : cyclePath(start, edgesOf)
}

/** Whether an id is on a cycle of the counted edges that has an edge of this kind. */
function onCycle(
  starts: readonly string[],
  edgesOf: EdgesOf,
  counts: (edge: Edge) => boolean,
  kind: Edge['kind'],
): (id: string) => boolean {
  const groups = groupsOf(starts, (id) => edgesOf(id).filter(counts))
  const endless = new Set<number>()
  for (const [id, group] of groups) {
    if (edgesOf(id).some((edge) => edge.kind === kind && groups.get(edge.to) === group)) endless.add(group)
  }
  return (id) => endless.has(groups.get(id) ?? -1)
}

/** A number for each id that can be reached; ids that reach each other have the same (Tarjan's algorithm). */
function groupsOf(starts: readonly string[], edgesOf: EdgesOf): ReadonlyMap<string, number> {
  const groups = new Map<string, number>()
  const order = new Map<string, number>()
  /** The earliest id that can be reached back to. */
  const low = new Map<string, number>()
  const ungrouped: string[] = []
  const stack: { readonly id: string; readonly edges: readonly Edge[]; next: number }[] = []

  function enter(id: string): void {
    low.set(id, order.size)
    order.set(id, order.size)
    ungrouped.push(id)
    stack.push({ id, edges: edgesOf(id), next: 0 })
  }

  function lower(id: string, to: number): void {
    low.set(id, Math.min(low.get(id) ?? to, to))
  }

  function leave(id: string): void {
    stack.pop()
    const parent = stack.at(-1)
    if (parent) lower(parent.id, low.get(id) ?? 0)
    if (low.get(id) !== order.get(id)) return
    const group = order.get(id) ?? 0
    for (let member = ungrouped.pop(); member !== undefined; member = ungrouped.pop()) {
      groups.set(member, group)
      if (member === id) return
    }
  }

  for (const start of starts) {
    if (!order.has(start)) enter(start)
    for (let here = stack.at(-1); here; here = stack.at(-1)) {
      const edge = here.edges[here.next++]
      if (!edge) leave(here.id)
      else if (!order.has(edge.to)) enter(edge.to)
      else if (!groups.has(edge.to)) lower(here.id, order.get(edge.to) ?? 0)
    }
  }
  return groups
}

/** The strongest edge on a path: a plain reference, a relative template or an absolute template. */
type PathKind = 'plain' | 'descending' | 'template'

interface Visit {
  readonly id: string
  readonly met: PathKind
  readonly from: Visit | undefined
}

function extendKind(met: PathKind, edge: Edge): PathKind {
  if (met === 'template' || edge.kind === 'template') return 'template'
  return edge.kind === 'descending' ? 'descending' : met
}

/** The ids of an endless cycle through `start`, or `undefined`. */
function cyclePath(start: string, edgesOf: EdgesOf): readonly string[] | undefined {
  const seen = new Set<string>()
  const open: Visit[] = [{ id: start, met: 'plain', from: undefined }]
  for (let visit = open.pop(); visit; visit = open.pop()) {
    for (const edge of edgesOf(visit.id)) {
      const met = extendKind(visit.met, edge)
      if (edge.to === start && met !== 'descending') return [...pathTo(visit), start]
      const key = `${met} ${edge.to}`
      if (seen.has(key)) continue
      seen.add(key)
      open.push({ id: edge.to, met, from: visit })
    }
  }
  return undefined
}

function pathTo(last: Visit): string[] {
  const ids: string[] = []
  for (let visit: Visit | undefined = last; visit; visit = visit.from) ids.push(visit.id)
  return ids.reverse()
}
