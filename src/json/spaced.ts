/** JSON in sentences, as prompts write it. */
import { clip, type JsonValue } from './value.ts'

/** A value for a hint, with spaces between its members; at most 200 characters, and what is cut off is said to be. */
export function spaced(value: JsonValue): string {
  const whole = spacedWhole(value)
  return whole.length > 200 ? `${clip(whole, 200)}, with all that follows` : whole
}

function spacedWhole(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((one) => spacedWhole(one as JsonValue)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value as { readonly [name: string]: JsonValue })
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${spacedWhole(member)}`).join(', ')}}`
}
