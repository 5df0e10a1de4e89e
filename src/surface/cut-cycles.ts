/** Lenient mode: a component that contains itself becomes a placeholder, so that the rest of its message is applied. */
import { placeholder } from '../catalog/assemble.ts'
import type { Component } from '../catalog/component.ts'
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import type { ComponentSet } from './component-set.ts'

/** Cycles of one message that are cut. Each one costs a search through all references. */
const maxCut = 32

/**
 * Like `put` of the set. The first component of each cycle becomes a placeholder without children, and the whole cycle is
 * a warning. A message with more cycles is refused.
 */
export function putCuttingCycles(set: ComponentSet, components: readonly Component[], warn: Report): number {
  const cut: SurfaceError[] = []
  for (let current = components; ; current = cutAt(current, cut.at(-1))) {
    try {
      const distinct = set.put(current)
      for (const error of cut) warn(error.asWarning())
      return distinct
    } catch (error) {
      if (cut.length === maxCut || !(error instanceof SurfaceError) || error.code !== 'GRAPH_CYCLE') throw error
      const first = components.find(({ id }) => id === error.place.componentId)
      cut.push(error.in({ line: first?.origin.line }))
    }
  }
}

function cutAt(components: readonly Component[], cycle: SurfaceError | undefined): readonly Component[] {
  return components.map((component) => {
    const { id, type, origin } = component
    return cycle && id === cycle.place.componentId ? placeholder(id, type, cycle, origin) : component
  })
}
