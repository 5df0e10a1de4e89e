/** The v0.9 dialect: `id`, `component` and the properties side by side. */
import { SurfaceError } from '../json/errors.ts'
import type { Limits } from '../json/limits.ts'
import { clip, isObject, type JsonObject, type JsonValue, own } from '../json/value.ts'
import { admit } from './admit.ts'
import { assemble, checkedId, placeholder, refuseType, shapeError } from './assemble.ts'
import type { Catalog } from './catalog.ts'
import type { Component, Origin } from './component.ts'
import type { ParseOptions } from './door.ts'
import { type Grammar, parseProps, pathOf } from './parse.ts'

type Contents = Pick<Catalog, 'catalogId' | 'components' | 'functions' | 'complete'>

export function parseFlat(wire: JsonValue, origin: Origin, options: ParseOptions, contents: Contents): Component {
  const { id, type } = identify(wire, options.limits)
  const { catalogId, components } = contents
  const compiled = own(components, type)
  if (!compiled)
    return refuseType({ id, type, at: '/component', catalogId, known: Object.keys(components) }, origin, options)
  const admitted = admit(wire as JsonObject, compiled, id, options)
  if (admitted instanceof SurfaceError) return placeholder(id, type, admitted, origin)
  const grammar = flatGrammar(contents, options.limits)
  try {
    const props = parseProps({ ...compiled.defaults, ...admitted }, compiled.shapes, grammar)
    const component = assemble(id, type, props, origin)
    return contents.complete?.(component, options.limits) ?? component
  } catch (error) {
    throw error instanceof SurfaceError ? error.in({ componentId: id }) : error
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
