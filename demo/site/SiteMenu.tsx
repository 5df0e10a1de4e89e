/** The same links on a narrow screen: a button, and a sheet with whatever else finds no room in the toolbar. */
import { type ReactNode, useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Sheet } from '../Sheet.tsx'
import { useWords } from '../words/use-words.ts'
import type { PageId } from './pages.ts'
import { SiteNav } from './SiteNav.tsx'

export interface SiteMenuProps {
  readonly current: PageId
  readonly children?: ReactNode
}

export function SiteMenu({ current, children }: SiteMenuProps) {
  const [open, setOpen] = useState(false)
  const words = useWords()
  return (
    <>
      <IconButton icon="menu" label={words.menu} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Sheet title="Demo" side="start" open={open} onClose={() => setOpen(false)}>
        <SiteNav current={current} />
        {children}
      </Sheet>
    </>
  )
}
