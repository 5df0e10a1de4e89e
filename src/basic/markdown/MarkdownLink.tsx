/** A link of an agent's text. */
import { createContext, type Provider, type ReactNode, useContext } from 'react'

const within = createContext(false)

/** Around what a control is labelled with: nothing in there can be pressed by itself. */
export const WithinControl: Provider<boolean> = within.Provider

interface MarkdownLinkProps {
  readonly target: string
  readonly children: ReactNode
}

/** Within a control it is its text. */
export function MarkdownLink({ target, children }: MarkdownLinkProps): ReactNode {
  if (useContext(within)) return children
  return (
    <a className="sf-md-link" href={target} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
