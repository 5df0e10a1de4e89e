/** Modules that functions need before they can run. They are loaded when a surface first calls the function. */
import { reasonOf, SurfaceError } from '../errors/surface-error.ts'
import type { LazyModule } from '../live/lazy-module.ts'
import type { Listener } from './listeners.ts'

/** A function that fetches. For a module of this package it is a `LazyModule`, which other surfaces share. */
export type Load = (() => Promise<unknown>) & Partial<Pick<LazyModule<unknown>, 'get' | 'preloaded' | 'subscribe'>>

export interface Loaded {
  readonly value: unknown
}

/** The result of a load; `undefined` while the load is under way. */
type Outcome = Loaded | { readonly cause: unknown } | 'missing' | undefined

/** The loads of one surface, and who waits for them. */
export class Loads {
  /** Grows with each arrival. */
  revision = 0
  private readonly arrived: () => void
  private readonly outcomes = new Map<Load, Outcome>()
  private readonly listeners = new Set<Listener>()
  /** Failed modules, and how to stop waiting for another attempt. There are none while nobody listens. */
  private readonly retries = new Map<Load, () => void>()
  /** What hydration asked for and did not get; `undefined` outside of hydration. */
  private hidden: Set<Load> | undefined
  private arrivedMeanwhile = false
  /** Mounted views of the surface. */
  private views = 0

  /** `arrived` is called before the listeners. */
  constructor(arrived: () => void) {
    this.arrived = arrived
  }

  /**
   * What `load` gave. `undefined` while the load is under way; the first call begins it. A failed load throws once for
   * the surface, which is its report, and is `'missing'` afterwards.
   */
  get(load: Load): Loaded | 'missing' | undefined {
    if (this.hidden) return this.preloaded(load, this.hidden)
    const before = this.outcomes.get(load)
    if (before === undefined || before === 'missing') this.take(load, load.get?.())
    const outcome = this.outcomes.get(load)
    if (outcome === undefined || outcome === 'missing' || 'value' in outcome) return outcome
    this.outcomes.set(load, 'missing')
    throw loadFailed(outcome.cause)
  }

  /** Notifies the listener of the next arrival, once. */
  listen(listener: Listener): void {
    this.listeners.add(listener)
    this.followRetries()
  }

  unlisten(listener: Listener): void {
    this.listeners.delete(listener)
    if (this.listeners.size > 0) return
    for (const stop of this.retries.values()) stop()
    this.retries.clear()
  }

  /**
   * A server draws the surface, or a page hydrates it: only what was preloaded counts as loaded. The other side may not
   * have what this side has loaded. Views that are mounted already go on with all that has arrived.
   */
  beginHydration(): void {
    if (this.views === 0) this.hidden ??= new Set()
  }

  /** A view is mounted, and hydrated: all that has arrived counts. Returns the function for its end. */
  mount(): () => void {
    this.views++
    const hidden = [...(this.hidden ?? [])]
    this.hidden = undefined
    const found = hidden.some((load) => this.outcomes.get(load) !== undefined || load.get?.() !== undefined)
    if (found || this.arrivedMeanwhile) this.announce()
    this.arrivedMeanwhile = false
    return () => void this.views--
  }

  private preloaded(load: Load, hidden: Set<Load>): Loaded | undefined {
    const value = load.preloaded?.()
    if (value !== undefined) return { value }
    hidden.add(load)
    this.take(load, undefined)
    return undefined
  }

  /** Keeps the value, if there is one; else begins the load, unless it has begun. */
  private take(load: Load, value: unknown): void {
    if (value !== undefined) this.outcomes.set(load, { value })
    else if (!this.outcomes.has(load)) this.begin(load)
  }

  private begin(load: Load): void {
    this.outcomes.set(load, undefined)
    // A load may throw at once.
    Promise.resolve()
      .then(load)
      .then(
        (value) => this.finish(load, { value }),
        (cause: unknown) => this.finish(load, { cause }),
      )
  }

  private finish(load: Load, outcome: Outcome): void {
    this.outcomes.set(load, outcome)
    if (this.hidden) this.arrivedMeanwhile = true
    else this.announce()
  }

  private announce(): void {
    this.revision++
    this.arrived()
    const waiting = [...this.listeners]
    this.listeners.clear()
    for (const listener of waiting) listener.invalidate()
  }

  private followRetries(): void {
    for (const [load, outcome] of this.outcomes) {
      if (outcome !== 'missing' || !load.subscribe || this.retries.has(load)) continue
      const stop = load.subscribe(() => {
        this.retries.delete(load)
        this.finish(load, { value: load.get?.() })
      })
      this.retries.set(load, stop)
    }
  }
}

function loadFailed(cause: unknown): SurfaceError {
  const hint =
    'See that the page can fetch the module; it is tried again when the browser is online, or by the next surface.'
  return new SurfaceError('FUNCTION_FAILED', `What the function needs could not be loaded: ${reasonOf(cause)}`, {
    hint,
  })
}
