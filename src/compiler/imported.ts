/** Finds the components of a schema that are references to another catalog. */
import { escapeToken } from '../json/pointer.ts'
import { getOwn, mapMembers } from '../json/value.ts'
import type { Schema } from './ajv.ts'
import { CatalogError } from './catalog-error.ts'
import { asSchema } from './roles.ts'

/** A component that another catalog has. */
interface ImportedComponent {
  /** `catalogId` of the other catalog. */
  readonly from: string
  /** Whether the schema says more beside the reference. */
  readonly narrowed: boolean
}

/** Which components are references to another file, and the schema with what stands beside these references. */
export function importedIn<T extends Schema>(
  schema: T,
  files: { readonly [file: string]: Schema },
): { readonly imported: { readonly [type: string]: ImportedComponent }; readonly rest: T } {
  const imported: { [type: string]: ImportedComponent } = {}
  const components = mapMembers(asSchema(schema['components']), (component, type) => {
    const { $ref, ...others } = asSchema(component)
    if (!isForeign($ref, schema)) return component
    imported[type] = { from: sourceOf(type, $ref, files), narrowed: Object.keys(others).length > 0 }
    return others
  })
  return { imported, rest: Object.keys(imported).length === 0 ? schema : { ...schema, components } }
}

/** Whether a reference leads out of its file: what it means is compiled there. */
export function isForeign(reference: unknown, schema: Schema): reference is string {
  return typeof reference === 'string' && !reference.startsWith(`${String(schema['$id'])}#`)
}

function sourceOf(type: string, reference: string, files: { readonly [file: string]: Schema }): string {
  const [, file = '', name] = /([^/#]+)#\/components\/([^/]+)$/.exec(reference) ?? []
  const catalogId = getOwn(files, file)?.['catalogId']
  if (name === type && typeof catalogId === 'string') return catalogId
  throw new CatalogError('NAME_MISMATCH', {
    at: `/components/${escapeToken(type)}/$ref`,
    problem: `"${type}" refers to ${reference}: only a component of its name in another catalog can be taken`,
    hint: name === undefined ? 'Put the reference into "allOf".' : `Call it "${name}" here as well.`,
  })
}
