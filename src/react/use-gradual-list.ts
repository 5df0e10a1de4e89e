/** A long list that comes all at once is drawn in parts, with a turn for the browser between two parts. */
import { useEffect, useReducer, useRef } from 'react'
import { useHydrated } from './hooks.ts'

/** 1,000 surfaces in one task took 0.35 s to draw; a part takes 0.1 s. Few pages ever have so many. */
const part = 250

/** The items that were drawn, and in one task `part` others at most. A server, and hydration, draw all. */
export function useGradualList<T>(list: readonly T[]): readonly T[] {
  const hydrated = useHydrated()
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const drawn = useRef<ReadonlySet<T>>(undefined)
  drawn.current ??= new Set(hydrated ? [] : list)
  const before = drawn.current
  let room = part
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
