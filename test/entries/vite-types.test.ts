// Types of a host's catalog, written beside it by the Vite plugin.
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, it } from 'vitest'
import { isTypeName, typeNameOf } from '../../src/compiler/types.ts'
import { catalogCompiler } from '../../src/entries/vite.ts'

const folder = mkdtempSync(join(tmpdir(), 'types-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (file: string): string => join(folder, file)
const written = at('travel_catalog.types.ts')

function schema(property: string): string {
  const one = {
    type: 'object',
    allOf: [{ $ref: 'common_types.json#/$defs/ComponentCommon' }],
    properties: { component: { const: 'Stay' }, [property]: { $ref: 'common_types.json#/$defs/DynamicString' } },
    required: ['component', property],
    unevaluatedProperties: false,
  }
  return JSON.stringify({ catalogId: 'https://host.example/travel', components: { Stay: one } })
}

async function built(types?: boolean): Promise<void> {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [catalogCompiler(types === undefined ? {} : { types })],
    build: { write: false, rolldownOptions: { input: at('host.js') } },
  })
}

it('[PA-6] are written on request, follow the schema, and are left alone while they are right', async () => {
  writeFileSync(at('host.js'), "import c from './travel_catalog.json?catalog'\nconsole.log(c)\n")
  writeFileSync(at('travel_catalog.json'), schema('hotel'))
  await built()
  expect(() => statSync(written)).toThrow('ENOENT')
  await built(true)
  const text = readFileSync(written, 'utf8')
  expect(text).toMatch(/export type TravelStayProps = \{\n[\s\S]*readonly hotel: string\n/)
  expect(text).toContain('readonly Stay: TravelStayProps\n')
  expect(text).not.toMatch(/default|CompiledCatalog/)
  utimesSync(written, 1, 1)
  await built(true)
  expect(statSync(written).mtimeMs).toBe(1_000)
  writeFileSync(at('travel_catalog.json'), schema('inn'))
  await built(true)
  expect(readFileSync(written, 'utf8')).toContain('readonly inn: string')
})

it.each([
  ['travel_catalog.json', 'Travel'],
  ['/a/b.c/my-own catalog.json', 'MyOwn'],
  ['C:\\hosts\\catalog.json', 'Catalog'],
  ['9.json', '9'],
])('[PA-6] of %s begin with %s', (path, name) => {
  expect(typeNameOf(path)).toBe(name)
  expect(isTypeName(name)).toBe(name !== '9')
})
