/**
 * Handles the faults of a component. Strict: throws them. Lenient: reports each as a warning and leaves the faulty part
 * out.
 */
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import { escapeToken, namesIn } from '../json/pointer.ts'
import { isObject, type JsonObject, own } from '../json/value.ts'
import { changed, without } from '../json/without.ts'
import { type Describe, type Fault, faultOf, maxFaults } from '../schema/fault.ts'
import { nearest } from '../text/nearest.ts'
import type { CompiledComponent } from './compiled.ts'
import type { ParseOptions } from './dialect.ts'
import type { Spelling } from './field.ts'
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

/** Strict: throws. Lenient: a warning; gives the error. */
export function refuse(error: SurfaceError, { id, spelling, options }: FaultyComponent): SurfaceError {
  const outer = error.below(spelling.base).in({ componentId: id })
  if (!options.lenient) throw outer
  options.warn(outer.asWarning())
  return outer
}

function refuseFault({ message, hint, at }: Fault, faulty: FaultyComponent): SurfaceError {
  return refuse(new SurfaceError('VALIDATION_FAILED', message, { hint, at }), faulty)
}

/** The properties without what the schema finds wrong, or the fault that leaves nothing to draw, such as one too many. */
export function repair(wire: JsonObject, faulty: FaultyComponent): JsonObject | SurfaceError {
  const { shapes, validate } = faulty.component
  const describe: Describe = (at) => own(faulty.spelling.sentences, String(shapeAt(shapes, at)))
  let current = wire
  for (let left = maxFaults; ; left--) {
    const found = validate(current)
    if (!found) return current
    const fault = faultOf(found, { '': Object.keys(shapes) }, describe)
    const error = refuseFault(misspelt(current, fault, faulty), faulty)
    const next = left === 0 ? undefined : (asMeant(current, fault, faulty) ?? withoutFault(current, fault, faulty))
    if (!next) return error
    current = next
  }
}

/** Deals with faults that no schema sees. Gives the one that leaves nothing to draw. */
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
  if (kind === 'unknown')
    return path.length === 1 ? withoutUnknown(wire, at, faulty) : (without(wire, path) as JsonObject)
  const fallback = own(fallbacks, name)
  if (fallback !== undefined && fallback !== wire[name]) return { ...wire, [name]: fallback }
  return required.includes(name) || !own(shapes, name) ? undefined : (without(wire, [name]) as JsonObject)
}

/** The unknown names at the top go together. The first one is reported already; the others are reported up to the limit. */
function withoutUnknown(wire: JsonObject, first: string, faulty: FaultyComponent): JsonObject {
  const unknown = unknownIn(wire, faulty)
  const others = unknown.filter((name) => `/${escapeToken(name)}` !== first)
  for (const additionalProperty of others.slice(0, maxFaults - 1)) {
    const finding = { keyword: 'additionalProperties', instancePath: '', params: { additionalProperty } }
    refuseFault(faultOf([finding], { '': Object.keys(faulty.component.shapes) }), faulty)
  }
  const surplus = new Set(unknown)
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !surplus.has(name)))
}

/** A missing property and an unknown one of nearly its name are one fault: the name. */
function misspelt(wire: JsonObject, fault: Fault, faulty: FaultyComponent): Fault {
  const { kind, property = '' } = fault
  const closest = kind === 'missing' ? nearest(property, unknownIn(wire, faulty)) : undefined
  return closest === undefined ? fault : { ...fault, hint: `Call "${closest}" "${property}".` }
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
    const place = { hint: `Send {"${member}": {…}}.`, at: `/${escapeToken(name)}` }
    warn(new SurfaceError('VALIDATION_FAILED', `"${name}" lacks "${member}"`, place, { severity: 'warning' }))
    repaired = { ...repaired, [name]: { [member]: action } }
  }
  return repaired
}

function missingMember(action: JsonObject): 'event' | 'functionCall' | undefined {
  if (Object.hasOwn(action, 'event') || Object.hasOwn(action, 'functionCall')) return undefined
  if (typeof own(action, 'name') === 'string') return 'event'
  return typeof own(action, 'call') === 'string' ? 'functionCall' : undefined
}
