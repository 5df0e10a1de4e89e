/** Lenient mode: reports each fault of a component as a warning and leaves the faulty part out. */

import type { Props } from '../../catalog/assemble.ts'
import { disagreement, withFewUnknown, wordedFault } from '../../catalog/faults.ts'
import type { Grammar } from '../../catalog/parse.ts'
import type { FaultyComponent, ParseFault, Repairs } from '../../catalog/parse-options.ts'
import { shapeAt } from '../../catalog/shape.ts'
import { type Report, SurfaceError } from '../../errors/surface-error.ts'
import { namesIn } from '../../json/pointer.ts'
import { getOwn, type JsonObject, type JsonValue, type Maybe } from '../../json/value.ts'
import { changed, without } from '../../json/without.ts'
import { errorOf, type Fault } from '../../schema/fault.ts'
import { repairUntilValid } from '../../schema/repair-until-valid.ts'
import type { Findings } from '../../schema/validator.ts'
import { v08Forms } from '../../schema/wire-forms.ts'
import { meantBag } from './meant-component.ts'
import { wordIn } from './meant-words.ts'
import { toSend } from './spoken.ts'
import { literalFor, textFor } from './v08-literal.ts'
import { asV09 } from './v09-form.ts'

/** See `Repairs`. */
export const readFaulty: Repairs['readFaulty'] = (wire, faulty, grammar, read): Props | SurfaceError => {
  const meant = meantBag(wire, faulty, grammar, (error) => void refuse(error, faulty))
  const repaired = repair(meant.bag, faulty)
  if (repaired instanceof SurfaceError) return repaired
  const { props, parseFaults } = read(
    repaired,
    leavingOut(grammar, (error) => void refuse(error, faulty)),
  )
  if (!props) throw disagreement()
  const refused = refuseParseFaults(parseFaults, faulty)
  // The reader knows its own properties: a copy is not known to be plain.
  return refused ?? (Object.keys(meant.made).length > 0 ? { ...props, ...meant.made } : props)
}

/** Warns; gives the error. */
function refuse(error: SurfaceError, { id, spelling, options }: FaultyComponent): SurfaceError {
  const outer = error.below(spelling.base).in({ componentId: id })
  options.warn(outer.asWarning())
  return outer
}

/** The properties without what the schema finds wrong, or the fault that leaves nothing to draw, such as one too many. */
function repair(wire: JsonObject, faulty: FaultyComponent): JsonObject | SurfaceError {
  let last: SurfaceError | undefined
  const places = new Set<string>()
  const repaired = repairUntilValid(withFewUnknown(wire, faulty), faulty.component.validate, (current, found) => {
    const fault = wordedFault(found, current, faulty)
    // What was left out is missing, or its fallback is wrong as well.
    if (places.has(fault.at)) return undefined
    places.add(fault.at)
    const meant = asMeant(current, fault, found, faulty)
    last = refuse(errorOf(meant ? { ...fault, ...meant.fault } : leftOut(fault)), faulty)
    return meant?.wire ?? withoutFault(current, fault, faulty)
  })
  return repaired ?? (last as unknown as SurfaceError)
}

/** Of a name that is near none the hint says first what was done with it. */
function leftOut(fault: Fault): Fault {
  const { kind, hint, expected } = fault
  return kind === 'unknown' && expected && !expected.as ? { ...fault, hint: `Leave it out. ${hint}` } : fault
}

interface MeantValue {
  readonly wire: JsonObject
  /** Where the value stands, and what is right there. */
  readonly fault: Pick<Fault, 'at' | 'hint' | 'expected'>
}

/** Deals with faults that no schema sees. Gives the one that leaves nothing to draw. */
function refuseParseFaults(parseFaults: readonly ParseFault[], faulty: FaultyComponent): SurfaceError | undefined {
  for (const [name, fault] of parseFaults) {
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
  const fallback = getOwn(fallbacks, name)
  if (fallback !== undefined) return { ...wire, [name]: fallback }
  return required.includes(name) || !getOwn(shapes, name) ? undefined : (without(wire, [name]) as JsonObject)
}

/**
 * With what the value at the fault stands for: an allowed word in another spelling, a literal, the form of the other version.
 * `undefined`: none of them is right.
 */
function asMeant(
  wire: JsonObject,
  { at, kind, hint, expected }: Fault,
  found: Findings,
  { component, spelling }: FaultyComponent,
): MeantValue | undefined {
  // What lacks a member may be a value in another form.
  const above = kind === 'missing' ? at.slice(0, at.lastIndexOf('/')) : at
  if (kind === 'unknown' || above === '') return undefined
  const { shapes, validate } = component
  const path = namesIn(above)
  const old = spelling.forms === v08Forms
  const allowed = found.flatMap(({ params }) => (params['allowedValues'] ?? []) as readonly JsonValue[])
  const forms: readonly ((value: JsonValue) => Maybe)[] = [
    (value) => wordIn(allowed, value),
    (value) => (old ? literalFor(value, shapeAt(shapes, above)) : textFor(value)),
    (value) => asV09(value, path.at(-1) ?? ''),
    plainFor,
  ]
  for (const form of forms) {
    let right: JsonValue = null
    const wanted = changed(wire, path, (value) => {
      right = form(value) ?? value
      return right
    }) as JsonObject
    if (validate(wanted)?.some(({ instancePath }) => `${instancePath}/`.startsWith(`${above}/`))) continue
    const remedy = expected?.as === 'near' ? { hint, expected } : toSend(right)
    return { wire: wanted, fault: { at: above, ...remedy } }
  }
  return undefined
}

/** The number or truth value that a text says. */
function plainFor(value: JsonValue): JsonValue {
  if (value === 'true' || value === 'false') return value === 'true'
  if (value === 0 || value === 1) return value === 1
  const number = typeof value === 'string' ? Number.parseFloat(value) : Number.NaN
  return Number.isNaN(number) ? value : number
}

/** The most places that are reported. Bounds work: one line can hold 50,000 calls of unknown functions. */
const maxLeftOut = 32

/** The same grammar, by which a call of an unknown function has no value. Each place is reported once. */
function leavingOut(grammar: Grammar, warn: Report): Grammar {
  const known = new Set<string | undefined>()
  const leaveOut: Report = (error) => {
    const { at } = error.place
    if (known.has(at) || known.size === maxLeftOut) return
    known.add(at)
    warn(error.asWarning())
  }
  return { ...grammar, leaveOut }
}
