/**
 * The nodes that one component uses of the surface's quotas: its instance, and the weight of its long texts and lists.
 */
import { own } from '../json/value.ts'
import type { ComponentSnapshot } from '../surface/binding.ts'
import type { NodeQuota } from '../surface/node-quota.ts'
import type { Renderer } from './renderer.ts'
import { type Admission, type View, weightOf } from './view.ts'

/** What is to be done after a commit: draw once more, or report that a limit was reached. */
export type AfterCommit = 'retry' | 'report' | undefined

/** Nodes of a renderer with hooks: an input has a label, a frame and what the browser makes of it. */
const nodesOfHooks = 5

export function nodesOf(renderer: Renderer): number {
  return ('nodes' in renderer ? renderer.nodes : undefined) ?? ('inline' in renderer ? 1 : nodesOfHooks)
}

/** Nodes that the component of this id takes as it is now, without its texts and lists. */
export function nodesAt({ surface, renderers }: View, id: string): number {
  const type = surface.components.get(id)?.type
  const renderer = type === undefined ? undefined : own(renderers, type)
  return renderer ? nodesOf(renderer) : 1
}

interface Instance {
  readonly view: View
  readonly id: string
  readonly admission: Admission
}

export class NodeBudget {
  /** Whether the surface has room for this instance. */
  reserved: boolean
  private readonly quota: NodeQuota
  /** The instance was refused by a commit. */
  private leftOut = false
  /** The instance was refused, and its place is reserved once more after the commit. */
  private retried = false
  private mounted = false
  private weight = 0
  /** The extra weight that the last render asked for and did not get. */
  private refused = 0
  /** The state of the request for weight: first try, retry due, or retried. */
  private attempt: 'first' | 'due' | 'second' = 'first'

  constructor({ view, admission }: Instance) {
    this.quota = view.quota
    this.reserved = admission === 'reserved'
  }

  /** Reserves a place for the instance. Part of each render. */
  reserve({ view, id, admission }: Instance): boolean {
    this.refused = 0
    if (this.attempt === 'due') this.attempt = 'second'
    if (this.reserved) return true
    const nodes = nodesAt(view, id)
    if (admission === 'expected') this.quota.arrived(nodes)
    // There may be room after the commit: not before those that were handed on.
    const waits = typeof admission === 'function' && !this.leftOut
    this.reserved = !waits && this.quota.reserve(nodes)
    this.weight = nodes - 1
    return this.reserved
  }

  /** Reserves room for the texts and lists of a snapshot; false if there is none. `extra`: weight beside the properties. */
  resize({ props }: ComponentSnapshot, extra: number): boolean {
    const weight = weightOf(props) + extra
    if (weight === this.weight) return true
    if (this.quota.resize(this.weight, weight, this.mounted)) {
      this.weight = weight
      return true
    }
    this.refused = weight - this.weight
    return false
  }

  mount(): void {
    this.mounted = true
    this.quota.mounted(1 + this.weight)
  }

  unmount(): void {
    if (this.mounted) this.quota.unmounted(1 + this.weight)
    this.mounted = false
  }

  /**
   * For an instance that was refused, after its first commit. Components removed by the same commit were still counted
   * during the render.
   */
  afterRefusal(): AfterCommit {
    this.leftOut = true
    if (!this.retried && !this.quota.mayRetry(1 + this.weight)) return 'report'
    this.retried = true
    return 'retry'
  }

  /** For a weight that was refused, after each commit. */
  afterCommit(): AfterCommit {
    // Under StrictMode a component is mounted twice before it is drawn again.
    if (this.refused === 0) this.attempt = 'first'
    else if (this.attempt === 'first' && this.quota.mayRetry(this.refused)) {
      this.attempt = 'due'
      return 'retry'
    } else if (this.attempt !== 'due') {
      this.attempt = 'first'
      return 'report'
    }
    return undefined
  }
}
