/** What a panel shows while it has nothing to show. */
import type { ReactNode } from 'react'

export interface EmptyProps {
  readonly title: string
  readonly text: string
}

export function Empty({ title, text }: EmptyProps): ReactNode {
  return (
    <div className="sf-i-empty">
      <p className="sf-i-empty__title">{title}</p>
      <p className="sf-i-empty__text">{text}</p>
    </div>
  )
}
