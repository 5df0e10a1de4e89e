/** The page's colours: as the system has them, light, or dark. */
import { useSyncExternalStore } from 'react'
import { Segmented } from '../Segmented.tsx'
import { type SettingsStore, themes } from '../settings.ts'
import { useWords } from '../words/use-words.ts'

export interface ThemeChoiceProps {
  readonly settings: SettingsStore
}

export function ThemeChoice({ settings }: ThemeChoiceProps) {
  const { theme } = useSyncExternalStore(settings.subscribe, settings.getSnapshot)
  const words = useWords()
  const options = themes.map((value) => ({ value, label: words.themes[value], icon: value }))
  return (
    <Segmented
      legend={words.theme}
      options={options}
      value={theme}
      onChange={(next) => settings.change({ theme: next })}
    />
  )
}
