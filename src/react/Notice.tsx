/** What stands where a component does not. */
import type { ReactNode } from 'react'

export interface NoticeProps {
  readonly text: string
  readonly phrasing: boolean
}

/** In place of a part that failed or was left out: one muted sentence. */
export function Notice({ text, phrasing }: NoticeProps): ReactNode {
  const Tag = phrasing ? 'span' : 'div'
  return (
    <Tag className="sf-notice" role="note">
      {text}
    </Tag>
  )
}
