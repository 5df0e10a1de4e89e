/** What the panels look at: the runtime with its record, and a number that grows when something of it is another. */
'use client'

import { useCallback, useState, useSyncExternalStore } from 'react'
import type { Binding } from '../live/binding.ts'
import type { CoreRuntime } from '../runtime/runtime.ts'
import { liveSurface } from '../surface/surface.ts'
import { type Recorded, type Recording, recordRuntime } from './recording.ts'

export interface Inspected {
  readonly runtime: CoreRuntime
  readonly recording: Recording
}

/** A component of a surface, or the surface alone. */
export interface Target {
  readonly surfaceId: string
  readonly componentId?: string | undefined
}

/** Panels draw this often at the most, so that the page they look at keeps its pace. Milliseconds. */
const pace = 250

export function useInspected(runtime: CoreRuntime): Inspected {
  return { runtime, recording: recordRuntime(runtime) }
}

export function useRecorded({ recording }: Inspected): Recorded {
  return useSyncExternalStore(usePaced(recording.subscribe), recording.getSnapshot, recording.getSnapshot)
}

/** Draws anew, at the pace of the panels, whatever changes: lines, data, components, what waits. */
export function usePulse({ runtime, recording }: Inspected): void {
  const [pulse] = useState(() => ({ beats: 0 }))
  const subscribe = useCallback(
    (listener: () => void) => {
      let stops: readonly (() => void)[] = []
      const beat = (): void => {
        pulse.beats++
        listener()
      }
      const follow = (): void => {
        for (const stop of stops) stop()
        stops = runtime.surfaces.getSnapshot().flatMap((surface) => {
          const { componentSet, unsent, arrival } = liveSurface(surface)
          const bindings: readonly Binding<unknown>[] = [componentSet.revision, unsent.waiting, arrival]
          return [surface.data.subscribe('', beat), ...bindings.map((binding) => binding.subscribe(beat))]
        })
        beat()
      }
      const outer = [runtime.surfaces.subscribe(follow), recording.subscribe(beat)]
      follow()
      return () => {
        for (const stop of [...outer, ...stops]) stop()
      }
    },
    [runtime, recording, pulse],
  )
  useSyncExternalStore(
    usePaced(subscribe),
    () => pulse.beats,
    () => 0,
  )
}

type Subscribe = Binding<unknown>['subscribe']

/** The first change waits as long as all others: a chunk is many changes. */
function usePaced(subscribe: Subscribe): Subscribe {
  return useCallback(
    (listener) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = subscribe(() => {
        timer ??= setTimeout(() => {
          timer = undefined
          listener()
        }, pace)
      })
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
    [subscribe],
  )
}
