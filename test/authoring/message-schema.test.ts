// Schemas of answers: within each provider's published rules, and random answers become messages that strict mode takes.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import standardSchema from '../../catalogs/v0.8/standard_catalog_definition.json'
import basicSchema from '../../catalogs/v0.9/basic_catalog.json'
import { basic, checkMessages, examples, messageSchema, surfaceTool, withSchema } from '../../src/authoring/index.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import { defineCatalog } from '../../src/entries/core.ts'
import { isObject, type JsonObject } from '../../src/json/value.ts'
import travel from '../catalog/travel.json'
import { travelFunctions } from '../catalog/travel.ts'
import { seedOf, sized } from '../support/soak.ts'

const variants = [
  ['openai', 'strict'],
  ['openai', 'open'],
  ['anthropic', 'text'],
  ['anthropic', 'open'],
  ['gemini', 'open'],
  ['any', 'text'],
] as const

const hostV08 = withSchema(
  defineCatalog(compileCatalog(travel), { functions: travelFunctions, extend: basicCatalog, protocol: 'v0.8' }),
  travel,
  basicSchema,
  standardSchema,
)

const few = ['Text', 'Card', 'Column']
const omit = Object.keys(basic.components).filter((name) => !few.includes(name))
const fewFunctions = [...omit, ...basic.functions.keys()]

/** Every schema within a schema, with its place. */
function partsOf(schema: unknown, at = '#'): readonly (readonly [string, JsonObject])[] {
  if (Array.isArray(schema)) return schema.flatMap((part, index) => partsOf(part, `${at}/${index}`))
  if (!isObject(schema)) return []
  const here = schema as JsonObject
  const named = ['properties', '$defs'].flatMap((key) =>
    Object.entries((here[key] ?? {}) as JsonObject).flatMap(([name, part]) => partsOf(part, `${at}/${key}/${name}`)),
  )
  const single = ['items', 'anyOf', 'additionalProperties'].flatMap((key) => partsOf(here[key], `${at}/${key}`))
  return [[at, here], ...named, ...single]
}

/** What a provider would refuse, by its published rules. */
function breaches(schema: JsonObject, provider: string, strict: boolean): readonly string[] {
  const parts = partsOf(schema)
  const common = [
    'type',
    'properties',
    'required',
    'items',
    'additionalProperties',
    'anyOf',
    '$ref',
    '$defs',
    'description',
    'enum',
  ]
  const more: { readonly [name: string]: readonly string[] } = {
    openai: ['const', 'pattern', 'format', 'minimum', 'maximum', 'minItems', 'maxItems'],
    anthropic: ['const', 'format', 'minItems'],
    gemini: ['format', 'minimum', 'maximum', 'minItems', 'maxItems'],
  }
  const found = schema['type'] === 'object' ? [] : ['the root is no object']
  if (!strict && provider !== 'gemini') return found
  const allowed = [...common, ...(more[provider] ?? [])]
  for (const [at, part] of parts) {
    for (const keyword of Object.keys(part)) if (!allowed.includes(keyword)) found.push(`${at}: ${keyword}`)
    if (part['$ref'] && Object.keys(part).length > 1) found.push(`${at}: siblings of $ref`)
    if (provider === 'anthropic' && Number(part['minItems'] ?? 0) > 1) found.push(`${at}: minItems`)
    if (!strict || !isObject(part['properties'])) continue
    if (part['additionalProperties'] !== false) found.push(`${at}: not closed`)
    const names = Object.keys(part['properties'])
    if (provider === 'openai' && String(part['required']) !== String(names)) found.push(`${at}: optional`)
  }
  const refers = (text: string): readonly string[] =>
    [...text.matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name = '']) => name)
  const definitions = (schema['$defs'] ?? {}) as JsonObject
  const reaches = (name: string, met: ReadonlySet<string>): boolean =>
    met.has(name) || refers(JSON.stringify(definitions[name])).some((next) => reaches(next, new Set([...met, name])))
  if (provider !== 'openai' && Object.keys(definitions).some((name) => reaches(name, new Set())))
    found.push('recursion')
  const count = (keep: (part: JsonObject) => number): number => parts.reduce((sum, [, part]) => sum + keep(part), 0)
  const properties = (part: JsonObject): number => Object.keys((part['properties'] ?? {}) as JsonObject).length
  const required = (part: JsonObject): number => (part['required'] as readonly string[] | undefined)?.length ?? 0
  if (provider === 'openai' && count(properties) > 5000) found.push('properties')
  if (provider === 'openai' && count((part) => (part['enum'] as readonly string[] | undefined)?.length ?? 0) > 1000)
    found.push('values')
  if (provider === 'anthropic' && strict && count((part) => properties(part) - required(part)) > 24)
    found.push('optional')
  if (provider === 'anthropic' && strict && count((part) => (part['anyOf'] ? 1 : 0)) > 16) found.push('unions')
  return found
}

