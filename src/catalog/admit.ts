/** The schema's verdict on one component: strict, or mended as far as `validation: 'lenient'` allows. */
import { SurfaceError } from '../json/errors.ts'
import { nearest } from '../json/nearest.ts'
import { escapeToken, namesIn } from '../json/pointer.ts'
import { type JsonObject, type JsonValue, own } from '../json/value.ts'
import { type Fault, faultOf } from '../schema/fault.ts'
import type { SchemaError } from '../schema/validator.ts'
import type { CompiledComponent } from './compiled.ts'
import { describer } from './describe.ts'
import type { ParseOptions } from './door.ts'

/** More faults than this in one component, and it is only a placeholder: mending costs a validation each. */
const mostFaults = 32

type Checked = Pick<CompiledComponent, 'shapes' | 'required' | 'validate' | 'fallbacks'>

/**
 * The properties as they may be used. Strict: throws `VALIDATION_FAILED`, with `at` within `wire`. Lenient: what does not
 * fit is left out, each fault with a warning; a fault that leaves nothing to draw is returned.
 */
export function admit(
  wire: JsonObject,
  compiled: Checked,
  id: string,
  options: ParseOptions,
): JsonObject | SurfaceError {
  let current = wire
  for (let left = mostFaults; !compiled.validate(current); left--) {
    const fault = faultOf(compiled.validate.errors, Object.keys(compiled.shapes), describer(compiled.shapes))
    const error = validationFailed(fault, id, misspelt(current, fault, compiled))
    if (!options.lenient) throw error
    options.warn(error.asWarning())
    for (const other of otherUnknown(current, fault, compiled)) options.warn(validationFailed(other, id).asWarning())
    const mended = left > 0 ? mend(current, fault, compiled) : undefined
    if (!mended) return error
    current = mended
  }
  return current
}

/** Unknown properties go, however deep, those at the top all at once; an optional one with a wrong value takes its default; else `undefined`. */
function mend(wire: JsonObject, fault: Fault, compiled: Checked): JsonObject | undefined {
  const path = namesIn(fault.at)
  if (fault.kind === 'unknown')
    return path.length === 1 ? knownOnly(wire, compiled) : (without(wire, path) as JsonObject)
  const [property] = path
  const fallback = property === undefined ? undefined : own(compiled.fallbacks ?? {}, property)
  if (property !== undefined && fallback !== undefined && wire[property] !== fallback)
    return { ...wire, [property]: fallback }
  if (property === undefined || compiled.required.includes(property) || !Object.hasOwn(compiled.shapes, property))
    return undefined
  return without(wire, [property]) as JsonObject
}

/** The other unknown names at the top: they go together with the first, and so many are told. */
function otherUnknown(wire: JsonObject, { kind, at }: Fault, { shapes }: Checked): readonly Fault[] {
  if (kind !== 'unknown' || at.lastIndexOf('/') !== 0) return []
  const names = Object.keys(wire).filter((name) => !isKnown(name, shapes) && `/${escapeToken(name)}` !== at)
  const surplus = (additionalProperty: string): SchemaError => ({
    keyword: 'additionalProperties',
    instancePath: '',
    params: { additionalProperty },
  })
  return names.slice(0, mostFaults - 1).map((name) => faultOf([surplus(name)], Object.keys(shapes)))
}

function knownOnly(wire: JsonObject, { shapes }: Checked): JsonObject {
  const entries = Object.entries(wire).filter(([name]) => isKnown(name, shapes))
  return Object.fromEntries(entries)
}

function isKnown(name: string, shapes: Checked['shapes']): boolean {
  return name === 'id' || name === 'component' || Object.hasOwn(shapes, name)
}

function without(value: JsonValue, path: readonly string[]): JsonValue {
  const [token = '', ...rest] = path
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === token ? without(item, rest) : item))
  const { [token]: inner, ...others } = value as JsonObject
  return rest.length === 0 || inner === undefined ? others : { ...others, [token]: without(inner, rest) }
}

function validationFailed(fault: Fault, componentId: string, hint = fault.hint): SurfaceError {
  return new SurfaceError('VALIDATION_FAILED', fault.message, { hint, at: fault.at, componentId })
}

/** A missing property and an unknown one of nearly its name are one fault: the name. */
function misspelt(wire: JsonObject, { kind, property }: Fault, { shapes }: Checked): string | undefined {
  if (kind !== 'missing' || property === undefined) return undefined
  const surplus = Object.keys(wire).filter((name) => !isKnown(name, shapes))
  const near = nearest(property, surplus)
  return near === undefined ? undefined : `Call "${near}" "${property}".`
}
