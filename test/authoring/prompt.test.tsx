// The text that teaches a model, and its examples: complete, small, the same each time, valid and drawn.
import { cleanup, render, screen } from '@testing-library/react'
import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import minimalV08 from '../../catalogs/v0.8/minimal_catalog.json'
import standardV08 from '../../catalogs/v0.8/standard_catalog_definition.json'
import basicSchema from '../../catalogs/v0.9/basic_catalog.json'
import commonTypes from '../../catalogs/v0.9/common_types.json'
import minimalSchema from '../../catalogs/v0.9/minimal_catalog.json'
import {
  basic,
  type CatalogWithSchema,
  examples,
  messageSchema,
  promptFor,
  withSchema,
} from '../../src/authoring/index.ts'
import { schemaFilesOf } from '../../src/authoring/schema-files.ts'
import { readType } from '../../src/authoring/type.ts'
import { basicCatalog, minimalCatalog } from '../../src/entries/catalogs.ts'
import { createRuntime, SurfaceList } from '../../src/entries/index.ts'
import { isObject, type JsonObject } from '../../src/json/value.ts'
import { bindable, defineCatalogFromSchemas } from '../../src/standard-schema/index.ts'
import travelSchema from '../readme/travel/travel.json'
import { travelCatalog } from '../readme/travel/travel.tsx'

const versions = ['v0.9', 'v0.8'] as const
const minimal = withSchema(minimalCatalog, minimalSchema, basicSchema)
const travel = withSchema(travelCatalog, travelSchema, basicSchema)

afterEach(cleanup)

/** All objects that stand in a text as JSON, whole lines and pieces of lines. Those with an ellipsis are no JSON. */
function jsonIn(text: string): readonly JsonObject[] {
  const found: JsonObject[] = []
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    for (let end = text.indexOf('}', at); end >= 0 && end - at < 3000; end = text.indexOf('}', end + 1)) {
      const value = parsed(text.slice(at, end + 1))
      if (!isObject(value)) continue
      found.push(value as JsonObject)
      at = end
      break
    }
  }
  return found
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Applies messages strictly, draws them, and gives what was reported. */
function drawn(messages: readonly unknown[], catalog: CatalogWithSchema): readonly string[] {
  const reports: string[] = []
  const runtime = createRuntime({
    catalogs: [catalog],
    onError: (error) => reports.push(`${error.code} ${error.message}`),
  })
  runtime.apply(messages)
  runtime.end()
  render(<SurfaceList runtime={runtime} />)
  return reports
}

const isMessage = (value: object): boolean =>
  /^(createSurface|update|delete|surfaceUpdate|dataModelUpdate|beginRendering)/.test(
    Object.keys(value).find((key) => key !== 'version') ?? '',
  )

