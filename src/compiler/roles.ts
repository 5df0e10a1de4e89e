/** For each property of each type its role, read once from the `$ref`s of the schema. */

import type { Shape, Shapes } from '../catalog/shape.ts'
import { escapeToken } from '../json/pointer.ts'
import { getOwn, isObject, mapMembers } from '../json/value.ts'
import { didYouMean } from '../text/nearest.ts'
import type { Schema } from './ajv.ts'
import { CatalogError } from './catalog-error.ts'
import {
  anything,
  both,
  definitions,
  either,
  type Forms,
  needReading,
  type ObjectRole,
  type Role,
  RoleConflict,
  shapesOfMembers,
} from './forms.ts'

/** Finds the schema that a `$ref` means. */
export type Resolve = (reference: string) => Schema | undefined

/** Where in a schema one is: its JSON Pointer behind the file, and the references that led here. */
interface Place {
  readonly at: string
  readonly resolve: Resolve
  /** By reference: whether it has been met again within itself. */
  readonly within: ReadonlyMap<string, { recursive: boolean }>
}

/** The shapes of an object schema's properties, those of its alternatives and parts included. Throws a `CatalogError`. */
export function shapesOf(schema: Schema, resolve: Resolve, at = ''): Shapes {
  const { object } = formsOfValue(schema, { at, resolve, within: new Map() })
  const { members, rest } = typeof object === 'object' && 'members' in object ? object : ({ members: {} } as ObjectRole)
  if (rest && needReading(rest))
    throw roleUnclear(`${at}/additionalProperties`, 'Properties without a name cannot be dynamic here', named)
  return shapesOfMembers(members)
}

/** A schema, and the parts that its `allOf` adds, references followed. */
export function withAllOf(schema: Schema, resolve: Resolve): readonly Schema[] {
  const target = typeof schema['$ref'] === 'string' ? resolve(schema['$ref']) : undefined
  const own = target ? [schema, ...withAllOf(target, resolve)] : [schema]
  const added = Array.isArray(schema['allOf']) ? schema['allOf'] : []
  return [...added.flatMap((part) => withAllOf(asSchema(part), resolve)), ...own]
}

const named = 'Give each of them a name in "properties".'

/** The forms of a property or an element. All that speaks of its members is known here, so names can be compared. */
function formsOfValue(schema: unknown, place: Place): Forms {
  const forms = formsOf(schema, place)
  const { object } = forms
  if (typeof object !== 'object' || !('members' in object) || object.rest) return forms
  const unknown = requiredIn(schema, place.resolve).find((name) => !Object.hasOwn(object.members, name))
  if (unknown !== undefined)
    throw new CatalogError('PROPERTY_UNKNOWN', {
      at: place.at,
      problem: `There is no property "${unknown}", which "required" or a condition names`,
      hint: didYouMean(unknown, Object.keys(object.members), 'Add it to "properties".'),
    })
  return forms
}

/** Names that a schema and its combinators demand, or mention under a condition: from there alone no value is read. */
function requiredIn(schema: unknown, resolve: Resolve, within: readonly unknown[] = []): readonly string[] {
  if (!isObject(schema) || within.includes(schema)) return []
  const { $ref, required, allOf, anyOf, oneOf } = schema
  const target = typeof $ref === 'string' && !formsOfDefinition($ref) ? resolve($ref) : undefined
  const parts = [target, allOf, anyOf, oneOf].flat()
  const conditional = [schema['then'], schema['else'], ...Object.values(asSchema(schema['dependentSchemas']))]
  const mentioned = conditional.flatMap((part) => Object.keys(asSchema(asSchema(part)['properties'])))
  const names = [...(Array.isArray(required) ? required.map(String) : []), ...mentioned]
  return [...names, ...parts.flatMap((part) => requiredIn(part, resolve, [...within, schema]))]
}

function formsOf(schema: unknown, place: Place): Forms {
  if (schema === false) return {}
  if (!isObject(schema)) return anything
  refuseHidden(schema, place)
  const parts = formsOfAll(schema['allOf'], placeOfMember(place, 'allOf'))
  if (typeof schema['$ref'] === 'string') parts.push(formsOfReference(schema['$ref'], place))
  parts.push(ownForms(schema, place))
  for (const keyword of ['anyOf', 'oneOf']) {
    const inner = placeOfMember(place, keyword)
    const options = formsOfAll(schema[keyword], inner)
    if (options.length > 0) parts.push(joined(options, either, {}, inner.at))
  }
  return joined(parts, both, anything, place.at)
}

function formsOfAll(list: unknown, place: Place): Forms[] {
  return Array.isArray(list) ? list.map((part, index) => formsOf(part, placeOfMember(place, String(index)))) : []
}

function placeOfMember(place: Place, name: string): Place {
  return { ...place, at: `${place.at}/${escapeToken(name)}` }
}

function joined(forms: readonly Forms[], join: typeof either, start: Forms, at: string): Forms {
  try {
    return forms.reduce(join, start)
  } catch (error) {
    if (!(error instanceof RoleConflict)) throw error
    const remedy = 'Use two properties, or make each alternative another kind of value: text, array, object.'
    throw roleUnclear(at, `One value would be both ${error.message}`, remedy)
  }
}

