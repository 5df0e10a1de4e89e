/** What a runtime applies of a message: without the components that it refuses. */
import type { SurfaceError } from '../errors/surface-error.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { componentIndex } from '../protocol/component-place.ts'

/** `reports`: all about this message. `undefined`: nothing is left. */
export function appliedPart(message: JsonValue, reports: readonly SurfaceError[]): JsonValue | undefined {
  const refused = reports.filter(({ severity }) => severity === 'error').map(({ place: { at } }) => componentIndex(at))
  if (refused.length === 0) return message
  return refused.includes(undefined)
    ? undefined
    : withComponents(message, (_component, index) => !refused.includes(index))
}

/** The message with some of its components; `undefined`: with none. */
export function withComponents(
  message: JsonValue,
  keeps: (component: JsonValue, index: number) => boolean,
): JsonValue | undefined {
  const [kind, payload] = Object.entries(message as JsonObject).find(([, value]) => isObject(value)) ?? []
  const { components } = (payload ?? {}) as JsonObject
  if (kind === undefined || !isList(components)) return undefined
  const left = components.filter(keeps)
  return left.length === 0
    ? undefined
    : { ...(message as JsonObject), [kind]: { ...(payload as JsonObject), components: left } }
}
