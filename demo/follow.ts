/** Keeps the newest turn in view while the user is reading at the end, and leaves them alone when they are not. */
import { type RefObject, useEffect, useRef } from 'react'

/** Within so many pixels of the end counts as being there. */
const near = 96

/**
 * `subject` names what is on show; another one starts at its top. Each new turn counts as a wish to see it.
 *
 * @param latest Where the newest exchange begins. Its beginning is never scrolled out of view: an answer is read from its top.
 */
export function useFollow(
  content: RefObject<HTMLElement | null>,
  subject: unknown,
  turnCount: number,
  latest: () => Element | null | undefined = () => undefined,
): void {
  const beginning = useRef(latest)
  beginning.current = latest
  const following = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject is not read, its change is the occasion
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [subject])

  useEffect(() => {
    // The two turns that open every conversation are read from the top.
    if (turnCount <= 2) return
    following.current = true
    scrollToEnd(beginning.current())
  }, [turnCount])

  useEffect(() => {
    const element = content.current
    if (!element) return
    let before = window.scrollY
    // Content that grew since is no wish to stay behind: only the way up is.
    const note = () => {
      if (distanceToEnd() < near) following.current = true
      else if (window.scrollY < before) following.current = false
      before = window.scrollY
    }
    const observer = new ResizeObserver(() => {
      if (following.current) scrollToEnd(beginning.current())
    })
    // A page that is longer than the window from the start is read from its top.
    following.current = distanceToEnd() <= 0
    observer.observe(element)
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', note)
    }
  }, [content])
}

function distanceToEnd(): number {
  const { scrollHeight } = document.documentElement
  return scrollHeight - window.scrollY - window.innerHeight
}

/** Never back: the user may be reading further down. */
function scrollToEnd(latest: Element | null | undefined): void {
  const root = document.documentElement
  const room = Number.parseFloat(getComputedStyle(root).scrollPaddingTop) || 0
  const top = latest ? latest.getBoundingClientRect().top + window.scrollY - room : root.scrollHeight
  window.scrollTo(0, Math.max(window.scrollY, Math.min(root.scrollHeight, top)))
}
