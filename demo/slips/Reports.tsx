/** Reports as sentences: what is wrong, what to write instead, and in which line. The first few of a long list, until all are wanted. */
import { type ReactNode, useState } from 'react'
import type { SurfaceError } from 'surface-runtime'

export interface ReportsProps {
  /** Of the mode that reports. */
  readonly name: string
  readonly reports: readonly SurfaceError[]
}

/** A list that is a little longer is shown whole. */
const firstReports = 5

export function Reports({ name, reports }: ReportsProps): ReactNode {
  const [isWhole, setWhole] = useState(false)
  const isLong = reports.length > firstReports + 2
  return (
    <>
      <ol className="reports" aria-label={`Reports, ${name.toLowerCase()}`}>
        {(isLong && !isWhole ? reports.slice(0, firstReports) : reports).map((report, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same report may come twice, and reports only come at the end.
          <Report key={index} report={report} />
        ))}
      </ol>
      {isLong && (
        <button type="button" className="text-button reports__more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the first ${firstReports}` : `Show all ${reports.length}`}
        </button>
      )}
    </>
  )
}

function Report({ report: { message, hint, severity, place } }: { readonly report: SurfaceError }): ReactNode {
  return (
    <li className="reports__report" data-severity={severity}>
      <p className="reports__message">
        {message}
        {/[.!?…]$/.test(message) ? '' : '.'}
      </p>
      {hint && <p className="reports__hint">{hint}</p>}
      <p className="reports__place">
        {severity === 'error' ? 'Error' : 'Warning'}
        {place.line === undefined ? '' : `, line ${place.line}`}
      </p>
    </li>
  )
}
