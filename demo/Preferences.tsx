/** Speed, what appears of a line, width and theme. In the toolbar where there is room, else in the sheet of transcripts. */
import { useSyncExternalStore } from 'react'
import type { Speed } from './pace.ts'
import { Segmented, type SegmentedOption } from './Segmented.tsx'
import type { LinesShown, SettingsStore, Width } from './settings.ts'
import { ThemeChoice } from './site/ThemeChoice.tsx'

const speedOptions: readonly SegmentedOption<Speed>[] = [
  { value: '30', label: '30' },
  { value: '60', label: '60' },
  { value: '120', label: '120' },
  { value: 'instant', label: 'Instant' },
]

const lineOptions: readonly SegmentedOption<LinesShown>[] = [
  { value: 'parts', label: 'Parts' },
  { value: 'whole', label: 'Whole lines' },
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
  const { speed, lines, width } = useSyncExternalStore(settings.subscribe, settings.getSnapshot)
  return (
    <div className="preferences">
      <Segmented
        legend="Tokens per second"
        options={speedOptions}
        value={speed}
        onChange={(next) => settings.change({ speed: next })}
      />
      <Segmented
        legend="What appears while a line is written"
        options={lineOptions}
        value={lines}
        onChange={(next) => settings.change({ lines: next })}
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
