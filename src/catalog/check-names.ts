/** Names that a catalog does not have, and names for which a host gave nothing. */
import type { Remedy } from '../errors/surface-error.ts'
import { clip, getOwn } from '../json/value.ts'
import { nearestOf } from '../schema/remedy.ts'

/** Throws a `TypeError` where they differ. `kind` is what the catalog has, such as a function; `part` what the host gives for it. */
export function checkNames(catalogId: string, known: object, parts: object, kind: string, part: string): void {
  const names = Object.keys(known)
  const surplus = Object.keys(parts).find((name) => !names.includes(name))
  if (surplus !== undefined) {
    const [message, { hint }] = unknownName(catalogId, kind, surplus, names)
    throw new TypeError(`${message}. ${hint}`)
  }
  const missing = names.filter((name) => !getOwn(parts as { readonly [name: string]: unknown }, name))
  if (missing.length > 0) throw new TypeError(`Catalog "${catalogId}" needs a ${part} for ${missing.join(', ')}.`)
}

/** What is said of a name that a catalog does not have. */
export function unknownName(
  catalogId: string,
  kind: string,
  name: string,
  known: readonly string[],
): readonly [message: string, remedy: Remedy] {
  return [`Catalog "${catalogId}" has no ${kind} "${clip(name)}"`, nearestOf(name, known)]
}
