/** The seam between the runtime's state and React: one hook, and one of it by name. */
'use client'

import { type EffectCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { isObject } from '../json/value.ts'
import type { Binding } from '../live/binding.ts'
import type { Runtime } from '../runtime.ts'
import type { Surface } from '../surface/surface.ts'

export function useBinding<T>({ subscribe, getSnapshot }: Binding<T>): T {
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot)
}

/**
 * Every surface of a runtime, in order of creation. Renders when a surface is added or deleted, not when one changes.
 * Throws a `TypeError` without a runtime.
 */
export function useSurfaces(runtime: Pick<Runtime, 'surfaces'>): readonly Surface[] {
  return useBinding(surfacesOf(runtime))
}

/** In JavaScript a view may lack its runtime, above all in a server component, which cannot pass one on. */
function surfacesOf(runtime: Pick<Runtime, 'surfaces'> | undefined): Binding<readonly Surface[]> {
  if (!runtime?.surfaces) throw new TypeError('A view needs a "runtime", made in a component that says "use client".')
  return runtime.surfaces
}

/** The surface of this id. Renders when this surface is added or deleted, not when others are. */
export function useSurface(runtime: Pick<Runtime, 'surfaces'>, surfaceId: string): Surface | undefined {
  const surfaces = surfacesOf(runtime)
  const find = (): Surface | undefined => surfaces.getSnapshot().find(({ id }) => id === surfaceId)
  return useBinding({ subscribe: surfaces.subscribe, getSnapshot: find })
}

/** A number that is another when the object is another: for keys, which cannot be objects. */
export function useGeneration(object: object): number {
  const [known, setKnown] = useState({ object, generation: 0 })
  if (known.object === object) return known.generation
  const generation = known.generation + 1
  setKnown({ object, generation })
  return generation
}

/** `useLayoutEffect`, of which React 18 warns on a server. */
export function useBrowserLayoutEffect(effect: EffectCallback, dependencies?: readonly unknown[]): void {
  const useEffectHere = typeof document === 'undefined' ? useEffect : useLayoutEffect
  useEffectHere(effect, dependencies)
}

/** False on the server, and while the browser draws what the server has drawn. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, yes, no)
}

const never = () => (): void => {}
const yes = (): boolean => true
const no = (): boolean => false

/**
 * An object made anew at each render, as inline objects are: the one before, as long as the members are the same. The members
 * of a member that is a plain object count as well.
 */
export function useStable<T extends object | undefined>(value: T): T {
  const [known, setKnown] = useState(value)
  if (sameMembers(known, value, 2)) return known
  setKnown(value)
  return value
}

function sameMembers(one: unknown, other: unknown, depth: number): boolean {
  if (Object.is(one, other)) return true
  if (depth === 0 || !isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) => Object.hasOwn(other, name) && sameMembers(one[name], other[name], depth - 1))
}