function formsOfDefinition(reference: string): Forms | undefined {
  const [, file = '', definition = ''] = /([^/]+)#\/\$defs\/(\w+)$/.exec(reference) ?? []
  return getOwn(getOwn(definitions, file) ?? {}, definition)
}

/** The role of values that a reference to `common_types.json`, or to v0.8's definitions, describes, where that is one. */
export function roleOf(reference: string): Shape | undefined {
  const forms = formsOfDefinition(reference)
  return forms && shapesOfMembers({ it: forms })['it']
}

function formsOfReference(reference: string, place: Place): Forms {
  const known = formsOfDefinition(reference)
  if (known) return known
  const open = place.within.get(reference)
  if (open) {
    open.recursive = true
    return anything
  }
  // References that lead nowhere were refused before.
  const target = place.resolve(reference) ?? {}
  const entry = { recursive: false }
  const forms = formsOf(target, { ...place, at: reference, within: new Map([...place.within, [reference, entry]]) })
  if (entry.recursive && needReading(forms))
    throw roleUnclear(
      reference,
      'A definition that contains itself has bindings, references to components or actions in it',
      'Let it refer to components by id instead: each of them may have children of the same type.',
    )
  return forms
}

/** What the keywords of the schema itself say. */
function ownForms(schema: Schema, place: Place): Forms {
  const allowed = typesOf(schema)
  const forms: { [form: string]: Role } = {}
  for (const type of allowed) {
    if (type === 'object') Object.assign(forms, objectForms(schema, place))
    else if (type === 'array' && 'items' in schema)
      forms['array'] = { items: formsOfValue(schema['items'], placeOfMember(place, 'items')) }
    else forms[type] = 'static'
  }
  return forms
}

const types = ['string', 'number', 'boolean', 'null', 'array', 'object']

function typesOf(schema: Schema): readonly string[] {
  const { type, enum: choices } = schema
  const listed = 'const' in schema ? [schema['const']] : Array.isArray(choices) ? choices : undefined
  const declared = type === undefined ? types : [type].flat().map((one) => (one === 'integer' ? 'number' : String(one)))
  return declared.filter((one) => types.includes(one) && (!listed || listed.some((value) => typeOf(value) === one)))
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** The keys that tell one object from another: all, or one of them. */
const marks: { readonly [form: string]: readonly string[] } = {
  path: ['path'],
  call: ['call'],
  template: ['componentId', 'path'],
  action: ['event', 'functionCall'],
}

/** An object with a key that marks a binding has that form as well, so that an alternative that is a binding is noticed. */
function objectForms(schema: Schema, place: Place): Forms {
  const { properties, additionalProperties, required } = schema
  const members = mapMembers(asSchema(properties), (property, name) =>
    formsOfValue(property, placeOfMember(placeOfMember(place, 'properties'), name)),
  )
  const rest = isObject(additionalProperties)
    ? { rest: formsOf(additionalProperties, placeOfMember(place, 'additionalProperties')) }
    : {}
  const role: Role = Object.keys(members).length === 0 && !rest.rest ? 'static' : { members, ...rest }
  const forms: { [form: string]: Role } = { object: role }
  const demanded: readonly unknown[] = Array.isArray(required) ? required : []
  for (const [form, keys] of Object.entries(marks)) {
    const has = (key: string): boolean => Object.hasOwn(asSchema(properties), key) || 'rest' in rest
    const declared = form === 'template' ? keys.every(has) : keys.some(has)
    const other = demanded.some((name) => !keys.includes(String(name)))
    // A binding has no other key; a call may have.
    if (other && form !== 'call') continue
    if (declared) forms[form] = role
    else if (additionalProperties !== false) forms[form] = 'static'
  }
  return forms
}

/** Keywords below which the value does not show its role. */
const hidden = ['if', 'then', 'else', 'not', 'contains', 'propertyNames', 'unevaluatedProperties', 'prefixItems']
/** Those with a schema for each name. */
const hiddenByName = ['patternProperties', 'dependentSchemas']

function refuseHidden(schema: Schema, place: Place): void {
  for (const keyword of [...hidden, ...hiddenByName]) {
    const value = schema[keyword]
    const inner = placeOfMember(place, keyword)
    const many = Array.isArray(value) || hiddenByName.includes(keyword)
    const parts = many
      ? Object.entries(value ?? {}).map(([name, part]) => [part, placeOfMember(inner, name)] as const)
      : [[value, inner] as const]
    const reading = parts.find(([part, at]) => isObject(part) && needReading(formsOf(part, at)))
    if (!reading) continue
    const problem = `Below "${keyword}" nothing can be a binding, a reference to a component or an action`
    throw roleUnclear(reading[1].at, problem, 'Use "properties", "items", "anyOf" or "additionalProperties".')
  }
}

function roleUnclear(at: string, problem: string, hint: string): CatalogError {
  return new CatalogError('ROLE_UNCLEAR', { at, problem, hint })
}

export function asSchema(value: unknown): Schema {
  return isObject(value) ? value : {}
}
