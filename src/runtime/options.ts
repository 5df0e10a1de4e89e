/** The options of a runtime. A mistake in them is the host's, so it throws at once, in a sentence that names the remedy. */
import type { Catalog } from '../catalog/catalog.ts'
import { notCompiled } from '../catalog/not-compiled.ts'
import { defaultLimits, type Limits } from '../errors/limits.ts'
import type { SurfaceError } from '../errors/surface-error.ts'
import { clip, describeValue, getOwn, isObject, mapMembers } from '../json/value.ts'
import type { ClientEvent } from '../protocol/message.ts'
import type { ClientMessage } from '../protocol/wire.ts'
import type { MediaPolicy, OpenUrl } from '../surface/media.ts'
import { didYouMean, meant, nearest } from '../text/nearest.ts'

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
  readonly onEvent?: (event: ClientEvent, wire: ClientMessage) => unknown
  /**
   * Every fault, once, and the message that tells the agent; no message where it would tell what the user entered. A refused
   * message may have several: they come in order, 20 at most.
   * Default: one line on the console, each fault once.
   */
  readonly onError?: (error: SurfaceError, wire: ClientMessage | undefined) => void
  /**
   * `strict` (default): a message with a fault is refused. `lenient` of `surface-runtime/lenient`: a faulty property or
   * component is left out, with a warning.
   */
  readonly validation?: 'strict' | Lenient
  /**
   * `sync` of `surface-runtime/sync`, for `runtime.sync`: messages that come again. Default: built in with `surface-runtime`, none with
   * `surface-runtime/core`.
   */
  readonly sync?: Sync
  /**
   * Whether the components of a line, and the values of its data, appear one by one while the agent still writes the line.
   * Until the line is whole they are for reading only: nothing of them acts, asks for anything or is reported. Default: true,
   * for the runtimes of `surface-runtime`; those of `/core` need `progressive` of `surface-runtime/progressive` for it.
   */
  readonly progressive?: boolean | Progressive
  /** What an agent may ask for at most. Default: `defaultLimits`. */
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

/** For a host that has not. */
export const syncHint: string = imported('sync')

/** What `runtime.sync` needs, as `surface-runtime/sync` exports it. */
export interface Sync {
  readonly kind: 'sync'
}

/** What `progressive` is, as `surface-runtime/progressive` exports it. */
export interface Progressive {
  readonly kind: 'progressive'
}

/** Lenient mode, as `surface-runtime/lenient` exports it. */
export interface Lenient {
  readonly kind: 'lenient'
}

/** What the value of an option must be; the sentence behind that for a wrong value, which is the text given or none. */
type Kind = readonly [wanted: string, fits: (value: unknown) => boolean, hint?: (text: string) => string]

const callback: Kind = ['a function', isFunction]

const kinds: { readonly [name in keyof RuntimeOptions]-?: Kind } = {
  catalogs: ['a list of at least one catalog', (value) => Array.isArray(value) && value.length > 0],
  onEvent: callback,
  onError: callback,
  validation: [
    '"strict" or lenient',
    (value) => value === 'strict' || isMode(value, 'lenient'),
    (text) => didYouMean(text, ['strict'], "Import { lenient } from 'surface-runtime/lenient'."),
  ],
  sync: ['sync', (value) => isMode(value, 'sync'), () => syncHint],
  progressive: [
    'false or progressive',
    (value) => value === false || isMode(value, 'progressive'),
    () => imported('progressive'),
  ],
  limits: ['an object', isObject],
  media: [
    '"all", "none" or a function',
    (value) => value === 'all' || value === 'none' || isFunction(value),
    (text) => didYouMean(text, ['all', 'none'], ''),
  ],
  openUrl: callback,
  locale: [
    'a BCP 47 tag',
    (value) => canonical(value) !== undefined,
    (text) => {
      // As POSIX writes them: `de_DE.UTF-8`.
      const tag = canonical(text.replace(/[.@].*/, '').replaceAll('_', '-'))
      return tag ? meant(tag) : 'Such as "en-GB".'
    },
  ],
  timeZone: [
    'an IANA time zone',
    isTimeZone,
    (text) => {
      const zones = Intl.supportedValuesOf('timeZone')
      const city = `/${text.replaceAll(' ', '_')}`.toLowerCase()
      const zone = nearest(text, zones, zones.length) ?? zones.find((one) => one.toLowerCase().endsWith(city))
      return zone ? meant(zone) : 'Such as "Europe/Berlin".'
    },
  ],
}

const limit: Kind = [
  'a number from 0 on',
  (value) => typeof value === 'number' && value >= 0,
  (text) => {
    const number = Number.parseFloat(text)
    return number >= 0 ? `Did you mean ${number}?` : ''
  },
]

/** Throws a `TypeError` for the first option that has no such name, or a value of the wrong type. */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) throw new TypeError(`The options must be an object, not ${describeValue(options)}.`)
  check('catalogs', options['catalogs'], kinds.catalogs)
  checkAll(options, kinds, '')
  const { catalogs, limits = {} } = options as { catalogs: readonly unknown[]; limits?: { [name: string]: unknown } }
  catalogs.forEach((catalog, index) => {
    if (!isObject(catalog) || !catalog['dialects'])
      throw notCompiled(`"catalogs[${index}]" must be a catalog of defineCatalog`, catalog)
  })
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
    const kind = getOwn(known, name)
    if (!kind) {
      const names = Object.keys(known)
      const closest = nearest(name, names)
      const hint = closest ? meant(prefix + closest) : `Options: ${names.join(', ')}.`
      throw new TypeError(`There is no option "${prefix}${clip(name)}". ${hint}`)
    }
    check(prefix + name, value, kind)
  }
}

function check(name: string, value: unknown, [wanted, fits, hint = () => '']: Kind): void {
  if (fits(value)) return
  const advice = hint(typeof value === 'string' ? value : '')
  throw new TypeError(`"${name}" must be ${wanted}, not ${describeValue(value)}. ${advice}`.trimEnd())
}

function isMode(value: unknown, kind: 'lenient' | 'sync' | 'progressive'): boolean {
  return isObject(value) && value['kind'] === kind
}

function imported(name: string): string {
  return `Pass { ${name} } of 'surface-runtime/${name}' to createRuntime.`
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

/** The tag as it is written, for a text that is one. */
function canonical(tag: unknown): string | undefined {
  try {
    return typeof tag === 'string' ? Intl.getCanonicalLocales(tag)[0] : undefined
  } catch {
    return undefined
  }
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
