/** What stands where a component does not. */
import type { ReactNode } from 'react'

export interface NoticeProps {
  readonly text: string
  readonly inControl: boolean
}

/** In place of a part that failed or was left out: one muted sentence. */
export function Notice({ text, inControl }: NoticeProps): ReactNode {
  const Tag = inControl ? 'span' : 'div'
  return (
    <Tag className="sf-notice" role="note">
      {text}
    </Tag>
  )
}
