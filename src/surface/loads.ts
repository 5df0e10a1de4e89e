/** Modules that functions need before they can run. They are loaded when a component that names the function arrives. */

import type { Component, Prop } from '../catalog/component.ts'
import type { Expression } from '../catalog/expression.ts'
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
  /** The number of arrivals. */
  readonly arrivals: number
  /** A definition names a function with this `load`: the first time it is called. What is there already is not. */
  begin(load: Load): void
  /**
   * What `load` gave. `undefined` while the load is under way. A failed load throws once for the surface, which is its
   * report, and is `'missing'` afterwards. One that has not begun throws: only the data names its function, which may be
   * what the user typed, and a request must not depend on that.
   */
  get(load: Load): Loaded | 'missing' | undefined
  /** What `load` gave, if it has arrived. Begins and reports nothing. */
  arrived(load: Load): Loaded | undefined
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

/** For reports of modules that could not be loaded. */
export const loadHint =
  'See that the page can fetch the module; it is tried again when next needed, or when the browser is online.'

/** `onArrival` is called before the listeners. */
export function createLoads(onArrival: () => void): Loads {
  const outcomes = new Map<Load, Outcome>()
  const listeners = new Set<Listener>()
  /** Failed modules that may arrive after all, and how to stop waiting for them. Nothing waits while nobody listens. */
  const retries = new Map<Load, () => void>()
  /** What hydration asked for and did not get, and what arrived meanwhile; `undefined` outside of hydration. */
  let hidden: Set<Load> | undefined
  let mountedViews = 0

  function finish(load: Load, outcome: Outcome): void {
    outcomes.set(load, outcome)
    if (hidden) hidden.add(load)
    else announce()
  }

  function announce(): void {
    loads.arrivals++
    onArrival()
    const waiting = [...listeners]
    // Whoever is still interested listens again.
    listeners.clear()
    for (const listener of waiting) listener.invalidate()
  }

  function follow(load: Load): void {
    const retried = (): void => finish(load, { value: load.get?.() })
    retries.get(load)?.()
    if (load.subscribe) retries.set(load, load.subscribe(retried))
  }

  const loads: { -readonly [name in keyof Loads]: Loads[name] } = {
    arrivals: 0,
    begin(load) {
      if (outcomes.has(load) || load.get?.() !== undefined) return
      outcomes.set(load, undefined)
      // Called in a microtask, because a view may be rendering. A load may throw at once.
      Promise.resolve()
        .then(load)
        .then(
          (value) => finish(load, { value }),
          (cause: unknown) => finish(load, { cause }),
        )
    },
    get(load) {
      const known = hidden ? undefined : outcomes.get(load)
      if (known && known !== 'missing') {
        if (hasValue(known)) return known
        outcomes.set(load, 'missing')
        const message = `The module of the function could not be loaded: ${reasonOf(known.cause)}`
        throw new SurfaceError('FUNCTION_FAILED', message, { hint: loadHint })
      }
      const value = hidden ? load.preloaded?.() : load.get?.()
      if (value !== undefined) return { value }
      hidden?.add(load)
      if (!outcomes.has(load) && load.get?.() === undefined)
        throw new SurfaceError('FUNCTION_FAILED', 'Only the data names the function, so its module is not loaded', {
          hint: 'Call the function in a component.',
        })
      return known
    },
    arrived(load) {
      const known = outcomes.get(load)
      if (hasValue(known)) return known
      const value = load.get?.()
      return value === undefined ? undefined : { value }
    },
    listen(listener) {
      listeners.add(listener)
      // Of a failure nobody may have heard: what needs the module may be gone.
      for (const [load, outcome] of outcomes) if (outcome && !hasValue(outcome)) follow(load)
    },
    unlisten(listener) {
      listeners.delete(listener)
      if (listeners.size === 0) for (const stop of retries.values()) stop()
    },
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
  return loads
}

function hasValue(outcome: Outcome): outcome is Loaded {
  return typeof outcome === 'object' && 'value' in outcome
}

/** Begins the loads of all functions that the components name. Callers leave out those that certainly name none. */
export function beginLoads(components: readonly Component[], { begin }: Pick<Loads, 'begin'>): void {
  const visit = (node: Prop | Expression): void => {
    if (node.kind === 'call') {
      for (const { definition } of [node.fn, ...(node.functions?.values() ?? [])]) {
        if (definition.load) begin(definition.load)
      }
    }
    innerExpressionsOf(node)?.forEach(visit)
  }
  for (const { props, implied = [] } of components) {
    Object.values(props).forEach(visit)
    for (const { condition } of implied) visit(condition)
  }
}

/** What is evaluated for a property or an expression. */
function innerExpressionsOf(node: Prop | Expression): readonly (Prop | Expression)[] | undefined {
  switch (node.kind) {
    case 'dynamic':
      return [node.expression]
    case 'list':
      return node.items
    case 'join':
      return node.parts
    case 'members':
      return Object.values(node.members)
    case 'call':
      return Object.values(node.args)
    case 'action':
      return node.does.kind === 'call' ? [node.does.call] : node.does.context.map(([, value]) => value)
  }
  return undefined
}
