/** The components of one surface by id, and the listeners of each id. */
import type { Component } from '../catalog/component.ts'
import type { Limits } from '../errors/limits.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { type Binding, createCell } from '../live/binding.ts'
import type { Changes } from './data-model.ts'
import { type Listener, type ListenerGroup, withListener, withoutListener } from './listeners.ts'
import { createReferences } from './references.ts'

export interface ComponentSet {
  readonly byId: ReadonlyMap<string, Component>
  /** Another number with each `put`. */
  readonly revision: Binding<number>
  /** The number of ids that components refer to and that have not arrived, or were refused. */
  readonly missing: number
  /**
   * Adds or replaces all, and notifies the listeners of their ids. Returns the number of distinct ids: of components with
   * one id the last one counts. Where they close an endless cycle it returns the ids of the cycle, of which the first stands
   * at the end again, and changes nothing. `dryRun`: changes nothing in any case. Throws `LIMIT_COMPONENTS`.
   */
  put(components: readonly Component[], dryRun?: boolean): number | readonly string[]
  /** Takes these components in place of all. They come from another set, so they close no cycle and keep the limit. */
  replace(components: readonly Component[]): void
  /** By id: one for each place where the component is drawn. */
  readonly listeners: ReadonlyMap<string, ListenerGroup>
  listen(id: string, listener: Listener): void
  unlisten(id: string, listener: Listener): void
  /** What is drawn for the id is another one. */
  invalidate(id: string): void
}

/** `changes` counts each `put`. */
export function createComponentSet(limits: Pick<Limits, 'components'>, changes: Changes = { count: 0 }): ComponentSet {
  const byId = new Map<string, Component>()
  const listeners = new Map<string, ListenerGroup>()
  const references = createReferences()
  const revision = createCell(0)

  function set(id: string, component: Component | undefined): Component | undefined {
    if (component) byId.set(id, component)
    else byId.delete(id)
    return references.set(id, component)
  }

  /** The search for a cycle needs the new components in their places, so they are taken back where they are refused. */
  function tryPut(components: readonly Component[], dryRun: boolean): readonly string[] | undefined {
    const replaced: (Component | undefined)[] = []
    for (let index = 0; index < components.length; index++) {
      const component = components[index] as Component
      replaced.push(set(component.id, component))
    }
    let stays = false
    try {
      if (byId.size > limits.components) throw tooManyComponents(limits.components)
      const cycle = references.endlessCycle(components)
      stays = !cycle && !dryRun
      return cycle
    } finally {
      // From the last to the first, because a message may hold an id twice.
      for (let index = components.length - 1; index >= 0 && !stays; index--)
        set((components[index] as Component).id, replaced[index])
    }
  }

  function invalidate(id: string): void {
    const group = listeners.get(id)
    if (group instanceof Set) for (const listener of [...group]) listener.invalidate()
    else group?.invalidate()
  }

  return {
    byId,
    revision,
    invalidate,
    listeners,
    get missing() {
      return references.missing
    },
    put(components, dryRun = false) {
      const size = byId.size
      const cycle = tryPut(components, dryRun)
      if (cycle || dryRun) return cycle ?? 0
      revision.set(++changes.count)
      if (byId.size - size < components.length) {
        const ids = new Set(components.map(({ id }) => id))
        ids.forEach(invalidate)
        return ids.size
      }
      // As many new ids as components: no id is repeated. Few of thousands are listened to.
      for (let index = 0; index < components.length; index++) {
        const { id } = components[index] as Component
        if (listeners.has(id)) invalidate(id)
      }
      return components.length
    },
    replace(components) {
      const ids = new Set([...byId.keys()])
      for (const id of ids) set(id, undefined)
      for (const component of components) {
        set(component.id, component)
        ids.add(component.id)
      }
      revision.set(++changes.count)
      ids.forEach(invalidate)
    },
    listen(id, listener) {
      listeners.set(id, withListener(listeners.get(id), listener))
    },
    unlisten(id, listener) {
      const left = withoutListener(listeners.get(id), listener)
      if (left) listeners.set(id, left)
      else listeners.delete(id)
    },
  }
}

function tooManyComponents(max: number): SurfaceError {
  return new SurfaceError('LIMIT_COMPONENTS', `A surface may have at most ${max} components`, {
    hint: 'Use a template for repeated parts, or several surfaces.',
  })
}
