/** `Tabs`: titled children, one of which is shown. */
import { useId, useState } from 'react'
import { keysOf } from '../../react/keys.ts'
import type { RendererOf } from '../../react/renderer.ts'
import type { TabsProps } from '../props.ts'
import { TabList } from './TabList.tsx'
import { TabPanel } from './TabPanel.tsx'

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
