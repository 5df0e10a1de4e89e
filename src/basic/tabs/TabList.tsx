/** The titles of `Tabs`: a row of buttons, of which the selected one is the tab stop. */
import type { KeyboardEvent, ReactNode } from 'react'
import { useFocusHandoff } from '../focus-handoff.ts'
import { isRightToLeft } from '../text-direction.ts'
import { tabForKey } from './tab-keys.ts'

export interface TabListProps {
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

/** The focus follows the selection, after a key press and after a message that removes the selected tab. */
export function TabList({ id, titles, keys, current, hasPanel, show, named }: TabListProps): ReactNode {
  const selectedRef = useFocusHandoff()

  function move(event: KeyboardEvent<HTMLElement>): void {
    const target = tabForKey(event, current, titles.length, isRightToLeft(event.currentTarget))
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
