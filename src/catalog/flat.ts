/** The v0.9 dialect: `id`, `component` and the properties side by side. */
import { type Report, SurfaceError } from '../json/errors.ts'
import type { Limits } from '../json/limits.ts'
import { namesIn } from '../json/pointer.ts'
import { clip, isObject, type JsonObject, type JsonValue, own } from '../json/value.ts'
import { admit } from './admit.ts'
import { assemble, checkedId, type Props, placeholder, refuseType, shapeError } from './assemble.ts'
import type { Catalog } from './catalog.ts'
import type { CompiledComponent } from './compiled.ts'
import type { Component, Origin } from './component.ts'
import { notRead, type ParseOptions } from './door.ts'
import { type Grammar, leavingOut, parseProps, pathOf } from './parse.ts'
import { createReader, type Reader } from './read.ts'
import { withActions } from './repair-actions.ts'

interface Readers {
  get(type: string): Reader | undefined
}

type Contents = Pick<Catalog, 'catalogId' | 'components' | 'functions' | 'complete'>

export function parseFlat(
  wire: JsonValue,
  origin: Origin,
  options: ParseOptions,
  contents: Contents,
  { grammar, readers }: { readonly grammar: Grammar; readonly readers: Readers },
): Component {
  const { id, type } = identify(wire, options.limits)
  const { catalogId, components } = contents
  const reading = readers.get(type)?.(wire as JsonObject, options.foreign)
  if (reading) return completed({ id, type, props: reading.props, edges: reading.edges, origin }, contents, options)
  if (options.foreign) throw notRead
  const compiled = own(components, type)
  if (!compiled)
    return refuseType({ id, type, at: '/component', catalogId, known: Object.keys(components) }, origin, options)
  const warn: Report = (warning) => options.warn(warning.in({ componentId: id }))
  const repaired = options.lenient ? withActions(wire as JsonObject, compiled, warn) : (wire as JsonObject)
  const admitted = admit(repaired, compiled, id, options)
  if (admitted instanceof SurfaceError) return placeholder(id, type, admitted, origin)
  try {
    const forgiving = options.lenient ? leavingOut(grammar, warn) : grammar
    const props = parseAdmitted(admitted, compiled, id, forgiving, options)
    if (props instanceof SurfaceError) return placeholder(id, type, props, origin)
    return completed(assemble(id, type, props, origin), contents, options)
  } catch (error) {
    throw error instanceof SurfaceError ? error.in({ componentId: id }) : error
  }
}

/** The readers of a catalog's component types, made when a type is first met. */
export function createReaders(components: Contents['components'], grammar: Grammar): Readers {
  const known = new Map<string, Reader | null>()
  return {
    get(type) {
      const reader = known.get(type)
      if (reader !== undefined) return reader ?? undefined
      const component = own(components, type)
      // What agents invent is not kept.
      if (!component) return undefined
      known.set(type, createReader(type, component, grammar) ?? null)
      return known.get(type) ?? undefined
    },
  }
}

function completed(component: Component, { complete }: Contents, { limits }: ParseOptions): Component {
  if (!complete) return component
  try {
    return complete(component, limits)
  } catch (error) {
    throw error instanceof SurfaceError ? error.in({ componentId: component.id }) : error
  }
}

/** What a schema cannot see: paths, calls and templates. Lenient: an optional property with a fault takes its default, with a warning; a required one leaves nothing to draw. */
function parseAdmitted(
  admitted: JsonObject,
  compiled: CompiledComponent,
  componentId: string,
  grammar: Grammar,
  { lenient, warn }: ParseOptions,
): Props | SurfaceError {
  let current = admitted
  for (;;) {
    try {
      return parseProps(current, compiled, grammar)
    } catch (error) {
      if (!(error instanceof SurfaceError) || !lenient) throw error
      const [name = ''] = namesIn(error.place.at ?? '')
      warn(error.in({ componentId }).asWarning())
      if (compiled.required.includes(name) || !Object.hasOwn(current, name)) return error.in({ componentId })
      const { [name]: _left, ...others } = current
      current = others
    }
  }
}

/** Paths and templates as v0.9 has them. */
export function flatGrammar({ catalogId, functions }: Contents, limits: Grammar['limits']): Grammar {
  return { catalogId, functions, path: pathOf, objects: false, limits }
}

function identify(wire: JsonValue, limits: Limits): { readonly id: string; readonly type: string } {
  if (!isObject(wire)) throw shapeError('A component must be an object', 'Send {"id": …, "component": …, …}.', '')
  const id = checkedId(own(wire as JsonObject, 'id'), limits)
  const type = own(wire as JsonObject, 'component')
  if (typeof type === 'string' && type !== '') return { id, type }
  const hint = isObject(type)
    ? 'In v0.9 "component" is the name of the type, and the properties stand beside it.'
    : 'Name the component type in "component".'
  throw shapeError(`Component "${clip(id)}" names no type`, hint, '/component').in({ componentId: id })
}
