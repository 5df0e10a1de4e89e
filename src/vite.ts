/**
 * `surface-runtime/vite`: catalogs compiled ahead of time, so that a page needs neither ajv nor `unsafe-eval`.
 *
 *     import compiled from './travel_catalog.json?catalog'
 *     export const travelCatalog = defineCatalog(compiled, { functions })
 */
import type { Plugin } from 'vite'
import standardCatalog from '../catalogs/v0.8/standard_catalog_definition.json' with { type: 'json' }
import basicCatalog from '../catalogs/v0.9/basic_catalog.json' with { type: 'json' }
import commonTypes from '../catalogs/v0.9/common_types.json' with { type: 'json' }
import { emitCatalog, emitEnvelope } from './catalog/compile.ts'
import { isObject } from './json/value.ts'

const files = {
  'common_types.json': commonTypes,
  'basic_catalog.json': basicCatalog,
  'standard_catalog_definition.json': standardCatalog,
}

/**
 * The plugin. `x.json?catalog` becomes a compiled catalog for `defineCatalog`; `x.json?envelope` the validators of a
 * message envelope. A schema with a keyword that cannot be served exactly fails the build.
 */
export function catalogCompiler(): Plugin {
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
      const schema: unknown = JSON.parse(await this.fs.readFile(path, { encoding: 'utf8' }))
      if (!isObject(schema)) throw new Error(`${path} holds no JSON Schema`)
      const code = query === 'catalog' ? emitCatalog(schema, files) : emitEnvelope(schema, messageKinds(schema))
      return { code, map: null, moduleType: 'js' }
    },
  }
}

/** The definitions of an envelope that are messages: objects that name a surface. */
function messageKinds(schema: { readonly [keyword: string]: unknown }): string[] {
  const definitions = isObject(schema['$defs']) ? schema['$defs'] : {}
  return Object.entries(definitions).flatMap(([name, definition]) => {
    const properties = isObject(definition) ? definition['properties'] : undefined
    return isObject(properties) && 'surfaceId' in properties ? [name] : []
  })
}
