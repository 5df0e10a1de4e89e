/**
 * What a schema allows, by the form of the value: text, array, `{path}`, call … Each form has one role, so that the parser
 * can choose the role by the value at hand. `allOf` intersects forms, `anyOf` and `oneOf` unite them.
 */
import type { DynamicType, Form, Shape, Shapes } from '../catalog/shape.ts'
import { isValueType } from '../json/coerce.ts'
import { mapMembers } from '../json/value.ts'

/** The forms that a schema allows. A form that is absent is not allowed; that of literals which need no reading is `static`. */
export type Forms = { readonly [form in Form | Scalar]?: Role }

type Scalar = 'number' | 'boolean' | 'null'

/** `members`: of an object, by name; `rest`: of those that have no name in the schema. */
export type Role = DynamicType | 'static' | 'child' | 'children' | 'action' | ListRole | ObjectRole

interface ListRole {
  readonly items: Forms
}

export interface ObjectRole {
  readonly members: { readonly [name: string]: Forms }
  readonly rest?: Forms
}

const scalars = ['string', 'number', 'boolean', 'null'] as const
/** Objects that are recognised by their keys. */
const marked = ['path', 'call', 'template', 'action'] as const
const all = [...scalars, 'array', ...marked, 'object'] as const

/** Anything, read as it is. */
export const anything: Forms = Object.fromEntries(all.map((form) => [form, 'static']))

/** v0.8 wraps each value in an object, such as `{"literalString": …}`. Whatever members it has, it has one role. */
function wrapped(role: DynamicType | 'children' | 'action'): Forms {
  return { path: role, call: role, template: role, action: role, object: role }
}

/** Forms that the definitions of v0.8's `standard_catalog_definition.json` stand for. */
const v08: { readonly [definition: string]: Forms } = {
  StringValue: wrapped('string'),
  NumberValue: wrapped('number'),
  BooleanValue: wrapped('boolean'),
  StringListValue: wrapped('stringList'),
  IconValue: wrapped('value'),
  ComponentId: { string: 'child' },
  Children: wrapped('children'),
  Action: wrapped('action'),
}

/** Forms that the definitions of v0.9's `common_types.json` stand for. */
const v09: { readonly [definition: string]: Forms } = {
  DynamicString: { string: 'static', path: 'string', call: 'string' },
  DynamicNumber: { number: 'static', path: 'number', call: 'number' },
  DynamicBoolean: { boolean: 'static', path: 'boolean', call: 'boolean' },
  DynamicStringList: { array: { items: { string: 'static' } }, path: 'stringList', call: 'stringList' },
  DynamicValue: {
    ...{ string: 'static', number: 'static', boolean: 'static' },
    ...{ array: 'value', path: 'value', call: 'value' },
  },
  DataBinding: { path: 'value' },
  FunctionCall: { call: 'value' },
  ComponentId: { string: 'child' },
  ChildList: { array: 'children', template: 'children' },
  Action: { action: 'action' },
}

/** Forms that definitions stand for, by the file that has them. */
export const definitions: { readonly [file: string]: { readonly [definition: string]: Forms } } = {
  'common_types.json': v09,
  'standard_catalog_definition.json': v08,
}

/** The role that serves both, or `undefined`: there is none. */
type Combine = (one: Role, other: Role, form: Form | Scalar) => Role | undefined

/** Two roles that one value would have at once. */
export class RoleConflict extends Error {}

/** What either of two alternatives allows. Throws a `RoleConflict`. */
export function either(one: Forms, other: Forms): Forms {
  return combined(one, other, (a, b) => a ?? b, eitherRole)
}

/** What both allow. Throws a `RoleConflict`. */
export function both(one: Forms, other: Forms): Forms {
  return combined(one, other, () => undefined, bothRole)
}

function combined(
  one: Forms,
  other: Forms,
  alone: (one: Role | undefined, other: Role | undefined) => Role | undefined,
  combine: Combine,
): Forms {
  const result: { [form in Form | Scalar]?: Role } = {}
  for (const form of all) {
    const [a, b] = [one[form], other[form]]
    const role = a === undefined || b === undefined ? alone(a, b) : a === b ? a : combine(a, b, form)
    if (role !== undefined) result[form] = role
    else if (a !== undefined && b !== undefined) throw new RoleConflict(`${wordOf(a)} and ${wordOf(b)}`)
  }
  return result
}

/** Where one alternative is a binding or an action, an object that merely might look like one is not meant. */
const eitherRole: Combine = (a, b, form) => {
  if (isValueType(a) && isValueType(b)) return 'value'
  if (isList(a) && isList(b)) return { items: either(a.items, b.items) }
  if (isMembers(a) && isMembers(b)) return mergedMembers(a, b, either)
  if (isMarked(form)) return a === 'static' ? b : b === 'static' ? a : undefined
  if (a === 'static' || b === 'static') {
    const role = a === 'static' ? b : a
    if (isList(role)) return { items: either(anything, role.items) }
    return isValueType(role) || isMembers(role) ? role : undefined
  }
  return isValueType(a) && !hasRoles(b) ? a : isValueType(b) && !hasRoles(a) ? b : undefined
}

const bothRole: Combine = (a, b) => {
  if (a === 'static') return b
  if (b === 'static') return a
  if (isList(a) && isList(b)) return { items: both(a.items, b.items) }
  if (isMembers(a) && isMembers(b)) return mergedMembers(a, b, both)
  if (isValueType(a) && isValueType(b)) return a === 'value' ? b : b === 'value' ? a : undefined
  return hasRoles(a) ? (hasRoles(b) ? undefined : a) : b
}

