/**
 * v0.8's way to components of a host's own. The host describes them once, in the words of v0.9; what a v0.8 agent writes
 * becomes v0.9's form by the roles of the properties, and is read by the catalog like any other.
 */
import { type Report, SurfaceError } from '../json/errors.ts'
import { escapeToken, formatPointer, namesIn, parseLoosePath, placed } from '../json/pointer.ts'
import { clip, define, isList, isObject, type JsonObject, type JsonValue, own } from '../json/value.ts'
import { checkedId, edgesOf, type Props, refuseType, shapeError, staticProps } from './assemble.ts'
import { orChildrenV08 } from './children-instead.ts'
import type { CompiledComponent } from './compiled.ts'
import type { Component, InitialValue, Origin } from './component.ts'
import type { Dialect } from './dialect.ts'
import { withItemPaths } from './item-paths.ts'
import type { ParseOptions } from './parse-options.ts'
import type { Shape } from './shape.ts'

export interface OwnTypes {
  /** The catalog as v0.9 agents reach it. */
  readonly v09: Dialect
  readonly catalogId: string
  /** Component types of the host's own. */
  readonly types: ReadonlySet<string>
  /** v0.8's way to the types that are not the host's own. */
  readonly inherited: Dialect | undefined
}

export function ownV08({ v09, catalogId, types, inherited }: OwnTypes): Dialect {
  const { components } = v09
  const read = (wire: JsonValue, origin: Origin, options: ParseOptions): Component => {
    const { id, type, bag, weight } = unwrap(wire, options)
    const compiled = types.has(type) ? own(components, type) : undefined
    if (compiled) return readOwn({ id, type, bag, weight, compiled }, origin, options, v09)
    if (inherited?.reads(type)) return inherited.parseComponent(wire, origin, options)
    const at = `/component/${escapeToken(clip(type))}`
    return refuseType({ id, type, at, catalogId, known: [...types] }, origin, options)
  }
  return {
    ids: v09.ids,
    protocol: 'v0.8',
    reads: (type) => types.has(type) || inherited?.reads(type) === true,
    parseComponent(wire, origin, options) {
      const component = read(wire, origin, options)
      if (!component.invalid) return component
      return orChildrenV08(component, wire as JsonObject, components, (instead) => read(instead, origin, options))
    },
    components,
    parseExpression: v09.parseExpression,
    parseTheme: v09.parseTheme,
  }
}

interface V08Component {
  readonly id: string
  readonly type: string
  readonly bag: JsonObject
  readonly weight: JsonValue | undefined
}

/** `{"id": …, "weight": …, "component": {"Chart": {…}}}`. The envelope's schema has seen that `component` is an object. */
function unwrap(wire: JsonValue, { limits }: ParseOptions): V08Component {
  const object = wire as JsonObject
  const id = checkedId(own(object, 'id'), limits)
  const entries = Object.entries((own(object, 'component') ?? {}) as JsonObject)
  const [type = '', bag] = entries[0] ?? []
  if (entries.length === 1 && isObject(bag)) return { id, type, bag: bag as JsonObject, weight: own(object, 'weight') }
  const message = `Component "${clip(id)}" must name one type, with its properties in an object`
  throw shapeError(message, 'Send {"id": …, "component": {"Text": {…}}}.', '/component').in({ componentId: id })
}

function readOwn(
  { id, type, bag, weight, compiled }: V08Component & { readonly compiled: CompiledComponent },
  origin: Origin,
  options: ParseOptions,
  v09: Dialect,
): Component {
  const { shapes } = compiled
  const base = `/component/${escapeToken(type)}`
  const initial: InitialValue[] = []
  const outer = (error: SurfaceError): SurfaceError =>
    error.movedTo(base + placeIn(error, shapes)).in({ componentId: id })
  const warn: Report = (warning) => options.warn(outer(warning))
  try {
    const props = membersOf(bag, shapes, undefined, { at: '', initial })
    const component = v09.parseComponent({ ...props, id, component: type }, origin, { ...options, warn })
    if (component.invalid) return component
    const weighted: Props = weight === undefined ? {} : staticProps({ weight })
    const read = withItemPaths(component.props)
    const complete = { ...component, props: { ...read, ...weighted }, edges: edgesOf(read, Object.keys(read)) }
    return initial.length === 0 ? complete : { ...complete, initial }
  } catch (error) {
    throw error instanceof SurfaceError ? outer(error) : error
  }
}

