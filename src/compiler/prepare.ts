/** Catalogs and the files that they refer to, as schemas with addresses of their own. */
import { namesIn } from '../json/pointer.ts'
import { getOwn, isObject } from '../json/value.ts'
import type { Schema } from './ajv.ts'
import { definitions } from './forms.ts'
import { isSchema, type Position, positionBelow } from './keywords.ts'
import { asSchema, type Resolve } from './roles.ts'

/** Schemas that a catalog may refer to, by file name: `common_types.json`, and catalogs whose functions it includes. */
export interface SchemaFiles {
  readonly [file: string]: Schema
}

export const base = 'https://surface-runtime.example/schema/'

/** Stands for the surface's catalog in schemas that must not know it: any component, any call. */
export const open: Schema = {
  $id: `${base}catalog.json`,
  $defs: {
    anyFunction: true,
    anyComponent: {
      type: 'object',
      properties: { id: { type: 'string', minLength: 1 } },
      required: ['id', 'component'],
    },
    theme: { type: 'object' },
  },
}

/** v0.8's catalog has its definitions in the file itself: so their names give the roles. */
export function fileOf({ $id }: Schema): string {
  const file = String($id).split('/').at(-1) ?? ''
  return Object.hasOwn(definitions, file) ? file : 'this.json'
}

/** The schema as `file`: every reference made absolute to the file it means, texts for people left out. */
export function prepared(schema: Schema, file: string): Schema & { readonly $id: string } {
  return { ...asSchema(rewritten(schema, file, 'schema')), $id: base + file }
}

function rewritten(value: unknown, file: string, position: Position): unknown {
  if (position === 'data') return value
  if (Array.isArray(value)) return value.map((item) => rewritten(item, file, position))
  if (!isObject(value)) return value
  const members = Object.entries(value).flatMap(([key, inner]): (readonly [string, unknown])[] => {
    if (position === 'schema' && typeof inner === 'string') {
      if (key === 'title' || key === 'description') return []
      if (key === '$ref') return [[key, absolute(inner, file)]]
    }
    return [[key, rewritten(inner, file, positionBelow(position, key))]]
  })
  return Object.fromEntries(members)
}

/** A reference in `file` with the address of the file that it means. */
export function absolute(reference: string, file: string): string {
  const [path = '', fragment = ''] = reference.split('#')
  return `${base}${path === '' ? file : path.slice(path.lastIndexOf('/') + 1)}#${fragment}`
}

/** The pointer in a reference. One that is misspelt leads nowhere and is reported. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A schema that no value fits. */
const nothing: Schema = { not: {} }

export function resolver(schemas: readonly (Schema & { readonly $id: string })[]): Resolve {
  const byId = new Map<unknown, Schema>([open, ...schemas].map((schema) => [schema['$id'], schema]))
  return (reference) => {
    const [id = '', path = ''] = reference.split('#')
    // An anchor is no pointer, and not looked for.
    let found: unknown = path === '' || path.startsWith('/') ? byId.get(id) : undefined
    for (const name of namesIn(decoded(path)))
      found = typeof found === 'object' && found !== null ? getOwn(found as Schema, name) : undefined
    if (found === false) return nothing
    return isSchema(found) ? asSchema(found) : undefined
  }
}
