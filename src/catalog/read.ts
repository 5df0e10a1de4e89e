/**
 * A wire component → its properties in one walk, which copies, checks limits and schema, fills defaults in and parses.
 *
 * Most components are right and simple, and most properties are texts, paths, references or words of a list: each kind has a
 * few lines of its own here. Where anything is wrong the walk gives `undefined`, and `flat.ts` looks again and says what.
 *
 * Loops count here, and members are not destructured: on a page that draws its first surfaces all of this is interpreted.
 */
import { SurfaceError } from '../json/errors.ts'
import { copyPart, isPlainObject } from '../json/inspect.ts'
import type { Limits } from '../json/limits.ts'
import { isObject, type JsonObject, type JsonValue, own } from '../json/value.ts'
import type { Node, NodeKeywords } from '../schema/node.ts'
import { edgesOf, type Props } from './assemble.ts'
import type { CompiledComponent, Shape } from './compiled.ts'
import type { Edge, Prop } from './component.ts'
import { isBinding, isCall } from './form-of.ts'
import { type Grammar, parseProp, planOf, type Step } from './parse.ts'

/** Values that are the caller's: they are copied while they are read. */
export interface Foreign {
  readonly limits: Limits
  /** How many more values the message may have. */
  values: number
}

interface Reading {
  readonly props: Props
  readonly edges: readonly Edge[]
}

/** `wire` has an `id` and a `component`. `undefined`: something is wrong, or too unusual for one walk. */
export type Reader = (wire: JsonObject, foreign: Foreign | undefined) => Reading | undefined

type ReadProp = (value: JsonValue, field: Field, foreign: Foreign | undefined) => Prop | undefined

interface Field extends Step {
  readonly required: boolean
  readonly node: Node
  readonly read: ReadProp
  /** Of a list of words the property that each of them becomes. */
  readonly choices: ReadonlyMap<unknown, Prop>
}

/** Depth in its message at which a component's properties stand. */
const propertyDepth = 4

/** A reader for one component type, or `undefined`: its schema says more than which properties there are. */
export function createReader(type: string, component: CompiledComponent, grammar: Grammar): Reader | undefined {
  const { table, required } = component
  const listed = table && listedIn(table, type, required)
  if (!table || !listed) return undefined
  const { check, roles } = table

  /** Whatever has no lines of its own. */
  const readAny: ReadProp = (value, { node, shape, at }, foreign) => {
    const copy = foreign ? copyPart(value, propertyDepth, foreign.limits, foreign) : value
    return check(node, copy) ? undefined : parseProp(copy, shape, at, grammar)
  }

  /** The function's own schema says the rest. */
  const readCall: ReadProp = (value, { shape, at }, foreign) =>
    parseProp(foreign ? copyPart(value, propertyDepth, foreign.limits, foreign) : value, shape, at, grammar)

  const readDynamic: ReadProp = (value, field, foreign) => {
    if (typeof value === field.shape) return readScalar(value, field, foreign)
    if (typeof value !== 'object' || value === null) return undefined
    if (!isBinding(value as JsonObject))
      return isCallOf(value as JsonObject, field) ? readCall(value, field, foreign) : readAny(value, field, foreign)
    const path = (value as JsonObject)['path'] as string
    if (foreign && !(isPlainObject(value) && fits(path, foreign, 2))) return undefined
    return { kind: 'dynamic', type: field.shape as 'string', expression: grammar.path(path) }
  }

  const readChildren: ReadProp = (value, field, foreign) => {
    if (!Array.isArray(value)) return readAny(value, field, foreign)
    const ids = foreign ? value.slice() : value
    if (foreign) foreign.values -= ids.length
    for (let index = 0; index < ids.length; index++) if (!isId(ids[index], foreign)) return undefined
    return { kind: 'children', ids }
  }

  function readerOf(node: Node, shape: Shape): ReadProp {
    const role = typeof node === 'number' ? own(roles, String(node)) : undefined
    if (role !== undefined && role === shape) {
      if (role === 'string' || role === 'number' || role === 'boolean') return readDynamic
      if (role === 'child') return readChild
      if (role === 'children') return readChildren
    }
    if (shape !== 'static' || typeof node !== 'object') return readAny
    return isOnly(node, 'enum') ? readChoice : isOnly(node, 'type') ? (typeReaders.get(node.type) ?? readAny) : readAny
  }

  const fields = planOf(component, grammar).map((step): Field => {
    const node = listed[step.name] as Node
    const words = typeof node === 'object' ? (node.enum ?? []) : []
    const choices = new Map(words.map((value) => [value, { kind: 'static', value }] as const))
    return { ...step, node, choices, required: required.includes(step.name), read: readerOf(node, step.shape) }
  })
  const referring = fields.filter(({ shape }) => mayRefer(shape)).map(({ name }) => name)

  function propsOf(wire: JsonObject, foreign: Foreign | undefined): Props | undefined {
    // Those that are not met below are unknown.
    let left = membersOf(wire) - 2
    if (foreign && !(isPlainObject(wire) && fits('', foreign, left + 3))) return undefined
    const props: { [name: string]: Prop } = {}
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index] as Field
      const name = field.name
      const value = wire[name]
      if (value === undefined || !Object.hasOwn(wire, name)) {
        if (field.required) return undefined
        if (field.otherwise) props[name] = field.otherwise
        continue
      }
      left--
      const prop = field.read(value, field, foreign)
      if (prop === undefined) return undefined
      props[name] = prop
    }
    return left === 0 ? props : undefined
  }

  return (wire, foreign) => {
    try {
      const props = propsOf(wire, foreign)
      return props && { props, edges: edgesOf(props, referring) }
    } catch (error) {
      if (error instanceof SurfaceError) return undefined
      throw error
    }
  }
}

