/** Mistakes of renderers that types cannot prevent: `act` and `enter` take the name of a property as text. */
import type { Shape, Shapes } from '../catalog/shape.ts'
import type { Limits } from '../errors/limits.ts'
import { asSurfaceError, SurfaceError } from '../errors/surface-error.ts'
import { copyJson } from '../json/inspect.ts'
import { formatPointer } from '../json/pointer.ts'
import { clip, getOwn, isObject, type JsonObject, type Maybe } from '../json/value.ts'
import { nearestOf } from '../schema/remedy.ts'

/** The functions that a renderer calls with the name of a property. */
export type Call = 'act' | 'enter'

/** The report for a name that the type does not have for this call, or `undefined`. A property left out by the agent is right. */
export function unknownName(call: Call, name: string, type: string, shapes: Shapes): SurfaceError | undefined {
  if (takes(call, getOwn(shapes, name))) return undefined
  const names = Object.keys(shapes).filter((known) => takes(call, shapes[known]))
  const wanted = call === 'act' ? 'action' : 'value'
  return new SurfaceError(
    'RENDER_FAILED',
    `The renderer of "${type}" called ${call}("${name}"), but "${type}" has no such ${wanted}`,
    { ...nearestOf(name, names), at: formatPointer([name]) },
  )
}

/** A copy of the context that a renderer gives to `act`, or the report for one that is no JSON object within the limits. */
export function contextOf(context: unknown, name: string, type: string, limits: Limits): JsonObject | SurfaceError {
  let reason = 'it must be an object'
  try {
    const copy = copyJson(context, limits)
    if (isObject(copy)) return copy
  } catch (error) {
    reason = asSurfaceError(error).message
  }
  return new SurfaceError(
    'RENDER_FAILED',
    `The renderer of "${type}" gave act("${name}") a context that cannot be sent: ${clip(reason)}`,
    { hint: 'Give it an object of plain JSON, within the limits.', at: formatPointer([name]) },
  )
}

/** A copy of what a renderer gives to `enter`, or the report for what is no JSON. */
export function enteredOf(value: unknown, name: string, type: string, limits: Limits): Maybe | SurfaceError {
  if (value === undefined || typeof value === 'string' || typeof value === 'boolean') return value
  try {
    // What was typed may be longer than what an agent may send.
    return copyJson(value, { ...limits, stringLength: Number.POSITIVE_INFINITY })
  } catch (error) {
    return new SurfaceError(
      'RENDER_FAILED',
      `The renderer of "${type}" gave enter("${name}") what cannot be stored: ${clip(asSurfaceError(error).message)}`,
      { hint: 'Give it plain JSON: of the event of an input, target.value.', at: formatPointer([name]) },
    )
  }
}

function takes(call: Call, shape: Shape | undefined): boolean {
  if (call === 'act') return shape === 'action'
  return shape !== undefined && shape !== 'action' && shape !== 'child' && shape !== 'children'
}
