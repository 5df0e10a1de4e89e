/** Steps that both dialects share after reading a component. */

import type { Limits } from '../errors/limits.ts'
import { asSurfaceError, type Report, SurfaceError } from '../errors/surface-error.ts'
import { namesIn } from '../json/pointer.ts'
import { isObject, isWellFormed, type JsonObject, type JsonValue, mapMembers } from '../json/value.ts'
import { unknownName } from './check-names.ts'
import type { Component, Edge, Origin, Prop } from './component.ts'
import type { CatalogContents } from './dialect.ts'
import type { ParseOptions } from './parse-options.ts'

export interface Props {
  readonly [name: string]: Prop
}

const noEdges: readonly Edge[] = []

/** The references in these properties. */
export function edgesOf(props: Props, names: readonly string[]): readonly Edge[] {
  if (names.length === 0) return noEdges
  const edges: Edge[] = []
  for (let index = 0; index < names.length; index++) {
    const prop = props[names[index] as string]
    if (prop) collectEdges(prop, edges)
  }
  return edges.length === 0 ? noEdges : edges
}

function collectEdges(prop: Prop, edges: Edge[]): void {
  if (prop.kind === 'child') edges.push({ to: prop.id, kind: 'child' })
  else if (prop.kind === 'children') for (const to of prop.ids) edges.push({ to, kind: 'child' })
  else if (prop.kind === 'template')
    edges.push({ to: prop.componentId, kind: prop.path.from === 'root' ? 'template' : 'descending' })
  else if (prop.kind === 'list') for (const item of prop.items) collectEdges(item, edges)
  else if (prop.kind === 'members') for (const name in prop.members) collectEdges(prop.members[name] as Prop, edges)
}

/**
 * The component with what its properties imply. `placeOf`: the JSON Pointer of a property, by its name in the catalog, where
 * the agent calls it otherwise.
 */
export function completed(
  component: Component,
  { complete }: CatalogContents,
  { limits }: ParseOptions,
  placeOf?: (name: string) => string,
): Component {
  try {
    const whole = complete ? complete(component, limits) : component
    return whole === component ? whole : { ...whole, plain: false }
  } catch (thrown) {
    const error = asSurfaceError(thrown)
    const [name = ''] = namesIn(error.place.at ?? '')
    throw (placeOf ? error.movedTo(placeOf(name)) : error).in({ componentId: component.id })
  }
}

/** A component that could not be used: it keeps its place, and draws nothing but a notice. */
export function placeholder(id: string, type: string, invalid: SurfaceError, origin: Origin): Component {
  return { id, type, props: {}, edges: [], origin, invalid }
}

/** What stands for a component that cannot be read; `undefined`: it has no usable id. */
export function placeholderFor(
  wire: JsonValue,
  invalid: SurfaceError,
  origin: Origin,
  limits: Limits,
): Component | undefined {
  const { id, component } = (isObject(wire) ? wire : {}) as JsonObject
  const type = isObject(component) ? Object.keys(component)[0] : component
  return isId(id, limits) ? placeholder(id, typeof type === 'string' ? type : '', invalid, origin) : undefined
}

export function staticProps(values: { readonly [name: string]: JsonValue }): Props {
  return mapMembers(values, (value) => ({ kind: 'static', value }))
}

/** The id of a wire component, or `COMPONENT_SHAPE`. */
export function checkedId(id: JsonValue | undefined, limits: Limits): string {
  if (isId(id, limits)) return id
  if (typeof id !== 'string' || (id as string) === '')
    throw shapeError('A component needs an id', 'Give each component an "id" of its own.', '/id')
  if ((id as string).length > limits.idLength)
    throw shapeError(`An id may have at most ${limits.idLength} characters`, 'Use shorter ids.', '/id')
  throw shapeError('An id must be well-formed Unicode', 'Leave lone surrogates out of ids.', '/id')
}

function isId(id: unknown, limits: Limits): id is string {
  return typeof id === 'string' && id !== '' && id.length <= limits.idLength && isWellFormed(id)
}

export function shapeError(message: string, hint: string, at: string): SurfaceError {
  return new SurfaceError('COMPONENT_SHAPE', message, { hint, at })
}

/** For warnings about a component. */
export function warnerOf(componentId: string, { warn }: Pick<ParseOptions, 'warn'>): Report {
  return (warning) => warn(warning.in({ componentId }))
}

export interface UnknownType {
  readonly id: string
  readonly type: string
  readonly at: string
  readonly catalogId: string
  readonly known: readonly string[]
}

/** A type that the catalog does not have. Strict: throws. Lenient: a placeholder, and a warning. */
export function refuseType(
  { id, type, at, catalogId, known }: UnknownType,
  origin: Origin,
  options: ParseOptions,
): Component {
  const [message, remedy] = unknownName(catalogId, 'component type', type, known)
  const error = new SurfaceError('COMPONENT_UNKNOWN', message, { ...remedy, componentId: id, at })
  if (!options.lenient) throw error
  options.warn(error.asWarning())
  return placeholder(id, type, error, origin)
}
