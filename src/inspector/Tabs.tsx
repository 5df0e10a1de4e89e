/** Tabs by the WAI-ARIA pattern: one stop in the tab order, arrow keys, Home and End select. */
'use client'

import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface Tab<T extends string> {
  readonly id: T
  readonly label: string
  readonly count: number
  /** The count is a number of faults. */
  readonly alarming?: boolean
}

export interface TabsProps<T extends string> {
  readonly label: string
  readonly tabs: readonly Tab<T>[]
  readonly selected: T
  readonly onSelect: (id: T) => void
  /** Buttons above the tabs. */
  readonly tools: ReactNode
  /** What the selected tab shows. */
  readonly children: ReactNode
}

export function Tabs<T extends string>({ label, tabs, selected, onSelect, tools, children }: TabsProps<T>): ReactNode {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent): void {
    const index = tabs.findIndex((tab) => tab.id === selected)
    const next = tabs[nextIndex(event.key, index, tabs.length)]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }

  return (
    <div className="sf-i-tabs">
      <div className="sf-i-tools">{tools}</div>
      <div className="sf-i-tabs__list" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="sf-i-tabs__tab"
            id={`${id}-tab-${tab.id}`}
            aria-controls={`${id}-panel-${tab.id}`}
            aria-selected={tab.id === selected}
            tabIndex={tab.id === selected ? 0 : -1}
            data-tab={tab.id}
            data-testid={`tab-${tab.id}`}
            onClick={() => onSelect(tab.id)}
            onKeyDown={move}
          >
            {tab.label}
            {tab.count > 0 && (
              <span className="sf-i-tabs__count" data-alarming={tab.alarming}>
                {tab.count}
              </span>
            )}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          className="sf-i-tabs__panel"
          id={`${id}-panel-${tab.id}`}
          aria-labelledby={`${id}-tab-${tab.id}`}
          hidden={tab.id !== selected}
          // A panel that scrolls must be reachable even when nothing in it takes the focus.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: so asks the WAI-ARIA pattern
          tabIndex={0}
          data-testid={`panel-${tab.id}`}
        >
          {tab.id === selected && children}
        </div>
      ))}
    </div>
  )
}

/** -1 for a key that does not move. The tabs stand from left to right: what they say is English. */
function nextIndex(key: string, index: number, length: number): number {
  if (key === 'ArrowRight') return (index + 1) % length
  if (key === 'ArrowLeft') return (index - 1 + length) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : -1
}
