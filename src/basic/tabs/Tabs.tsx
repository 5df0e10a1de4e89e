/** `Tabs`: titled children, one of which is shown. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { own } from '../../json/value.ts'
import { keysOf } from '../../react/children.ts'
import type { RendererOf } from '../../react/renderer.ts'
import { type DomQuery, pausePlayers, tabStopSelector, useDomQuery } from '../dom-query.ts'
import { useFocusHandoff } from '../focus-handoff.ts'
import type { TabsProps } from '../props.ts'

/**
 * The WAI-ARIA pattern "Tabs", with automatic activation.
 *
 * A panel is drawn at its first visit and hidden afterwards: input stays, and a panel that was never opened computes
 * and loads nothing. The selection belongs to a child, so tabs that are added or removed do not move it.
 */
export const Tabs: RendererOf<TabsProps> = ({ props: { tabs }, child, texts, label, description }) => {
  const id = useId()
  const keys = keysOf(tabs.map((tab) => tab.child.id))
  const [{ selected, visited }, setState] = useState<State>({ selected: '', visited: none })
  const current = Math.max(0, keys.indexOf(selected))
  const show = (to = ''): void => setState((before) => ({ selected: to, visited: new Set([...before.visited, to]) }))
  // The first tab is selected without a press. It stays selected when another tab is inserted before it.
  if (keys[current] !== undefined && keys[current] !== selected) show(keys[current])
  const isDrawn = (index: number): boolean => index === current || visited.has(keys[index] ?? '')

  return (
    <div className="sf-tabs">
      <TabList
        id={id}
        titles={tabs.map(({ title }, index) => (title.trim() === '' ? texts.tab(index + 1) : title))}
        keys={keys}
        current={current}
        hasPanel={isDrawn}
        show={(index) => show(keys[index])}
        named={{ 'aria-label': label, 'aria-description': description }}
      />
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

interface TabListProps {
  /** Id of the instance; the ids of its tabs and panels begin with it. */
  readonly id: string
  readonly titles: readonly string[]
  readonly keys: readonly string[]
  /** Index of the selected tab. */
  readonly current: number
  /** Whether the panel of the tab at an index is on the page. */
  readonly hasPanel: (index: number) => boolean
  readonly show: (index: number) => void
  readonly named: { readonly 'aria-label': string | undefined; readonly 'aria-description': string | undefined }
}

/**
 * The titles: a row of buttons, of which the selected one is the tab stop. The focus follows the selection, after a key
 * press and after a message that removes the selected tab.
 */
function TabList({ id, titles, keys, current, hasPanel, show, named }: TabListProps): ReactNode {
  const selectedRef = useFocusHandoff()

  function move(event: KeyboardEvent<HTMLElement>): void {
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const target = tabForKey(event, current, titles.length, rightToLeft)
    if (target === undefined) return
    event.preventDefault()
    show(target)
  }

  return (
    <div className="sf-tabs__bar" role="tablist" {...named} onKeyDown={move}>
      {titles.map((title, index) => (
        <button
          key={keys[index]}
          ref={index === current ? selectedRef : undefined}
          type="button"
          role="tab"
          className="sf-tab"
          id={`${id}-tab-${index}`}
          aria-selected={index === current}
          aria-controls={hasPanel(index) ? `${id}-panel-${index}` : undefined}
          tabIndex={index === current ? 0 : -1}
          onClick={() => show(index)}
        >
          <bdi>{title}</bdi>
        </button>
      ))}
    </div>
  )
}

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
  const [forward, back] = rightToLeft ? (['ArrowLeft', 'ArrowRight'] as const) : (['ArrowRight', 'ArrowLeft'] as const)
  return own({ [forward]: (current + 1) % count, [back]: (current + count - 1) % count, Home: 0, End: count - 1 }, key)
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
