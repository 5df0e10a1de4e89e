/** A panel of `Tabs`: the content of one tab. */
import { type ReactNode, useEffect, useRef } from 'react'
import { type DomQuery, tabStopSelector, useDomQuery } from '../dom-query.ts'

export interface TabPanelProps {
  /** Id of the instance. */
  readonly id: string
  readonly index: number
  readonly hidden: boolean
  readonly children: ReactNode
}

/** The panel is a tab stop where its content has none. */
export function TabPanel({ id, index, hidden, children }: TabPanelProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const hasStop = useDomQuery(frame, tabStopWithin)
  useEffect(() => {
    // Players are paused: the user cannot stop a sound in a hidden panel.
    if (hidden) for (const player of frame.current?.querySelectorAll<HTMLMediaElement>(players) ?? []) player.pause()
  }, [hidden])
  return (
    <div
      className="sf-tabs__panel"
      role="tabpanel"
      id={`${id}-panel-${index}`}
      ref={frame}
      aria-labelledby={`${id}-tab-${index}`}
      hidden={hidden}
      tabIndex={hasStop ? undefined : 0}
    >
      {children}
    </div>
  )
}

const players = 'video, audio'

const tabStopWithin: DomQuery<boolean> = {
  read: (panel) => panel.querySelector(tabStopSelector) !== null,
  initial: true,
}
