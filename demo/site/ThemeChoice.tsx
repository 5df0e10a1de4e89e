/** The page's colours: as the system has them, light, or dark. */
import { useSyncExternalStore } from 'react'
import { Segmented, type SegmentedOption } from '../Segmented.tsx'
import type { SettingsStore, Theme } from '../settings.ts'

const options: readonly SegmentedOption<Theme>[] = [
  { value: 'system', label: 'System', icon: 'system' },
  { value: 'light', label: 'Light', icon: 'light' },
  { value: 'dark', label: 'Dark', icon: 'dark' },
]

export interface ThemeChoiceProps {
  readonly settings: SettingsStore
}

export function ThemeChoice({ settings }: ThemeChoiceProps) {
  const { theme } = useSyncExternalStore(settings.subscribe, settings.getSnapshot)
  return (
    <Segmented legend="Theme" options={options} value={theme} onChange={(next) => settings.change({ theme: next })} />
  )
}
