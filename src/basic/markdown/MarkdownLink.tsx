/** A link in Markdown. */
import { type ReactNode, useState } from 'react'
import type { Link } from '../../surface/link.ts'
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
 * before the press. The press is the consent for this address only.
 */
export function MarkdownLink({ link: { url, ask }, named, children }: MarkdownLinkProps): ReactNode {
  const [opened, setOpened] = useState<string>()
  const focusRef = useFocusHandoff()
  if (!ask || opened === url) {
    return (
      <a className="sf-md-link" href={url} ref={focusRef} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    )
  }
  function open(): void {
    setOpened(url)
    window.open(url, '_blank', 'noopener,noreferrer')
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
