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

/** By the pointer of an object: the names that may stand in it, for "Did you mean …?". */
export interface KnownNames {
  readonly [at: string]: readonly string[]
}

/** Says in words what may stand at a pointer that has alternatives: more than a list of what each of them lacked. */
export type Describe = (at: string) => string | undefined

/** Chooses the finding that lies deepest: when every alternative failed, it belongs to the one that fitted longest. */
export function faultOf(errors: Findings, known: KnownNames = {}, describe: Describe = () => undefined): Fault {
  const best = [...errors].sort((a, b) => order(b) - order(a))[0] as SchemaError
  const { missing, surplus, property } = propertyOf(best)
  const at = property === undefined ? best.instancePath : `${best.instancePath}/${escapeToken(property)}`
  if (surplus !== undefined) return unknownProperty(at, surplus, own(known, best.instancePath) ?? [])
  if (missing !== undefined) return missingProperty(at, missing)
  // The finding of an alternative that is a list of names, such as that of icons.
  const names = errors.find(({ keyword, instancePath }) => keyword === 'enum' && instancePath === at)
  if (names && isAlternatives(best)) return noneOf(names, at)
  const must = requirement(best, describe)
  return { at, kind: 'wrong', message: `${nameOf(at)} must be ${must}`, hint: `Send ${must}.` }
}

/** The list of names may be long, so it is in the message only. */
function noneOf({ params }: SchemaError, at: string): Fault {
  const other = 'or another form that the schema allows'
  const names = (params['allowedValues'] as readonly unknown[]).map(String)
  const { value } = params
  return {
    at,
    kind: 'wrong',
    message: `${nameOf(at)} must be ${oneOf(params)}, ${other}`,
    hint: didYouMean(typeof value === 'string' ? value : '', names, `Send one of these names, ${other}.`),
  }
}

function missingProperty(at: string, property: string): Fault {
  const name = `"${clip(property)}"`
  return { at, kind: 'missing', property, message: `${name} is missing`, hint: `Add ${name}, which is required.` }
}

function unknownProperty(at: string, property: string, names: readonly string[]): Fault {
  return {
    at,
    kind: 'unknown',
    property,
    message: `There is no property "${clip(property)}" here`,
    hint: didYouMean(property, names, names.length > 0 ? `Known here: ${names.join(', ')}.` : 'Leave it out.'),
  }
}

const types: { readonly [type: string]: string } = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}

function requirement({ keyword, params, instancePath }: SchemaError, describe: Describe): string {
  switch (keyword) {
    case 'type':
      return String(params['type'])
        .split(',')
        .map((type) => types[type] ?? type)
        .join(' or ')
    case 'enum':
      return oneOf(params)
    case 'const':
      return JSON.stringify(params['allowedValue']) ?? 'the value of the schema'
    case 'pattern':
      return `a text that matches ${String(params['pattern'])}`
    case 'format':
      return `a ${String(params['format'])}`
    case 'anyOf':
    case 'oneOf':
      return describe(instancePath) ?? 'one of the forms that the schema allows'
    default:
      return bound(keyword, params['limit'])
  }
}

function oneOf(params: SchemaError['params']): string {
  return `one of ${(params['allowedValues'] as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ')}`
}

function bound(keyword: string, limit: unknown): string {
  const sentences: { readonly [keyword: string]: string } = {
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

/** The deepest finding counts, of equals the one that says most. A property lies one step below its object. */
function order(error: SchemaError): number {
  const { missing, surplus, property } = propertyOf(error)
  const depth = error.instancePath.split('/').length + (property === undefined ? 0 : 1)
  const rank = surplus !== undefined ? 3 : isAlternatives(error) ? 2 : missing === undefined ? 1 : 0
  return depth * 4 + rank
}

function isAlternatives({ keyword }: SchemaError): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

/** The property that is missing, or that ought not to be there. */
function propertyOf({ params }: SchemaError): { [what in 'missing' | 'surplus' | 'property']: string | undefined } {
  const missing = params['missingProperty'] as string | undefined
  const surplus = (params['unevaluatedProperty'] ?? params['additionalProperty']) as string | undefined
  return { missing, surplus, property: missing ?? surplus }
}

/** `"variant"`, or `"components"[3]` for an element. */
function nameOf(pointer: string): string {
  const [element = '', container = ''] = pointer.split('/').reverse()
  if (element === '') return 'The value'
  return /^\d+$/.test(element) && container !== '' ? `"${clip(container)}"[${element}]` : `"${clip(element)}"`
}
