/** A link of an agent's text. */
import { type ReactNode, useState } from 'react'
import type { Link } from '../../surface/link.ts'
import { useHeldFocus } from '../focus-handoff.ts'

interface MarkdownLinkProps {
  readonly link: Link
  /** Its content is something else than the address. */
  readonly named: boolean
  readonly children: ReactNode
}

/**
 * Leads to a tab of its own, which learns nothing of the page. A link that waits is a button, which shows the address: a
 * browser would look up the host name of a link before the press. The press is the leave for this address alone.
 */
export function MarkdownLink({ link: { url, ask }, named, children }: MarkdownLinkProps): ReactNode {
  const [opened, setOpened] = useState<string>()
  const place = useHeldFocus()
  if (!ask || opened === url) {
    return (
      <a className="sf-md-link" href={url} ref={place} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    )
  }
  function open(): void {
    setOpened(url)
    window.open(url, '_blank', 'noopener,noreferrer')
  }
  return (
    <button type="button" className="sf-md-link" ref={place} aria-description={url} onClick={open}>
      {children}
      {named && (
        <bdi className="sf-md-link__address" aria-hidden="true">
          ({url})
        </bdi>
      )}
    </button>
  )
}
