/** A catalog as data → the same with a validator for each component type and function. */

import { isObject, type JsonObject, own } from '../json/value.ts'
import { createCheck, validatorOf } from '../schema/check.ts'
import type { Validator } from '../schema/validator.ts'
import type { CompiledCatalog, Judgement, ReadCatalog, Roles, Shape, Shapes } from './compiled.ts'
import { isBinding } from './form-of.ts'

/** What has its validators already stays as it is. */
export function readTable(compiled: CompiledCatalog): ReadCatalog {
  if (!('nodes' in compiled)) return compiled
  const { catalogId, includes, nodes, roles, components, functions, borrowed, theme } = compiled
  const check = createCheck(nodes, (index) => fitsRole(roles[index]))
  const validatorFor = (schema: Judgement): Validator =>
    typeof schema === 'function' ? schema : validatorOf(check, schema)
  return {
    catalogId,
    includes,
    components: mapped(components, (component) => {
      const { schema, required = impliedRequired(schema), defaults = {} } = component
      const table = typeof schema === 'function' ? {} : { table: { schema, check, roles } }
      return {
        shapes: { ...impliedShapes(schema, roles), ...component.shapes },
        required,
        defaults,
        validate: validatorFor(schema),
        ...table,
      }
    }),
    functions: mapped(functions, ({ schema, args }) => ({ args, validate: validatorFor(schema) })),
    borrowed: mapped(borrowed, ({ from, schema }) =>
      schema === undefined ? { from } : { from, validate: validatorFor(schema) },
    ),
    ...(theme === undefined ? {} : { theme: validatorFor(theme) }),
  }
}

/** What certainly fits a role: literals of its type, and a place in the data model. */
function fitsRole(role: Shape | undefined): ((value: unknown) => boolean) | undefined {
  if (role !== 'string' && role !== 'number' && role !== 'boolean') return undefined
  return (value) =>
    typeof value === role
      ? role !== 'number' || Number.isFinite(value)
      : isObject(value) && isBinding(value as JsonObject)
}

function mapped<T, U>(record: { readonly [name: string]: T }, map: (value: T) => U): { readonly [name: string]: U } {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}

/** In the order of the schema, so that engines see one kind of object for each component type. */
export function impliedShapes(schema: Judgement, roles: Roles): Shapes {
  const properties = (typeof schema === 'object' && schema.properties) || {}
  const { id: _id, component: _component, ...listed } = properties
  return mapped(listed, (node) => (typeof node === 'number' && own(roles, String(node))) || 'static')
}

export function impliedRequired(schema: Judgement): readonly string[] {
  const required = (typeof schema === 'object' && schema.required) || []
  return required.filter((name) => name !== 'id' && name !== 'component')
}
