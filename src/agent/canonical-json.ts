/** The canonical text of a JSON value (RFC 8785): what a signature covers. */
import { isMembers, type Members } from './value.ts'

/** Members sorted by UTF-16 units, no white space. Numbers and texts are as JavaScript writes them, as the RFC says. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isMembers(value)) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`
}

/**
 * The value without members that hold the default of their type: "", 0, false, null, an empty array or object. Writers
 * that use Protocol Buffers leave those out. `kept`: names of members that stay whatever they hold.
 */
export function withoutDefaults(value: unknown, kept: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutDefaults(item, kept))
  if (!isMembers(value)) return value
  const members = Object.entries(value).map(([name, inner]) => [name, withoutDefaults(inner, kept)] as const)
  return Object.fromEntries(members.filter(([name, inner]) => kept.has(name) || !isDefault(inner)))
}

function isDefault(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return isMembers(value) ? isEmpty(value) : !value
}

function isEmpty(value: Members): boolean {
  return Object.keys(value).length === 0
}
