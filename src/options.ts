/** The options of a runtime. A mistake in them is the host's, so it throws at once, in a sentence that names the remedy. */
import type { Catalog } from './catalog/catalog.ts'
import { defaultLimits, type Limits } from './errors/limits.ts'
import type { SurfaceError } from './errors/surface-error.ts'
import { clip, isObject, type JsonObject, mapMembers, own } from './json/value.ts'
import type { ClientEvent } from './protocol/message.ts'
import type { OpenUrl } from './surface/link.ts'
import type { MediaPolicy } from './surface/media.ts'
import { nearest } from './text/nearest.ts'

export interface RuntimeOptions {
  /**
   * Which components and functions agents may use. Default: `defaultCatalogs`, for the runtimes of `surface-runtime`; those of
   * `/core` have none.
   */
  readonly catalogs?: readonly Catalog[]
  /**
   * What the user did, and the message that tells the agent. A promise shows the control as busy until it settles; a
   * rejection is reported.
   */
  readonly onEvent?: (event: ClientEvent, wire: JsonObject) => unknown
  /**
   * Every refused input, once, and the message that tells the agent; no message where it would tell what the user entered.
   * Default: one line on the console, each fault once.
   */
  readonly onError?: (error: SurfaceError, wire: JsonObject | undefined) => void
  /** `strict` (default): a message with a fault is refused. `lenient`: a faulty property or component is left out, with a warning. */
  readonly validation?: 'strict' | 'lenient'
  readonly limits?: Partial<Limits>
  /** Which addresses surfaces may load pictures from; default: any web address. */
  readonly media?: MediaPolicy
  /**
   * Opens an address in the host's way: by a router, or after a question to the user. It is called for links in texts and for
   * the function `openUrl`, and nothing else happens then. Default: a tab of its own, which learns nothing of the page.
   */
  readonly openUrl?: OpenUrl
  /** BCP 47 tag; default: the browser's. */
  readonly locale?: string
  /** IANA name; default: the browser's. */
  readonly timeZone?: string
}

/** What the value of an option must be. */
interface Kind {
  readonly wanted: string
  readonly fits: (value: unknown) => boolean
  /** For a wrong text the nearest right value, as it is to be shown. */
  readonly closest?: (text: string) => string | undefined
  /** An example of a right value, for the case that no known value is close. */
  readonly example?: string
}

const callback: Kind = { wanted: 'a function', fits: isFunction }

const kinds: { readonly [name in keyof RuntimeOptions]-?: Kind } = {
  catalogs: {
    wanted: 'a list of at least one catalog',
    fits: (value) => Array.isArray(value) && value.length > 0,
  },
  onEvent: callback,
  onError: callback,
  validation: oneOf('strict', 'lenient'),
  limits: { wanted: 'an object', fits: isObject },
  media: { ...oneOf('all', 'none'), wanted: '"all", "none" or a function', fits: isMedia },
  openUrl: callback,
  locale: { wanted: 'a BCP 47 tag', fits: isLocale, closest: closestLocale, example: 'en-GB' },
  timeZone: { wanted: 'an IANA time zone', fits: isTimeZone, closest: closestTimeZone, example: 'Europe/Berlin' },
}

const limit: Kind = {
  wanted: 'a number from 0 on',
  fits: (value) => typeof value === 'number' && value >= 0,
  closest: (text) => (Number.parseFloat(text) >= 0 ? String(Number.parseFloat(text)) : undefined),
}

/** Throws a `TypeError` for the first option that has no such name, or a value of the wrong type. */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) throw new TypeError(`The options must be an object, not ${shown(options)}.`)
  check('catalogs', options['catalogs'], kinds.catalogs)
  checkAll(options, kinds, '')
  const { catalogs, limits = {} } = options as { catalogs: readonly unknown[]; limits?: { [name: string]: unknown } }
  catalogs.forEach(checkCatalog)
  checkAll(
    limits,
    mapMembers({ ...defaultLimits }, () => limit),
    'limits.',
  )
}

/** What is left undefined has its default. */
function checkAll(
  values: { readonly [name: string]: unknown },
  known: { readonly [name: string]: Kind },
  prefix: string,
): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    const kind = own(known, name)
    if (kind) check(prefix + name, value, kind)
    else
      throw new TypeError(
        `There is no option "${prefix}${clip(name)}".${unknownHint(name, Object.keys(known), prefix)}`,
      )
  }
}

function unknownHint(name: string, known: readonly string[], prefix: string): string {
  const closest = nearest(name, known)
  return suggestion(closest && quoted(prefix + closest)) || ` Options: ${known.join(', ')}.`
}

function check(name: string, value: unknown, { wanted, fits, closest, example }: Kind): void {
  if (fits(value)) return
  const hint = suggestion(typeof value === 'string' ? closest?.(value) : undefined)
  const otherwise = example === undefined ? '' : ` Such as "${example}".`
  throw new TypeError(`"${name}" must be ${wanted}, not ${shown(value)}.${hint || otherwise}`)
}

function checkCatalog(catalog: unknown, index: number): void {
  const { dialects, components, includes } = (isObject(catalog) ? catalog : {}) as { readonly [name: string]: unknown }
  if (Array.isArray(dialects)) return
  const name = `"catalogs[${index}]"`
  if (!isObject(components)) throw new TypeError(`${name} must be a catalog of defineCatalog, not ${shown(catalog)}.`)
  throw new TypeError(
    includes
      ? `${name} is a compiled schema. Pass it to defineCatalog.`
      : `${name} is a schema. Compile it, and pass the result to defineCatalog.`,
  )
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `"${clip(value)}"`
  if (Array.isArray(value)) return value.length === 0 ? '[]' : 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}

function suggestion(closest: string | undefined): string {
  return closest === undefined ? '' : ` Did you mean ${closest}?`
}

function quoted(text: string | undefined): string | undefined {
  return text === undefined ? text : `"${text}"`
}

function oneOf(...values: readonly string[]): Kind {
  return {
    wanted: values.map((value) => `"${value}"`).join(' or '),
    fits: (value) => values.includes(value as string),
    closest: (text) => quoted(nearest(text, values)),
  }
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

function isMedia(value: unknown): boolean {
  return value === 'all' || value === 'none' || isFunction(value)
}

function isLocale(value: unknown): boolean {
  return typeof value === 'string' && canonical(value) !== undefined
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** As POSIX writes them: `de_DE.UTF-8`. */
function closestLocale(text: string): string | undefined {
  return quoted(canonical(text.replace(/[.@].*/, '').replaceAll('_', '-')))
}

/** The list of zones comes first, because a browser takes ten times as long to make a format. It lacks other names of a zone. */
function isTimeZone(value: unknown): boolean {
  if (typeof value !== 'string') return false
  if (Intl.supportedValuesOf('timeZone').includes(value)) return true
  try {
    return Intl.DateTimeFormat('en', { timeZone: value }) !== undefined
  } catch {
    return false
  }
}

function closestTimeZone(text: string): string | undefined {
  const zones = Intl.supportedValuesOf('timeZone')
  const city = `/${text.replaceAll(' ', '_')}`.toLowerCase()
  return quoted(nearest(text, zones, zones.length) ?? zones.find((zone) => zone.toLowerCase().endsWith(city)))
}
