/**
 * ajv's code for a few keywords, made so that a fault ends the function where it is found.
 *
 * ajv itself counts faults and goes on, because a keyword may stand within an alternative, where a fault decides nothing
 * yet. Here each alternative is a function of its own, so none does, and half of the code is left. Other keywords, and
 * schemas that close with `unevaluatedProperties`, are ajv's own affair.
 */
import type { Ajv2020, CodeKeywordDefinition, KeywordCxt } from 'ajv/dist/2020.js'
import { _, and, type Code, Name, nil, not, strConcat, stringify } from 'ajv/dist/compile/codegen/index.js'
import { resolveRef, SchemaEnv } from 'ajv/dist/compile/index.js'
import { isJSONType } from 'ajv/dist/compile/rules.js'
import { alwaysValidSchema } from 'ajv/dist/compile/util.js'
import { checkDataType } from 'ajv/dist/compile/validate/dataType.js'
import { allSchemaProperties, callValidateCode, isOwnProperty, propertyInData } from 'ajv/dist/vocabularies/code.js'
import { getValidate } from 'ajv/dist/vocabularies/core/ref.js'
import { isObject } from '../json/value.ts'
import { below, type Position } from './keywords.ts'

/** Writes a keyword's code; false: ajv is to write it. */
type Write = (cxt: KeywordCxt) => boolean

const writers: { readonly [keyword: string]: Write } = {
  $ref: reference,
  properties,
  additionalProperties,
  enum: values,
  anyOf,
  oneOf,
}

export function writeDirectly(ajv: Ajv2020): void {
  for (const [keyword, write] of Object.entries(writers)) {
    const rule = ajv.RULES.all[keyword]
    if (typeof rule !== 'object') throw new Error(`ajv has no keyword "${keyword}"`)
    const { definition } = rule
    const own = (definition as CodeKeywordDefinition).code
    const code: CodeKeywordDefinition['code'] = (cxt, type) => {
      const { compositeRule, allErrors, opts } = cxt.it
      if (compositeRule || allErrors || opts.unevaluated || !write(cxt)) own(cxt, type)
    }
    rule.definition = { ...definition, code } as typeof definition
  }
}

function reference(cxt: KeywordCxt): boolean {
  const validator = validatorOf(cxt, cxt.schema as string)
  if (!validator) return false
  cxt.gen.if(not(callOf(cxt, validator)), () => fail(cxt, _`${validator}.errors`))
  return true
}

function properties(cxt: KeywordCxt): boolean {
  const { gen, schema, data, it } = cxt
  const names = allSchemaProperties(schema)
  for (const name of names) it.definedProperties.add(name)
  for (const name of names) {
    if (alwaysValidSchema(it, schema[name])) continue
    gen.if(propertyInData(gen, data, name, it.opts.ownProperties), () => {
      cxt.subschema({ keyword: 'properties', schemaProp: name, dataProp: name }, gen.name('valid'))
    })
  }
  return true
}

function additionalProperties(cxt: KeywordCxt): boolean {
  const { gen, data, schema, parentSchema } = cxt
  const names = allSchemaProperties(parentSchema['properties'])
  if (schema !== false || parentSchema['patternProperties'] !== undefined) return false
  const key = gen.name('key')
  // An inherited one is none; asked last, it is asked of strangers only.
  const surplus = and(isNoneOf(cxt, key, names), isOwnProperty(gen, data, key))
  gen.code(_`for (const ${key} in ${data}) {`)
  gen.if(surplus, () => fail(cxt, _`[${finding(cxt, 'additionalProperties', _`{additionalProperty:${key}}`)}]`))
  gen.code(_`}`)
  return true
}

/** A few are faster compared one by one. */
function isNoneOf(cxt: KeywordCxt, key: Name, names: readonly string[]): Code {
  if (names.length > 8) return _`!${listOf(cxt, names)}.includes(${key})`
  return names.length === 0 ? _`true` : and(...names.map((name) => _`${key} !== ${name}`))
}

function values(cxt: KeywordCxt): boolean {
  const allowed = cxt.schema as readonly unknown[]
  if (cxt.$data || allowed.some((value) => typeof value === 'object' && value !== null)) return false
  const list = listOf(cxt, allowed)
  cxt.gen.if(_`!${list}.includes(${cxt.data})`, () =>
    fail(cxt, _`[${finding(cxt, 'enum', _`{allowedValues:${list}}`)}]`),
  )
  return true
}

/** The name of a list beside the functions; equal ones are one. */
function listOf({ gen }: KeywordCxt, items: readonly unknown[]): Name {
  const code = stringify(items)
  return gen.scopeValue('schema', { key: String(code), ref: items, code })
}

/** How an alternative is judged, and what is found where it does not fit. */
interface Option {
  readonly fits: Code
  readonly findings: Code
}

