/** Modules that functions need before they can run. They are loaded when a surface first calls the function. */
import { SurfaceError } from '../json/errors.ts'
import type { LazyModule } from '../json/lazy-module.ts'
import type { Listener } from './listeners.ts'

/** A function that fetches. For a module of this package it is a `LazyModule`, which other surfaces share. */
export type Load = (() => Promise<unknown>) & Partial<Pick<LazyModule<unknown>, 'get' | 'subscribe'>>

export interface Loads {
  /**
   * What `load` gave. `undefined` while the load is under way; the first call begins it. A failed load throws once for
   * the surface, which is its report, and is `'missing'` afterwards.
   */
  get(load: Load): Loaded | 'missing' | undefined
  /** Notifies the listener of the next arrival, once. */
  listen(listener: Listener): void
  unlisten(listener: Listener): void
  /** Grows with each arrival. */
  readonly revision: number
}

export interface Loaded {
  readonly value: unknown
}

/** The result of a load; `undefined` while the load is under way. */
type Outcome = Loaded | { readonly cause: unknown } | 'missing' | undefined

/** `arrived` is called before the listeners. */
export function createLoads(arrived: () => void): Loads {
  const outcomes = new Map<Load, Outcome>()
  const listeners = new Set<Listener>()
  /** Failed modules, and how to stop waiting for another attempt. There are none while nobody listens. */
  const retries = new Map<Load, () => void>()
  let revision = 0

  function finish(load: Load, outcome: Outcome): void {
    outcomes.set(load, outcome)
    revision++
    arrived()
    const waiting = [...listeners]
    listeners.clear()
    for (const listener of waiting) listener.invalidate()
  }

  function begin(load: Load): void {
    outcomes.set(load, undefined)
    // A load may throw at once.
    Promise.resolve()
      .then(load)
      .then(
        (value) => finish(load, { value }),
        (cause: unknown) => finish(load, { cause }),
      )
  }

  function followRetries(): void {
    for (const [load, outcome] of outcomes) {
      if (outcome !== 'missing' || !load.subscribe || retries.has(load)) continue
      const stop = load.subscribe(() => {
        retries.delete(load)
        finish(load, { value: load.get?.() })
      })
      retries.set(load, stop)
    }
  }

  return {
    get(load) {
      if (!outcomes.has(load) || outcomes.get(load) === 'missing') {
        const value = load.get?.()
        if (value !== undefined) outcomes.set(load, { value })
        else if (!outcomes.has(load)) begin(load)
      }
      const outcome = outcomes.get(load)
      if (outcome === undefined || outcome === 'missing' || 'value' in outcome) return outcome
      outcomes.set(load, 'missing')
      throw loadFailed(outcome.cause)
    },
    listen(listener) {
      listeners.add(listener)
      followRetries()
    },
    unlisten(listener) {
      listeners.delete(listener)
      if (listeners.size > 0) return
      for (const stop of retries.values()) stop()
      retries.clear()
    },
    get revision() {
      return revision
    },
  }
}

function loadFailed(cause: unknown): SurfaceError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const hint =
    'See that the page can fetch the module; it is tried again when the browser is online, or by the next surface.'
  return new SurfaceError('FUNCTION_FAILED', `What the function needs could not be loaded: ${reason}`, { hint })
}