const data = fc.jsonValue({ maxDepth: 3 })
const word = fc.stringMatching(/^[a-z]{1,12}$/)

/** Values of a schema. What no schema says is drawn as it must be: ids, JSON in texts, patterns, pointers, templates. */
function valuesOf(schema: JsonObject, root: JsonObject, depth = 0, name = ''): fc.Arbitrary<unknown> {
  const inner = (part: unknown, key = name): fc.Arbitrary<unknown> => valuesOf(part as JsonObject, root, depth + 1, key)
  if (typeof schema['$ref'] === 'string') {
    const definitions = root['$defs'] as JsonObject
    return inner(definitions[schema['$ref'].slice('#/$defs/'.length)])
  }
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  if (Array.isArray(schema['anyOf'])) {
    const options =
      depth > 14
        ? schema['anyOf'].filter((one: JsonObject) => one['type'] || one['const']).slice(0, 1)
        : schema['anyOf']
    return fc.integer({ min: 0, max: options.length - 1 }).chain((index) => inner(options[index]))
  }
  if (schema['type'] === 'object' && isObject(schema['properties'])) {
    const members = Object.entries(schema['properties']).map(([key, part]) => [key, inner(part, key)] as const)
    return fc.record(Object.fromEntries(members), { requiredKeys: (schema['required'] ?? []) as string[] })
  }
  if (schema['type'] === 'object') return fc.dictionary(word, inner(schema['additionalProperties']), { maxKeys: 3 })
  if (schema['type'] === 'array') {
    const minLength = Number(schema['minItems'] ?? 0)
    return fc.array(inner(schema['items'] ?? {}), { minLength, maxLength: Math.max(minLength, 3) })
  }
  if (schema['type'] === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true })
  if (schema['type'] === 'integer') return fc.integer({ min: Number(schema['minimum'] ?? 0), max: 1000 })
  if (schema['type'] === 'boolean') return fc.boolean()
  if (schema['type'] === 'null') return fc.constant(null)
  if (schema['type'] !== 'string') return data
  if (name.endsWith('Json')) return data.map((value) => JSON.stringify(value))
  if (typeof schema['pattern'] === 'string') return fc.stringMatching(new RegExp(schema['pattern']), { maxLength: 40 })
  if (schema['format'] === 'date') return fc.constant('2026-05-01')
  if (schema['format'] === 'time') return fc.constant('10:30')
  if (schema['format'] === 'date-time') return fc.constant('2026-05-01T10:30:00Z')
  if (schema['format'] === 'uri') return fc.webUrl()
  // Patterns are among what is told as lost.
  if (name === 'primaryColor') return fc.constant('#0055aa')
  if (name === 'svgPath') return fc.constant('M0 0')
  if (name === 'surfaceId') return fc.constant('old')
  if (name === 'path') return word.map((text) => `/${text}`)
  // Unlike one another: two components of one id, or one that holds itself, are no matter of a schema.
  return fc.noBias(fc.uuid())
}