function anyOf(cxt: KeywordCxt): boolean {
  const options = optionsOf(cxt)
  const [first, ...others] = options ?? []
  if (!first) return false
  const { gen } = cxt
  const found = gen.let('found')
  let fits = first.fits
  let findings = first.findings
  for (const option of others) {
    fits = _`${fits} || (${found} = ${findings}, ${option.fits})`
    findings = _`${found}.concat(${option.findings})`
  }
  gen.if(not(_`(${fits})`), () => fail(cxt, _`${findings}.concat(${finding(cxt, 'anyOf', _`{}`)})`))
  return true
}

function oneOf(cxt: KeywordCxt): boolean {
  const options = optionsOf(cxt)
  if (!options) return false
  const { gen } = cxt
  const found = gen.let('found', _`[]`)
  const fitting = gen.let('fitting', 0)
  for (const { fits, findings } of options) {
    gen.if(
      fits,
      () => gen.code(_`${fitting}++`),
      () => gen.assign(found, _`${found}.concat(${findings})`),
    )
  }
  // Where several fit, what the others lack is no help.
  const findings = _`(${fitting} > 0 ? [] : ${found}).concat(${finding(cxt, 'oneOf', _`{}`)})`
  gen.if(_`${fitting} !== 1`, () => fail(cxt, findings))
  return true
}

/** `undefined` where one of them is neither a type nor a function of its own. */
function optionsOf(cxt: KeywordCxt): readonly Option[] | undefined {
  const options: Option[] = []
  for (const schema of cxt.schema as readonly unknown[]) {
    const option = isObject(schema) ? optionOf(cxt, schema) : undefined
    if (!option) return undefined
    options.push(option)
  }
  return options
}

function optionOf(cxt: KeywordCxt, schema: { readonly [keyword: string]: unknown }): Option | undefined {
  const { type, $ref, ...rest } = schema
  if (Object.keys(rest).length > 0) return undefined
  if ($ref === undefined && isJSONType(type)) {
    const fits = checkDataType(type, cxt.data, cxt.it.opts.strictNumbers)
    return { fits, findings: _`[${finding(cxt, 'type', _`{type:${type}}`)}]` }
  }
  const validator = type === undefined && typeof $ref === 'string' ? validatorOf(cxt, $ref) : undefined
  return validator && { fits: callOf(cxt, validator), findings: _`${validator}.errors` }
}

/** The function of the schema that a reference means; `undefined` where it has none. */
function validatorOf(cxt: KeywordCxt, $ref: string): Code | undefined {
  const { self, schemaEnv, baseId } = cxt.it
  const schema = $ref.startsWith('#') ? undefined : resolveRef.call(self, schemaEnv.root, baseId, $ref)
  return schema instanceof SchemaEnv ? getValidate(cxt, schema) : undefined
}

function callOf(cxt: KeywordCxt, validator: Code): Code {
  return callValidateCode(cxt, validator, nil)
}

function fail({ gen, it }: KeywordCxt, findings: Code): void {
  gen.assign(_`${it.validateName}.errors`, findings)
  gen.return(false)
}

function finding({ it }: KeywordCxt, keyword: string, params: Code): Code {
  const at = strConcat(new Name('instancePath'), it.errorPath)
  return _`{instancePath:${at},schemaPath:"",keyword:${keyword},params:${params}}`
}

type Schema = { readonly [keyword: string]: unknown }

/**
 * The schema with each alternative as a definition, unless it is a type or a reference. `$id` must be absolute. A schema
 * where the place of an alternative matters, for a reference into it or one from it, stays as it is.
 */
export function withAlternatives(schema: Schema): Schema {
  const { $id: _own, ...inner } = schema
  if (/"\$(?:id|anchor)":|"\$ref":"[^"]*\/(?:anyOf|oneOf)\//.test(JSON.stringify(inner))) return schema
  const definitions: { [name: string]: unknown } = { ...(schema['$defs'] as Schema | undefined) }
  let count = 0

  function nextName(): string {
    const name = `alternative${count++}`
    return Object.hasOwn(definitions, name) ? nextName() : name
  }

  function rewritten(value: unknown, position: Position): unknown {
    if (position === 'data') return value
    if (Array.isArray(value)) return value.map((item) => rewritten(item, position))
    if (!isObject(value)) return value
    const members = Object.entries(value).map(([key, inner]) => {
      const result = rewritten(inner, below(position, key))
      const parted = position === 'schema' && (key === 'anyOf' || key === 'oneOf') && Array.isArray(result)
      return [key, parted ? result.map(referred) : result]
    })
    return Object.fromEntries(members)
  }

  function referred(option: unknown): unknown {
    if (!isObject(option)) return option
    const keywords = Object.keys(option)
    if (keywords.length === 1 && ('$ref' in option || typeof option['type'] === 'string')) return option
    const name = nextName()
    definitions[name] = option
    return { $ref: `${schema['$id']}#/$defs/${name}` }
  }

  const rest = rewritten(schema, 'schema') as Schema
  return { ...rest, $defs: { ...definitions, ...(rest['$defs'] as Schema | undefined) } }
}
