/** What went back to the agent, as it goes over the wire. */
import { useSyncExternalStore } from 'react'
import type { Conversation } from './conversation.ts'
import { Empty } from './Empty.tsx'
import { Json } from './Json.tsx'

export function EventsPanel({ conversation }: { readonly conversation: Conversation }) {
  const { events } = useSyncExternalStore(conversation.subscribe, conversation.getSnapshot)
  if (events.length === 0) return <Empty title="Nothing sent yet" text="Press a button in the chat to send an event." />
  return (
    <ol className="entries">
      {events.map(({ event, wire }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever appended
        <li className="entry" key={index}>
          <h3 className="entry__title">
            {event.name} <span className="chip">{event.surfaceId}</span>
          </h3>
          <Json value={wire} />
        </li>
      ))}
    </ol>
  )
}
