/** The settings of a page: read from its address, shown as its theme, and kept in the address. */
import { createSettings, type SettingsStore, settingsQuery } from '../settings.ts'

export function createPageSettings(): SettingsStore {
  const settings = createSettings(location.search)

  function showTheme(): void {
    document.documentElement.dataset['theme'] = settings.getSnapshot().theme
  }

  settings.subscribe(() => {
    showTheme()
    history.replaceState(null, '', `${location.pathname}${settingsQuery(settings.getSnapshot())}${location.hash}`)
  })
  showTheme()
  return settings
}
