/** Announces the state of a streaming surface to assistive technology, each state once: loading, complete, incomplete. */
import { useEffect, useState } from 'react'
import type { Arrival, LiveSurface } from '../surface/surface.ts'
import { useBinding } from './hooks.ts'
import type { Texts } from './texts.ts'

export interface Status {
  /** For `aria-busy`. Some screen readers skip busy elements, so the state ends even if a part never arrives. */
  readonly busy: boolean
  /** For the status region; empty until there is something to say. */
  readonly announcement: string
}

/** Milliseconds before an announcement: a state that is over by then is not announced. */
const delayOfBeginning = 1000
const delayOfEnd = 500

/** Milliseconds that a surface is busy at most. */
const maxBusy = 10_000

/** What was announced for a surface in any view: drawing it again announces nothing. */
const announced = new WeakMap<LiveSurface, Set<Arrival>>()

/** `name`: what the surface is called. What was complete when it was first drawn needs no words. */
export function useStatus(surface: LiveSurface, name: string, texts: Texts): Status {
  const arrival = useBinding(surface.arrival)
  const [announcement, announce] = useState('')
  const [lasting, setLasting] = useState(false)

  useEffect(() => {
    const known = announced.get(surface) ?? new Set(arrival === 'arriving' ? [] : [arrival])
    announced.set(surface, known)
    // What was true before is not true any more.
    announce('')
    const timer = setTimeout(
      () => {
        if (known.has(arrival)) return
        known.add(arrival)
        announce(texts[arrival](name))
      },
      arrival === 'arriving' ? delayOfBeginning : delayOfEnd,
    )
    return () => clearTimeout(timer)
  }, [surface, arrival, name, texts])

  useEffect(() => {
    if (arrival !== 'arriving') return
    const timer = setTimeout(() => setLasting(true), maxBusy)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [arrival])

  return { busy: arrival === 'arriving' && !lasting, announcement }
}
