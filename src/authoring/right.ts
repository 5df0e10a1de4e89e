/** What lenient mode takes for something else, though strict mode takes it as it is and it may well be right. */
import type { SurfaceError } from '../errors/surface-error.ts'
import { namesIn, root } from '../json/pointer.ts'
import { getOwn, isList, isObject, type JsonObject, type JsonValue, type Maybe } from '../json/value.ts'
import { valueAt } from './fault.ts'
import type { Headless } from './headless.ts'

/**
 * Whether what was sent at the place of a repair is right: the id of a component that has come, or may come, and a text that looks like a
 * path and leads to nothing. `headless`: what lenient mode made of all lines.
 */
export function rightIn(
  headless: Headless,
  final: boolean,
): (repair: SurfaceError, values: ReadonlyMap<number | undefined, JsonValue>) => boolean {
  const names = new Map<string, ReadonlySet<string>>()
  function isInData(surfaceId: string, name: string): boolean {
    const known = names.get(surfaceId) ?? namesOf(headless.surface(surfaceId)?.model.read(root))
    names.set(surfaceId, known)
    return known.has(name)
  }

  return ({ expected: { hasParts, value } = {}, place: { at = '', line, surfaceId = '' } }, values) => {
    const sent = valueAt(values.get(line), namesIn(at))
    if (sent === undefined || sent === null) return false
    if (hasParts) {
      const ids = isList(sent) ? sent : [sent]
      const components = headless.surface(surfaceId)?.components
      return ids.every((id) => typeof id === 'string' && (!final || components?.has(id)))
    }
    const text = isObject(sent) ? getOwn(sent as JsonObject, 'literalString') : sent
    const path = JSON.stringify({ path: text })
    if (typeof text !== 'string' || !text.startsWith('/') || !JSON.stringify(value ?? null).includes(path)) return false
    return !isInData(surfaceId, text.slice(text.lastIndexOf('/') + 1))
  }
}

/** The names of all members of the data, at any depth. */
function namesOf(data: Maybe): ReadonlySet<string> {
  const names = new Set<string>()
  const waiting: Maybe[] = [data]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const [name, member] of Object.entries(value as { readonly [name: string]: JsonValue })) {
      names.add(name)
      waiting.push(member)
    }
  }
  return names
}
