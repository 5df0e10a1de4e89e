/**
 * Handles the faults of a component. Strict: throws them. Lenient: reports each as a warning and leaves the faulty part
 * out.
 */
import { SurfaceError } from '../errors/surface-error.ts'
import { escapeToken, namesIn } from '../json/pointer.ts'
import { isList, type JsonObject, type JsonValue, own } from '../json/value.ts'
import { without } from '../json/without.ts'
import { type Describe, type Fault, faultOf } from '../schema/fault.ts'
import type { Validator } from '../schema/validator.ts'
import { nearest } from '../text/nearest.ts'
import type { ParseOptions } from './parse-options.ts'

/** A component with more faults becomes a placeholder: each repair costs a check of the schema. */
const maxFaults = 32

/** What repairs need to know of a component type. */
export interface Known {
  /** Names of properties, and what else may stand beside them. */
  readonly properties: readonly string[]
  readonly others: readonly string[]
  readonly required: readonly string[]
  /** Replacements of required properties that are wrong. */
  readonly fallbacks: { readonly [name: string]: JsonValue }
  readonly describe: Describe
  /** JSON Pointer of the properties within the component. */
  readonly base: string
}

/** The component at hand, and how its faults are reported. */
export interface FaultyComponent {
  readonly id: string
  readonly known: Known
  readonly options: ParseOptions
}

/** A fault that no schema sees, and the property that it lies in. */
export type Kept = readonly [name: string, error: SurfaceError]

/** Strict: throws. Lenient: a warning; gives the error. */
export function refuse(error: SurfaceError, { id, known, options }: FaultyComponent): SurfaceError {
  const outer = error.below(known.base).in({ componentId: id })
  if (!options.lenient) throw outer
  options.warn(outer.asWarning())
  return outer
}

function refuseFault({ message, hint, at }: Fault, component: FaultyComponent): SurfaceError {
  return refuse(new SurfaceError('VALIDATION_FAILED', message, { hint, at }), component)
}

/** The properties without what the schema finds wrong, or the fault that leaves nothing to draw. */
export function repair(wire: JsonObject, validate: Validator, component: FaultyComponent): JsonObject | SurfaceError {
  const { known } = component
  let current = wire
  for (let left = maxFaults; !validate(current); left--) {
    const fault = faultOf(validate.errors, { '': known.properties }, known.describe)
    const error = refuseFault(misspelt(current, fault, known), component)
    const next =
      left === 0 ? undefined : (withText(current, fault, validate) ?? withoutFault(current, fault, component))
    if (!next) return error
    current = next
  }
  return current
}

/** Deals with faults that no schema sees. Gives the one that leaves nothing to draw. */
export function refuseKept(kept: readonly Kept[], component: FaultyComponent): SurfaceError | undefined {
  for (const [name, fault] of kept) {
    const error = refuse(fault, component)
    if (component.known.required.includes(name)) return error
  }
  return undefined
}

/** `undefined`: the fault lies in something that the component needs. */
function withoutFault(wire: JsonObject, { at, kind }: Fault, component: FaultyComponent): JsonObject | undefined {
  const { fallbacks, required, properties } = component.known
  const path = namesIn(at)
  const [name = ''] = path
  if (kind === 'unknown')
    return path.length === 1 ? withoutUnknown(wire, at, component) : (without(wire, path) as JsonObject)
  const fallback = own(fallbacks, name)
  if (fallback !== undefined && fallback !== wire[name]) return { ...wire, [name]: fallback }
  return required.includes(name) || !properties.includes(name) ? undefined : (without(wire, [name]) as JsonObject)
}

/** The unknown names at the top go together. The first one is reported already; the others are reported up to the limit. */
function withoutUnknown(wire: JsonObject, first: string, component: FaultyComponent): JsonObject {
  const { known } = component
  const others = unknownIn(wire, known).filter((name) => `/${escapeToken(name)}` !== first)
  for (const additionalProperty of others.slice(0, maxFaults - 1)) {
    const finding = { keyword: 'additionalProperties', instancePath: '', params: { additionalProperty } }
    refuseFault(faultOf([finding], { '': known.properties }), component)
  }
  return Object.fromEntries(Object.entries(wire).filter(([name]) => isKnown(name, known)))
}

/** A missing property and an unknown one of nearly its name are one fault: the name. */
function misspelt(wire: JsonObject, fault: Fault, known: Known): Fault {
  const { kind, property = '' } = fault
  const closest = kind === 'missing' ? nearest(property, unknownIn(wire, known)) : undefined
  return closest === undefined ? fault : { ...fault, hint: `Call "${closest}" "${property}".` }
}

function unknownIn(wire: JsonObject, known: Known): readonly string[] {
  return Object.keys(wire).filter((name) => !isKnown(name, known))
}

function isKnown(name: string, { properties, others }: Known): boolean {
  return properties.includes(name) || others.includes(name)
}

/** With the number or truth value that stands where the schema wants a text as a text; `undefined`: there is none. */
function withText(wire: JsonObject, { at, kind }: Fault, validate: Validator): JsonObject | undefined {
  const written = kind === 'wrong' ? asText(wire, namesIn(at)) : undefined
  return written && isBetter(written, at, validate) ? written : undefined
}

function asText(wire: JsonObject, path: readonly string[]): JsonObject | undefined {
  const [name = '', ...rest] = path
  const value = own(wire, name)
  if (rest.length > 0) {
    const inner = typeof value === 'object' && value !== null ? asText(value as JsonObject, rest) : undefined
    return inner && replaced(wire, name, inner)
  }
  return typeof value === 'number' || typeof value === 'boolean' ? replaced(wire, name, String(value)) : undefined
}

function replaced(wire: JsonObject, name: string, value: JsonValue): JsonObject {
  const copy = isList(wire) ? [...wire] : { ...wire }
  return Object.assign(copy, { [name]: value }) as JsonObject
}

/** Whether the schema finds nothing wrong at this place any more. */
function isBetter(wire: JsonObject, at: string, validate: Validator): boolean {
  return validate(wire) || !validate.errors?.some(({ instancePath }) => `${instancePath}/`.startsWith(`${at}/`))
}