/** Below a static property both versions write the same; of any other only the property itself has the same place. */
function placeIn({ place }: SurfaceError, shapes: CompiledComponent['shapes']): string {
  const at = place.at ?? ''
  const [name] = namesIn(at)
  return name === undefined || own(shapes, name) === 'static' ? at : `/${escapeToken(name)}`
}

interface Place {
  readonly at: string
  /** Takes literals that stand beside a path. */
  readonly initial: InitialValue[]
}

function membersOf(
  bag: JsonObject,
  shapes: CompiledComponent['shapes'],
  rest: Shape | undefined,
  { at, initial }: Place,
): JsonObject {
  const members: { [name: string]: JsonValue } = {}
  for (const [name, value] of Object.entries(bag)) {
    const shape = own(shapes, name) ?? rest ?? 'static'
    const next = inV09(value, shape, { at: `${at}/${escapeToken(name)}`, initial })
    if (next !== undefined) define(members, name, next)
  }
  return members
}

/** A value in v0.9's form; `undefined`: a wrapper with nothing in it. What has another form is left to the schema. */
function inV09(value: JsonValue, shape: Shape, place: Place): JsonValue | undefined {
  if (shape === 'static' || shape === 'child') return value
  if (shape === 'children') return childrenOf(value, place)
  if (shape === 'action') return actionOf(value, place)
  if (typeof shape === 'string') return bound(value, place)
  if ('items' in shape) {
    const inner = (item: JsonValue, index: number): JsonValue =>
      inV09(item, shape.items, { ...place, at: `${place.at}/${index}` }) ?? null
    return isList(value) ? value.map(inner) : value
  }
  if ('members' in shape)
    return isObject(value) ? membersOf(value as JsonObject, shape.members, shape.rest, place) : value
  const { action, template, array = template } = shape.forms
  if (action) return inV09(value, action, place)
  return array === 'children' ? childrenOf(value, place) : bound(value, place)
}

const literals = ['literalString', 'literalNumber', 'literalBoolean', 'literalArray', 'literal']

/** `{literalString}`, `{path}` or both: then the literal is what the path has to begin with. */
function bound(value: JsonValue, place: Place): JsonValue | undefined {
  if (!isObject(value)) return value
  const names = Object.keys(value)
  if (!names.every((name) => name === 'path' || literals.includes(name))) return value as JsonValue
  const { path, ...rest } = value as JsonObject
  const [literal] = Object.values(rest)
  if (typeof path !== 'string') return path ?? literal
  if (literal !== undefined) place.initial.push({ pointer: pointerOf(path, place), value: literal })
  return { path: absolute(path, place) }
}

function childrenOf(value: JsonValue, place: Place): JsonValue {
  if (!isObject(value)) return value
  const { explicitList, template } = value as JsonObject
  if (explicitList !== undefined) return explicitList
  if (!isObject(template)) return value as JsonValue
  const { componentId, dataBinding, ...more } = template as JsonObject
  if (componentId === undefined || typeof dataBinding !== 'string') return value as JsonValue
  return { componentId, path: absolute(dataBinding, place), ...more }
}

/** `{name, context: [{key, value}]}`. A path beside a literal is only read: a press changes no data. */
function actionOf(value: JsonValue, { at }: Place): JsonValue {
  const { name, context, ...more } = isObject(value) ? (value as JsonObject) : {}
  if (name === undefined || Object.keys(more).length > 0) return value
  if (context === undefined) return { event: { name } }
  if (!isList(context)) return value
  const values: { [key: string]: JsonValue } = {}
  for (const entry of context) {
    const { key, value: input } = isObject(entry) ? (entry as JsonObject) : {}
    if (typeof key !== 'string' || input === undefined) return value
    define(values, key, bound(input, { at, initial: [] }) ?? '')
  }
  return { event: { name, context: values } }
}

/** v0.8's path as v0.9 writes it; see `withItemPaths`. */
function absolute(path: string, place: Place): string {
  return formatPointer(pointerOf(path, place)) || '/'
}

function pointerOf(path: string, { at }: Place): InitialValue['pointer'] {
  return placed(at, () => parseLoosePath(path))
}
