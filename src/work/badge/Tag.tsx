/** A word with a tone: a `Badge`, and the status in a table. */
import type { ReactNode } from 'react'
import type { Tone } from '../props.ts'

export function Tag({ text, tone }: { readonly text: string; readonly tone: Tone }): ReactNode {
  return (
    <span className={`sf-badge sf-tone sf-tone--${tone}`} dir="auto">
      {text}
    </span>
  )
}
