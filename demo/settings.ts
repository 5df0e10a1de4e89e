/** What the user chose about the page. Lives in the address, so that a link shows the same page again. */
import { type Speed, speeds } from './pace.ts'
import { createStore, type Readable } from './store.ts'
import { type FaultKind, faultKinds } from './workbench/faults.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Widest the chat may be, in CSS pixels. */
export const widths = ['360', '720'] as const
export type Width = (typeof widths)[number]

/** Whether components appear while their line is written, or with the whole line. */
export const linesShown = ['parts', 'whole'] as const
export type LinesShown = (typeof linesShown)[number]

/** The direction of the chat's text. */
export const directions = ['ltr', 'rtl'] as const
export type Direction = (typeof directions)[number]

/** Of dates and numbers; `browser`: as the browser is set. */
export const locales = ['browser', 'en-GB', 'en-US', 'de-DE', 'fr-FR', 'pt-BR', 'ar-EG', 'hi-IN', 'ja-JP'] as const
export type Locale = (typeof locales)[number]

export const validations = ['strict', 'lenient'] as const
export type Validation = (typeof validations)[number]

export interface Settings {
  readonly speed: Speed
  readonly lines: LinesShown
  readonly theme: Theme
  readonly width: Width
  readonly dir: Direction
  readonly locale: Locale
  readonly validation: Validation
  readonly fault: FaultKind
  /** Which lines the fault hits: a whole number from 0. */
  readonly seed: string
}

const defaults: Settings = {
  ...{ speed: '60', lines: 'parts', theme: 'system', width: '720' },
  ...{ dir: 'ltr', locale: 'browser', validation: 'strict', fault: 'none', seed: '1' },
}

export interface SettingsStore extends Readable<Settings> {
  readonly change: (changed: Partial<Settings>) => void
}

export function createSettings(search: string): SettingsStore {
  const store = createStore(readSettings(new URLSearchParams(search)))
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    change: (changed) => store.set({ ...store.getSnapshot(), ...changed }),
  }
}

/** The query for these settings, empty when all are the defaults. */
export function settingsQuery(settings: Settings): string {
  const query = new URLSearchParams()
  for (const key of Object.keys(defaults) as (keyof Settings)[]) {
    if (settings[key] !== defaults[key]) query.set(key, settings[key])
  }
  return query.size === 0 ? '' : `?${query}`
}

function readSettings(query: URLSearchParams): Settings {
  return {
    speed: known(speeds, query.get('speed')) ?? defaults.speed,
    lines: known(linesShown, query.get('lines')) ?? defaults.lines,
    theme: known(themes, query.get('theme')) ?? defaults.theme,
    width: known(widths, query.get('width')) ?? defaults.width,
    dir: known(directions, query.get('dir')) ?? defaults.dir,
    locale: known(locales, query.get('locale')) ?? defaults.locale,
    validation: known(validations, query.get('validation')) ?? defaults.validation,
    fault: known(faultKinds, query.get('fault')) ?? defaults.fault,
    seed: /^\d{1,9}$/.exec(query.get('seed') ?? '')?.[0] ?? defaults.seed,
  }
}

function known<T extends string>(values: readonly T[], value: string | null): T | undefined {
  return values.find((candidate) => candidate === value)
}
