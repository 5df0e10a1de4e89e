/** The only door to ajv: JSON Schema 2020-12, compiled in memory or to code that needs neither ajv nor `eval`. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { withAlternatives, writeDirectly } from './direct.ts'
import { below, type Position } from './keywords.ts'
import { slimmed } from './slim.ts'
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
    code: { source: true, esm: true, lines: false, optimize: 3 },
    formats,
    keywords: ['catalogId', 'components', 'functions', 'styles', 'theme'],
  })
  writeDirectly(ajv)
  // Remembering which part of a schema has seen which property costs code in every validator; only this keyword asks.
  ajv.opts.unevaluated = false
  return {
    add(schema) {
      const closing = JSON.stringify(schema).includes('"unevaluatedProperties":')
      refuse(closing ? unsupportedWhereClosing : unsupported, schema)
      if (closing) ajv.opts.unevaluated = true
      ajv.addSchema(closing ? schema : withAlternatives(schema))
    },
    compile: (reference) => validatorAt(ajv, reference),
    emit(references) {
      for (const reference of Object.values(references)) validatorAt(ajv, reference)
      return slimmed(emitModule(ajv, references))
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
