/** Components and functions of a table as briefly as they can be said: what a schema implies is left out. */

import type { ComponentTable, FunctionTable, SchemaOrValidator, TableParts } from '../catalog/compiled.ts'
import { fullComponent, fullFunction, impliedArgs, impliedRequired, impliedShapes } from '../catalog/read-table.ts'
import type { Shapes } from '../catalog/shape.ts'
import { getOwn, type JsonValue, type Maybe, sameJson } from '../json/value.ts'
import { keywordsOf, type Node, shortOf } from '../schema/node.ts'

type Said = Required<Pick<ComponentTable, 'shapes' | 'required' | 'defaults'>>
type SaidOfFunction = Required<Pick<FunctionTable, 'shapes' | 'defaults'>>

export function compactComponent(type: string, part: SchemaOrValidator, said: Said, parts: TableParts): ComponentTable {
  const schema = identified(type, part, parts)
  const shapes = unlike(said.shapes, impliedShapes(schema, parts))
  const { required } = said
  const rest = { ...(shapes ? { shapes } : {}), ...statedDefaults(said) }
  const all = only(schema)
  const { id: _id, component: _component, ...props } = all
  const shorts: readonly ComponentTable[] = [
    { props, ...(required.length > 0 ? { required } : {}) },
    { only: all, ...(isSame(required, Object.keys(all)) ? {} : { required }) },
  ]
  const short = shorts.find((one) => isSame(shortOf(keywordsOf(fullComponent(type, one, parts))), schema))
  if (short) return { ...short, ...rest }
  return { schema, ...(isSame(required, impliedRequired(schema)) ? {} : { required }), ...rest }
}

/**
 * A schema whose `id` and `component` say no more than the dialect has checked before → the one way to say that, so that
 * components are read in one walk however their schema is written.
 */
function identified(type: string, schema: SchemaOrValidator, parts: TableParts): SchemaOrValidator {
  if (typeof schema === 'function' || typeof schema === 'number') return schema
  const { properties = {}, required = [], ...rest } = keywordsOf(schema)
  const own = only(fullComponent(type, {}, parts))
  const { id, component, ...props } = properties
  const isId = id === true || id === 'string' || id === own['id']
  const isType = component === true || component === 'string' || isSame(component, own['component'])
  if (!isId || !isType || Number.isNaN(own['id']) || (rest.type ?? 'object') !== 'object') return schema
  const others = required.filter((name) => name !== 'id' && name !== 'component')
  return shortOf({
    type: 'object',
    ...rest,
    properties: { ...own, ...props },
    required: ['id', 'component', ...others],
  })
}

export function compactFunction(
  name: string,
  schema: SchemaOrValidator,
  said: SaidOfFunction,
  parts: TableParts,
): FunctionTable {
  const shapes = unlike(said.shapes, impliedArgs(schema, parts))
  const rest = { ...(shapes ? { shapes } : {}), ...statedDefaults(said) }
  const { args, returnType } = only(schema)
  const returns = typeof returnType === 'object' && 'const' in returnType ? returnType.const : undefined
  const short = args === undefined || returns === undefined ? undefined : { args, returns }
  return short && isSame(fullFunction(name, short), schema) ? { ...short, ...rest } : { schema, ...rest }
}

function statedDefaults({ defaults }: Pick<Said, 'defaults'>): Partial<Pick<Said, 'defaults'>> {
  return Object.keys(defaults).length > 0 ? { defaults } : {}
}

function only(schema: SchemaOrValidator): { readonly [name: string]: Node } {
  return typeof schema === 'object' && 'only' in schema ? (schema.only ?? {}) : {}
}

/** The shapes that are not as implied. */
function unlike(shapes: Shapes, implied: Shapes): Shapes | undefined {
  const stated = Object.entries(shapes).filter(([name, shape]) => !isSame(getOwn(implied, name), shape))
  return stated.length > 0 ? Object.fromEntries(stated) : undefined
}

/** Of plain data. A validator is like nothing. */
function isSame(one: unknown, other: unknown): boolean {
  return typeof other !== 'function' && sameJson(one as Maybe, other as JsonValue)
}
