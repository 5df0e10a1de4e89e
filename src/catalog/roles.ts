/** For each property of each type its role, read once from the `$ref`s of the schema. */
import { isObject } from '../json/value.ts'
import type { Schema } from '../schema/ajv.ts'
import type { Shape, Shapes } from './compiled.ts'

/** Definitions of `common_types.json` that give a value its role. */
const roles: { readonly [definition: string]: Shape } = {
  DynamicString: 'string',
  DynamicNumber: 'number',
  DynamicBoolean: 'boolean',
  DynamicStringList: 'stringList',
  DynamicValue: 'value',
  DataBinding: 'value',
  ComponentId: 'child',
  ChildList: 'children',
  Action: 'action',
}

/** Finds the schema that a `$ref` means. */
export type Resolve = (reference: string) => Schema | undefined

/** The shapes of an object schema's properties, those of its `allOf` parts included. */
export function shapesOf(schema: Schema, resolve: Resolve): Shapes {
  const shapes: { [name: string]: Shape } = {}
  for (const part of partsOf(schema, resolve)) {
    for (const [name, property] of Object.entries(asSchema(part['properties']))) {
      shapes[name] = shapeOf(asSchema(property), resolve)
    }
  }
  return shapes
}

/** A schema, and the parts that its `allOf` adds, references followed. */
export function partsOf(schema: Schema, resolve: Resolve): readonly Schema[] {
  const target = typeof schema['$ref'] === 'string' ? resolve(schema['$ref']) : undefined
  const own = target ? [schema, ...partsOf(target, resolve)] : [schema]
  const added = Array.isArray(schema['allOf']) ? schema['allOf'] : []
  return [...added.flatMap((part) => partsOf(asSchema(part), resolve)), ...own]
}

function shapeOf(schema: Schema, resolve: Resolve): Shape {
  const reference = schema['$ref']
  if (typeof reference === 'string') {
    const definition = /common_types\.json#\/\$defs\/(\w+)$/.exec(reference)?.[1] ?? ''
    const role = roles[definition]
    if (role) return role
    const target = resolve(reference)
    return target ? shapeOf(target, resolve) : 'static'
  }
  if (isObject(schema['items'])) {
    const items = shapeOf(schema['items'], resolve)
    return items === 'static' ? 'static' : { items }
  }
  // Where one of the alternatives is a binding, the others are its literals.
  const alternatives = Array.isArray(schema['anyOf']) ? schema['anyOf'] : []
  const role = alternatives.map((option) => shapeOf(asSchema(option), resolve)).find((shape) => shape === 'value')
  if (role) return role
  const members = Object.entries(shapesOf(schema, resolve)).filter(([, shape]) => shape !== 'static')
  return members.length === 0 ? 'static' : { members: Object.fromEntries(members) }
}

export function asSchema(value: unknown): Schema {
  return isObject(value) ? value : {}
}
