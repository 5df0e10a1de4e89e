/**
 * `surface-runtime/vite`: catalogs compiled ahead of time, so that a page needs neither ajv nor `unsafe-eval`.
 *
 *     import compiled from './travel_catalog.json?catalog'
 *     export const travelCatalog = defineCatalog(compiled, { functions })
 */
import type { Plugin } from 'vite'
import { compileModule } from './compile.ts'
import { isObject } from './json/value.ts'
import { missingAjv } from './schema/missing-peer.ts'

/**
 * The plugin. `x.json?catalog` becomes a compiled catalog for `defineCatalog`; `x.json?envelope` a table of a message
 * envelope's schemas. A schema with a keyword that cannot be served exactly fails the build.
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
      const schema = parsed(await this.fs.readFile(path, { encoding: 'utf8' }), path)
      const code = query === 'catalog' ? (await compileModule(schema, { file: path })).code : await envelopeCode(schema)
      return { code, map: null, moduleType: 'js' }
    },
  }
}

function parsed(text: string, path: string): { readonly [keyword: string]: unknown } {
  let schema: unknown
  try {
    schema = JSON.parse(text)
  } catch (cause) {
    throw new Error(`${path} is not JSON: ${(cause as Error).message}`, { cause })
  }
  if (!isObject(schema)) throw new Error(`${path} holds no JSON Schema: it must be an object`)
  return schema
}

async function envelopeCode(schema: { readonly [keyword: string]: unknown }): Promise<string> {
  const { emitEnvelope } = await import('./catalog/compile.ts').catch(missingAjv)
  return emitEnvelope(schema, messageKinds(schema))
}

/** The definitions of an envelope that are messages: objects that name a surface. */
function messageKinds(schema: { readonly [keyword: string]: unknown }): string[] {
  const definitions = isObject(schema['$defs']) ? schema['$defs'] : {}
  return Object.entries(definitions).flatMap(([name, definition]) => {
    const properties = isObject(definition) ? definition['properties'] : undefined
    return isObject(properties) && 'surfaceId' in properties ? [name] : []
  })
}
