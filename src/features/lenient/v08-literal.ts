/** Lenient mode: plain values as v0.8 writes them out. */

import type { Shape } from '../../catalog/shape.ts'
import { getOwn, type JsonValue } from '../../json/value.ts'
import { v08Literals } from '../../schema/wire-forms.ts'

/** A number or truth value as a text; anything else as it is. */
export function textFor(value: JsonValue): JsonValue {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

/** For v0.8: a plain value as agents of v0.9 write it, as the literal that it stands for. */
export function literalFor(value: JsonValue, role: Shape | undefined): JsonValue {
  const member = getOwn(v08Literals, String(role))
  return member ? { [member]: role === 'string' ? textFor(value) : value } : textFor(value)
}
