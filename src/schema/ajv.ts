/** The only door to ajv: JSON Schema 2020-12, compiled in memory or to code that needs neither ajv nor `eval`. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { below, type Position } from './keywords.ts'
import type { Validator } from './validator.ts'

export type Schema = { readonly [keyword: string]: unknown }

export interface SchemaCompiler {
  /** Adds a schema that others refer to by its `$id`. */
  add(schema: Schema): void
  /** A validator for the schema at a reference such as `catalog.json#/components/Text`. */
  compile(reference: string): Validator
  /** The source of an ES module that exports a validator under each name; the values are references. */
  emit(references: { readonly [name: string]: string }): string
}

/** Keywords that ajv does not serve exactly; a schema with one of them is refused, not half understood. */
const unsupported = new Set(['$dynamicRef', '$dynamicAnchor', '$recursiveRef', 'unevaluatedItems', 'contentSchema'])

/** ajv takes what `if` looked at for evaluated where it failed, or for unevaluated where it held, as the rest may be. */
const unsupportedWhereClosing = new Set([...unsupported, 'if'])

/** The formats that schemas may name. */
export const formats: { readonly [name: string]: RegExp } = {
  // What matters is that it names a scheme; whether a scheme may be used is decided where the URL is.
  uri: /^[a-z][a-z0-9+.-]*:[^\s]+$/i,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/,
}

export function createSchemaCompiler(): SchemaCompiler {
  const ajv = new Ajv2020({
    // Own properties only: `required: ["toString"]` must not be satisfied by the prototype.
    ownProperties: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
    messages: false,
    inlineRefs: false,
    code: { source: true, esm: true, lines: false },
    formats,
    keywords: ['catalogId', 'components', 'functions', 'styles', 'theme'],
  })
  // Remembering which part of a schema has seen which property costs code in every validator; only this keyword asks.
  ajv.opts.unevaluated = false
  return {
    add(schema) {
      const closing = JSON.stringify(schema).includes('"unevaluatedProperties":')
      refuse(closing ? unsupportedWhereClosing : unsupported, schema)
      if (closing) ajv.opts.unevaluated = true
      ajv.addSchema(schema)
    },
    compile: (reference) => validatorAt(ajv, reference),
    emit(references) {
      for (const reference of Object.values(references)) validatorAt(ajv, reference)
      return bundled(emitModule(ajv, references))
    },
  }
}

function validatorAt(ajv: Ajv2020, reference: string): Validator {
  const validator = ajv.getSchema(reference)
  if (!validator) throw new Error(`No schema at ${reference}`)
  return validator as Validator
}

function emitModule(ajv: Ajv2020, references: { readonly [name: string]: string }): string {
  const emit = standaloneCode as unknown as (ajv: Ajv2020, references: { readonly [name: string]: string }) => string
  return emit(ajv, references)
}

/** ajv's own helper for counting characters is the one `require` we allow; it is one line, written out here. */
function bundled(code: string): string {
  const counted = code
    .replaceAll(
      'require("ajv/dist/runtime/ucs2length").default',
      '(text) => { let count = 0; for (const _ of text) count++; return count }',
    )
    // Whether a text is empty is told without counting, and every id is asked.
    .replace(/\bfunc\d+\((\w+)\)\s*<\s*1\b/g, '$1.length < 1')
  const foreign = /require\("([^"]+)"\)/.exec(counted)
  if (foreign) throw new Error(`The schema needs ${foreign[1]} at run time; write it without that keyword.`)
  return slim(counted)
}

/**
 * Validators call each other with an object of five things, of which the place is the one that counts here: passed by
 * itself it costs no object for each property. Findings are made by a function, and without their place in the schema,
 * which nobody reads. Together a third of the code.
 */
function slim(code: string): string {
  const slimmed = code
    .replace(/\{instancePath="",\s*parentData,.*?\}=\{\}/g, 'instancePath=""')
    .replace(/\{instancePath(?::([^{}]*?))?,parentData\b[^{}]*\}/g, (_, place = 'instancePath') => place)
    .replace(
      /\{instancePath(?::([^{}]*?))?,schemaPath:"[^"]*",keyword:("\w+"),params:(\{[^{}]*\})\}/g,
      (_, place = 'instancePath', keyword, params) => `finding(${place},${keyword},${params})`,
    )
    .replace(/(validate\d+)\.errors = \[finding\((.*?)\)\];return false;/g, 'return failed($1,finding($2));')
  // Whatever is still asked for must still be passed.
  return /\b(?:parentData|rootData|dynamicAnchors)\b/.test(slimmed) ? code : helpers + withoutSchemas(slimmed)
}

/** Of the schemas that go along, findings read the lists of allowed values: written out, the rest falls away. */
function withoutSchemas(code: string): string {
  const schemas = new Map<string, unknown>()
  for (const [, name = '', text = ''] of code.matchAll(/const (schema\d+) = (\{.*?\});/g)) {
    try {
      schemas.set(name, JSON.parse(text))
    } catch {
      // Not a literal of its own: it stays.
    }
  }
  const read = /\{allowedValues:\s*(schema\d+)((?:\.\w+|\["[^"]*"\])+)\}/g
  return code.replace(read, (whole, name: string, path: string) => {
    let value = schemas.get(name)
    for (const [, plain, quoted] of path.matchAll(/\.(\w+)|\["([^"]*)"\]/g))
      value = asRecord(value)[plain ?? quoted ?? '']
    return value === undefined ? whole : `{allowedValues:${JSON.stringify(value)}}`
  })
}

function asRecord(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? (value as { readonly [name: string]: unknown }) : {}
}

const helpers =
  'const finding=(instancePath,keyword,params)=>({instancePath,keyword,params});' +
  'const failed=(validate,finding)=>{validate.errors=[finding];return false};'

/** Throws for a keyword that would be ignored or half served. `at` is the JSON Pointer so far. */
function refuse(keywords: ReadonlySet<string>, schema: unknown, at = '', position: Position = 'schema'): void {
  if (typeof schema !== 'object' || schema === null || position === 'data') return
  for (const [key, value] of Object.entries(schema)) {
    if (position === 'schema' && keywords.has(key))
      throw new Error(`The keyword "${key}" (at ${at}/${key}) is not supported`)
    if (position === 'names' && key === '__proto__')
      throw new Error(`A property may not be called "__proto__" (at ${at})`)
    refuse(keywords, value, `${at}/${key}`, below(position, key))
  }
}
