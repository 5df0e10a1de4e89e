/**
 * `surface-runtime/vite`: catalogs compiled ahead of time, so that a page needs neither ajv nor `unsafe-eval`.
 *
 *     import compiled from './travel_catalog.json?catalog'
 *     export const travelCatalog = defineCatalog(compiled, { functions })
 */
import type { Plugin } from 'vite'
import { parseCatalog } from '../compiler/check-catalog.ts'
import { missingAjv } from '../compiler/missing-peer.ts'
import { isTypeName, typeNameOf } from '../compiler/types.ts'
import { isObject } from '../json/value.ts'
import { catalogTypes, compileModule } from './compile.ts'

interface JsonSchema {
  readonly [keyword: string]: unknown
}

export interface CatalogCompilerOptions {
  /**
   * Writes the types of each catalog beside it, when it is compiled: `TravelProps` and `TravelArgs` into
   * `travel_catalog.types.ts` for `travel_catalog.json`. A file that says the same already is left alone. Catalogs below
   * `node_modules` have none written. Default false.
   */
  readonly types?: boolean
}

/**
 * The plugin. `x.json?catalog` becomes a compiled catalog for `defineCatalog`; `x.json?envelope` a table of a message
 * envelope's schemas. A schema with a keyword that cannot be served exactly fails the build.
 */
export function catalogCompiler({ types = false }: CatalogCompilerOptions = {}): Plugin {
  return {
    name: 'surface-runtime:catalog',
    enforce: 'pre',
    async resolveId(source, importer) {
      const [path, query] = source.split('?')
      if (!path?.endsWith('.json') || (query !== 'catalog' && query !== 'envelope')) return null
      const resolved = await this.resolve(path, importer, { skipSelf: true })
      // The ending tells Vite's own JSON plugin to leave the module alone.
      return resolved ? `${resolved.id}?${query}.js` : null
    },
    async load(id) {
      const [, path, query] = /^(.*\.json)\?(catalog|envelope)\.js$/.exec(id) ?? []
      if (path === undefined) return null
      this.addWatchFile(path)
      const schema = parseCatalog(await this.fs.readFile(path, { encoding: 'utf8' }), path)
      if (query === 'envelope') return { code: await envelopeCode(schema), map: null, moduleType: 'js' }
      const { code } = await compileModule(schema, { file: path })
      if (types && !path.includes('/node_modules/')) await writeTypes(this.fs, path, schema)
      return { code, map: null, moduleType: 'js' }
    },
  }
}

interface Files {
  readFile(path: string, options: { readonly encoding: 'utf8' }): Promise<string>
  writeFile(path: string, text: string): Promise<void>
}

async function writeTypes(files: Files, catalog: string, schema: JsonSchema): Promise<void> {
  const name = typeNameOf(catalog)
  const text = await catalogTypes(schema, isTypeName(name) ? { name, file: catalog } : { file: catalog })
  const path = catalog.replace(/\.json$/, '.types.ts')
  const before = await files.readFile(path, { encoding: 'utf8' }).catch(() => undefined)
  // A file that is written again would make a development server load the page again, and so on without end.
  if (before !== text) await files.writeFile(path, text)
}

async function envelopeCode(schema: JsonSchema): Promise<string> {
  const { emitEnvelope } = await import('../compiler/compile.ts').catch(missingAjv)
  return emitEnvelope(schema, messageKinds(schema))
}

/** The definitions of an envelope that are messages: objects that name a surface. */
function messageKinds(schema: JsonSchema): string[] {
  const definitions = isObject(schema['$defs']) ? schema['$defs'] : {}
  return Object.entries(definitions).flatMap(([name, definition]) => {
    const properties = isObject(definition) ? definition['properties'] : undefined
    return isObject(properties) && 'surfaceId' in properties ? [name] : []
  })
}
