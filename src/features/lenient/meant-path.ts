/** Lenient mode: paths that were written in other forms, and as texts. */
import { isObject, type JsonObject, type JsonValue, type Maybe } from '../../json/value.ts'

/** What a text means that is no text. */
export interface MeantText {
  /** The whole text is a reference. */
  readonly path?: string
  /** A text with references in it, in the form of `formatString`. */
  readonly template?: string
}

const name = String.raw`[\w@$-]+`
const whole = /^\{\{([^{}]{1,200})\}\}$|^\$\{([^{}()]{1,200})\}$|^\{(\/[^{}()\s]{1,200})\}$/
const pointer = new RegExp(String.raw`^\/(?:${name})(?:\/(?:${name}))*$`)
const reference = /\{\{([^{}()]{1,200})\}\}|\$\{([^{}()]{1,200})\}/g

/** `undefined`: it is a text. */
export function meantText(text: string): MeantText | undefined {
  if (pointer.test(text)) return { path: text }
  const [, double, dollar, single] = whole.exec(text.trim()) ?? []
  const only = double ?? dollar ?? single
  if (only !== undefined) {
    const path = placeWithin(only)
    return path === undefined ? undefined : { path }
  }
  let found = false
  const template = text.replace(reference, (all: string, one?: string, other?: string) => {
    const path = placeWithin(one ?? other ?? '')
    if (path !== undefined) found = true
    return path === undefined ? all : `\${${path}}`
  })
  return found ? { template } : undefined
}

/** What stands between braces, as a path. */
function placeWithin(text: string): string | undefined {
  const path = meantPath(text.trim()) ?? text.trim()
  // A number alone is an amount.
  return /^(?!\d+$)\/?[\w@$-]+([./][\w@$-]+)*$/.test(path) ? path.replaceAll('.', '/') : undefined
}

/** A path in the form of the protocol, for one in another form. `undefined`: it is in no other form that is known. */
export function meantPath(path: string): string | undefined {
  if (path.length > 200) return undefined
  const inner = /^\{\{([^{}]+)\}\}$|^\$?\{([^{}]+)\}$/.exec(path.trim())
  if (inner) return placeWithin((inner[1] ?? inner[2]) as string)
  // Behind the last `*` is what each item has.
  const star = /^.*(?:^|\/|\.|\[)\*\]?(?:\/|\.|$)(.*)$/.exec(path)
  if (star) return star[1] === '' ? '.' : (star[1] as string).replaceAll('.', '/')
  const item = /^\/?(?:[$@]?item|[$@]?each|this)[./](.+)$/.exec(path) ?? /^\.\/(.+)$/.exec(path)
  if (item) return (item[1] as string).replaceAll('.', '/')
  if (path.startsWith('#/')) return path.slice(1)
  const data =
    /^\$(?:\.|data\.|root\.)?(?:\.|\/)?([\w.[\]/-]+)$/.exec(path) ??
    /^(?:data|model|state|dataModel)\.([\w.[\]-]+)$/.exec(path)
  return data && data[1] !== ''
    ? `/${(data[1] as string).replace(/\[(\w+)\]/g, '/$1').replaceAll('.', '/')}`
    : undefined
}

/** Names of the one member of an object that names a place. */
const placeNames = /^\$?(?:path|bind(?:ing|To)?|data|data(?:Path|Binding)|ref|model|field|key|from|source|pointer)$/

/** The place that a value names, in whichever form. `undefined`: it names none. */
export function placeIn(value: Maybe): string | undefined {
  const [name = '', inner = typeof value === 'string' ? value : undefined] = memberOf(value)
  if (typeof inner !== 'string') return undefined
  return placeNames.test(name) ? (meantPath(inner) ?? inner) : meantText(inner)?.path
}

/** The one member of an object. */
export function memberOf(value: Maybe): readonly [name?: string, value?: JsonValue] {
  const entries = isObject(value) ? Object.entries(value as JsonObject) : []
  return entries.length === 1 ? (entries[0] as [string, JsonValue]) : []
}
