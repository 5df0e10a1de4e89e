/** Announces the state of a streaming surface to assistive technology, each state once: loading, complete, incomplete. */
import { useEffect, useState } from 'react'
import type { Arrival, LiveSurface } from '../surface/surface.ts'
import { useBinding } from './hooks.ts'
import type { Texts } from './texts.ts'

export interface Status {
  /** For `aria-busy`. Some readers pass over what is busy, so it does not last where a part never comes. */
  readonly busy: boolean
  /** For the status region; empty until there is something to say. */
  readonly said: string
}

/** Milliseconds before something is said: what is over by then needs no words. */
const delays: { readonly [arrival in Arrival]: number } = { arriving: 1000, complete: 500, incomplete: 500 }

/** Milliseconds that a surface is busy at most. */
const patience = 10_000

/** What was said of a surface, wherever it is drawn, so that drawing it again says nothing. */
const told = new WeakMap<LiveSurface, Set<Arrival>>()

/** `name`: what the surface is called. What was complete when it was first drawn needs no words. */
export function useStatus(surface: LiveSurface, name: string, texts: Texts): Status {
  const arrival = useBinding(surface.arrival)
  const [said, say] = useState('')
  const [lasting, setLasting] = useState(false)

  useEffect(() => {
    const known = told.get(surface)
    if (!known) told.set(surface, new Set(arrival === 'arriving' ? [] : [arrival]))
    // What was true before is not true any more.
    say('')
    if (!known && arrival !== 'arriving') return
    const timer = setTimeout(() => {
      const before = told.get(surface)
      if (!before || before.has(arrival)) return
      before.add(arrival)
      say(texts[arrival](name))
    }, delays[arrival])
    return () => clearTimeout(timer)
  }, [surface, arrival, name, texts])

  useEffect(() => {
    if (arrival !== 'arriving') return
    const timer = setTimeout(() => setLasting(true), patience)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [arrival])

  return { busy: arrival === 'arriving' && !lasting, said }
}
