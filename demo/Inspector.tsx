/** Behind the chat: lines in, data, events out, errors. */
import { useState, useSyncExternalStore } from 'react'
import { useSurfaces } from 'surface-runtime'
import type { Conversation } from './conversation.ts'
import { DataPanel } from './DataPanel.tsx'
import { ErrorsPanel } from './ErrorsPanel.tsx'
import { EventsPanel } from './EventsPanel.tsx'
import { LinesPanel, type LineTarget } from './LinesPanel.tsx'
import { Tabs } from './Tabs.tsx'

export type InspectorTab = 'lines' | 'data' | 'events' | 'errors'

export interface InspectorProps {
  readonly conversation: Conversation
  /** Kept outside, so that closing the inspector does not forget it. */
  readonly tab: InspectorTab
  readonly onTab: (tab: InspectorTab) => void
}

export function Inspector({ conversation, tab, onTab }: InspectorProps) {
  const { runtime, player } = conversation
  const { line } = useSyncExternalStore(player.subscribe, player.getSnapshot)
  const { events, problems } = useSyncExternalStore(conversation.subscribe, conversation.getSnapshot)
  const surfaces = useSurfaces(runtime)
  const [target, setTarget] = useState<LineTarget>()

  function choose(next: InspectorTab): void {
    setTarget(undefined)
    onTab(next)
  }

  function showLine(next: number): void {
    setTarget({ line: next })
    onTab('lines')
  }

  return (
    <Tabs
      label="Inspector"
      selected={tab}
      onSelect={choose}
      tabs={[
        { id: 'lines', label: 'Lines', count: line },
        { id: 'data', label: 'Data', count: surfaces.length },
        { id: 'events', label: 'Events', count: events.length },
        { id: 'errors', label: 'Errors', count: problems.length, alarming: true },
      ]}
    >
      {tab === 'lines' && <LinesPanel conversation={conversation} target={target} />}
      {tab === 'data' && <DataPanel runtime={runtime} />}
      {tab === 'events' && <EventsPanel conversation={conversation} />}
      {tab === 'errors' && <ErrorsPanel conversation={conversation} onShowLine={showLine} />}
    </Tabs>
  )
}
