/** Lenient mode: JSON that was sent as a text. */
import { defaultLimits } from '../errors/limits.ts'
import { parseJson } from './parse-json.ts'
import type { JsonValue } from './value.ts'

/** The object or list that a text is. */
export function parsedJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return parseJson(text, defaultLimits, [])
  } catch {
    return undefined
  }
}
