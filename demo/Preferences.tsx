/** Speed, width and theme. In the toolbar where there is room, else in the sheet of transcripts. */
import { useSyncExternalStore } from 'react'
import type { Speed } from './pace.ts'
import { Segmented, type SegmentedOption } from './Segmented.tsx'
import type { SettingsStore, Width } from './settings.ts'
import { ThemeChoice } from './site/ThemeChoice.tsx'

const speedOptions: readonly SegmentedOption<Speed>[] = [
  { value: '0.5', label: '0.5×' },
  { value: '1', label: '1×' },
  { value: '4', label: '4×' },
  { value: 'instant', label: 'Instant' },
]

const widthOptions: readonly SegmentedOption<Width>[] = [
  { value: '360', label: 'Phone, 360 pixels', icon: 'narrow' },
  { value: '720', label: 'Wide, 720 pixels', icon: 'wide' },
]

export interface PreferencesProps {
  readonly settings: SettingsStore
  /** Off where the screen is no wider than a phone anyway. */
  readonly withWidth: boolean
}

export function Preferences({ settings, withWidth }: PreferencesProps) {
  const { speed, width } = useSyncExternalStore(settings.subscribe, settings.getSnapshot)
  return (
    <div className="preferences">
      <Segmented
        legend="Speed"
        options={speedOptions}
        value={speed}
        onChange={(next) => settings.change({ speed: next })}
      />
      {withWidth && (
        <Segmented
          legend="Width of the chat"
          options={widthOptions}
          value={width}
          onChange={(next) => settings.change({ width: next })}
        />
      )}
      <ThemeChoice settings={settings} />
    </div>
  )
}
