/** The inspector as one React component: its frame, its window, its tabs, and what leads from one panel to another. */
'use client'

import { type ReactNode, useState } from 'react'
import { useGeneration } from '../react/hooks.ts'
import type { CoreRuntime } from '../runtime/runtime.ts'
import { DataPanel } from './DataPanel.tsx'
import { ErrorsPanel } from './ErrorsPanel.tsx'
import { EventsPanel } from './EventsPanel.tsx'
import { FileButtons } from './FileButtons.tsx'
import { Icon } from './Icon.tsx'
import { type Inspected, type Target, useInspected, useRecorded } from './inspected.ts'
import { LinesPanel, type LineTarget } from './LinesPanel.tsx'
import { OwnWindow, openWindow } from './OwnWindow.tsx'
import type { RecordedLine } from './recording.ts'
import { StatePanel } from './StatePanel.tsx'
import { Tabs } from './Tabs.tsx'
import { TreePanel } from './TreePanel.tsx'

export type InspectorTab = 'host' | 'lines' | 'tree' | 'data' | 'events' | 'errors' | 'state'

/** A tab of the host's own, such as what else was carried for the surfaces. */
export interface HostTab {
  readonly label: string
  /** What the tab shows. `showLine` leads to a line of the record by its `id`. */
  readonly draw: (showLine: (id: number) => void) => ReactNode
}

export interface InspectorProps {
  readonly runtime: CoreRuntime
  /**
   * `docked`: fixed at the end edge of the page, on a narrow page at its bottom, with a button that folds it. `inline`: fills
   * its container, which gives it a height. Default: `docked`.
   */
  readonly placement?: 'docked' | 'inline' | undefined
  /** The tab on show, for a host that keeps it; `onTab` then tells of the user's choice. Default: kept here, the first one at first. */
  readonly tab?: InspectorTab | undefined
  readonly onTab?: ((tab: InspectorTab) => void) | undefined
  /** Takes the JSON Lines of a file that the user opens. Default: the runtime reads them. */
  readonly onOpen?: ((lines: string) => void) | undefined
  /** What a host adds below a line that is unfolded, such as a button that edits it. */
  readonly lineActions?: ((line: RecordedLine) => ReactNode) | undefined
  /** Stands before the other tabs. Its id is `host`. Default: none. */
  readonly hostTab?: HostTab | undefined
}

/**
 * Shows what goes on in a runtime: the lines that came, each with its bytes and what became of it; the tree of components, with
 * what was sent and what is drawn of each; the data, which can be edited; events and errors; what waits, and why; the limits in
 * use. Needs `surface-runtime/inspector.css`. Records from its first render on; `recordRuntime` begins earlier.
 */
export function Inspector({ placement = 'docked', ...props }: InspectorProps): ReactNode {
  const generation = useGeneration(props.runtime)
  const [folded, setFolded] = useState(false)
  const [own, setOwn] = useState<Window>()
  const [blocked, setBlocked] = useState(false)
  const docked = placement === 'docked'
  const inspected = useInspected(props.runtime)
  const [ownTab, setOwnTab] = useState<InspectorTab>(props.hostTab ? 'host' : 'lines')
  const { tab = ownTab } = props

  function chooseTab(next: InspectorTab): void {
    setOwnTab(next)
    props.onTab?.(next)
  }

  function leave(): void {
    const opened = openWindow()
    setBlocked(!opened)
    setOwn(opened)
  }

  const panels = (
    <Panels
      key={generation}
      inspected={inspected}
      tab={tab}
      onTab={chooseTab}
      lineActions={props.lineActions}
      hostTab={props.hostTab}
      tools={
        <>
          <FileButtons inspected={inspected} onOpen={props.onOpen} />
          {!own && (
            <button type="button" className="sf-i-button" onClick={leave}>
              {blocked ? 'Window blocked' : 'Window'}
            </button>
          )}
          {docked && !own && (
            <button
              type="button"
              className="sf-i-button"
              aria-label="Fold the inspector"
              onClick={() => setFolded(true)}
            >
              <Icon name="close" />
            </button>
          )}
        </>
      }
    />
  )
  if (own)
    return (
      <OwnWindow window={own} onClose={() => setOwn(undefined)}>
        {panels}
      </OwnWindow>
    )
  if (docked && folded)
    return (
      <button type="button" className="sf-inspector sf-inspector--folded" onClick={() => setFolded(false)}>
        Inspector
      </button>
    )
  return docked ? (
    <aside className="sf-inspector sf-inspector--docked" aria-label="Inspector">
      {panels}
    </aside>
  ) : (
    <div className="sf-inspector">{panels}</div>
  )
}

interface PanelsProps {
  readonly inspected: Inspected
  readonly tab: InspectorTab
  readonly onTab: (tab: InspectorTab) => void
  readonly lineActions: InspectorProps['lineActions']
  readonly hostTab: HostTab | undefined
  readonly tools: ReactNode
}

function Panels({ inspected, tab, onTab, lineActions, hostTab, tools }: PanelsProps): ReactNode {
  const { lines, events, errors } = useRecorded(inspected)
  const [line, setLine] = useState<LineTarget>()
  const [target, setTarget] = useState<Target>()
  const [pointer, setPointer] = useState<string>()

  function choose(next: InspectorTab): void {
    setLine(undefined)
    onTab(next)
  }

  function showLine(id: number): void {
    setLine({ line: id })
    onTab('lines')
  }

  function showComponent(next: Target): void {
    setTarget(next)
    onTab('tree')
  }

  function showData(surfaceId: string, at: string): void {
    setTarget({ ...target, surfaceId })
    setPointer(at)
    onTab('data')
  }

  const leads = { onShowLine: showLine, onShowComponent: showComponent }
  return (
    <Tabs
      label="Inspector"
      selected={tab}
      onSelect={choose}
      tools={tools}
      tabs={[
        ...(hostTab ? [{ id: 'host' as const, label: hostTab.label, count: 0 }] : []),
        { id: 'lines', label: 'Lines', count: lines.length },
        { id: 'tree', label: 'Tree', count: 0 },
        { id: 'data', label: 'Data', count: 0 },
        { id: 'events', label: 'Events', count: events.length },
        { id: 'errors', label: 'Errors', count: errors.length, alarming: true },
        { id: 'state', label: 'State', count: 0 },
      ]}
    >
      {tab === 'host' && hostTab?.draw(showLine)}
      {tab === 'lines' && <LinesPanel inspected={inspected} target={line} actions={lineActions} />}
      {tab === 'tree' && (
        <TreePanel
          inspected={inspected}
          target={target}
          onTarget={setTarget}
          onShowData={showData}
          onShowLine={showLine}
        />
      )}
      {tab === 'data' && <DataPanel inspected={inspected} target={target} pointer={pointer} />}
      {tab === 'events' && <EventsPanel inspected={inspected} {...leads} />}
      {tab === 'errors' && <ErrorsPanel inspected={inspected} {...leads} />}
      {tab === 'state' && <StatePanel inspected={inspected} {...leads} />}
    </Tabs>
  )
}
