/** Speed and theme. In the toolbar where there is room, else in the sheet of transcripts. */
import { useSyncExternalStore } from 'react'
import { Choice } from './Choice.tsx'
import type { Speed } from './pace.ts'
import type { SettingsStore } from './settings.ts'
import { ThemeChoice } from './site/ThemeChoice.tsx'

/** Tokens a second are how models write; the times are of the usual 60. */
const models: readonly Speed[] = ['30', '60', '120']
const times: readonly Speed[] = ['0.25x', '0.5x', '2x', '4x', '10x']

export interface PreferencesProps {
  readonly settings: SettingsStore
}

export function Preferences({ settings }: PreferencesProps) {
  const { speed } = useSyncExternalStore(settings.subscribe, settings.getSnapshot)
  return (
    <div className="preferences">
      <Choice label="Speed" quiet value={speed} onChange={(next) => settings.change({ speed: next })}>
        <optgroup label="A model’s tokens per second">
          {models.map((value) => (
            <option key={value} value={value}>
              {value}/s
            </option>
          ))}
        </optgroup>
        <optgroup label="Times 60 per second">
          {times.map((value) => (
            <option key={value} value={value}>
              {value.replace('x', '×')}
            </option>
          ))}
        </optgroup>
        <option value="instant">Instant</option>
      </Choice>
      <ThemeChoice settings={settings} />
    </div>
  )
}
