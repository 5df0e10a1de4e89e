/** Lenient mode: an action that lacks its `event` or `functionCall` → one that has it, with a warning. */
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import { escapeToken } from '../json/pointer.ts'
import { isObject, type JsonObject, own } from '../json/value.ts'
import type { CompiledComponent } from './compiled.ts'

/** `{name, context}` is taken for an event, `{call, args}` for a function call. */
export function withActions(wire: JsonObject, { shapes }: Pick<CompiledComponent, 'shapes'>, warn: Report): JsonObject {
  let repaired = wire
  // Without a list of entries: this loop runs for each component of a lenient runtime.
  for (const name in shapes) {
    const action = shapes[name] === 'action' ? own(wire, name) : undefined
    const member = isObject(action) ? missingMember(action as JsonObject) : undefined
    if (action === undefined || member === undefined) continue
    warn(actionWrong(name, member))
    repaired = { ...repaired, [name]: { [member]: action } }
  }
  return repaired
}

function missingMember(action: JsonObject): 'event' | 'functionCall' | undefined {
  if (Object.hasOwn(action, 'event') || Object.hasOwn(action, 'functionCall')) return undefined
  if (typeof own(action, 'name') === 'string') return 'event'
  return typeof own(action, 'call') === 'string' ? 'functionCall' : undefined
}

function actionWrong(name: string, member: 'event' | 'functionCall'): SurfaceError {
  const hint = `Send {"${member}": {…}}.`
  const place = { hint, at: `/${escapeToken(name)}` }
  return new SurfaceError('VALIDATION_FAILED', `"${name}" lacks "${member}"`, place, { severity: 'warning' })
}
