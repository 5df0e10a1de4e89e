// A host's catalog that has the file name of a public one.
import { expect, it } from 'vitest'
import { compileCatalog } from '../../src/entries/ajv.ts'

it('[C-12] the definitions of a catalog are its own, whatever its file is called', () => {
  const components = {
    Mood: {
      type: 'object',
      properties: { component: { const: 'Mood' }, tone: { $ref: '#/$defs/Tone' } },
      required: ['component'],
    },
  }
  const schema = { $defs: { Tone: { enum: ['warm', 'cool'] } }, components }
  for (const file of ['standard_catalog_definition.json', 'common_types.json', 'moods.json'])
    expect(() => compileCatalog({ $id: `https://host.example/${file}`, ...schema })).not.toThrow()
})