describe('messageSchema', () => {
  it.each(variants)('[TM-5] for %s at level %s it keeps the published rules', (provider, level) => {
    for (const version of ['v0.9', 'v0.8'] as const)
      for (const list of [true, false]) {
        const found = messageSchema(basic, { provider, version, list, ...(level === 'open' && { level }) })
        expect(found.level).toBe(level)
        expect(breaches(found.schema, provider, found.strict)).toEqual([])
      }
  })

  it('[TM-5] what is too large for a provider is a text, with the reason; what is small enough is enforced', () => {
    const { lost } = messageSchema(basic, { provider: 'anthropic' })
    expect(lost[0]).toMatch(
      /^The schema is too large for "anthropic": \d+ optional, at most 24, \d+ unions, at most 16\.$/,
    )
    const small = messageSchema(basic, { provider: 'anthropic', omit: fewFunctions })
    expect(small.level).toBe('strict')
    expect(breaches(small.schema, 'anthropic', true)).toEqual([])
    expect(() => messageSchema(basic, { provider: 'anthropic', level: 'strict' })).toThrow('too large for "anthropic"')
    expect(() => messageSchema(basic, { provider: 'gemini', level: 'strict' })).toThrow('has no strict level')
  })

  it.each([
    ['openai', 'strict'],
    ['openai', 'open'],
    ['gemini', 'open'],
  ] as const)('[TM-6] random answers for %s at level %s become valid messages @all', (provider, level) => {
    const { schema, decode } = messageSchema(basic, { provider, level, list: false })
    const before = [{ version: 'v0.9', createSurface: { surfaceId: 'old', catalogId: basic.catalogId } } as const]
    fc.assert(
      fc.property(valuesOf(schema, schema), (answer) => {
        const messages = decode(answer)
        const opens = messages.some((message) => isObject(message) && 'createSurface' in message)
        const { faults } = checkMessages(messages, basic, { before: opens ? [] : before, final: false })
        // A warning is advice, such as one on an input without a path.
        const errors = faults.filter(({ severity }) => severity === 'error')
        expect(errors, JSON.stringify(answer)).toEqual([])
      }),
      { numRuns: sized(200, 20_000, 1000), ...seedOf(7) },
    )
  })

  it.each([
    ['openai', 'strict'],
    ['openai', 'open'],
    ['gemini', 'open'],
  ] as const)('[TM-6] random answers of v0.8 for %s at level %s become valid messages', (provider, level) => {
    const { schema, decode } = messageSchema(basic, { provider, version: 'v0.8', level, list: false })
    const kinds = new Set<string>()
    fc.assert(
      fc.property(valuesOf(schema, schema), (answer) => {
        const [message] = decode(answer)
        const { faults } = checkMessages([message], basic, { final: false })
        const errors = faults.filter(({ severity }) => severity === 'error')
        expect(errors, JSON.stringify(answer)).toEqual([])
        for (const kind of Object.keys(message as object)) kinds.add(kind)
      }),
      { numRuns: sized(200, 20_000, 1000), ...seedOf(7) },
    )
    expect([...kinds].sort()).toEqual(['beginRendering', 'dataModelUpdate', 'deleteSurface', 'surfaceUpdate'])
  })

  it('[TM-6] random answers of v0.8 for a catalog of a host become valid messages', () => {
    const { schema, decode } = messageSchema(hostV08, {
      // A choice of required properties for a whole component is not read.
      omit: ['Ticket'],
      provider: 'openai',
      version: 'v0.8',
      level: 'open',
      list: false,
    })
    fc.assert(
      fc.property(valuesOf(schema, schema), (answer) => {
        const { faults } = checkMessages(decode(answer), hostV08, { final: false })
        const errors = faults.filter(({ severity }) => severity === 'error')
        expect(errors, JSON.stringify(answer)).toEqual([])
      }),
      { numRuns: sized(100, 10_000, 500), ...seedOf(7) },
    )
  })

  it('[TM-6] the worked examples of v0.8 fit the open schema, and come back from it', () => {
    const { schema, decode } = messageSchema(basic, { provider: 'any', version: 'v0.8', level: 'open' })
    const fits = new Ajv2020({ strict: false }).compile(schema)
    for (const { messages } of examples(basic, { version: 'v0.8' })) {
      expect(fits({ messages }), JSON.stringify(fits.errors)).toBe(true)
      expect(decode({ messages })).toEqual(messages)
    }
  })

  const one = messageSchema(basic, { provider: 'openai', level: 'open', list: false })
  const several = messageSchema(basic, { provider: 'openai' })
  const small = messageSchema(basic, { provider: 'anthropic', omit: fewFunctions })
  const text = messageSchema(basic, { provider: 'any' })
  it.each([
    ['a strict list for openai', several, valuesOf(several.schema, several.schema)],
    ['a strict list for anthropic', small, valuesOf(small.schema, small.schema)],
    [
      'a text',
      text,
      fc.array(valuesOf(one.schema, one.schema), { maxLength: 3 }).map((list) => ({
        lines: list
          .flatMap(one.decode)
          .map((message) => JSON.stringify(message))
          .join('\n'),
      })),
    ],
  ] as const)('[TM-6] random answers become valid messages: %s', (_, { decode }, answers) => {
    const before = [{ version: 'v0.9', createSurface: { surfaceId: 'old', catalogId: basic.catalogId } } as const]
    let count = 0
    fc.assert(
      fc.property(answers, (answer) => {
        const messages = decode(answer)
        const { faults } = checkMessages(messages, basic, { before, final: false })
        // Which surfaces and places of the data there are no schema says.
        const errors = faults.filter(
          ({ severity, code }) => severity === 'error' && !/^(SURFACE|POINTER|DATA)_/.test(code),
        )
        expect(errors, JSON.stringify(answer)).toEqual([])
        count += messages.length
      }),
      { numRuns: sized(200, 20_000, 1000), ...seedOf(7) },
    )
    expect(count).toBeGreaterThan(200)
  })

  it('[TM-6] the worked examples come back from a text, and what is no JSON stays for the check', () => {
    const { decode } = messageSchema(basic, { provider: 'any' })
    const [form] = examples(basic)
    const lines = form?.messages.map((message) => JSON.stringify(message)) ?? []
    expect(decode({ lines: lines.join('\n') })).toEqual(form?.messages)
    expect(decode({ lines: '{"version"' })).toEqual(['{"version"'])
  })
})

