/** The components of one surface by id, and the listeners of each id. */
import type { Component } from '../catalog/component.ts'
import { SurfaceError } from '../json/errors.ts'
import type { Limits } from '../json/limits.ts'
import { endlessCycle } from './cycles.ts'
import type { Listener } from './listeners.ts'
import { References } from './references.ts'

export class ComponentSet {
  readonly byId: ReadonlyMap<string, Component>
  private readonly components = new Map<string, Component>()
  private readonly references = new References()
  /** Most have one listener, so a set is made for the second listener only. */
  private readonly listeners = new Map<string, Listener | Set<Listener>>()
  private readonly limits: Pick<Limits, 'components'>

  constructor(limits: Pick<Limits, 'components'>) {
    this.byId = this.components
    this.limits = limits
  }

  /** The number of ids that components refer to and that have not arrived. */
  get missing(): number {
    return this.references.missing
  }

  /**
   * Adds or replaces all, or throws `LIMIT_COMPONENTS` or `GRAPH_CYCLE` and changes nothing. Notifies the listeners of
   * their ids. Returns the number of distinct ids: of components with one id the last one counts.
   */
  put(components: readonly Component[]): number {
    const size = this.components.size
    this.replace(components)
    // As many new ids as components: no id is repeated.
    const ids = this.components.size - size === components.length ? undefined : idsOf(components)
    if (this.listeners.size > 0) for (const id of ids ?? idsOf(components)) this.invalidate(id)
    return ids?.size ?? components.length
  }

  listen(id: string, listener: Listener): void {
    const known = this.listeners.get(id)
    if (known instanceof Set) known.add(listener)
    else if (known !== listener) this.listeners.set(id, known ? new Set([known, listener]) : listener)
  }

  unlisten(id: string, listener: Listener): void {
    const known = this.listeners.get(id)
    if (known === listener || (known instanceof Set && known.delete(listener) && known.size === 0))
      this.listeners.delete(id)
  }

  /** All or none: the check needs the new components in their places, so a refused message is undone. */
  private replace(components: readonly Component[]): void {
    const replaced: (Component | undefined)[] = []
    for (let index = 0; index < components.length; index++) {
      const component = components[index] as Component
      replaced.push(this.set(component.id, component))
    }
    try {
      this.check(components)
    } catch (error) {
      // From the last to the first, because a message may hold an id twice.
      for (let index = components.length - 1; index >= 0; index--)
        this.set((components[index] as Component).id, replaced[index])
      throw error
    }
  }

  private set(id: string, component: Component | undefined): Component | undefined {
    if (component) this.components.set(id, component)
    else this.components.delete(id)
    return this.references.set(id, component)
  }

  private check(components: readonly Component[]): void {
    if (this.components.size > this.limits.components) throw tooManyComponents(this.limits.components)
    const starts = this.references.cycleStarts(components)
    const cycle = starts.length > 0 ? endlessCycle(starts, (id) => this.references.onward(id)) : undefined
    if (cycle) throw graphCycle(cycle).in({ at: this.components.get(cycle[0] ?? '')?.origin.at })
  }

  private invalidate(id: string): void {
    const known = this.listeners.get(id)
    if (known instanceof Set) for (const listener of [...known]) listener.invalidate()
    else known?.invalidate()
  }
}

function idsOf(components: readonly Component[]): ReadonlySet<string> {
  return new Set(components.map(({ id }) => id))
}

function tooManyComponents(max: number): SurfaceError {
  return new SurfaceError('LIMIT_COMPONENTS', `A surface may have ${max} components`, {
    hint: 'Use a template for repeated parts, or several surfaces.',
  })
}

function graphCycle(cycle: readonly string[]): SurfaceError {
  const [componentId = ''] = cycle
  const [parent = '', child = ''] = cycle.slice(-2)
  return new SurfaceError('GRAPH_CYCLE', `Component "${componentId}" contains itself: ${cycle.join(' → ')}`, {
    hint: `Correct the hierarchy: "${parent}" must not have "${child}" below it.`,
    componentId,
  })
}
