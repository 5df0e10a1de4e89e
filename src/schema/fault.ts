/** ajv's findings about one value → the one fault worth reporting. */

import { escapeToken } from '../json/pointer.ts'
import { clip, own } from '../json/value.ts'
import { didYouMean } from '../text/nearest.ts'
import type { Findings, SchemaError } from './validator.ts'

export interface Fault {
  /** JSON Pointer from the checked value to the faulty place; a missing or unknown property is named by it. */
  readonly at: string
  readonly message: string
  readonly hint: string
  /** The property that ought not to be there, or is missing. */
  readonly property?: string
  readonly kind: 'unknown' | 'missing' | 'wrong'
}

/** Lenient mode: the most faults of one value that are repaired, because each repair costs a check of the schema. */
export const maxFaults = 32

/** By the pointer of an object: the names that may stand in it, for "Did you mean …?". */
export interface KnownNames {
  readonly [at: string]: readonly string[]
}

/** Says in words what may stand at a pointer that has alternatives: more than a list of what each of them lacked. */
export type Describe = (at: string) => string | undefined

/** Chooses the finding that lies deepest: when every alternative failed, it belongs to the one that fitted longest. */
export function faultOf(errors: Findings, known: KnownNames = {}, describe: Describe = () => undefined): Fault {
  const best = [...errors].sort((a, b) => order(b) - order(a))[0] as SchemaError
  const place = placeOf(best)
  const { at, kind, property = '' } = place
  const name = `"${clip(property)}"`
  if (kind === 'missing') return { ...place, message: `${name} is missing`, hint: `Add ${name}, which is required.` }
  if (kind === 'unknown') {
    const names = own(known, best.instancePath) ?? []
    const hint = didYouMean(property, names, names.length > 0 ? `Known here: ${names.join(', ')}.` : 'Leave it out.')
    return { ...place, message: `There is no property ${name} here`, hint }
  }
  // The finding of an alternative that is a list of names, such as that of icons.
  const listed = isAlternatives(best) && errors.find((one) => one.keyword === 'enum' && one.instancePath === at)
  const must = listed ? `${oneOf(listed)}, ${other}` : requirement(best, describe)
  return { ...place, message: `${nameOf(at)} must be ${must}`, hint: listed ? nearestOf(listed) : `Send ${must}.` }
}

const other = 'or another form that the schema allows'

/** The list of names may be long, so it is in the message only. */
function nearestOf(listed: SchemaError): string {
  const { value } = listed.params
  const fallback = `Send one of these names, ${other}.`
  return didYouMean(typeof value === 'string' ? value : '', allowedBy(listed).map(String), fallback)
}

const types: { readonly [type: string]: string } = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}

/** What the value must be. */
function requirement(error: SchemaError, describe: Describe): string {
  const { keyword, params, instancePath } = error
  const { type, limit } = params
  const forms = describe(instancePath) ?? 'one of the forms that the schema allows'
  const sentences: { readonly [keyword: string]: string } = {
    type: [type]
      .flat()
      .map((one) => types[String(one)] ?? one)
      .join(' or '),
    enum: oneOf(error),
    const: JSON.stringify(params['allowedValue']) ?? 'the value of the schema',
    pattern: `a text that matches ${params['pattern']}`,
    format: `a ${params['format']}`,
    anyOf: forms,
    oneOf: forms,
    minItems: limit === 1 ? 'an array that is not empty' : `an array of at least ${limit}`,
    maxItems: `an array of at most ${limit}`,
    minLength: limit === 1 ? 'a text that is not empty' : `a text of at least ${limit} characters`,
    maxLength: `a text of at most ${limit} characters`,
    minimum: `at least ${limit}`,
    maximum: `at most ${limit}`,
    minProperties: `an object of at least ${limit} members`,
    maxProperties: `an object of at most ${limit} members`,
    uniqueItems: 'an array without repetitions',
  }
  return sentences[keyword] ?? `what the schema's "${keyword}" allows`
}

function oneOf(error: SchemaError): string {
  return `one of ${allowedBy(error)
    .map((value) => JSON.stringify(value))
    .join(', ')}`
}

function allowedBy({ params }: SchemaError): readonly unknown[] {
  return (params['allowedValues'] ?? []) as readonly unknown[]
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

/** `"variant"`, or `"components"[3]` for an element. */
function nameOf(pointer: string): string {
  const [element = '', container = ''] = pointer.split('/').reverse()
  if (element === '') return 'The value'
  return /^\d+$/.test(element) && container !== '' ? `"${clip(container)}"[${element}]` : `"${clip(element)}"`
}
