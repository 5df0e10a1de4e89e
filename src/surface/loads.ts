/** What functions need before they can run, fetched when a surface first calls them. */
import { SurfaceError } from '../json/errors.ts'
import type { Listener } from './listeners.ts'

export type Load = () => Promise<unknown>

export interface Loads {
  /** What `load` gave, or `undefined` as long as it is under way; asking begins it. Throws when it failed. */
  get(load: Load): { readonly value: unknown } | undefined
  /** Is woken by the next arrival, once. */
  listen(listener: Listener): void
  unlisten(listener: Listener): void
  /** Grows with each arrival. */
  readonly revision: number
}

/** What a load came to; `undefined` while it is under way. */
type Outcome = { readonly value: unknown } | { readonly cause: unknown } | undefined

/** `arrived` is called before what waits is woken. */
export function createLoads(arrived: () => void): Loads {
  const outcomes = new Map<Load, Outcome>()
  const listeners = new Set<Listener>()
  let revision = 0

  function arrive(load: Load, outcome: Outcome): void {
    outcomes.set(load, outcome)
    revision++
    arrived()
    const woken = [...listeners]
    listeners.clear()
    for (const listener of woken) listener.wake()
  }

  function begin(load: Load): void {
    outcomes.set(load, undefined)
    // A load may throw at once.
    Promise.resolve()
      .then(load)
      .then(
        (value) => arrive(load, { value }),
        (cause: unknown) => arrive(load, { cause }),
      )
  }

  return {
    get(load) {
      if (!outcomes.has(load)) begin(load)
      const outcome = outcomes.get(load)
      if (outcome && 'cause' in outcome) throw loadFailed(outcome.cause)
      return outcome
    },
    listen: (listener) => void listeners.add(listener),
    unlisten: (listener) => void listeners.delete(listener),
    get revision() {
      return revision
    },
  }
}

function loadFailed(cause: unknown): SurfaceError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const hint = 'See that the page can fetch the module; the next surface tries again.'
  return new SurfaceError('FUNCTION_FAILED', `What the function needs could not be loaded: ${reason}`, { hint })
}
