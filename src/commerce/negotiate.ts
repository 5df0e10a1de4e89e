/** Which capabilities are active between a business and a platform (document 000, "Versioning" 4 and 5). */
import { getOwn, isObject } from '../json/value.ts'
import type { NegotiatedCapabilities, Version } from './types.ts'

export interface CapabilityEntry {
  readonly version: Version
  readonly spec?: string
  readonly schema?: string
  /** The capabilities that this one extends; one of them must be active. Empty counts as absent. */
  readonly extends?: string | readonly string[]
  readonly [key: string]: unknown
}

/** Name → one entry for each version. */
export type Capabilities = Readonly<Record<string, readonly CapabilityEntry[]>>

/** Both shapes of a profile: by name, or a list. */
export type CapabilitiesInput = Capabilities | readonly { readonly name: string; readonly version: Version }[]

/**
 * The intersection of both lists: of each shared name the latest shared version, without extensions that have no active
 * parent. `extends` is read from the business's entry of the selected version. The result depends on no order. Empty:
 * the two cannot work together (`capabilities_incompatible`). Two extensions that name each other keep each other.
 */
export function negotiate(business: CapabilitiesInput, platform: CapabilitiesInput): NegotiatedCapabilities {
  const [offered, wanted] = [entriesByName(business), entriesByName(platform)]
  const selected = new Map<string, CapabilityEntry>()
  for (const [name, entries] of offered) {
    const versions = new Set(wanted.get(name)?.map((entry) => entry.version))
    const latest = entries.filter(({ version }) => versions.has(version)).reduce(later, undefined)
    if (latest) selected.set(name, latest)
  }
  prune(selected)
  return Object.fromEntries([...selected].map(([name, { version }]) => [name, version]))
}

/** Active capabilities that extend one another in a cycle, with no parent outside of it: worth a warning. */
export function circularExtensions(business: CapabilitiesInput, active: NegotiatedCapabilities): readonly string[] {
  const offered = entriesByName(business)
  const waiting = new Map<string, readonly string[]>()
  for (const [name, version] of Object.entries(active)) {
    waiting.set(name, parentsOf(offered.get(name)?.find((entry) => entry.version === version) ?? { version }))
  }
  // From the capabilities without parents down; what is never reached hangs on itself.
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size
    for (const [name, parents] of waiting) {
      const reached = parents.some((parent) => getOwn(active, parent) !== undefined && !waiting.has(parent))
      if (reached || parents.length === 0) waiting.delete(name)
    }
  }
  return [...waiting.keys()]
}

/** The names that an entry extends. */
export function parentsOf({ extends: parents = [] }: CapabilityEntry): readonly string[] {
  return typeof parents === 'string' ? [parents] : parents
}

/**
 * Removes extensions without an active parent, to the fixed point. Each removal looks at the removed one's children
 * only, so a long chain costs its length and not its square.
 */
function prune(selected: Map<string, CapabilityEntry>): void {
  const children = new Map<string, string[]>()
  for (const [name, entry] of selected) {
    for (const parent of parentsOf(entry)) {
      const known = children.get(parent)
      if (known) known.push(name)
      else children.set(parent, [name])
    }
  }
  const isOrphan = (entry: CapabilityEntry): boolean => {
    const parents = parentsOf(entry)
    return parents.length > 0 && !parents.some((parent) => selected.has(parent))
  }
  const queue = [...selected.keys()]
  for (const name of queue) {
    const entry = selected.get(name)
    if (!entry || !isOrphan(entry)) continue
    selected.delete(name)
    queue.push(...(children.get(name) ?? []))
  }
}

/** Dates compare as texts. Of two entries with one version the first counts. */
function later(best: CapabilityEntry | undefined, entry: CapabilityEntry): CapabilityEntry {
  return best === undefined || entry.version > best.version ? entry : best
}

/** Either shape as one. What is no entry is left out: both lists come from outside. */
export function entriesByName(input: unknown): ReadonlyMap<string, readonly CapabilityEntry[]> {
  const entries = new Map<string, CapabilityEntry[]>()
  const add = (name: unknown, entry: unknown): void => {
    if (typeof name !== 'string' || !isEntry(entry)) return
    const known = entries.get(name)
    if (known) known.push(entry)
    else entries.set(name, [entry])
  }
  if (Array.isArray(input)) for (const item of input) add(isObject(item) ? item['name'] : undefined, item)
  else if (isObject(input)) {
    for (const [name, list] of Object.entries(input))
      for (const item of Array.isArray(list) ? list : []) add(name, item)
  }
  return entries
}

function isEntry(value: unknown): value is CapabilityEntry {
  if (!isObject(value) || typeof value['version'] !== 'string') return false
  const parents = value['extends']
  if (parents === undefined || typeof parents === 'string') return true
  return Array.isArray(parents) && parents.every((parent) => typeof parent === 'string')
}
