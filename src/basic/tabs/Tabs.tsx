/** `Tabs`: children of which one is shown, each under a title. The WAI-ARIA pattern, with selection that follows focus. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { type Look, stops, useLook } from '../dom-query.ts'
import { useHeldFocus } from '../focus-handoff.ts'
import { keysOf } from '../keys.ts'
import type { TabsProps } from '../props.ts'
import { targetOf } from './tab-keys.ts'

/**
 * A panel is drawn from the first visit on, and then only hidden: what was entered there stays, and a panel that nobody
 * opens computes and loads nothing. The selection is kept by child, so tabs that come and go do not move it.
 */
export const Tabs: RendererOf<TabsProps> = ({ props: { tabs }, child, texts, label, description }) => {
  const id = useId()
  const keys = keysOf(tabs.map((tab) => tab.child.id))
  const [{ selected, visited }, setState] = useState<State>({ selected: '', visited: none })
  const current = Math.max(0, keys.indexOf(selected))
  const show = (to = ''): void => setState((before) => ({ selected: to, visited: new Set([...before.visited, to]) }))
  // What nobody has pressed is selected all the same, and stays so when another comes before it.
  if (keys[current] !== undefined && keys[current] !== selected) show(keys[current])

  return (
    <div className="sf-tabs">
      <TabList
        id={id}
        titles={tabs.map(({ title }, index) => (title.trim() === '' ? texts.tab(index + 1) : title))}
        keys={keys}
        current={current}
        show={(index) => show(keys[index])}
        named={{ 'aria-label': label, 'aria-description': description }}
      />
      {tabs.map((tab, index) => (
        <Panel key={keys[index]} id={id} index={index} hidden={index !== current}>
          {(index === current || visited.has(keys[index] ?? '')) && child(tab.child)}
        </Panel>
      ))}
    </div>
  )
}

interface State {
  /** Keys of tabs; none at first. */
  readonly selected: string
  readonly visited: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

interface TabListProps {
  /** Of the instance; ids of tabs and panels begin with it. */
  readonly id: string
  readonly titles: readonly string[]
  readonly keys: readonly string[]
  readonly current: number
  readonly show: (index: number) => void
  readonly named: { readonly 'aria-label': string | undefined; readonly 'aria-description': string | undefined }
}

/** The focus goes along with the selection, whether a key moves it or the agent takes the selected tab away. */
function TabList({ id, titles, keys, current, show, named }: TabListProps): ReactNode {
  const place = useHeldFocus()

  function move(event: KeyboardEvent<HTMLElement>): void {
    const target = targetOf(event, current, titles.length, isRightToLeft(event.currentTarget))
    if (target === undefined) return
    event.preventDefault()
    show(target)
  }

  return (
    <div className="sf-tabs__bar" role="tablist" {...named} onKeyDown={move}>
      {titles.map((title, index) => (
        <button
          key={keys[index]}
          ref={index === current ? place : undefined}
          type="button"
          role="tab"
          className="sf-tab"
          id={`${id}-tab-${index}`}
          aria-selected={index === current}
          aria-controls={`${id}-panel-${index}`}
          tabIndex={index === current ? 0 : -1}
          onClick={() => show(index)}
        >
          <bdi>{title}</bdi>
        </button>
      ))}
    </div>
  )
}

interface PanelProps {
  /** Of the instance. */
  readonly id: string
  readonly index: number
  readonly hidden: boolean
  readonly children: ReactNode
}

/** Reached with the Tab key by its first control, or else itself. */
function Panel({ id, index, hidden, children }: PanelProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const reached = useLook(frame, hasStop)
  useEffect(() => {
    // What is heard and not seen could not be stopped.
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
      {...(reached ? {} : { tabIndex: 0 })}
    >
      {children}
    </div>
  )
}

const players = 'video, audio'

const hasStop: Look<boolean> = { see: (panel) => panel.querySelector(stops) !== null, before: true }

function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl'
}
