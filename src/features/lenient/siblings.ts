/** Lenient mode: what a component may ask of the others of its message, and of those that its surface has. */

import type { ParseOptions } from '../../catalog/parse-options.ts'
import { getOwn, isObject, type JsonObject, type JsonValue } from '../../json/value.ts'

export function siblings(
  wires: readonly JsonValue[],
  known: ReadonlyMap<string, unknown> | undefined,
): Pick<ParseOptions, 'isSent' | 'textOf'> {
  let byId: Map<JsonValue | undefined, JsonObject> | undefined
  const find = (id: string): JsonObject | undefined => {
    byId ??= new Map(
      wires.flatMap((one) => (isObject(one) ? [[getOwn(one as JsonObject, 'id'), one as JsonObject]] : [])),
    )
    return byId.get(id)
  }
  return { isSent: (id) => known?.has(id) === true || find(id) !== undefined, textOf: (id) => textIn(find(id), 4) }
}

/** The text that is written out in a component, in whichever form. */
function textIn(value: JsonValue | undefined, depth: number): string | undefined {
  if (!isObject(value) || depth === 0) return undefined
  const { text, literalString = text } = value as JsonObject
  if (typeof literalString === 'string') return literalString
  return Object.values(value as JsonObject)
    .map((one) => textIn(one, depth - 1))
    .find((one) => one !== undefined)
}
