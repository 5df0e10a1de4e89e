/**
 * v0.8's way to components of a host's own. The host describes them once, in the words of v0.9; what a v0.8 agent writes
 * becomes v0.9's form by the roles of the properties, and is read by the catalog like any other.
 */
import type { Limits } from '../errors/limits.ts'
import { eachPlaced, type Report, type SurfaceError } from '../errors/surface-error.ts'
import { escapeToken, namesIn } from '../json/pointer.ts'
import { define, getOwn, isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { refuseType, staticProps } from './assemble.ts'
import type { InitialValue } from './component.ts'
import { type CatalogContents, createDialect, type Dialect, type Reading } from './dialect.ts'
import type { Shape, Shapes } from './shape.ts'
import { itemPath, unwrap, withoutWrapper } from './v08-wire.ts'
import { readingV09, v09Grammar } from './v09-dialect.ts'

/** `inherited`: v0.8's way to components that `catalog` does not hold; without it `catalog` holds all. `v09`: v0.9's way to all. */
export function hostV08(catalog: CatalogContents, v09: Dialect, inherited: Dialect | undefined): Dialect {
  return createDialect({
    ...v09,
    protocol: 'v0.8',
    reads: (type) => Object.hasOwn(catalog.components, type) || inherited?.reads(type) === true,
    readingFor: (limits) => readingWith(catalog, inherited, limits),
  })
}

function readingWith(catalog: CatalogContents, inherited: Dialect | undefined, limits: Limits): Reading {
  const { catalogId, components } = catalog
  // Values have v0.9's form by then; paths keep v0.8's meaning.
  const reading = readingV09(catalog, { ...v09Grammar(catalog, limits), path: itemPath })
  return {
    ...reading,
    parse(wire, origin, options) {
      const { id, type, bag, base, weight } = unwrap(wire, options.limits)
      const compiled = getOwn(components, type)
      if (!compiled && inherited?.reads(type)) return inherited.parseComponent(wire, origin, options)
      if (!compiled)
        return refuseType({ id, type, at: base, catalogId, known: Object.keys(components) }, origin, options)
      const initial: InitialValue[] = []
      const outer = (error: SurfaceError): SurfaceError =>
        error.movedTo(base + placeIn(error, compiled.shapes)).in({ componentId: id })
      const warn: Report = (warning) => options.warn(outer(warning))
      try {
        const props = inV09(bag, { members: compiled.shapes }, initial) as JsonObject
        const component = reading.parse({ ...props, id, component: type }, origin, { ...options, warn })
        if (component.invalid) return component
        const weighted = weight === undefined ? {} : { props: { ...component.props, ...staticProps({ weight }) } }
        return { ...component, ...weighted, ...(initial.length === 0 ? {} : { initial, plain: false }) }
      } catch (error) {
        throw eachPlaced(error, outer)
      }
    },
  }
}

/** Below a static property both versions write the same; of any other only the property itself has the same place. */
function placeIn({ place }: SurfaceError, shapes: Shapes): string {
  const at = place.at ?? ''
  const [name] = namesIn(at)
  return name === undefined || getOwn(shapes, name) === 'static' ? at : `/${escapeToken(name)}`
}

/**
 * A value in v0.9's form; `undefined`: a wrapper with nothing in it. What has another form is left to the schema. `initial`
 * takes the literals that stand beside a path.
 */
function inV09(value: JsonValue, shape: Shape, initial: InitialValue[]): JsonValue | undefined {
  if (shape === 'static' || shape === 'child') return value
  if (shape === 'children') return childrenOf(value)
  if (shape === 'action') return actionOf(value)
  if (typeof shape === 'string') return withoutWrapper(value, initial)
  if ('items' in shape) return isList(value) ? value.map((item) => inV09(item, shape.items, initial) ?? null) : value
  if ('members' in shape) {
    const members: { [name: string]: JsonValue } = {}
    for (const [name, member] of isObject(value) ? Object.entries(value as JsonObject) : []) {
      const next = inV09(member, getOwn(shape.members, name) ?? shape.rest ?? 'static', initial)
      if (next !== undefined) define(members, name, next)
    }
    return isObject(value) ? members : value
  }
  const { action, template, array = template } = shape.forms
  if (action) return inV09(value, action, initial)
  return array === 'children' ? childrenOf(value) : withoutWrapper(value, initial)
}

function childrenOf(value: JsonValue): JsonValue {
  if (!isObject(value)) return value
  const { explicitList, template } = value as JsonObject
  if (explicitList !== undefined) return explicitList
  if (!isObject(template)) return value as JsonValue
  const { componentId, dataBinding, ...more } = template as JsonObject
  if (componentId === undefined || typeof dataBinding !== 'string') return value as JsonValue
  return { componentId, path: dataBinding, ...more }
}

/** `{name, context: [{key, value}]}`. A path beside a literal is only read: a press changes no data. */
function actionOf(value: JsonValue): JsonValue {
  const { name, context, ...more } = isObject(value) ? (value as JsonObject) : {}
  if (name === undefined || Object.keys(more).length > 0) return value
  if (context === undefined) return { event: { name } }
  if (!isList(context)) return value
  const values: { [key: string]: JsonValue } = {}
  for (const entry of context) {
    const { key, value: input } = isObject(entry) ? (entry as JsonObject) : {}
    if (typeof key !== 'string' || input === undefined) return value
    define(values, key, withoutWrapper(input, []) ?? '')
  }
  return { event: { name, context: values } }
}
