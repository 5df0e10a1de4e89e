/** What functions may know of the page and its user: locale, time zone, screen, address, and how to open a tab. */
import type { Environment } from '../catalog/expression.ts'
import type { RuntimeOptions } from './options.ts'

/** The host's options, and the browser's own where there are none. */
export function environmentOf({ locale, timeZone }: RuntimeOptions): Environment {
  let ownLocale = locale
  let ownTimeZone = timeZone
  return {
    // Looked up when asked for. Rules of plurals know the same locale as formats do: 0.3 ms instead of 15.
    get locale() {
      ownLocale ??= new Intl.PluralRules().resolvedOptions().locale
      return ownLocale
    },
    get timeZone() {
      ownTimeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
      return ownTimeZone
    },
    get screen() {
      const { screen } = globalThis
      return screen && { width: screen.width, height: screen.height }
    },
    get address() {
      return globalThis.location?.href
    },
    open:
      typeof window === 'undefined'
        ? undefined
        : (address) => void window.open(address, '_blank', 'noopener,noreferrer'),
  }
}
