/**
 * The only file that imports ajv: compiles JSON Schema 2020-12 in memory, or to code that needs neither ajv nor `eval`.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { escapeToken, namesIn } from '../json/pointer.ts'
import { isObject } from '../json/value.ts'
import { SchemaMistake } from '../schema/mistake.ts'
import { formats } from '../schema/node.ts'
import type { AjvValidator } from '../schema/validator.ts'
import { below, type Position } from './keywords.ts'

export type Schema = { readonly [keyword: string]: unknown }

export interface SchemaCompiler {
  /** Adds a schema that others refer to by its `$id`, and checks that it is one where the page allows that. */
  add(schema: Schema): void
  /** A validator for the schema at a reference such as `catalog.json#/components/Text`. Needs a page that allows `eval`. */
  compile(reference: string): AjvValidator
  /** The source of an ES module that exports a validator under each name; the values are references. */
  emit(references: { readonly [name: string]: string }): string
}

/** Keywords that ajv does not serve exactly; a schema with one of them is refused, not half understood. */
const unsupported = new Set(['$dynamicRef', '$dynamicAnchor', '$recursiveRef', 'unevaluatedItems', 'contentSchema'])

/** ajv takes what `if` looked at for evaluated where it failed, or for unevaluated where it held, as the rest may be. */
const unsupportedWhereClosing = new Set([...unsupported, 'if'])

export function createSchemaCompiler(): SchemaCompiler {
  const ajv = new Ajv2020({
    // Own properties only: `required: ["toString"]` must not be satisfied by the prototype.
    ownProperties: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
    messages: false,
    code: { source: true, esm: true, lines: false },
    formats,
    keywords: ['catalogId', 'components', 'functions', 'styles', 'theme'],
    logger: false,
  })
  const checked = mayCompile(ajv)
  return {
    add(schema) {
      const closing = JSON.stringify(schema).includes('"unevaluatedProperties":')
      refuse(closing ? unsupportedWhereClosing : unsupported, schema, `${schema['$id']}#`)
      addTo(ajv, schema, checked)
    },
    compile: (reference) => validatorAt(ajv, reference),
    emit(references) {
      for (const reference of Object.values(references)) {
        validatorAt(ajv, reference)
        const foreign = /require\("([^"]+)"\)/.exec(emit(ajv, { validate: reference }).replaceAll(counting, ''))
        if (foreign) throw mistake(reference, needingAjv(foreign[1] ?? ''))
      }
      const code = emit(ajv, references)
      return code.includes(counting) ? counter + code : code
    },
  }
}

/** Its declaration knows a single validator only. */
const emit = standaloneCode as unknown as (ajv: Ajv2020, references: { readonly [name: string]: string }) => string

/** ajv's own helper for counting characters is all that its code may ask for; here is one by that name. */
const counting = 'require("ajv/dist/runtime/ucs2length")'
const counter = 'const require = () => ({ default: (text) => [...text].length });\n'

function needingAjv(module: string): string {
  return `The validator needs ${module} at run time. Do without "uniqueItems", and without objects in "const" and "enum"`
}

/** Whether the page's Content Security Policy allows code made from text. ajv needs it for the schema of schemas too. */
function mayCompile(ajv: Ajv2020): boolean {
  try {
    ajv.validateSchema({})
    return true
  } catch (error) {
    if (error instanceof EvalError) return false
    throw error
  }
}

/** Definitions are held against the schema of schemas here; components and functions are found faulty when they are compiled. */
function addTo(ajv: Ajv2020, schema: Schema, checked: boolean): void {
  try {
    ajv.addSchema(schema, undefined, undefined, checked)
  } catch (error) {
    const [fault] = ajv.errors ?? []
    throw mistake(`${schema['$id']}#${fault?.instancePath ?? ''}`, fault ? 'This is no JSON Schema' : error)
  }
}

function validatorAt(ajv: Ajv2020, reference: string): AjvValidator {
  let validator: unknown
  try {
    validator = ajv.getSchema(reference)
  } catch (error) {
    if (error instanceof EvalError) throw mistake(reference, tooMuch)
    throw mistake(deepestFault(ajv, reference), error)
  }
  if (!validator) throw mistake(reference, 'There is no schema here')
  return validator as AjvValidator
}

const tooMuch =
  "This says more than can be checked where the page's policy forbids eval. Compile the catalog ahead of time: surface-runtime/vite"

function mistake(at: string, cause: unknown): SchemaMistake {
  const problem = cause instanceof Error ? cause.message.replace('strict mode: ', '') : String(cause)
  return new SchemaMistake(at, problem, '', { cause })
}

/** ajv does not say where it failed: the smallest schema in which it fails as well is the place. */
function deepestFault(ajv: Ajv2020, reference: string): string {
  const [id = '', pointer = ''] = reference.split('#')
  let schema: unknown = ajv.schemas[id]?.schema
  for (const token of namesIn(pointer)) schema = isObject(schema) ? schema[token] : undefined
  const inner = schemasIn(schema).find((path) => fails(ajv, reference + path))
  return inner === undefined ? reference : deepestFault(ajv, reference + inner)
}

function fails(ajv: Ajv2020, reference: string): boolean {
  try {
    ajv.getSchema(reference)
    return false
  } catch {
    return true
  }
}

/** The paths of the schemas that stand directly in this one. */
function schemasIn(value: unknown, position: Position = 'schema', path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]): readonly string[] => {
    const next = below(position, key)
    const at = `${path}/${escapeToken(key)}`
    if (next === 'data' || typeof inner !== 'object') return []
    return next === 'names' || Array.isArray(inner) ? schemasIn(inner, next, at) : [at]
  })
}

/** Throws for a keyword that would be ignored or half served. `at` is the place so far. */
function refuse(keywords: ReadonlySet<string>, schema: unknown, at: string, position: Position = 'schema'): void {
  if (typeof schema !== 'object' || schema === null || position === 'data') return
  for (const [key, value] of Object.entries(schema)) {
    if (position === 'schema' && keywords.has(key))
      throw new SchemaMistake(`${at}/${key}`, `The keyword "${key}" is not supported`)
    if (position === 'names' && key === '__proto__')
      throw new SchemaMistake(at, 'A property may not be called "__proto__"')
    refuse(keywords, value, `${at}/${escapeToken(key)}`, below(position, key))
  }
}
