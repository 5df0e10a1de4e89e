/** A link in Markdown. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Link } from '../../surface/media.ts'
import { useFocusHandoff } from '../focus-handoff.ts'

interface MarkdownLinkProps {
  readonly link: Link
  /** Whether the text of the link differs from its address. */
  readonly named: boolean
  readonly children: ReactNode
}

/** Without an address the browser itself does not press a link. */
function pressByKey({ key, repeat, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key === 'Enter' && !repeat) currentTarget.click()
}

/**
 * The link opens a tab of its own, which learns nothing about the page.
 *
 * A link that waits for a press is a button and shows its address: for a link, a browser may look up the host name
 * before the press. One that only came late is a link, and takes its address as soon as the user points at it.
 */
export function MarkdownLink({ link, named, children }: MarkdownLinkProps): ReactNode {
  const { url, ask, late } = link
  const [opened, setOpened] = useState<string>()
  const linked = useRef<string>(undefined)
  const focusRef = useFocusHandoff()
  /** Every click that a page can see, with the middle button too: a host may want to ask the user first. */
  function openByHost(event: MouseEvent): void {
    if (event.button > 1) return
    event.preventDefault()
    link.open?.(event.nativeEvent)
  }
  function open(event: MouseEvent): void {
    setOpened(url)
    if (link.open) openByHost(event)
    else window.open(url, '_blank', 'noopener,noreferrer')
  }
  const hasAddress = !ask || opened === url || linked.current === url
  // Not while rendering: a rendering that React throws away has shown nothing.
  useLayoutEffect(() => {
    linked.current = hasAddress ? url : undefined
  })
  if (hasAddress || late) {
    return (
      <a
        className="sf-md-link"
        ref={focusRef}
        target="_blank"
        rel="noopener noreferrer nofollow"
        {...(hasAddress
          ? { href: url, onClick: link.open && openByHost, onAuxClick: link.open && openByHost }
          : {
              role: 'link',
              tabIndex: 0,
              'aria-description': url,
              // Not for a finger, which is on it only when it presses.
              onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setOpened(url),
              onClick: open,
              onKeyDown: pressByKey,
            })}
      >
        {children}
      </a>
    )
  }
  return (
    <button type="button" className="sf-md-link" ref={focusRef} aria-description={url} onClick={open}>
      {children}
      {named && (
        <bdi className="sf-md-link__address" aria-hidden="true">
          ({url})
        </bdi>
      )}
    </button>
  )
}
