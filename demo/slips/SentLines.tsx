/** The lines that the agent sends. What the slips have changed in a line is marked. */
import { type ReactNode, useId, useMemo } from 'react'
import { changedParts } from './changed-parts.ts'

export interface SentLinesProps {
  /** The answer without slips. */
  readonly right: string
  readonly sent: string
}

export function SentLines({ right, sent }: SentLinesProps): ReactNode {
  const id = useId()
  const lines = useMemo(() => changedParts(right, sent), [right, sent])
  return (
    <section className="sent-lines" aria-labelledby={id}>
      <h2 className="sent-lines__title" id={id}>
        What the agent sends
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the lines. */}
      <ol className="sent-lines__list" tabIndex={0} aria-labelledby={id}>
        {lines.map((parts, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its number.
          <li key={index} className="sent-lines__line">
            <code>
              {parts.map(({ text, isChanged }, at) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: the same text stands in several places of a line.
                isChanged ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
              )}
            </code>
          </li>
        ))}
      </ol>
    </section>
  )
}
