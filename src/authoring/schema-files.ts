/** The files that a catalog's references lead to, as schemas whose references name file and place. */
import { namesIn } from '../json/pointer.ts'
import { isObject, own } from '../json/value.ts'
import type { CatalogSchema, CatalogWithSchema } from './with-schema.ts'

export interface SchemaFiles {
  /** The catalog's own file, then the others, in the order in which they were given. */
  readonly catalogs: readonly CatalogSchema[]
  /** The schema at a reference such as `common_types.json#/$defs/Action`. Throws a `TypeError` where there is none. */
  readonly at: (reference: string) => CatalogSchema
}

export function schemaFilesOf({ catalogId, schema, others = [] }: CatalogWithSchema): SchemaFiles {
  const catalogs = [schema, ...others].map((one) => located(one, fileOf(one)))
  const byName = new Map([located(commonTypes, 'common_types.json'), ...catalogs].map((one) => [one['$id'], one]))
  return {
    catalogs,
    at(reference) {
      const [file = '', path = ''] = reference.split('#')
      let found: unknown = byName.get(file)
      if (!found) throw new TypeError(`"${catalogId}" refers to "${file}": pass that file to withSchema as well`)
      for (const name of namesIn(decodeURIComponent(path))) found = isObject(found) ? own(found, name) : undefined
      if (!isObject(found)) throw new TypeError(`"${reference}" leads nowhere: correct the schema of "${catalogId}"`)
      return found
    },
  }
}

/**
 * What `common_types.json` says of components, a ninth of it. Its other definitions are roles, which type.ts knows by their
 * names.
 */
const commonTypes: CatalogSchema = {
  $defs: {
    ComponentCommon: {
      title: 'What every component has',
      type: 'object',
      properties: {
        id: { $ref: '#/$defs/ComponentId' },
        component: { type: 'string', minLength: 1 },
        accessibility: { $ref: '#/$defs/AccessibilityAttributes' },
      },
      required: ['id', 'component'],
    },
    AccessibilityAttributes: {
      title: 'What assistive technology is told in place of, or beside, what is drawn',
      type: 'object',
      properties: { label: { $ref: '#/$defs/DynamicString' }, description: { $ref: '#/$defs/DynamicString' } },
    },
    Checkable: {
      title: 'What a component with an own validity has',
      type: 'object',
      properties: { checks: { type: 'array', items: { $ref: '#/$defs/CheckRule' } } },
    },
  },
}

function fileOf({ $id, catalogId }: CatalogSchema): string {
  return lastSegment(String($id ?? catalogId))
}

function lastSegment(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}

/** The schema with its file's name for `$id`, and with that of another file before each reference. */
function located(schema: CatalogSchema, file: string): CatalogSchema {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' ? absolute(inner, file) : within(inner),
      ]),
    )
  }
  const members = Object.entries(schema).map(([key, value]) => [key, within(value)])
  return { ...Object.fromEntries(members), $id: file }
}

function absolute(reference: string, file: string): string {
  const [path = '', fragment = ''] = reference.split('#')
  return `${path === '' ? file : lastSegment(path)}#${fragment}`
}
