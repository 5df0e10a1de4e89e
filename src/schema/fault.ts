/** Chooses, of all findings that a schema has about one value, the fault that a report names: one slip gives many findings. */

import { type ErrorCode, type Remedy, SurfaceError } from '../errors/surface-error.ts'
import { escapeToken, namesIn, type Pointer, read } from '../json/pointer.ts'
import { clip, describeValue, getOwn, isObject, type Maybe } from '../json/value.ts'
import { nearest } from '../text/nearest.ts'
import { listed, nearestOr, toRename } from './remedy.ts'
import type { Findings, SchemaError, Validator } from './validator.ts'

export interface Fault extends Remedy {
  /** JSON Pointer from the checked value to the faulty place; a missing or unknown property is named by it. */
  readonly at: string
  readonly message: string
  /** The property that ought not to be there, or is missing. */
  readonly property?: string
  readonly kind: 'unknown' | 'missing' | 'wrong'
}

/** As an error, `VALIDATION_FAILED` if it is no other. `above`: where the checked value stands. */
export function errorOf(
  { message, hint, expected, at }: Pick<Fault, 'at' | 'message' | 'hint' | 'expected'>,
  above = '',
  code: ErrorCode = 'VALIDATION_FAILED',
): SurfaceError {
  return new SurfaceError(code, message, { hint, expected, at: above + at })
}

/** By the pointer of an object: the names that may stand in it, for "Did you mean …?". */
export interface KnownNames {
  readonly [at: string]: readonly string[]
}

/**
 * Says in words what may stand at a pointer that has alternatives: more than a list of what each of them lacked. `sent`: what
 * stands there. `surplus`: a member of it that ought not to be there.
 */
export type Describe = (at: string, sent?: unknown, surplus?: string) => string | undefined

/** Every fault of a value, as far as its validator tells them apart. A missing name and an unknown one near it are one. */
export function faultsOf(
  validate: Validator<never>,
  value: unknown,
  known?: KnownNames,
  describe?: Describe,
): readonly Fault[] {
  const found = validate(value as never)
  const each = validate.each?.(value as never) ?? (found ? [found] : [])
  // One place has one fault. What a schema adds to another says more exactly what is to be sent.
  const byPlace = new Map(each.map((findings) => faultOf(findings, value, known, describe)).map((one) => [one.at, one]))
  const faults = [...byPlace.values()]
  const surplus = new Set(faults.filter(({ kind }) => kind === 'unknown'))
  return faults
    .map((fault) => {
      const beside = [...surplus].filter(({ at }) => parentOf(at) === parentOf(fault.at))
      const names = beside.map(({ property = '' }) => property)
      const closest = fault.kind === 'missing' ? nearest(fault.property ?? '', names) : undefined
      if (closest === undefined) return fault
      surplus.delete(beside[names.indexOf(closest)] as Fault)
      return renamed(fault, closest)
    })
    .filter((fault) => fault.kind !== 'unknown' || surplus.has(fault))
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'))
}

/** A missing property that stands there by another name. */
export function renamed(fault: Fault, from: string): Fault {
  return { ...fault, ...toRename(from, fault.property ?? '') }
}

/** The finding that lies deepest: when every alternative failed, it belongs to the one that fitted longest. */
export function deepest(errors: Findings): SchemaError | undefined {
  return [...errors].sort((a, b) => order(b) - order(a))[0]
}

