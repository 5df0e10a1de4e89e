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

/**
 * In place of a component that is still to come: a faint block, after a moment, that says nothing. The key keeps React from
 * making the component's own element of it, into which thousands of children would be put one by one.
 */
export const placeholder: ReactNode = <div key="placeholder" className="sf-placeholder" aria-hidden="true" />
