/** The library that computes where the rows of a list lie. */
import type { Virtualizer } from '@tanstack/virtual-core'
import { type RefObject, useEffect, useState } from 'react'

export type VirtualCore = typeof import('@tanstack/virtual-core')
export type ListVirtualizer = Virtualizer<HTMLElement, HTMLElement>

/**
 * The library, loaded when `needed` is first true: `undefined` until it has arrived, `'missing'` if loading failed.
 *
 * The arrival dispatches a `load` event, as a picture does. The arrival may move rows under a pointer at rest, and the
 * press guard listens for `load`.
 */
export function useVirtualCore(
  needed: boolean,
  frame: RefObject<HTMLElement | null>,
): VirtualCore | 'missing' | undefined {
  const [core, setCore] = useState<VirtualCore | 'missing'>()
  useEffect(() => {
    if (!needed || core) return
    let mounted = true
    import('@tanstack/virtual-core')
      .catch(() => 'missing' as const)
      .then((loaded) => {
        if (!mounted) return
        frame.current?.dispatchEvent(new Event('load'))
        setCore(loaded)
      })
    return () => {
      mounted = false
    }
  }, [needed, core, frame])
  return core
}