describe('surfaceTool', () => {
  const [form] = examples(basic)
  const input = { lines: form?.messages.map((message) => JSON.stringify(message)).join('\n') ?? '' }
  const { name, description, inputSchema, check } = surfaceTool(basic)

  it('[TM-7] is a tool of the Model Context Protocol', async () => {
    const server = new McpServer({ name: 'surfaces', version: '1' })
    const schema = z.fromJSONSchema(inputSchema as never)
    server.registerTool(name, { description, inputSchema: schema }, (given: unknown) => ({
      content: [{ type: 'text' as const, text: String(check(given).valid) }],
    }))
    const client = new Client({ name: 'host', version: '1' })
    const [near, far] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(far), client.connect(near)])
    const { tools } = await client.listTools()
    expect(tools[0]).toMatchObject({ name, description, inputSchema: { properties: { lines: { type: 'string' } } } })
    expect((await client.callTool({ name, arguments: input })).content).toEqual([{ type: 'text', text: 'true' }])
    await client.close()
  })

  it('[TM-7] takes what a provider enforces, in either version, and checks what it decodes', () => {
    const strictly = surfaceTool(basic, { answer: messageSchema(basic, { provider: 'openai' }) })
    const child = { component: 'Text', id: 'root', weight: null, accessibility: null, text: 'Hi', variant: null }
    const messages = [
      { createSurface: { surfaceId: 's', theme: null, sendDataModel: null } },
      { updateComponents: { surfaceId: 's', components: [child] } },
    ]
    const { valid, messages: found } = strictly.check({ messages })
    expect({ valid, count: found.length }).toEqual({ valid: true, count: 2 })
    const old = surfaceTool(basic, {
      answer: messageSchema(basic, { provider: 'any', version: 'v0.8', level: 'open' }),
    })
    const [whole] = examples(basic, { version: 'v0.8' })
    expect(old.strict).toBe(false)
    expect(old.check({ messages: whole?.messages })).toMatchObject({ valid: true, messages: whole?.messages })
  })

  it('[TM-7] tells what is wrong with a call', () => {
    expect(check({ lines: '{"version":"v0.9"' }).valid).toBe(false)
    expect(check(undefined).valid).toBe(false)
  })
})