/** The properties of a schema that says nothing but which there are, and which of them must be there. */
function listedIn(
  { schema, roles }: NonNullable<CompiledComponent['table']>,
  type: string,
  required: readonly string[],
): NodeKeywords['properties'] | undefined {
  if (typeof schema !== 'object') return undefined
  const { type: _type, properties = {}, required: demanded = [], additionalProperties, ...more } = schema
  const { id, component } = properties
  const others = demanded.filter((name) => name !== 'id' && name !== 'component' && !required.includes(name))
  const plain = additionalProperties === false && Object.keys(more).length === 0 && others.length === 0
  // The door has checked both.
  const identified = id === true || (typeof id === 'number' && own(roles, String(id)) === 'child')
  const named = typeof component === 'object' && isOnly(component, 'const') && component.const === type
  return plain && identified && (named || component === true) ? properties : undefined
}

/** Whether an object fits the definition of a call whose result has the property's type. */
function isCallOf(object: JsonObject, { shape }: Field): boolean {
  const { args, returnType } = object
  return isCall(object) && (args === undefined || isObject(args)) && (returnType === undefined || returnType === shape)
}

const readScalar: ReadProp = (value, _field, foreign) => {
  if (typeof value === 'string' && foreign && !fits(value, foreign, 0)) return undefined
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : { kind: 'static', value }
}

const readChoice: ReadProp = (value, field) => field.choices.get(value)

const readChild: ReadProp = (value, _field, foreign) =>
  isId(value, foreign) ? { kind: 'child', id: value as string } : undefined

const typeReaders: ReadonlyMap<unknown, ReadProp> = new Map(
  ['string', 'number', 'boolean'].map((type): [string, ReadProp] => [
    type,
    (value, field, foreign) => (typeof value === type ? readScalar(value, field, foreign) : undefined),
  ]),
)

function isId(value: JsonValue | undefined, foreign: Foreign | undefined): boolean {
  return typeof value === 'string' && value !== '' && (!foreign || fits(value, foreign, 0))
}

/** Counts values, and says whether they and a text are within the limits. */
function fits(text: string, foreign: Foreign, values: number): boolean {
  foreign.values -= values
  return foreign.values >= 0 && text.length <= foreign.limits.stringLength
}

function membersOf(object: JsonObject): number {
  let count = 0
  for (const name in object) if (object[name] !== undefined) count++
  return count
}

function isOnly(node: NodeKeywords, keyword: keyof NodeKeywords): boolean {
  for (const other in node) if (other !== keyword) return false
  return keyword in node
}

/** Whether a property of this shape may name other components. */
function mayRefer(shape: Shape): boolean {
  if (typeof shape === 'object') return true
  return shape === 'child' || shape === 'children'
}
