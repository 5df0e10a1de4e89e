/** How an answer came about: what three protocols carried for it, in one list with times. For developers, so in English. */
import { Sheet } from '../Sheet.tsx'
import { useWords } from '../words/use-words.ts'
import type { Moment } from './timeline.ts'

export interface OriginProps {
  /** Absent: closed. */
  readonly moments: readonly Moment[] | undefined
  readonly onClose: () => void
}

const names = { agent: 'Agent', shop: 'Shop', surface: 'Surface' } as const

export function Origin({ moments, onClose }: OriginProps) {
  const words = useWords()
  const first = moments?.[0]?.at ?? 0
  return (
    <Sheet title={words.origin} side="middle" open={moments !== undefined} onClose={onClose}>
      <ol className="origin" data-testid="origin" lang="en" dir="ltr">
        {moments?.map(({ by, at, words: text, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is one moment's, and does not change
          <li key={index} data-by={by}>
            <details className="origin__moment">
              <summary className="origin__line">
                <span className="origin__time">{`${Math.max(0, at - first)} ms`}</span>
                <span className="origin__by">{names[by]}</span>
                <span className="origin__words">{text}</span>
              </summary>
              <pre className="origin__value">{JSON.stringify(value, null, 2)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}