/** `value`: the one that was checked. The message says what was sent, the hint what to send. */
export function faultOf(errors: Findings, value: unknown, known: KnownNames = {}, describe?: Describe): Fault {
  const best = deepest(errors) as SchemaError
  const place = placeOf(best)
  const { at, kind, property = '' } = place
  const { instancePath } = best
  const name = `"${clip(property)}"`
  const sent = read(value as Maybe, namesIn(instancePath) as Pointer)
  // An object may have another form, without the missing or with the unknown property.
  const around = describe?.(instancePath, sent, property)
  if (kind === 'missing') {
    const form = describe?.(at) ?? typesIn([best])
    const hint = around ? `Send ${around}.` : `Add ${name}${form && `: ${form}`}.`
    const fault = { ...place, message: `${name} is missing`, hint }
    const from = around && nearest(property, Object.keys(sent as object))
    return from ? renamed(fault, from) : fault
  }
  if (kind === 'unknown') {
    const names = getOwn(known, instancePath) ?? []
    const free = names.filter((one) => !Object.hasOwn(sent as object, one))
    const otherwise = names.length > 0 ? listed('Known', names) : { hint: 'Leave it out.' }
    const remedy = nearestOr(property, free, around ? { hint: `Send ${around}.` } : otherwise)
    return { ...place, message: `There is no property ${name} here`, ...remedy }
  }
  const forms = describe?.(at, sent)
  const same = errors.filter((one) => one.instancePath === at)
  // The finding of an alternative that is a list of names, such as that of icons.
  const allowed = (same.find(({ keyword }) => keyword === 'enum')?.params['allowedValues'] ?? []) as readonly unknown[]
  const more = isAlternatives(best) ? ', or another form of the schema' : ''
  const values = allowed.map((one) => JSON.stringify(one)).join(', ')
  const hint = `Send ${values ? `one of ${values}${more}` : (forms ?? requirement(best, same))}.`
  const words = (allowed.length > 0 || forms ? allowed : [best.params['allowedValue'] ?? []].flat()).map(String)
  const remedy = { hint, expected: words.length > 0 ? { words } : undefined }
  return {
    ...place,
    message: `${nameOf(at)} cannot be ${given(sent)}`,
    ...(typeof sent === 'string' && words.length > shortList ? nearestOr(sent, words, remedy) : remedy),
  }
}

/** Of so many names all are told, however near one of them is. */
const shortList = 10

/** Of an object its first names, by which an agent recognises it. */
function given(value: unknown): string {
  if (Array.isArray(value) && value.length > 0) return `an array of ${value.length}`
  if (!isObject(value)) return describeValue(value)
  const names = Object.keys(value).slice(0, 3)
  return `{${names.map((name) => `"${clip(name, 20)}": …`).join(', ')}}`
}

const types: { readonly [type: string]: string } = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}

/** The types that findings want; empty: they want none. */
function typesIn(errors: Findings): string {
  const wanted = new Set(errors.flatMap(({ params }) => (params['type'] ?? []) as string | readonly string[]))
  const names = [...wanted].map((type) => types[type] ?? type)
  return names.join(', ').replace(/(.*), /, '$1 or ')
}

/** A keyword such as `maxItems` in words, by its start, and what it counts, by its end. */
const bounds: { readonly [start: string]: string } = {
  ...{ max: 'at most', min: 'at least', exclusiveMax: 'less than', exclusiveMin: 'more than' },
  ...{ Items: ' item', Length: ' character', Properties: ' member' },
}

/** What must be sent. `same`: all that was found at this place. */
function requirement({ keyword, params }: SchemaError, same: Findings): string {
  const { limit } = params
  const [, start, end = ''] = /^(.*(?:ax|in))([A-Zi].*)/.exec(keyword) ?? []
  if (start) {
    const unit = bounds[end] ?? ''
    return `${bounds[start]} ${limit}${unit}${unit && limit !== 1 ? 's' : ''}`
  }
  const sentences: { readonly [keyword: string]: string } = {
    const: JSON.stringify(params['allowedValue']),
    pattern: `a text that matches ${params['pattern']}`,
    format: `a ${params['format']}`,
    uniqueItems: 'an array without repetitions',
  }
  return sentences[keyword] ?? (typesIn(same) || 'a value that the schema allows')
}

/** The deepest finding counts, of equals the one that says most. */
function order(error: SchemaError): number {
  const { at, kind } = placeOf(error)
  const ranks = { missing: 0, wrong: isAlternatives(error) ? 2 : 1, unknown: 3 }
  return at.split('/').length * 4 + ranks[kind]
}

function isAlternatives({ keyword }: SchemaError): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

/** A property that is missing, or that ought not to be there, lies one step below its object. */
function placeOf({ params, instancePath }: SchemaError): Pick<Fault, 'at' | 'kind' | 'property'> {
  const surplus = params['unevaluatedProperty'] ?? params['additionalProperty']
  const property = (surplus ?? params['missingProperty']) as string | undefined
  if (property === undefined) return { at: instancePath, kind: 'wrong' }
  const kind = surplus === undefined ? 'missing' : 'unknown'
  return { at: `${instancePath}/${escapeToken(property)}`, kind, property }
}

/** `"variant"`, or `Element 3 of "components"`. */
function nameOf(pointer: string): string {
  const [element = '', container = ''] = pointer.split('/').reverse()
  if (element === '') return 'The value'
  return /^\d+$/.test(element) && container !== '' ? `Element ${element} of "${clip(container)}"` : `"${clip(element)}"`
}
