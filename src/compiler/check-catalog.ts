/**
 * What can be said of a catalog's schema before it is compiled, without ajv. All that compile catalogs or write their types
 * check them here first, so that they refuse the same ones in the same words.
 */
import { stageOf } from '../catalog/not-compiled.ts'
import { escapeToken, namesIn } from '../json/pointer.ts'
import { clip, describeValue, getOwn, isObject } from '../json/value.ts'
import { formats } from '../schema/node.ts'
import { didYouMean, nearest } from '../text/nearest.ts'
import type { Schema } from './ajv.ts'
import { CatalogError, type CatalogErrorCode } from './catalog-error.ts'
import { instead, isPattern, isSchema, keywords, schema } from './keywords.ts'
import { absolute, base, decoded, fileOf, prepared, resolver, type SchemaFiles } from './prepare.ts'
import { asSchema, type Resolve } from './roles.ts'

/** Throws a `CatalogError` for text that is not JSON. */
export function parseCatalog(text: string, catalog: string): Schema {
  try {
    return JSON.parse(text) as Schema
  } catch (cause) {
    const problem = `The file is not JSON: ${(cause as Error).message}`
    throw new CatalogError('CATALOG_INVALID', { catalog, at: '', problem, hint: 'Correct its syntax.', cause })
  }
}

/** Runs `work`. A mistake in a catalog gets the catalog's file or id, and places as in that file. */
export function namingCatalog<T>(schema: Schema, name: string | undefined, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    const { catalogId, $id } = isObject(schema) ? schema : {}
    const known = [name, catalogId, $id].find((one) => typeof one === 'string' && one !== '') as string | undefined
    const local = (text: string): string => text.replaceAll(`${base}this.json`, '').replaceAll(base, '')
    throw new CatalogError(error.code, {
      ...(known === undefined ? {} : { catalog: known }),
      at: local(error.at).replace(/^#/, ''),
      problem: local(error.problem),
      hint: local(error.hint),
      cause: error.cause,
    })
  }
}

function mistake(code: CatalogErrorCode, at: string, problem: string, hint: string): CatalogError {
  return new CatalogError(code, { at, problem, hint })
}

/** Members that make a catalog of a schema; `$id` may stand for the first. */
const members = ['catalogId', 'components', 'functions', '$defs']

/** Throws a `CatalogError`. */
export function checkCatalog(source: Schema, files: SchemaFiles): void {
  const [what, remedy] = stageOf(source) ?? [
    isObject(source) ? undefined : describeValue(source),
    'Pass the parsed JSON Schema.',
  ]
  if (what !== undefined) throw mistake('CATALOG_INVALID', '', `It must be a JSON Schema, not ${what}`, remedy)
  checkMembers(source)
  const { catalogId = source['$id'], components, functions, $defs } = source
  if (components === undefined && functions === undefined && $defs === undefined)
    throw mistake(
      'CATALOG_INVALID',
      '',
      'This is no catalog: it has no "components" and no "functions"',
      'Describe each component by its name: "components": {"Card": {…}}.',
    )
  if (typeof catalogId !== 'string' || catalogId === '')
    throw mistake(
      'CATALOG_INVALID',
      '/catalogId',
      catalogId === undefined
        ? 'A catalog needs a "catalogId"'
        : `"catalogId" must be a text that is not empty, not ${describeValue(catalogId)}`,
      'Add the name by which agents ask for it: "catalogId": "https://your.example/catalog.json".',
    )
  const named = ['components', 'functions'].map((key) => checkNames(source, key))
  checkSchema(source, files)
  checkFunctionList(source)
  if (named.includes(true) || (isObject($defs) && 'theme' in $defs)) return
  throw mistake(
    'CATALOG_INVALID',
    '',
    'The catalog is empty',
    'Describe a component in "components", or a function in "functions".',
  )
}

/** Members of the host's own are let through, unless they are nearly called like one that is missing. */
function checkMembers(source: Schema): void {
  const missing = members.filter((name) => !Object.hasOwn(source, name) && (name !== 'catalogId' || !source['$id']))
  for (const name of Object.keys(source)) {
    if (Object.hasOwn(keywords, name) || members.includes(name)) continue
    const closest = nearest(name, missing)
    if (closest === undefined) continue
    const problem = `A catalog has no member "${clip(name)}"`
    throw mistake('CATALOG_INVALID', `/${escapeToken(name)}`, problem, `Did you mean "${closest}"?`)
  }
}

