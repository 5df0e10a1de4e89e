/** A long list that comes all at once is drawn in parts, with a turn for the browser between two parts. */
import { useEffect, useState } from 'react'
import { useHydrated } from './hooks.ts'

/** 1,000 surfaces in one task took 0.35 s to draw; a part takes 0.1 s. Few pages ever have so many. */
const part = 250

/** The first elements of the list: in one task it grows by `part` at most. A server, and hydration, draw all. */
export function useGradualList<T>(list: readonly T[]): readonly T[] {
  const hydrated = useHydrated()
  const { length } = list
  const [allowed, setAllowed] = useState(hydrated ? part : length)
  // Of a list that became shorter, what comes next is as new as before.
  if (hydrated && allowed > length + part) setAllowed(length + part)
  const due = hydrated && length > allowed
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => setAllowed(allowed + part))
    return () => clearTimeout(timer)
  }, [due, allowed])
  return due ? list.slice(0, allowed) : list
}
