/** What the window matches, as a value that React can read. */
import { useCallback, useSyncExternalStore } from 'react'

/** The chat alone, the rest in sheets; the same width as in `demo.css`. */
export const phone = '(max-width: 800px)'

/** Room for the inspector beside the chat. */
export const roomy = '(min-width: 1120px)'

/** Room for the links to all pages beside the player. */
export const roomForLinks = '(min-width: 1200px)'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
