/** Local input: user input of properties that are not bound to a writable place. The component keeps it. */
import type { Component } from '../catalog/component.ts'
import { type JsonValue, sameJson } from '../json/value.ts'

/** Values by the names of their properties. */
export type LocalInput = Map<string, JsonValue>

/**
 * The local input that stays when the agent sends the component again: that of properties which did not change. Nothing
 * stays in a component of another type.
 */
export function keptInput(
  input: LocalInput,
  before: Component | undefined,
  component: Component | undefined,
): LocalInput | undefined {
  if (component?.type !== before?.type) return undefined
  return new Map([...input].filter(([name]) => sameJson(before?.props[name], component?.props[name])))
}
