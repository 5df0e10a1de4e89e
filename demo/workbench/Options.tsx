/** How a transcript is played and drawn, and what leaves the page: a link, and a test. */
import { useState, useSyncExternalStore } from 'react'
import { Choice } from '../Choice.tsx'
import type { Conversation } from '../conversation.ts'
import { Scrubber } from '../PlayerControls.tsx'
import { Segmented, type SegmentedOption } from '../Segmented.tsx'
import {
  type Direction,
  type LinesShown,
  locales,
  type SettingsStore,
  type Validation,
  type Width,
} from '../settings.ts'
import type { Stage } from '../stage.ts'
import { asTest } from './as-test.ts'
import { type FaultKind, faultKinds } from './faults.ts'
import { longestLink, toHash } from './share.ts'

const lineOptions: readonly SegmentedOption<LinesShown>[] = [
  { value: 'parts', label: 'Parts' },
  { value: 'whole', label: 'Whole lines' },
]

const widthOptions: readonly SegmentedOption<Width>[] = [
  { value: '360', label: 'Phone, 360 pixels', icon: 'narrow' },
  { value: '720', label: 'Wide, 720 pixels', icon: 'wide' },
]

const directionOptions: readonly SegmentedOption<Direction>[] = [
  { value: 'ltr', label: 'Left to right' },
  { value: 'rtl', label: 'Right to left' },
]

const validationOptions: readonly SegmentedOption<Validation>[] = [
  { value: 'strict', label: 'Strict' },
  { value: 'lenient', label: 'Lenient' },
]

const faultNames: { readonly [kind in FaultKind]: string } = {
  none: 'None',
  drop: 'Lines are dropped',
  double: 'Lines come twice',
  reorder: 'Lines change places',
  cut: 'Lines are cut',
  garble: 'Letters are garbled',
}

export interface OptionsProps {
  readonly settings: SettingsStore
  readonly conversation: Conversation
  readonly onSeek: Stage['seek']
}

export function Options({ settings, conversation, onSeek }: OptionsProps) {
  const { lines, width, dir, locale, validation, fault, seed } = useSyncExternalStore(
    settings.subscribe,
    settings.getSnapshot,
  )
  return (
    <div className="options">
      <div className="options__scrubber">
        <Scrubber player={conversation.player} onSeek={onSeek} />
      </div>
      <Segmented
        legend="What appears while a line is written"
        options={lineOptions}
        value={lines}
        onChange={(next) => settings.change({ lines: next })}
      />
      <Segmented
        legend="Validation"
        options={validationOptions}
        value={validation}
        onChange={(next) => settings.change({ validation: next })}
      />
      <Segmented
        legend="Direction of the chat"
        options={directionOptions}
        value={dir}
        onChange={(next) => settings.change({ dir: next })}
      />
      <Segmented
        legend="Width of the chat"
        options={widthOptions}
        value={width}
        onChange={(next) => settings.change({ width: next })}
      />
      <Choice label="Dates and numbers" value={locale} onChange={(next) => settings.change({ locale: next })}>
        {locales.map((value) => (
          <option key={value} value={value}>
            {value === 'browser' ? 'As the browser' : value}
          </option>
        ))}
      </Choice>
      <Choice label="Faults" value={fault} onChange={(next) => settings.change({ fault: next })}>
        {faultKinds.map((value) => (
          <option key={value} value={value}>
            {faultNames[value]}
          </option>
        ))}
      </Choice>
      <label className="choice">
        <span className="choice__label">Seed of the faults</span>
        <input
          className="choice__select"
          inputMode="numeric"
          pattern="\d{1,9}"
          value={seed}
          onChange={({ target }) => /^\d{0,9}$/.test(target.value) && settings.change({ seed: target.value })}
        />
      </label>
      <Leaving settings={settings} conversation={conversation} />
    </div>
  )
}

function Leaving({ settings, conversation }: Pick<OptionsProps, 'settings' | 'conversation'>) {
  const [said, setSaid] = useState('')
  /** What the browser did not let into the clipboard. */
  const [text, setText] = useState<string>()

  async function copy(next: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(next)
      setText(undefined)
      setSaid(done)
    } catch {
      setText(next)
      setSaid('The browser keeps the clipboard closed. Copy it from here:')
    }
  }

  async function share(): Promise<void> {
    const { transcript } = conversation
    const hash = await toHash(transcript)
    if (hash === undefined)
      setSaid(`The transcript is too long for a link of ${longestLink / 1_000} kB: save it as a file.`)
    else
      await copy(
        `${location.origin}${location.pathname}${location.search}${hash}`,
        'The link is copied. It holds the lines, and nothing that was typed.',
      )
  }

  async function copyTest(): Promise<void> {
    const { transcript, recording, runtime } = conversation
    const { lines, errors } = recording.getSnapshot()
    const run = {
      title: transcript.title,
      lines: lines.map(({ text: line }) => line),
      codes: errors.map(({ error }) => error.code),
      surfaceIds: runtime.surfaces.getSnapshot().map(({ id }) => id),
      lenient: settings.getSnapshot().validation === 'lenient',
    }
    await copy(asTest(run), 'The test is copied.')
  }

  return (
    <div className="options__leaving">
      <div className="options__buttons">
        <button type="button" className="plain-button" onClick={share}>
          Copy a link
        </button>
        <button type="button" className="plain-button" onClick={copyTest}>
          Copy as a test
        </button>
      </div>
      <p className="options__said" role="status">
        {said}
      </p>
      {text !== undefined && <textarea className="options__text" aria-label="To copy" readOnly rows={6} value={text} />}
    </div>
  )
}
