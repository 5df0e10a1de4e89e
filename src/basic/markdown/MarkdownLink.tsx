/** A link of an agent's text. */
import type { ReactNode } from 'react'

interface MarkdownLinkProps {
  readonly target: string
  readonly children: ReactNode
}

/** A tab of its own, which learns nothing of the page. */
export function MarkdownLink({ target, children }: MarkdownLinkProps): ReactNode {
  return (
    <a className="sf-md-link" href={target} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
