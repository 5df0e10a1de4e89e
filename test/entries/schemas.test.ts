// The JSON Schemas of the public catalogs, as hosts import them. .ci/package.mjs imports them from the packed package.
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import manifest from '../../package.json'
import { basicCatalog, type Catalog, extendedCatalog, minimalCatalog } from '../../src/entries/index.ts'

interface Schema {
  readonly $id: string
  readonly catalogId?: string
}

/** By the path of the import. Node finds a package's exports from within by the package's name. */
const schemas: ReadonlyMap<string, Schema> = new Map(
  Object.keys(manifest.exports)
    .filter((path) => /^\.\/catalogs\/.*\.json$/.test(path))
    .map((path) => [path, createRequire(import.meta.url)(`surface-runtime${path.slice(1)}`)]),
)

it.each([
  ['./catalogs/v0.9/basic.json', idOf(basicCatalog, 'v0.9')],
  ['./catalogs/v0.8/standard.json', idOf(basicCatalog, 'v0.8')],
  ['./catalogs/v0.9/minimal.json', idOf(minimalCatalog, 'v0.9')],
  ['./catalogs/v0.8/minimal.json', idOf(minimalCatalog, 'v0.8')],
  ['./catalogs/extended/functions.json', idOf(extendedCatalog, 'v0.9')],
])('[PA-8] %s is the schema of %s', (path, catalogId) => {
  const schema = schemas.get(path)
  expect(catalogId).toMatch(/^https:/)
  expect(schema?.catalogId ?? schema?.$id).toBe(catalogId)
})

it('[PA-8] what they refer to is among them, but for the catalog that uses the common types', () => {
  const ids = [...schemas.values()].map(({ $id }) => $id)
  const others = [...schemas.values()].flatMap(referencesOf).filter((id) => !ids.includes(id))
  expect(new Set(others.map((id) => id.replace(/^.*\//, '')))).toEqual(new Set(['catalog.json']))
})

function idOf({ dialects }: Catalog, protocol: 'v0.8' | 'v0.9'): string | undefined {
  return dialects.find((dialect) => dialect.protocol === protocol)?.ids[0]
}

/** Ids of the documents that a schema refers to, resolved as JSON Schema does. */
function referencesOf(schema: Schema): readonly string[] {
  const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"#]*)#/g)]
  return references.map(([, file = '']) => (file === '' ? schema.$id : new URL(file, schema.$id).href))
}
