/** `Tabs`: children of which one is shown, each under a title. The WAI-ARIA pattern, with selection that follows focus. */
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { RendererOf } from '../react/renderer.ts'
import { stops, useWithin } from './contents.ts'
import { keysOf } from './keys.ts'
import type { TabsProps } from './props.ts'
import { targetOf } from './tab-keys.ts'

/**
 * A panel is drawn from the first visit on, and then only hidden: what was entered there stays, and a panel that nobody
 * opens computes and loads nothing. The selection is kept by child, so tabs that come and go do not move it.
 */
export const Tabs: RendererOf<TabsProps> = ({ props: { tabs }, child, label, description }) => {
  const id = useId()
  const [selected, select] = useState<string>()
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const keys = keysOf(tabs.map((tab) => tab.child.id))
  const current = Math.max(0, keys.indexOf(selected ?? ''))

  function show(index: number): void {
    const [from = '', to = ''] = [keys[current], keys[index]]
    setVisited((before) => new Set([...before, from, to]))
    select(to)
  }

  return (
    <div className="sf-tabs">
      <TabList
        id={id}
        titles={tabs.map((tab) => tab.title)}
        keys={keys}
        current={current}
        show={show}
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

interface TabListProps {
  /** Of the instance; ids of tabs and panels begin with it. */
  readonly id: string
  readonly titles: readonly string[]
  readonly keys: readonly string[]
  readonly current: number
  readonly show: (index: number) => void
  readonly named: { readonly 'aria-label': string | undefined; readonly 'aria-description': string | undefined }
}

function TabList({ id, titles, keys, current, show, named }: TabListProps): ReactNode {
  const buttons = useRef(new Map<number, HTMLButtonElement>())

  function move(event: KeyboardEvent<HTMLElement>): void {
    const target = targetOf(event.key, current, titles.length, isRightToLeft(event.currentTarget))
    if (target === undefined) return
    event.preventDefault()
    show(target)
    buttons.current.get(target)?.focus()
  }

  return (
    <div className="sf-tabs__bar" role="tablist" {...named} onKeyDown={move}>
      {titles.map((title, index) => (
        <button
          key={keys[index]}
          ref={(button) => remember(buttons.current, index, button)}
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
  const reached = useWithin(frame, stops)
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

function remember(buttons: Map<number, HTMLButtonElement>, index: number, button: HTMLButtonElement | null): void {
  if (button) buttons.set(index, button)
  else buttons.delete(index)
}

function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl'
}
