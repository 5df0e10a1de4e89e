/**
 * The height of an on-screen keyboard that covers the page, as `--keyboard` at the root. Chromium makes the page smaller instead, as
 * the page's viewport setting asks, and there it is 0.
 */
import { useEffect } from 'react'

/** In pixels. Less than this is an address bar, and no keyboard. */
const least = 80

export function useKeyboardInset(): void {
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const measure = (): void => {
      const covered = window.innerHeight - seen.height - seen.offsetTop
      // Zooming in shows less of the page, too.
      const inset = covered < least || seen.scale > 1.01 ? 0 : covered
      document.documentElement.style.setProperty('--keyboard', `${Math.round(inset)}px`)
    }
    for (const name of ['resize', 'scroll']) seen.addEventListener(name, measure)
    measure()
    return () => {
      for (const name of ['resize', 'scroll']) seen.removeEventListener(name, measure)
    }
  }, [])
}
