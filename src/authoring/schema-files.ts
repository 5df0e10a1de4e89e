/** The files that a catalog's references lead to, as schemas whose references name file and place. */
import { namesIn } from '../json/pointer.ts'
import { getOwn, isObject } from '../json/value.ts'
import { basic } from './basic.ts'
import type { CatalogSchema, CatalogWithSchema } from './with-schema.ts'

export interface SchemaFiles {
  /** The catalog's own file, the others in the order in which they were given, and those of the basic catalog if it has parts of it. */
  readonly catalogs: readonly CatalogSchema[]
  /** The schema at a reference such as `common_types.json#/$defs/Action`. Throws a `TypeError` where there is none. */
  readonly at: (reference: string) => CatalogSchema
}

export function schemaFilesOf(catalog: CatalogWithSchema): SchemaFiles {
  const { catalogId } = catalog
  const files = [...filesOf(catalog), ...(hasBasicParts(catalog) ? filesOf(basic) : [])]
  const catalogs = files.map((one) => located(one, fileOf(one)))
  // Of two files with one name the first counts: it is the host's.
  const known = [located(commonTypes, 'common_types.json'), ...catalogs.toReversed()]
  const byName = new Map(known.map((one) => [one['$id'], one]))
  return {
    catalogs,
    at(reference) {
      const [file = '', path = ''] = reference.split('#')
      let found: unknown = byName.get(file)
      if (!found) throw new TypeError(`"${catalogId}" refers to "${file}": pass that file to withSchema as well`)
      for (const name of namesIn(decodeURIComponent(path))) found = isObject(found) ? getOwn(found, name) : undefined
      if (!isObject(found)) throw new TypeError(`"${reference}" leads nowhere: correct the schema of "${catalogId}"`)
      return found
    },
  }
}

function filesOf({ schema, others = [] }: CatalogWithSchema): readonly CatalogSchema[] {
  return [schema, ...others]
}

/** By identity: a type of the host's may have the same name. Shapes stay the same where a component gets fallbacks or is narrowed. */
function hasBasicParts({ components }: CatalogWithSchema): boolean {
  return Object.entries(basic.components).some(([type, { shapes }]) => getOwn(components, type)?.shapes === shapes)
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
