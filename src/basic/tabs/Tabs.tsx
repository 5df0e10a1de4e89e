/** `Tabs`: titled children, one of which is shown. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { getOwn } from '../../json/value.ts'
import { keysOf } from '../../react/children.ts'
import type { RendererOf } from '../../react/renderer.ts'
import { type DomQuery, pausePlayers, tabStopSelector, useDomQuery } from '../dom-query.ts'
import { useFocusHandoff } from '../focus-handoff.ts'
import type { TabsProps } from '../props.ts'

/**
 * The WAI-ARIA pattern "Tabs", with automatic activation: a row of buttons, of which the selected one is the tab stop. The focus
 * follows the selection, after a key press and after a message that removes the selected tab.
 *
 * A panel is drawn at its first visit and hidden afterwards: input stays, and a panel that was never opened computes
 * and loads nothing. The selection belongs to a child, so tabs that are added or removed do not move it.
 */
export const Tabs: RendererOf<TabsProps> = ({ props: { tabs }, child, texts, label, description }) => {
  const id = useId()
  const keys = keysOf(tabs.map((tab) => tab.child.id))
  const [{ selected, visited }, setState] = useState<State>({ selected: '', visited: none })
  const selectedRef = useFocusHandoff()
  const current = Math.max(0, keys.indexOf(selected))
  const show = (to = ''): void => setState((before) => ({ selected: to, visited: new Set([...before.visited, to]) }))
  // The first tab is selected without a press. It stays selected when another tab is inserted before it.
  if (keys[current] !== undefined && keys[current] !== selected) show(keys[current])
  const isDrawn = (index: number): boolean => index === current || visited.has(keys[index] ?? '')

  function move(event: KeyboardEvent<HTMLElement>): void {
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const target = tabForKey(event, current, tabs.length, rightToLeft)
    if (target === undefined) return
    event.preventDefault()
    show(keys[target])
  }

  return (
    <div className="sf-tabs">
      <div className="sf-tabs__bar" role="tablist" aria-label={label} aria-description={description} onKeyDown={move}>
        {tabs.map(({ title }, index) => (
          <button
            key={keys[index]}
            ref={index === current ? selectedRef : undefined}
            type="button"
            role="tab"
            className="sf-tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === current}
            aria-controls={isDrawn(index) ? `${id}-panel-${index}` : undefined}
            tabIndex={index === current ? 0 : -1}
            onClick={() => show(keys[index])}
          >
            <bdi>{title.trim() === '' ? texts.tab(index + 1) : title}</bdi>
          </button>
        ))}
      </div>
      {tabs.map(
        (tab, index) =>
          isDrawn(index) && (
            <TabPanel key={keys[index]} id={id} index={index} hidden={index !== current}>
              {child(tab.child)}
            </TabPanel>
          ),
      )}
    </div>
  )
}

interface State {
  /** Key of a tab; empty before the first render. */
  readonly selected: string
  /** Keys of the tabs whose panels are drawn. */
  readonly visited: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/**
 * The index of the tab that a key leads to from `current`; after the last tab comes the first. `undefined` for other
 * keys and for keys with a modifier.
 */
function tabForKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  current: number,
  count: number,
  rightToLeft: boolean,
): number | undefined {
  if (altKey || ctrlKey || metaKey || shiftKey) return undefined
  const next = (current + 1) % count
  const previous = (current + count - 1) % count
  const [ArrowLeft, ArrowRight] = rightToLeft ? [next, previous] : [previous, next]
  return getOwn({ ArrowLeft, ArrowRight, Home: 0, End: count - 1 }, key)
}

interface TabPanelProps {
  /** Id of the instance. */
  readonly id: string
  readonly index: number
  readonly hidden: boolean
  readonly children: ReactNode
}

/** The content of one tab. The panel is a tab stop where its content has none. */
function TabPanel({ id, index, hidden, children }: TabPanelProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const hasStop = useDomQuery(frame, tabStopWithin)
  useEffect(() => {
    // The user cannot stop a sound in a hidden panel.
    if (hidden) pausePlayers(frame.current)
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

const tabStopWithin: DomQuery<boolean> = {
  read: (panel) => panel.querySelector(tabStopSelector) !== null,
  initial: true,
}
