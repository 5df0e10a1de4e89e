/** Lenient mode: JSON that was sent as a text. */
import { defaultLimits } from '../errors/limits.ts'
import { parseJson } from './parse-json.ts'
import type { JsonValue } from './value.ts'

/** The object or list that a text is. */
export function parsedJson(text: string): JsonValue | undefined {
  const json = text.replace(/^\s*```\w*\s*|\s*```\s*$/g, '')
  if (!/^\s*[[{]/.test(json)) return undefined
  try {
    return parseJson(json, defaultLimits, [])
  } catch {
    // JSON Lines.
    const list = json.trim().replace(/\}\s*\n\s*\{/g, '},{')
    return list === json.trim() ? undefined : parsedJson(`[${list}]`)
  }
}
