/**
 * Handles the faults of a component. Strict: throws them all. Lenient: reports each as a warning and leaves the faulty part
 * out.
 */
import {
  asSurfaceError,
  maxFaultsOfMessage,
  type Report,
  type SurfaceError,
  together,
} from '../errors/surface-error.ts'
import { escapeToken, namesIn } from '../json/pointer.ts'
import { isObject, type JsonObject, own } from '../json/value.ts'
import { changed, without } from '../json/without.ts'
import { type Describe, errorOf, type Fault, faultOf, faultsOf, type KnownNames, renamed } from '../schema/fault.ts'
import { mended } from '../schema/mended.ts'
import { nearest } from '../text/nearest.ts'
import type { CompiledComponent } from './compiled.ts'
import type { ParseOptions } from './dialect.ts'
import type { Field, Spelling } from './field.ts'
import { type Grammar, parseProp } from './parse.ts'
import { shapeAt } from './shape.ts'

/** The component at hand, and how its faults are reported. */
export interface FaultyComponent {
  readonly id: string
  readonly component: CompiledComponent
  readonly spelling: Spelling
  readonly options: ParseOptions
}

/** A fault that no schema sees, and the property that it lies in. */
export type Kept = readonly [name: string, error: SurfaceError]

/** Strict mode: throws every fault of the component. Properties that the schema accepts are parsed once more. */
export function refuseAll(
  wire: JsonObject,
  faulty: FaultyComponent,
  fields: readonly Field[],
  grammar: Grammar,
): never {
  const { id, spelling } = faulty
  const faults = faultsBySchema(wire, faulty)
  const wrong = new Set(faults.map(({ at }) => namesIn(at)[0]))
  const errors = faults.map((fault) => errorOf(fault))
  const refuse: Report = (error) => {
    // Ends the walk: a component has room for thousands of faulty calls.
    if (errors.length >= maxFaultsOfMessage) throw error
    errors.push(error)
  }
  for (const { name, shape, at } of fields) {
    const value = own(wire, name)
    if (value === undefined || wrong.has(name)) continue
    try {
      parseProp(value, shape, at, { ...grammar, refuse })
    } catch (error) {
      if (errors.length >= maxFaultsOfMessage) break
      refuse(asSurfaceError(error))
    }
  }
  if (errors.length === 0) throw disagreement()
  const names = Object.keys(wire)
  /** In the order of the component; what is missing comes last. */
  const position = ({ place }: SurfaceError): number => names.indexOf(namesIn(place.at ?? '')[0] ?? '') >>> 0
  errors.sort((a, b) => position(a) - position(b))
  throw together(errors.map((error) => error.below(spelling.base).in({ componentId: id })))
}

/** A fault of this library. */
export function disagreement(): TypeError {
  return new TypeError('A validator and its table do not agree')
}

/** What the schema finds. A validator of ajv finds one fault at a time: it is left out to find the next. */
function faultsBySchema(wire: JsonObject, faulty: FaultyComponent): readonly Fault[] {
  const { validate } = faulty.component
  if (validate.each) return faultsOf(validate, wire, knownTo(faulty), describing(faulty))
  const faults: Fault[] = []
  withoutFaults(wire, faulty, (fault) => faults.push(fault))
  return faults
}

function knownTo({ component }: FaultyComponent): KnownNames {
  return { '': Object.keys(component.shapes) }
}

function describing({ component, spelling }: FaultyComponent): Describe {
  return (at) => own(spelling.sentences, String(shapeAt(component.shapes, at)))
}

/** Lenient mode: a warning; gives the error. */
export function refuse(error: SurfaceError, { id, spelling, options }: FaultyComponent): SurfaceError {
  const outer = error.below(spelling.base).in({ componentId: id })
  options.warn(outer.asWarning())
  return outer
}

/** Lenient mode: the properties without what the schema finds wrong, or the fault that leaves nothing to draw, such as one too many. */
export function repair(wire: JsonObject, faulty: FaultyComponent): JsonObject | SurfaceError {
  const errors: SurfaceError[] = []
  const repaired = withoutFaults(wire, faulty, (fault) => errors.push(refuse(errorOf(fault), faulty)))
  return repaired ?? (errors.at(-1) as SurfaceError)
}

