/** Hooks that draw a component again when a binding, the surfaces or a late module have changed. */
'use client'

import {
  type Context,
  createContext,
  type EffectCallback,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { reasonOf, SurfaceError } from '../errors/surface-error.ts'
import { isPlainObject } from '../json/inspect.ts'
import type { Binding } from '../live/binding.ts'
import type { LazyModule } from '../live/lazy-module.ts'
import { type SourceOption, sourceIn } from '../live/source-option.ts'
import type { CoreRuntime } from '../runtime/runtime.ts'
import { loadHint } from '../surface/loads.ts'
import type { LiveSurface, Surface } from '../surface/surface.ts'

export function useBinding<T>({ subscribe, getSnapshot }: Binding<T>): T {
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot)
}

/** What a list of surfaces reads of its runtime. */
export type ListedRuntime = Pick<CoreRuntime, 'surfaces' | 'surfacesOf'>

/**
 * Every surface of a runtime, in order of creation; with `source` those that this source has begun, or these sources. Renders when a
 * surface is added or deleted, not when one changes. Throws a `TypeError` without a runtime.
 */
export function useSurfaces(
  runtime: ListedRuntime | undefined,
  options: SourceOption<string | readonly string[]> = {},
): readonly Surface[] {
  const all = surfacesOf(runtime)
  const source = sourceIn(options)
  const sources = useStable(typeof source === 'object' ? source : undefined) ?? source
  return useBinding(
    useMemo(() => (sources === undefined || !runtime ? all : runtime.surfacesOf(sources)), [all, runtime, sources]),
  )
}

/** In JavaScript a view may lack its runtime, above all in a server component, which cannot pass one on. */
function surfacesOf(runtime: Pick<CoreRuntime, 'surfaces'> | undefined): Binding<readonly Surface[]> {
  if (!runtime?.surfaces)
    throw new TypeError(
      'A view needs a "runtime", its own or that of a <SurfaceProvider>, made in a component that says "use client".',
    )
  return runtime.surfaces
}

/**
 * The surface of this id, of the source, or one of the sources, if it is given; of several the one that was begun last. Renders when this surface is added or
 * deleted, not when others are. `undefined` while there is none. Throws a `TypeError` without a runtime.
 */
export function useSurface(
  runtime: Pick<CoreRuntime, 'surfaces'> | undefined,
  surfaceId: string,
  { source }: { readonly source?: string | readonly string[] | undefined } = {},
): Surface | undefined {
  const surfaces = surfacesOf(runtime)
  const isMeant = (surface: Surface): boolean =>
    surface.id === surfaceId && (source === undefined || [source].flat().includes(surface.source ?? ''))
  return useBinding({ ...surfaces, getSnapshot: () => surfaces.getSnapshot().findLast(isMeant) })
}

/** A number that is another when the object is another: for keys, which cannot be objects. */
export function useGeneration(object: object | undefined): number {
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
  return useSyncExternalStore(subscribeToNothing, yes, no)
}

const subscribeToNothing = () => (): void => {}
const yes = (): boolean => true
const no = (): boolean => false

/**
 * An object or list made anew at each render, as inline ones are: the one before, as long as the members are the same. The members
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
  const [members, others] = [membersOf(one), membersOf(other)]
  if (depth === 0 || !members || !others) return false
  const names = Object.keys(members)
  if (names.length !== Object.keys(others).length) return false
  return names.every((name) => Object.hasOwn(others, name) && sameMembers(members[name], others[name], depth - 1))
}

function membersOf(value: unknown): { readonly [name: string]: unknown } | undefined {
  if (Array.isArray(value)) return { ...value, list: true }
  return isPlainObject(value) ? value : undefined
}

/** 1,000 surfaces in one task took 0.35 s to draw; 250 take 0.1 s. Few pages ever have so many. */
const surfacesPerTask = 250

/** The items that were drawn, and in one task `surfacesPerTask` others at most. A server, and hydration, draw all. */
export function useGradualList<T>(list: readonly T[]): readonly T[] {
  const hydrated = useHydrated()
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const drawn = useRef<ReadonlySet<T>>(undefined)
  drawn.current ??= new Set(hydrated ? [] : list)
  const before = drawn.current
  let room = surfacesPerTask
  const shown = list.filter((item) => !hydrated || before.has(item) || room-- > 0)
  const due = shown.length < list.length
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
    if (!due) drawn.current = new Set(shown)
  })
  useEffect(() => {
    if (!due) return
    let timer = setTimeout(drawPart)
    function drawPart(): void {
      drawn.current = new Set(latest.current)
      redraw()
      timer = setTimeout(drawPart)
    }
    return () => clearTimeout(timer)
  }, [due])
  return shown
}

/** The surface that a component is drawn in, for hooks of renderers. */
export interface SurfaceContextValue {
  readonly surface: LiveSurface
  /** The element of the surface. */
  readonly frame: RefObject<HTMLElement | null>
}

export const SurfaceContext: Context<SurfaceContextValue | undefined> = createContext<SurfaceContextValue | undefined>(
  undefined,
)

/**
 * The module; `undefined` until it has arrived, `'missing'` after an attempt of this component has failed. The component
 * is drawn again when the module arrives after all. The first effect imports the module, unless `needed` is false.
 *
 * A module that has arrived is there in the first render; on a server and during hydration only a preloaded one is.
 * `part`: what the module is for, as `preload` names it.
 */
export function useLazyModule<T>(module: LazyModule<T>, part: string, needed: boolean): T | 'missing' | undefined {
  const context = useContext(SurfaceContext)
  const [missing, setMissing] = useState(false)
  const [subscribe] = useState(() => subscribeFor(module, context))
  const value = useSyncExternalStore(subscribe, module.get, module.preloaded)
  const imports = needed && value === undefined
  useEffect(() => {
    if (!imports) return
    let mounted = true
    // When it comes must not depend on what the user entered: pictures may come with it.
    module(!context?.surface.unsent.waiting.getSnapshot()).catch((cause: unknown) => {
      if (!mounted) return
      const message = `The part "${part}" could not be loaded, so something is drawn without it: ${reasonOf(cause)}`
      const error = new SurfaceError('RENDER_FAILED', message, { hint: loadHint }, { severity: 'warning', cause })
      // Under a key that no component has: components that are sent again do not repeat the report.
      context?.surface.failed(`\0${part}`, error)
      setMissing(true)
    })
    return () => {
      mounted = false
    }
  }, [imports, module, part, context])
  return value ?? (missing ? 'missing' : undefined)
}

function subscribeFor(module: LazyModule<unknown>, context: SurfaceContextValue | undefined) {
  return (notify: () => void): (() => void) => {
    if (module.get() !== undefined) return subscribeToNothing()
    return module.subscribe(() => {
      // The press guard listens for `load`, as for pictures: what has arrived may move a control.
      context?.frame.current?.dispatchEvent(new Event('load'))
      notify()
    })
  }
}