/** Gives whether there is one at least. */
function checkNames(source: Schema, key: string): boolean {
  const named = source[key]
  if (named === undefined) return false
  const at = `/${key}`
  if (!isObject(named)) {
    const problem = `"${key}" must be an object with a schema for each, by name, not ${describeValue(named)}`
    throw mistake('CATALOG_INVALID', at, problem, `Write "${key}": {"${key === 'functions' ? 'trim' : 'Card'}": {…}}.`)
  }
  for (const [name, schema] of Object.entries(named))
    if (!isObject(schema)) {
      const problem = `"${clip(name)}" must be an object, not ${describeValue(schema)}`
      throw mistake('CATALOG_INVALID', `${at}/${escapeToken(name)}`, problem, 'Write its JSON Schema there.')
    }
  return Object.keys(named).length > 0
}

/** The list of functions that agents may call is for models to read; the compiler takes `functions`. So the two must agree. */
function checkFunctionList({ functions = {}, $defs }: Schema): void {
  const list = getOwn(asSchema($defs), 'anyFunction')
  if (list === undefined) return
  const at = '/$defs/anyFunction'
  const names = Object.keys(functions as Schema)
  const entry = (name: string): string => `{"$ref": "#/functions/${escapeToken(name)}"}`
  const [example = 'trim'] = names
  const { oneOf, anyOf = oneOf } = asSchema(list)
  if (!Array.isArray(anyOf)) {
    const problem = '"anyFunction" must list the functions'
    throw mistake('CATALOG_INVALID', at, problem, `Write "oneOf": [${entry(example)}].`)
  }
  const references = anyOf.map((one) => asSchema(one)['$ref'])
  const place = `${at}/${oneOf === anyOf ? 'oneOf' : 'anyOf'}`
  const strange = references.findIndex((one) => !/#\/(?:functions\/[^/]+|\$defs\/anyFunction)$/.test(String(one)))
  if (strange >= 0) {
    const problem = 'An entry of "anyFunction" must refer to a function, or to the "anyFunction" of another catalog'
    throw mistake('CATALOG_INVALID', `${place}/${strange}`, problem, `Write ${entry(example)}.`)
  }
  const missing = names.find((name) => !references.includes(`#/functions/${escapeToken(name)}`))
  if (missing === undefined) return
  const problem = `"anyFunction" leaves out the function "${clip(missing)}"`
  throw mistake('CATALOG_INVALID', place, problem, `Add ${entry(missing)}.`)
}

/** Throws a `CatalogError` for a schema that is none, or that has keywords or references that cannot be served. */
export function checkSchema(source: Schema, files: SchemaFiles): void {
  const file = fileOf(source)
  const documents: SchemaFiles = { ...files, [file]: source }
  const resolve = resolver(Object.entries(documents).map(([name, schema]) => prepared(schema, name)))
  const closing = JSON.stringify(source).includes('"unevaluatedProperties":')
  const walk: Walk = { file, documents, resolve, closing }
  for (const [key, value] of Object.entries(source)) {
    if (key === 'components' || key === 'functions') checkEach(value, `/${key}`, walk)
    else if (Object.hasOwn(keywords, key) || Object.hasOwn(instead, key)) checkKeyword(source, key, '', walk)
  }
}

interface Walk {
  /** The name of the schema's file. */
  readonly file: string
  readonly documents: SchemaFiles
  readonly resolve: Resolve
  /** Whether `unevaluatedProperties` stands anywhere in the file. */
  readonly closing: boolean
}

/** Schemas by name, or in a list. */
function checkEach(schemas: unknown, at: string, walk: Walk): void {
  for (const [name, part] of Object.entries(schemas ?? {})) {
    const place = `${at}/${escapeToken(name)}`
    if (name === '__proto__')
      throw mistake('SCHEMA_INVALID', place, 'A property may not be called "__proto__"', 'Give it another name.')
    if (at.endsWith('/patternProperties') && !isPattern(name))
      throw mistake('SCHEMA_INVALID', place, `"${clip(name)}" is no regular expression`, 'Correct its syntax.')
    checkPart(part, place, walk)
  }
}

function checkPart(part: unknown, at: string, walk: Walk): void {
  if (!isSchema(part))
    throw mistake('SCHEMA_INVALID', at, `Here must be ${schema.words}, not ${describeValue(part)}`, schema.hint)
  if (isObject(part)) for (const keyword of Object.keys(part)) checkKeyword(part, keyword, at, walk)
}

/** Keywords that say something only beside one of others. */
const partners: ReadonlyMap<string, readonly string[]> = new Map([
  ['if', ['then', 'else']],
  ['then', ['if']],
  ['else', ['if']],
  ['minContains', ['contains']],
  ['maxContains', ['contains']],
])

function checkKeyword(part: Schema, keyword: string, above: string, walk: Walk): void {
  const at = `${above}/${escapeToken(keyword)}`
  const value = part[keyword]
  const { fits, words, hint, holds } = known(keyword, at, walk)
  if (!fits(value))
    throw mistake('SCHEMA_INVALID', at, `"${keyword}" must be ${words}, not ${describeValue(value)}`, hint)
  const beside = partners.get(keyword)
  if (beside && !beside.some((other) => Object.hasOwn(part, other))) {
    const others = beside.map((other) => `"${other}"`).join(' or ')
    throw mistake(
      'SCHEMA_INVALID',
      at,
      `"${keyword}" says nothing without ${others}`,
      `Add it, or leave "${keyword}" out.`,
    )
  }
  getOwn(checks, keyword)?.(value, at, walk)
  if (holds === 'schema') checkPart(value, at, walk)
  if (holds === 'schemas' || holds === 'names') checkEach(value, at, walk)
}

/** ajv takes what `if` looked at for evaluated where it failed, or for unevaluated where it held, as the rest may be. */
const insteadOfIf = 'Close the object with "additionalProperties", or write "anyOf" in place of the condition.'

function known(keyword: string, at: string, { closing }: Walk): (typeof keywords)[string] {
  if (keyword === 'if' && closing)
    throw mistake('KEYWORD_UNSUPPORTED', at, '"if" is not supported beside "unevaluatedProperties"', insteadOfIf)
  const remedy = getOwn(instead, keyword)
  if (remedy !== undefined)
    throw mistake('KEYWORD_UNSUPPORTED', at, `The keyword "${keyword}" is not supported`, remedy)
  const kind = getOwn(keywords, keyword)
  if (kind) return kind
  const otherwise = 'Leave it out, or say it in "description".'
  const hint = didYouMean(keyword, Object.keys(keywords), otherwise)
  throw mistake('KEYWORD_UNKNOWN', at, `There is no keyword "${clip(keyword)}" in JSON Schema`, hint)
}

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

/** What must hold for the value of a keyword beside its kind. */
const checks: { readonly [keyword: string]: (value: unknown, at: string, walk: Walk) => void } = {
  type(value, at) {
    const wrong = [value as string].flat().find((one) => !types.includes(one))
    if (wrong === undefined) return
    const hint = didYouMean(wrong, types, `Types: ${types.join(', ')}.`)
    throw mistake('SCHEMA_INVALID', at, `There is no type ${describeValue(wrong)}`, hint)
  },
  format(value, at) {
    const names = Object.keys(formats)
    if (names.includes(value as string)) return
    const hint = didYouMean(value as string, names, `Formats: ${names.join(', ')}. For another one write a "pattern".`)
    throw mistake('SCHEMA_INVALID', at, `There is no format ${describeValue(value)}`, hint)
  },
  $schema(value, at) {
    if ((value as string).includes('draft/2020-12/schema')) return
    const hint = 'Write the schema in JSON Schema 2020-12, "https://json-schema.org/draft/2020-12/schema".'
    throw mistake('SCHEMA_INVALID', at, `The schema is in another edition, ${describeValue(value)}`, hint)
  },
  $ref(value, at, walk) {
    const reference = value as string
    if (!walk.resolve(absolute(reference, walk.file)))
      throw mistake('REFERENCE_UNKNOWN', at, `"${clip(reference)}" leads nowhere`, referenceHint(reference, walk))
  },
}

/** The nearest reference that leads somewhere, or what there is. */
function referenceHint(reference: string, { file: own, documents, resolve }: Walk): string {
  const [path = '', fragment = ''] = reference.split('#')
  const file = path === '' ? own : path.slice(path.lastIndexOf('/') + 1)
  const files = Object.keys(documents).filter((name) => name !== own)
  if (!documents[file]) {
    const closest = nearest(file, files)
    const likely = closest !== undefined && resolve(absolute(`${closest}#${fragment}`, own))
    return likely ? `Did you mean "${closest}#${fragment}"?` : `Known files: this one, ${files.join(', ')}.`
  }
  const { $defs } = documents[file]
  const [example = 'Name'] = isObject($defs) ? Object.keys($defs) : []
  if (!fragment.startsWith('/'))
    return `Refer to a definition by its JSON Pointer, such as "${path}#/$defs/${example}".`
  let found: unknown = documents[file]
  let above = `${path}#`
  for (const name of namesIn(decoded(fragment))) {
    const names = isObject(found) ? Object.keys(found) : []
    if (!names.includes(name)) {
      const closest = nearest(name, names)
      if (closest !== undefined) return `Did you mean "${above}/${escapeToken(closest)}"?`
      return above.endsWith('#') || names.length === 0 ? 'Add the definition.' : `Known there: ${names.join(', ')}.`
    }
    found = (found as Schema)[name]
    above += `/${escapeToken(name)}`
  }
  return 'Refer to a JSON Schema: what is there is none.'
}
