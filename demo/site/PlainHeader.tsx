/** The header of a page that has nothing in it but the links and the theme. */
import type { ReactNode } from 'react'
import { phone, useMedia } from '../media.ts'
import type { SettingsStore } from '../settings.ts'
import type { PageId } from './pages.ts'
import { SiteMenu } from './SiteMenu.tsx'
import { SiteNav } from './SiteNav.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

export interface PlainHeaderProps {
  readonly current: PageId
  readonly settings: SettingsStore
}

export function PlainHeader({ current, settings }: PlainHeaderProps): ReactNode {
  const theme = <ThemeChoice settings={settings} />
  return (
    <header className="toolbar gallery__header">
      {useMedia(phone) ? (
        <SiteMenu current={current}>
          <div className="preferences">{theme}</div>
        </SiteMenu>
      ) : (
        <>
          <SiteNav current={current} />
          {theme}
        </>
      )}
    </header>
  )
}