function mergedMembers(one: ObjectRole, other: ObjectRole, merge: typeof either): ObjectRole {
  const names = [...new Set([...Object.keys(one.members), ...Object.keys(other.members)])]
  const pair = (a: Forms | undefined, b: Forms | undefined): Forms => (a && b ? merge(a, b) : (a ?? b ?? anything))
  const of = ({ members, rest }: ObjectRole, name: string): Forms | undefined =>
    Object.hasOwn(members, name) ? members[name] : rest
  const members = names.map((name) => [name, pair(of(one, name), of(other, name))] as const)
  const rest = one.rest || other.rest ? { rest: pair(one.rest, other.rest) } : {}
  return { members: Object.fromEntries(members), ...rest }
}

/** Whether anything in these forms must be read: a binding, a reference, an action. */
export function needReading(forms: Forms): boolean {
  return Object.values(forms).some(hasRoles)
}

function hasRoles(role: Role): boolean {
  if (isList(role)) return needReading(role.items)
  if (isMembers(role)) return [role.rest ?? {}, ...Object.values(role.members)].some(needReading)
  return role !== 'static'
}

/** The forms as the parser gets them, in the shortest notation. */
function shapeOf(forms: Forms): Shape {
  if (typeof forms.object === 'string' && forms.object !== 'static') return forms.object
  const type = boundType(forms)
  const read: { [form in Form]?: Shape } = {}
  for (const form of ['string', 'array', ...marked, 'object'] as const) {
    const shape = roleShape(forms[form], type)
    // Members of an object that looks like a binding, and is none, are read as any object's.
    if (shape !== 'static' && !(isMarked(form) && typeof shape === 'object')) read[form] = shape
  }
  const [only, second] = new Set(Object.values(read))
  if (only === undefined) return 'static'
  if (second === undefined && sayAll(only, forms, read)) return only
  return { forms: read }
}

/** Whether one shape does for every form. */
function sayAll(shape: Shape, forms: Forms, read: { readonly [form in Form]?: Shape }): boolean {
  const allowed = Object.keys(forms) as (Form | Scalar)[]
  const others = allowed.filter((form) => !Object.hasOwn(read, form))
  if (typeof shape === 'object') return others.every((form) => 'members' in shape && isMarked(form))
  // A dynamic value reads whatever looks like a binding or a call, in arrays too.
  if (isValueType(shape))
    return others.every((form) => form !== 'path' && form !== 'call' && (form !== 'array' || ofScalars(forms.array)))
  return others.length === 0
}

/** Where other literals may stand beside those of the type, bound values are not turned into the type. */
function boundType(forms: Forms): DynamicType {
  const type = forms.path ?? forms.call ?? 'value'
  if (type === 'value' && isListOfObjects(forms)) return 'objectList'
  if (!isValueType(type) || (forms.call !== undefined && forms.call !== type)) return 'value'
  const own = type === 'stringList' ? ofScalars(forms.array, ['string']) && 'array' : type
  const literals = [...scalars, 'array', 'object'] as const
  const foreign = literals.some((form) => {
    const role = forms[form]
    return role !== undefined && role !== 'child' && role !== 'children' && form !== own
  })
  return foreign ? 'value' : type
}

/** Whether the one literal is an array of objects in which nothing is bound. */
function isListOfObjects({ array, call = 'value', ...others }: Forms): boolean {
  if (array === undefined || !isList(array) || needReading(array.items) || call !== 'value') return false
  const isOnly = Object.keys(others).every((form) => form === 'path')
  return isOnly && Object.keys(array.items).every((form) => form === 'object' || isMarked(form))
}

function ofScalars(role: Role | undefined, allowed: readonly string[] = scalars): boolean {
  return role === undefined || (isList(role) && Object.keys(role.items).every((form) => allowed.includes(form)))
}

function roleShape(role: Role | undefined, type: DynamicType): Shape {
  if (role === undefined) return 'static'
  if (isList(role)) return needReading(role.items) ? { items: shapeOf(role.items) } : 'static'
  if (isMembers(role)) return membersShape(role)
  return isValueType(role) && (role !== 'value' || type === 'objectList') ? type : role
}

function membersShape({ members, rest }: ObjectRole): Shape {
  const shapes = shapesOfMembers(members)
  const read = Object.entries(shapes).filter(([, shape]) => shape !== 'static')
  if (rest && needReading(rest)) return { members: shapes, rest: shapeOf(rest) }
  return read.length === 0 ? 'static' : { members: Object.fromEntries(read) }
}

export function shapesOfMembers(members: ObjectRole['members']): Shapes {
  return mapMembers(members, shapeOf)
}

function isMarked(form: string): boolean {
  return (marked as readonly string[]).includes(form)
}

function isList(role: Role): role is ListRole {
  return typeof role === 'object' && 'items' in role
}

function isMembers(role: Role): role is ObjectRole {
  return typeof role === 'object' && 'members' in role
}

function wordOf(role: Role): string {
  if (isValueType(role)) return 'a dynamic value'
  if (role === 'child' || role === 'children') return 'a reference to components'
  if (role === 'action') return 'an action'
  return hasRoles(role) ? 'an array or object with such values inside' : 'plain data'
}
