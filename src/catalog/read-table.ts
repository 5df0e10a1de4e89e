/** A catalog as data → the same with a validator for each component type and function. */

import { getOwn, mapMembers } from '../json/value.ts'
import { createCheck, validatorOf } from '../schema/check.ts'
import { keywordsOf, type Node, type NodeKeywords } from '../schema/node.ts'
import type { Validator } from '../schema/validator.ts'
import type {
  CompiledCatalog,
  ComponentTable,
  FunctionTable,
  ReadCatalog,
  SchemaOrValidator,
  TableParts,
} from './compiled.ts'
import type { Shape, Shapes } from './shape.ts'

/** What has its validators already stays as it is. */
export function readTable(compiled: CompiledCatalog): ReadCatalog {
  if (!('nodes' in compiled)) return compiled
  const { catalogId, includes, components, functions, imported = {}, theme, themeNames = [], ...parts } = compiled
  const { nodes, roles } = parts
  const check = createCheck(nodes)
  const validatorFor = (schema: SchemaOrValidator): Validator =>
    typeof schema === 'function'
      ? (value) => (schema(value) ? undefined : (schema.errors ?? []))
      : validatorOf(schema, check)
  return {
    catalogId,
    includes,
    components: mapMembers(components, (component, type) => {
      const schema = component.schema ?? fullComponent(type, component, parts)
      const { required = impliedRequired(schema), defaults = {} } = component
      const table = typeof schema === 'function' ? {} : { table: { ...component, check, roles } }
      let shapes: Shapes | undefined
      return {
        // Made when the type is first met: a page uses a few of them.
        get shapes() {
          shapes ??= { ...impliedShapes(schema, parts), ...component.shapes }
          return shapes
        },
        ...{ required, defaults, addresses: component.addresses, validate: validatorFor(schema) },
        ...table,
      }
    }),
    functions: mapMembers(functions, (fn, name) => {
      const schema = fn.schema ?? fullFunction(name, fn)
      const { shapes, defaults } = fn
      return { args: { ...impliedArgs(schema, parts), ...shapes }, defaults, validate: validatorFor(schema) }
    }),
    imported: mapMembers(imported, ({ from, schema }) =>
      schema === undefined ? { from } : { from, validate: validatorFor(schema) },
    ),
    ...(theme === undefined ? {} : { theme: validatorFor(theme), themeNames }),
  }
}

/** The schema of a component that says no more than its properties. */
export function fullComponent(type: string, component: ComponentTable, parts: TableParts): Node {
  const { only, props = {}, required = Object.keys(only ?? {}) } = component
  if (only) return { only, required }
  const id = Number(Object.keys(parts.roles).find((index) => parts.roles[index] === 'child'))
  return { only: { id, component: { const: type }, ...props }, required: ['id', 'component', ...required] }
}

/** The schema of a function that says no more than its arguments and what it returns. */
export function fullFunction(name: string, { args = true, returns = null }: FunctionTable): Node {
  return { only: { call: { const: name }, args, returnType: { const: returns } }, required: ['call', 'args'] }
}

/** In the order of the schema, so that engines see one kind of object for each component type. */
export function impliedShapes(schema: SchemaOrValidator, parts: TableParts): Shapes {
  const { id: _id, component: _component, ...listed } = keywordsIn(schema).properties ?? {}
  return mapMembers(listed, (node) => shapeOf(node, parts))
}

export function impliedArgs(schema: SchemaOrValidator, parts: TableParts): Shapes {
  return impliedShapes(keywordsIn(schema).properties?.['args'] ?? true, parts)
}

export function impliedRequired(schema: SchemaOrValidator): readonly string[] {
  return (keywordsIn(schema).required ?? []).filter((name) => name !== 'id' && name !== 'component')
}

function keywordsIn(schema: SchemaOrValidator): NodeKeywords {
  return typeof schema === 'function' ? {} : keywordsOf(schema)
}

/** `within`: references on the way here. A schema that contains itself has no roles in it. */
function shapeOf(node: Node, parts: TableParts, within: readonly number[] = []): Shape {
  if (typeof node === 'boolean') return 'static'
  const { $ref, items = true, properties = {}, additionalProperties = true } = keywordsOf(node)
  if ($ref !== undefined) {
    const role = getOwn(parts.roles, String($ref))
    return role ?? (within.includes($ref) ? 'static' : shapeOf(parts.nodes[$ref] as Node, parts, [...within, $ref]))
  }
  const inner = shapeOf(items, parts, within)
  if (inner !== 'static') return { items: inner }
  const members = mapMembers(properties, (part) => shapeOf(part, parts, within))
  const rest = shapeOf(additionalProperties, parts, within)
  if (rest !== 'static') return { members, rest }
  const read = Object.entries(members).filter(([, shape]) => shape !== 'static')
  return read.length === 0 ? 'static' : { members: Object.fromEntries(read) }
}
