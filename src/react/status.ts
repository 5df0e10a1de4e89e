/** What assistive technology is told of a surface that streams in, each thing once: that it loads, is there, lacks parts. */
import { useEffect, useRef, useState } from 'react'
import type { Arrival, Surface } from '../surface/surface.ts'
import { useBinding, useHydrated } from './hooks.ts'
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

/** `name`: what the surface is called. */
export function useStatus(surface: Surface, name: string, texts: Texts): Status {
  const arrival = useBinding(surface.arrival)
  const hydrated = useHydrated()
  const [said, say] = useState('')
  const told = useRef(new Set<Arrival>())
  const [lasting, setLasting] = useState(false)

  useEffect(() => {
    // What the server has drawn is part of a page that is read anyway.
    if (!hydrated) told.current.add(arrival)
    if (told.current.has(arrival)) return
    const timer = setTimeout(() => {
      told.current.add(arrival)
      say(texts[arrival](name))
    }, delays[arrival])
    return () => clearTimeout(timer)
  }, [arrival, name, texts, hydrated])

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
