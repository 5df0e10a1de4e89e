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
export interface Loads {
  /** Grows with each arrival. */
  readonly revision: number
  /**
   * What `load` gave. `undefined` while the load is under way; the first call begins it. A failed load throws once for
   * the surface, which is its report, and is `'missing'` afterwards.
   */
  get(load: Load): Loaded | 'missing' | undefined
  /** Notifies the listener of the next arrival, once. */
  listen(listener: Listener): void
  unlisten(listener: Listener): void
  /**
   * A server draws the surface, or a page hydrates it: only what was preloaded counts as loaded. The other side may not
   * have what this side has loaded. Views that are mounted already go on with all that has arrived.
   */
  beginHydration(): void
  /** A view is mounted, and hydrated: all that has arrived counts. Returns the function for its end. */
  mount(): () => void
}

/** `arrived` is called before the listeners. */
export function createLoads(arrived: () => void): Loads {
  const outcomes = new Map<Load, Outcome>()
  const waiting = createWaiting(outcomes, (load) => finish(load, { value: load.get?.() }))
  let revision = 0
  /** What hydration asked for and did not get, and what arrived meanwhile; `undefined` outside of hydration. */
  let hidden: Set<Load> | undefined
  let mountedViews = 0

  function begin(load: Load): void {
    if (outcomes.has(load)) return
    outcomes.set(load, undefined)
    outcomeOf(load).then((outcome) => finish(load, outcome))
  }

  function finish(load: Load, outcome: Outcome): void {
    outcomes.set(load, outcome)
    if (hidden) hidden.add(load)
    else announce()
  }

  function announce(): void {
    revision++
    arrived()
    waiting.notify()
  }

  return {
    get revision() {
      return revision
    },
    get(load) {
      const known = hidden ? undefined : outcomes.get(load)
      if (known && known !== 'missing') {
        if ('value' in known) return known
        outcomes.set(load, 'missing')
        throw loadFailed(known.cause)
      }
      const value = hidden ? load.preloaded?.() : load.get?.()
      if (value !== undefined) {
        outcomes.set(load, { value })
        return { value }
      }
      hidden?.add(load)
      begin(load)
      return known
    },
    listen: waiting.listen,
    unlisten: waiting.unlisten,
    beginHydration() {
      if (mountedViews === 0) hidden ??= new Set()
    },
    mount() {
      mountedViews++
      const asked = [...(hidden ?? [])]
      hidden = undefined
      if (asked.some((load) => outcomes.get(load) !== undefined || load.get?.() !== undefined)) announce()
      return () => void mountedViews--
    },
  }
}

interface Waiting extends Pick<Loads, 'listen' | 'unlisten'> {
  notify(): void
}

/** `retried`: the module of a load that had failed has arrived after all. */
function createWaiting(outcomes: ReadonlyMap<Load, Outcome>, retried: (load: Load) => void): Waiting {
  const listeners = new Set<Listener>()
  /** Failed modules, and how to stop waiting for another attempt. There are none while nobody listens. */
  const retries = new Map<Load, () => void>()

  function follow(load: Load): void {
    const stop = load.subscribe?.(() => {
      retries.delete(load)
      retried(load)
    })
    if (stop) retries.set(load, stop)
  }

  return {
    listen(listener) {
      listeners.add(listener)
      for (const [load, outcome] of outcomes) if (outcome === 'missing' && !retries.has(load)) follow(load)
    },
    unlisten(listener) {
      listeners.delete(listener)
      if (listeners.size > 0) return
      for (const stop of retries.values()) stop()
      retries.clear()
    },
    notify() {
      const waiting = [...listeners]
      listeners.clear()
      for (const listener of waiting) listener.invalidate()
    },
  }
}

/** Never rejects. */
function outcomeOf(load: Load): Promise<Outcome> {
  // Called in a microtask, because a view may be rendering. A load may throw at once.
  return Promise.resolve()
    .then(load)
    .then(
      (value) => ({ value }),
      (cause: unknown) => ({ cause }),
    )
}

function loadFailed(cause: unknown): SurfaceError {
  const hint =
    'See that the page can fetch the module; it is tried again when the browser is online, or by the next surface.'
  return new SurfaceError('FUNCTION_FAILED', `What the function needs could not be loaded: ${reasonOf(cause)}`, {
    hint,
  })
}
