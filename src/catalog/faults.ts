/** The faults of a component. Strict mode throws them all together; lenient mode has the same words for them. */
import {
  asSurfaceError,
  maxFaultsOfMessage,
  type Report,
  type SurfaceError,
  together,
} from '../errors/surface-error.ts'
import { namesIn } from '../json/pointer.ts'
import { getOwn, type JsonObject } from '../json/value.ts'
import { without } from '../json/without.ts'
import { type Describe, errorOf, type Fault, faultOf, faultsOf, type KnownNames, renamed } from '../schema/fault.ts'
import { repairUntilValid } from '../schema/repair-until-valid.ts'
import type { Findings } from '../schema/validator.ts'
import { describer } from '../schema/wire-forms.ts'
import { nearest } from '../text/nearest.ts'
import type { Field } from './field.ts'
import { type Grammar, parseProp } from './parse.ts'
import type { FaultyComponent, ParseFault } from './parse-options.ts'
import { shapeAt } from './shape.ts'

/**
 * Strict mode: throws every fault of the component. Properties that the schema accepts are parsed once more. `first`: what the
 * first look has found, for a function of the host that throws only once.
 */
export function refuseAll(
  wire: JsonObject,
  faulty: FaultyComponent,
  fields: readonly Field[],
  grammar: Grammar,
  first: readonly ParseFault[],
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
    const value = getOwn(wire, name)
    if (value === undefined || wrong.has(name)) continue
    try {
      parseProp(value, shape, at, { ...grammar, refuse })
    } catch (error) {
      if (errors.length >= maxFaultsOfMessage) break
      refuse(asSurfaceError(error))
    }
  }
  if (errors.length === 0) errors.push(...first.map(([, error]) => error))
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
  if (validate.each) return faultsOf(validate, wire, ...wordsFor(faulty))
  const faults = new Map<string, Fault>()
  repairUntilValid(withFewUnknown(wire, faulty), validate, (current, found) => {
    const fault = wordedFault(found, current, faulty)
    const path = namesIn(fault.at)
    const [name = ''] = path
    // What was left out is missing.
    if (faults.has(fault.at) || (getOwn(wire, name) !== undefined && getOwn(current, name) === undefined))
      return undefined
    faults.set(fault.at, fault)
    return without(current, fault.kind === 'unknown' ? path : path.slice(0, 1)) as JsonObject
  })
  return [...faults.values()]
}

/** A missing property and an unknown one of nearly its name are one fault: the name. */
export function wordedFault(found: Findings, wire: JsonObject, faulty: FaultyComponent): Fault {
  const fault = faultOf(found, wire, ...wordsFor(faulty))
  const { kind, property = '' } = fault
  const closest = kind === 'missing' ? nearest(property, unknownIn(wire, faulty)) : undefined
  return closest === undefined ? fault : renamed(fault, closest)
}

/** What the words for a fault are made of: the names that the component has, and the forms of its values. */
function wordsFor({ component, spelling }: FaultyComponent): readonly [known: KnownNames, describe: Describe] {
  const { shapes } = component
  return [{ '': Object.keys(shapes) }, describer(spelling.forms, (at) => shapeAt(shapes, at))]
}

/** Unknown names that are reported. Of a thousand the others are left out unseen: each costs a check and a copy. */
const maxUnknown = 16

export function withFewUnknown(wire: JsonObject, faulty: FaultyComponent): JsonObject {
  const unseen = new Set(unknownIn(wire, faulty).slice(maxUnknown))
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !unseen.has(name)))
}

export function unknownIn(wire: JsonObject, { component, spelling }: FaultyComponent): readonly string[] {
  return Object.keys(wire).filter((name) => !getOwn(component.shapes, name) && !spelling.others.includes(name))
}
