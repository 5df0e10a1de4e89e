/** Every report: what, where, and what would put it right. */
'use client'

import type { ReactNode } from 'react'
import { Empty } from './Empty.tsx'
import { useFilters } from './Filters.tsx'
import { type Inspected, type Target, useRecorded } from './inspected.ts'
import type { RecordedError } from './recording.ts'

/** What leads to another panel. */
interface Leads {
  /** `id` of a recorded line. */
  readonly onShowLine: (line: number) => void
  readonly onShowComponent: (target: Target) => void
}

export interface LeadingPanelProps extends Leads {
  readonly inspected: Inspected
}

export function ErrorsPanel({ inspected, ...leads }: LeadingPanelProps): ReactNode {
  const { errors } = useRecorded(inspected)
  const { shown, filters } = useFilters(
    errors,
    'Code',
    ({ error }) => error.place.surfaceId,
    ({ error }) => error.code,
  )
  if (errors.length === 0) return <Empty title="No errors" text="Every line so far was applied." />
  return (
    <>
      {filters}
      <ol className="sf-i-entries">
        {shown.map((recorded, index) => (
          // Reports are only ever appended.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <ErrorItem key={index} recorded={recorded} {...leads} />
        ))}
      </ol>
    </>
  )
}

interface ErrorItemProps extends Leads {
  readonly recorded: RecordedError
}

function ErrorItem({ recorded: { error, line }, onShowLine, onShowComponent }: ErrorItemProps): ReactNode {
  const { hint, place } = error
  const { surfaceId, componentId, at } = place
  return (
    <li className="sf-i-entry sf-i-problem" data-severity={error.severity}>
      <h3 className="sf-i-problem__title">
        <code className="sf-i-problem__code">{error.code}</code>
        {line !== undefined && (
          <button type="button" className="sf-i-button" onClick={() => onShowLine(line)}>
            Line {line}
          </button>
        )}
      </h3>
      <p className="sf-i-problem__message">{error.message}</p>
      <p className="sf-i-problem__hint">{hint}</p>
      <dl className="sf-i-problem__place">
        <Place name="Surface" value={surfaceId} />
        {componentId !== undefined && (
          <Place
            name="Component"
            value={componentId}
            onShow={surfaceId === undefined ? undefined : () => onShowComponent({ surfaceId, componentId })}
          />
        )}
        <Place name="At" value={at} />
      </dl>
    </li>
  )
}

interface PlaceProps {
  readonly name: string
  readonly value: string | undefined
  readonly onShow?: (() => void) | undefined
}

function Place({ name, value, onShow }: PlaceProps): ReactNode {
  if (value === undefined) return null
  const text = <code>{value === '' ? 'the whole message' : breakable(value)}</code>
  return (
    <div className="sf-i-problem__part">
      <dt>{name}</dt>
      <dd>
        {onShow ? (
          <button type="button" className="sf-i-link" onClick={onShow}>
            {text}
          </button>
        ) : (
          text
        )}
      </dd>
    </div>
  )
}

/** A pointer that breaks before its slashes. `wbr` is not copied along, as a zero-width space would be. */
function breakable(value: string): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
  return value.split(/(?=\/)/).flatMap((part, index) => [<wbr key={index} />, part])
}
