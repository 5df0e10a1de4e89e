/** How an answer came about, as a picture: a line for each moment, and on it when it was and how long it took. */
import type { Moment } from './timeline.ts'

export interface MomentsProps {
  readonly moments: readonly Moment[]
  /** Leads to a line of the record. Absent: there is nowhere to go. */
  readonly onShowLine?: (id: number) => void
}

const names = { agent: 'Agent', shop: 'Shop', surface: 'Surface' } as const

/** For developers, so in English. */
export function Moments({ moments, onShowLine }: MomentsProps) {
  const first = moments[0]?.at
  const whole = Math.max(1, ...moments.map(({ at = 0, lasts = 0 }) => at + lasts - (first ?? 0)))
  return (
    <>
      {first === undefined && (
        <p className="origin__note">Loaded with the page: when each came is not known, the order is.</p>
      )}
      <ol className="origin" data-testid="origin" lang="en" dir="ltr">
        {moments.map(({ by, at = 0, lasts = 0, words, value, line }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is one answer's, and does not change
          <li key={index} data-by={by}>
            <details className="origin__moment">
              <summary className="origin__line">
                <span className="origin__time">{first === undefined ? '–' : `${Math.round(at - first)} ms`}</span>
                <span className="origin__by">{names[by]}</span>
                <span className="origin__words">{words}</span>
                {first !== undefined && (
                  <span className="origin__track" aria-hidden="true">
                    <span className="origin__mark" style={placeOf(at - first, lasts, whole)} />
                  </span>
                )}
              </summary>
              {line !== undefined && onShowLine && (
                <button type="button" className="text-button" onClick={() => onShowLine(line)}>
                  Line {line}
                </button>
              )}
              <pre className="origin__value">{JSON.stringify(value, null, 2)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </>
  )
}

function placeOf(after: number, lasts: number, whole: number): { readonly left: string; readonly width: string } {
  return { left: `${(after / whole) * 100}%`, width: `${(lasts / whole) * 100}%` }
}