describe('promptFor', () => {
  it.each(versions)(
    '[TM-1] the basic catalog in %s has at most 3,000 tokens, the same bytes each time',
    async (version) => {
      const text = promptFor(basic, { version })
      const tokens = { o200k: o200k(text), cl100k: cl100k(text) }
      expect(Math.max(tokens.o200k, tokens.cl100k)).toBeLessThanOrEqual(3000)
      expect(promptFor({ ...basic }, { version })).toBe(text)
      const head = `${tokens.o200k} tokens in o200k, ${tokens.cl100k} in cl100k\n\n`
      await expect(head + text).toMatchFileSnapshot(`prompt-${version}.txt`)
    },
  )

  it('[TM-1] has every type, property, value and function of the basic catalog', () => {
    const lines = promptFor(basic, { examples: 0 }).split('\n')
    const shared = lines.filter((line) => line.startsWith('All')).join()
    const icons = lines.find((line) => line.startsWith('IconName:'))
    for (const [type, { properties }] of Object.entries(basicSchema.components)) {
      const line = lines.find((one) => one.startsWith(`${type}:`)) ?? ''
      for (const [name, schema] of Object.entries<object>(properties)) {
        if (name === 'component') continue
        expect(line).toMatch(new RegExp(`\\b${name}\\b`))
        if ('enum' in schema && Array.isArray(schema.enum))
          for (const value of schema.enum) expect(line).toContain(value)
      }
    }
    for (const name of ['accessibility', 'label', 'description', 'weight']) expect(shared).toContain(name)
    for (const name of basicSchema.$defs.IconName.anyOf[0]?.enum ?? []) expect(icons).toContain(` ${name}`)
    for (const [name, { properties }] of Object.entries(basicSchema.functions)) {
      const line = lines.find((one) => one.startsWith(`${name}(`)) ?? ''
      for (const arg of Object.keys(properties.args.properties)) expect(line).toMatch(new RegExp(`\\b${arg}\\b`))
    }
  })

  it('[TM-1] each definition of the common types is as in their file, or has a name of its own in a prompt', () => {
    const files = schemaFilesOf(basic)
    for (const [name, definition] of Object.entries(commonTypes.$defs)) {
      const $ref = `common_types.json#/$defs/${name}`
      if (readType({ $ref }, files).kind === 'role') continue
      expect(files.at($ref)).toEqual(
        JSON.parse(JSON.stringify(definition).replaceAll('"#/$defs', '"common_types.json#/$defs')),
      )
    }
  })

  it.each(versions)('[TM-2] in %s all JSON is valid: messages, and pieces of them', (version) => {
    const [opening = ''] = promptFor(basic, { version, examples: 0 }).split('## Write x')
    const pieces = jsonIn(opening)
    const messages = pieces.filter(isMessage)
    expect(messages.length).toBeGreaterThan(1)
    expect(drawn(messages, basic)).toEqual([])
    const others = pieces.filter((piece) => !isMessage(piece))
    expect(others.length).toBeGreaterThan(3)
    if (version === 'v0.8') return
    const components = others.flatMap((piece, index): readonly JsonObject[] => {
      const id = `p${index}`
      if ('event' in piece) return [{ id, component: 'Button', child: 'label', action: piece }]
      if ('componentId' in piece) return [{ id, component: 'Column', children: piece }]
      return 'args' in piece ? [] : [{ id, component: 'Text', text: piece }]
    })
    const ends = [
      { id: 'label', component: 'Text', text: 'x' },
      { id: 'row', component: 'Text', text: 'x' },
    ]
    const children = components.map(({ id }) => id)
    const all = [{ id: 'root', component: 'Column', children }, ...components, ...ends]
    const createSurface = { surfaceId: 's', catalogId: basic.catalogId }
    const stream = [
      { version, createSurface },
      { version, updateComponents: { surfaceId: 's', components: all } },
    ]
    expect(drawn(stream, basic)).toEqual([])
  })

  it('[TM-3] an own catalog is taught with its descriptions, beside the one it extends', () => {
    const text = promptFor(travel)
    expect(text).toContain('Stay: hotel, photo: Str, nights: Num, book: Action')
    expect(text).toContain('nights(from, to: Str)')
    expect(text).toContain('All but Stay: weight?: number')
    expect(text).toContain('Text: text: Str')
    expect(text).toContain(travelCatalog.catalogId)
    expect(text).not.toContain(basic.catalogId)
  })

  it('[TM-3] what is left out appears nowhere, and examples do without it', () => {
    const omit = ['ChoicePicker', 'Card', 'List', 'formatCurrency', 'required', 'Icon', 'formatString']
    const text = promptFor(basic, { omit })
    for (const name of ['ChoicePicker', 'Card', 'formatCurrency', 'IconName', 'formatString'])
      expect(text).not.toMatch(new RegExp(`\\b${name}\\b`))
    expect(text).toContain('## Example 2')
    expect(text).not.toContain('MultipleChoice')
  })

  it('[TM-3] the carrier, own examples and own instructions', () => {
    const own = [[{ version: 'v0.9', deleteSurface: { surfaceId: 'mine' } } as const]]
    const text = promptFor(basic, { carrier: 'fenced', examples: own, extra: 'Speak like a pirate.' })
    expect(text).toContain('```a2ui\n{"version":"v0.9","deleteSurface":{"surfaceId":"mine"}}\n```')
    expect(text.endsWith('\n\nSpeak like a pirate.\n')).toBe(true)
    expect(text).not.toContain('## Example 2')
    expect(promptFor(basic, { carrier: 'tool' })).toContain('show_surface')
  })

  it.each(versions)('[TM-9] in %s a new surface has a new id', (version) => {
    expect(promptFor(basic, { version })).toContain('Give each new surface a new id.')
  })

  it('[TM-4] a limit of tokens drops examples, then mistakes; one too small is told with what is needed', () => {
    const options = (maxTokens: number) => ({ maxTokens, count: o200k })
    expect(promptFor(basic, options(2500))).not.toContain('## Example 2')
    expect(promptFor(basic, options(2500))).toContain('## Example 1')
    const least = promptFor(basic, options(1750))
    expect(least).not.toContain('## Write x')
    expect(o200k(least)).toBeLessThanOrEqual(1750)
    const needed = `this catalog needs ${o200k(least)}`
    expect(() => promptFor(basic, options(500))).toThrow(needed)
    expect(() => promptFor(basic, options(500))).toThrow(TypeError)
  })

  it('[TM-4] misuse is a TypeError that says what is needed', () => {
    expect(() => promptFor(basic, { omit: ['Buton'] })).toThrow(
      'omit: there is no "Buton" in "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json". Did you mean "Button"?',
    )
    expect(() => promptFor(travel, { version: 'v0.8' })).toThrow('define it with "protocol: \'both\'"')
    const id = 'https://host.example/further'
    const further = defineCatalogFromSchemas({ id, components: { Note: { props: {} } }, extend: travelCatalog })
    expect(() => promptFor(further)).toThrow(`There is no schema of "Stay": pass the file of the catalog that "${id}"`)
    expect(promptFor(withSchema(further, further.schema, travelSchema))).toContain('Stay')
    const untyped = basicCatalog as CatalogWithSchema
    for (const call of [promptFor, examples, (one: CatalogWithSchema) => messageSchema(one, { provider: 'openai' })])
      expect(() => call(untyped)).toThrow('has no schema beside it: pass basic, or withSchema(catalog, its file)')
    expect(() => messageSchema(untyped, undefined as never)).toThrow(
      'provider: there is no undefined. Known: openai, anthropic, gemini, any',
    )
    const referring = { ...further.schema, components: { Stay: { $ref: 'other.json#/components/Stay' } } }
    expect(() => promptFor(withSchema(further, referring))).toThrow(`"${id}" refers to "other.json": pass that file`)
  })

  it('[TM-8] a catalog that has components of the basic one needs no file of it', () => {
    expect(promptFor(withSchema(minimalCatalog, minimalSchema))).toBe(promptFor(minimal))
    expect(promptFor(withSchema(travelCatalog, travelSchema))).toBe(promptFor(travel))
    const standard = withSchema(minimalCatalog, minimalSchema, minimalV08)
    const options = { version: 'v0.8' } as const
    expect(promptFor(standard, options)).toBe(
      promptFor(withSchema(minimalCatalog, minimalSchema, minimalV08, basicSchema, standardV08), options),
    )
  })

  it('[TM-8] a catalog in code that extends the basic one has a prompt, in both versions', () => {
    const parts = { extend: basicCatalog, protocol: 'both', fallbacks: { Text: { text: '' } } } as const
    const price = { description: 'What a thing costs', props: { amount: bindable(z.number()) } }
    const offers = defineCatalogFromSchemas({
      id: 'https://host.example/offers',
      components: { Price: price },
      ...parts,
    })
    for (const version of versions) {
      const text = promptFor(offers, { version })
      expect(text).toContain('What a thing costs')
      for (const type of ['Price', 'Text', 'Modal']) expect(text).toMatch(new RegExp(`^${type}\\b`, 'm'))
      expect(examples(offers, { version }).flatMap(({ messages }) => drawn(messages, offers))).toEqual([])
      expect(messageSchema(offers, { provider: 'openai', version }).level).toBe('strict')
    }
  })

  it('[TM-8] a type that only has a name of the basic catalog is none of its', () => {
    const own = { description: 'A text of ours', props: { words: bindable(z.string()) } }
    const catalog = defineCatalogFromSchemas({ id: 'https://host.example/own', components: { Text: own } })
    const text = promptFor(catalog, { examples: 0 })
    expect(text).toContain('A text of ours')
    expect(text).not.toContain('variant')
    expect(text).not.toContain('primaryColor')
  })
})

describe('examples', () => {
  it.each([
    ['the basic catalog in v0.9', basic, 'v0.9'],
    ['the basic catalog in v0.8', basic, 'v0.8'],
    ['the minimal catalog', minimal, 'v0.9'],
    ['a catalog that extends the basic one', travel, 'v0.9'],
  ] as const)('[TM-2] of %s are valid and drawn', (_name, catalog, version) => {
    const all = examples(catalog, { version })
    expect(all.map(({ title }) => title)).toEqual(['a form', 'a list: one component for each element of the data'])
    for (const { messages } of all) expect(drawn(messages, catalog)).toEqual([])
    expect(screen.getByRole('button', { name: 'Book' })).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Choose' })).toHaveLength(2)
    expect(screen.getByText('Sampleton 09:40')).toBeDefined()
    const text = promptFor(catalog, { version })
    for (const { messages } of all)
      for (const message of messages) expect(text).toContain(`\n${JSON.stringify(message)}\n`)
  })
})
