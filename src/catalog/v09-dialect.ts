/** The v0.9 dialect: `id`, `component` and the properties side by side. */

import type { Limits } from '../errors/limits.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { isPlainObject } from '../json/inspect.ts'
import { clip, getOwn, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { componentForm, v09Forms } from '../schema/wire-forms.ts'
import { checkedId, completed, placeholder, refuseType, shapeError } from './assemble.ts'
import type { CatalogContents, Reading } from './dialect.ts'
import { fits, type ReadProp, readChild, readIds, readScalar } from './field.ts'
import { type Grammar, pathIfRight, pathOf, v09Roles } from './parse.ts'
import { byType, createReader } from './read.ts'
import { isBinding } from './shape.ts'

/** Reads the components of a catalog by a grammar. */
export function readingV09(catalog: CatalogContents, grammar: Grammar): Reading {
  const { catalogId, components } = catalog
  const spelling = { base: '', others: ['id', 'component'], readers, forms: v09Forms }
  const readerOf = byType(
    components,
    (_type, component) => createReader(component, grammar, { ...spelling, listed: component.table?.props }),
    false,
  )
  return {
    grammar,
    parse(wire, origin, options) {
      const { id, type: sent } = identify(wire, options.limits)
      const { type, bag, made: reader } = readerOf(sent, wire as JsonObject, id, options)
      if (!reader)
        return refuseType({ id, type, at: '/component', catalogId, known: Object.keys(components) }, origin, options)
      // The schema of a type names the type.
      const props = reader.read(type === sent ? bag : { id, ...bag, component: type }, id, options)
      if (props instanceof SurfaceError) return placeholder(id, type, props, origin)
      return completed(reader.component(id, type, props, origin), catalog, options)
    },
  }
}

const readDynamic: ReadProp = (value, field, callerOwned) => {
  if (typeof value === field.shape) return readScalar(value, field, callerOwned)
  if (typeof value !== 'object' || value === null || !isBinding(value as JsonObject)) return undefined
  const path = (value as JsonObject)['path'] as string
  if (callerOwned && !(isPlainObject(value) && fits(path, callerOwned, 2))) return undefined
  const expression = pathIfRight(path, field)
  return expression && { kind: 'dynamic', type: field.shape as 'string', expression }
}

const readers: { readonly [role: string]: ReadProp } = {
  ...{ string: readDynamic, number: readDynamic, boolean: readDynamic },
  ...{ child: readChild, children: readIds },
}

/** Paths and templates as v0.9 has them. */
export function v09Grammar({ catalogId, functions }: CatalogContents, limits: Grammar['limits']): Grammar {
  return { catalogId, functions, path: pathOf, roles: v09Roles, limits }
}

function identify(wire: JsonValue, limits: Limits): { readonly id: string; readonly type: string } {
  if (!isObject(wire)) throw shapeError('A component must be an object', `Send ${v09Forms['components.']}.`, '')
  const id = checkedId(getOwn(wire as JsonObject, 'id'), limits)
  const type = getOwn(wire as JsonObject, 'component')
  if (typeof type === 'string' && type !== '') return { id, type }
  const hint = `Send ${componentForm(v09Forms, wire)}.`
  throw shapeError(`Component "${clip(id)}" names no type`, hint, '/component').in({ componentId: id })
}
