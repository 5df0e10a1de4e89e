/** What stands where a component does not. */
import type { ReactNode } from 'react'

/** In place of a part that failed or was left out: one muted sentence. */
export function Notice({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="sf-notice" role="note">
      {text}
    </div>
  )
}
