/** What went back to the agent, as it goes over the wire. */
'use client'

import type { ReactNode } from 'react'
import { Empty } from './Empty.tsx'
import type { LeadingPanelProps } from './ErrorsPanel.tsx'
import { useFilters } from './Filters.tsx'
import { useRecorded } from './inspected.ts'
import { Json } from './Json.tsx'

export function EventsPanel({ inspected, onShowComponent }: LeadingPanelProps): ReactNode {
  const { events } = useRecorded(inspected)
  const { shown, filters } = useFilters(
    events,
    'Event',
    ({ event }) => event.surfaceId,
    ({ event }) => event.name,
  )
  if (events.length === 0)
    return <Empty title="Nothing sent yet" text="Press a button of a surface to send an event." />
  return (
    <>
      {filters}
      <ol className="sf-i-entries">
        {shown.map(({ event: { name, surfaceId, componentId }, wire }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever appended
          <li className="sf-i-entry" key={index}>
            <h3 className="sf-i-entry__title">
              {name} <span className="sf-i-chip">{surfaceId}</span>{' '}
              <button type="button" className="sf-i-link" onClick={() => onShowComponent({ surfaceId, componentId })}>
                <code>{componentId}</code>
              </button>
            </h3>
            <Json value={wire} />
          </li>
        ))}
      </ol>
    </>
  )
}
