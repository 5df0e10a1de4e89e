/** A link in Markdown. */
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import type { Link } from '../../surface/media.ts'
import { useFocusHandoff } from '../focus-handoff.ts'

interface MarkdownLinkProps {
  readonly link: Link
  /** Whether the text of the link differs from its address. */
  readonly named: boolean
  readonly children: ReactNode
}

/**
 * The link opens a tab of its own, which learns nothing about the page.
 *
 * A link that waits for a press is a button and shows its address: for a link, a browser may look up the host name
 * before the press.
 */
export function MarkdownLink({ link, named, children }: MarkdownLinkProps): ReactNode {
  const { url, ask } = link
  const [opened, setOpened] = useState<string>()
  const linked = useRef<string>(undefined)
  const focusRef = useFocusHandoff()
  /** Every click that a page can see, with the middle button too: a host may want to ask the user first. */
  function openByHost(event: MouseEvent): void {
    if (event.button > 1) return
    event.preventDefault()
    link.open?.(event.nativeEvent)
  }
  if (!ask || opened === url || linked.current === url) {
    linked.current = url
    return (
      <a
        className="sf-md-link"
        href={url}
        ref={focusRef}
        target="_blank"
        rel="noopener noreferrer nofollow"
        onClick={link.open && openByHost}
        onAuxClick={link.open && openByHost}
      >
        {children}
      </a>
    )
  }
  linked.current = undefined
  function open(event: MouseEvent): void {
    setOpened(url)
    if (link.open) openByHost(event)
    else window.open(url, '_blank', 'noopener,noreferrer')
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
