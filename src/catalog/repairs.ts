/**
 * Handles the faults of a component. Strict: throws them. Lenient: reports each as a warning and leaves the faulty part
 * out.
 */
import { type Report, SurfaceError } from '../json/errors.ts'
import { nearest } from '../json/nearest.ts'
import { escapeToken, namesIn } from '../json/pointer.ts'
import { type JsonObject, type JsonValue, own } from '../json/value.ts'
import { without } from '../json/without.ts'
import { type Describe, type Fault, faultOf } from '../schema/fault.ts'
import type { Validator } from '../schema/validator.ts'
import type { ParseOptions } from './parse-options.ts'

/** A component with more faults becomes a placeholder: each repair costs a check of the schema. */
const maxFaults = 32

interface Known {
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

/** A fault that no schema sees, and the property that it lies in. */
export type Kept = readonly [name: string, error: SurfaceError]

/** For one component. */
export interface Repairs {
  /** Reports a fault that cost a part of a property and no more. */
  readonly warn: Report
  /** The properties without what the schema finds wrong, or the fault that leaves nothing to draw. */
  repair(wire: JsonObject, validate: Validator): JsonObject | SurfaceError
  /** Deals with faults that no schema sees. Gives the one that leaves nothing to draw. */
  finish(kept: readonly Kept[]): SurfaceError | undefined
}

export function createRepairs(known: Known, componentId: string, options: ParseOptions): Repairs {
  const { properties, others, required, fallbacks, describe, base } = known
  const isKnown = (name: string): boolean => properties.includes(name) || others.includes(name)

  function outer(error: SurfaceError): SurfaceError {
    return error.below(base).in({ componentId })
  }

  function failed({ message, hint, at }: Fault): SurfaceError {
    return outer(new SurfaceError('VALIDATION_FAILED', message, { hint, at }))
  }

  /** A missing property and an unknown one of nearly its name are one fault: the name. */
  function misspelt(wire: JsonObject, fault: Fault): Fault {
    const { kind, property = '' } = fault
    const closest = kind === 'missing' ? nearest(property, Object.keys(wire).filter(isUnknown)) : undefined
    return closest === undefined ? fault : { ...fault, hint: `Call "${closest}" "${property}".` }
  }

  function isUnknown(name: string): boolean {
    return !isKnown(name)
  }

  /** The unknown names at the top go together. The first one is reported already; the others are reported up to the limit. */
  function withoutUnknown(wire: JsonObject, first: string): JsonObject {
    const others = Object.keys(wire).filter((name) => isUnknown(name) && `/${escapeToken(name)}` !== first)
    for (const additionalProperty of others.slice(0, maxFaults - 1)) {
      const finding = { keyword: 'additionalProperties', instancePath: '', params: { additionalProperty } }
      options.warn(failed(faultOf([finding], properties)).asWarning())
    }
    return Object.fromEntries(Object.entries(wire).filter(([name]) => isKnown(name)))
  }

  return {
    warn: (error) => options.warn(outer(error)),
    repair(wire, validate) {
      let current = wire
      for (let left = maxFaults; !validate(current); left--) {
        const fault = faultOf(validate.errors, properties, describe)
        const error = failed(misspelt(current, fault))
        if (!options.lenient) throw error
        options.warn(error.asWarning())
        if (left === 0) return error
        const path = namesIn(fault.at)
        const [name = ''] = path
        if (fault.kind === 'unknown')
          current = path.length === 1 ? withoutUnknown(current, fault.at) : (without(current, path) as JsonObject)
        else if (current[name] !== (own(fallbacks, name) ?? current[name]))
          current = { ...current, [name]: own(fallbacks, name) as JsonValue }
        else if (required.includes(name) || !properties.includes(name)) return error
        else current = without(current, [name]) as JsonObject
      }
      return current
    },
    finish(kept) {
      for (const [name, fault] of kept) {
        const error = outer(fault)
        if (!options.lenient) throw error
        options.warn(error.asWarning())
        if (required.includes(name)) return error
      }
      return undefined
    },
  }
}