/** `undefined`: a fault leaves nothing to draw. */
function withoutFaults(
  wire: JsonObject,
  faulty: FaultyComponent,
  report: (fault: Fault) => void,
): JsonObject | undefined {
  const places = new Set<string>()
  return mended(withFewUnknown(wire, faulty), faulty.component.validate, (current, found) => {
    const fault = faultOf(found, current, knownTo(faulty), describing(faulty))
    // What was left out is missing, or its fallback is wrong as well.
    if (places.has(fault.at)) return undefined
    places.add(fault.at)
    report(misspelt(current, fault, faulty))
    return asMeant(current, fault, faulty) ?? withoutFault(current, fault, faulty)
  })
}

/** Lenient mode: deals with faults that no schema sees. Gives the one that leaves nothing to draw. */
export function refuseKept(kept: readonly Kept[], faulty: FaultyComponent): SurfaceError | undefined {
  for (const [name, fault] of kept) {
    const error = refuse(fault, faulty)
    if (faulty.component.required.includes(name)) return error
  }
  return undefined
}

/** `undefined`: the fault lies in something that the component needs. */
function withoutFault(wire: JsonObject, { at, kind }: Fault, faulty: FaultyComponent): JsonObject | undefined {
  const { fallbacks = {}, required, shapes } = faulty.component
  const path = namesIn(at)
  const [name = ''] = path
  if (kind === 'unknown') return without(wire, path) as JsonObject
  const fallback = own(fallbacks, name)
  if (fallback !== undefined) return { ...wire, [name]: fallback }
  return required.includes(name) || !own(shapes, name) ? undefined : (without(wire, [name]) as JsonObject)
}

/** Unknown names that are reported. Of a thousand the others are left out unseen: each costs a check and a copy. */
const maxUnknown = 16

function withFewUnknown(wire: JsonObject, faulty: FaultyComponent): JsonObject {
  const unseen = new Set(unknownIn(wire, faulty).slice(maxUnknown))
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !unseen.has(name)))
}

/** A missing property and an unknown one of nearly its name are one fault: the name. */
function misspelt(wire: JsonObject, fault: Fault, faulty: FaultyComponent): Fault {
  const { kind, property = '' } = fault
  const closest = kind === 'missing' ? nearest(property, unknownIn(wire, faulty)) : undefined
  return closest === undefined ? fault : renamed(fault, closest)
}

function unknownIn(wire: JsonObject, { component, spelling }: FaultyComponent): readonly string[] {
  return Object.keys(wire).filter((name) => !own(component.shapes, name) && !spelling.others.includes(name))
}

/** With the value that a plain one stands for in its place, such as a text for a number; `undefined`: that is wrong too. */
function asMeant(
  wire: JsonObject,
  { at, kind }: Fault,
  { component, spelling }: FaultyComponent,
): JsonObject | undefined {
  if (kind !== 'wrong') return undefined
  const { shapes, validate } = component
  const meant = changed(wire, namesIn(at), (value) => spelling.meant(value, shapeAt(shapes, at))) as JsonObject
  const isWrong = validate(meant)?.some(({ instancePath }) => `${instancePath}/`.startsWith(`${at}/`))
  return isWrong ? undefined : meant
}

/**
 * Lenient mode: an action that lacks its `event` or `functionCall` gets it, with a warning. `{name, context}` is taken for an
 * event, `{call, args}` for a function call.
 */
export function withActions(wire: JsonObject, { shapes }: Pick<CompiledComponent, 'shapes'>, warn: Report): JsonObject {
  let repaired = wire
  // Without a list of entries: this loop runs for each component of a lenient runtime.
  for (const name in shapes) {
    const action = shapes[name] === 'action' ? own(wire, name) : undefined
    const member = isObject(action) ? missingMember(action as JsonObject) : undefined
    if (action === undefined || member === undefined) continue
    const fault = {
      message: `"${name}" lacks "${member}"`,
      hint: `Send {"${member}": {…}}.`,
      at: `/${escapeToken(name)}`,
    }
    warn(errorOf(fault).asWarning())
    repaired = { ...repaired, [name]: { [member]: action } }
  }
  return repaired
}

function missingMember(action: JsonObject): 'event' | 'functionCall' | undefined {
  if (Object.hasOwn(action, 'event') || Object.hasOwn(action, 'functionCall')) return undefined
  if (typeof own(action, 'name') === 'string') return 'event'
  return typeof own(action, 'call') === 'string' ? 'functionCall' : undefined
}
