/** What one component uses of the surface's node limits: its instance, and the weight of its long texts and lists. */
import type { ComponentSnapshot } from '../surface/binding.ts'
import type { Tally } from '../surface/tally.ts'
import { besideOf, type View } from './view.ts'

/** Which parts of a component have room. `untainted`: all but the texts that depend on what the user entered. */
export type Room = 'all' | 'untainted' | 'none'

/** What is to be done after a commit: draw once more, or report that a limit was reached. */
export type AfterCommit = 'retry' | 'report' | undefined

export class NodeBudget {
  /** Whether the surface has room for this instance. */
  admitted: boolean
  private readonly view: View
  /** Whether the instance exists because of what the user entered. */
  private readonly tainted: boolean
  /** The instance was refused, and its place is reserved once more after the commit. */
  private retried = false
  private mounted = false
  private weight = 0
  /** Weight of properties that depend on what the user entered, in an instance that does not. */
  private taintedWeight = 0
  /** The extra weight that the last render asked for and did not get. */
  private refused = 0
  private refusedBy: Tally | undefined
  /** Whether the weight was refused for the first time, is to be asked for again, or was asked for again. */
  private attempt: 'first' | 'due' | 'second' = 'first'

  /** `admitted`: the place was reserved already, by the text leaf that this component replaces. */
  constructor(view: View, tainted: boolean, admitted: boolean) {
    this.view = view
    this.tainted = tainted
    this.admitted = admitted
  }

  /** Reserves a place for the instance. Part of each render. */
  reserve(): boolean {
    this.refused = 0
    if (this.attempt === 'due') this.attempt = 'second'
    this.admitted ||= this.tally.claim()
    return this.admitted
  }

  /**
   * Reserves room for the texts and lists of a snapshot. A component whose tainted texts find no room is drawn without
   * those texts: what else it shows must not depend on them. `extra`: weight beside the properties.
   */
  resize({ props, tainted }: ComponentSnapshot, extra: number): Room {
    const others = besideOf(props, tainted, 'others') + extra
    const byUser = besideOf(props, tainted, 'tainted')
    if (this.tainted) return this.resizePart('weight', others + byUser, this.tally) ? 'all' : 'none'
    if (!this.resizePart('weight', others, this.tally)) return 'none'
    return this.resizePart('taintedWeight', byUser, this.view.taintedTally) ? 'all' : 'untainted'
  }

  mount(): void {
    this.mounted = true
    this.tally.mounted(1 + this.weight)
    this.view.taintedTally.mounted(this.taintedWeight)
  }

  unmount(): void {
    if (this.mounted) {
      this.tally.unmounted(1 + this.weight)
      this.view.taintedTally.unmounted(this.taintedWeight)
    }
    this.mounted = false
  }

  /**
   * For an instance that was refused, after its first commit. Components removed by the same commit were still counted
   * during the render.
   */
  afterRefusal(): AfterCommit {
    if (!this.retried && !this.tally.mayClaimAgain(1)) return 'report'
    this.retried = true
    return 'retry'
  }

  /** For a weight that was refused, after each commit. */
  afterCommit(): AfterCommit {
    // Under StrictMode a component is mounted twice before it is drawn again.
    if (this.refused === 0) this.attempt = 'first'
    else if (this.attempt === 'first' && this.refusedBy?.mayClaimAgain(this.refused)) {
      this.attempt = 'due'
      return 'retry'
    } else if (this.attempt !== 'due') {
      this.attempt = 'first'
      return 'report'
    }
    return undefined
  }

  private resizePart(part: 'weight' | 'taintedWeight', size: number, tally: Tally): boolean {
    if (size === this[part]) return true
    if (tally.weigh(this[part], size, this.mounted)) {
      this[part] = size
      return true
    }
    this.refused = size - this[part]
    this.refusedBy = tally
    return false
  }

  private get tally(): Tally {
    return this.tainted ? this.view.taintedTally : this.view.tally
  }
}
