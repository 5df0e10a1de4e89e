/**
 * The only file that imports ajv: compiles JSON Schema 2020-12 in memory, or to code that needs neither ajv nor `eval`.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { formats } from '../schema/node.ts'
import type { AjvValidator } from '../schema/validator.ts'
import { CatalogError } from './catalog-error.ts'

export type Schema = { readonly [keyword: string]: unknown }

export interface SchemaCompiler {
  /** A validator for the schema at a reference such as `catalog.json#/components/Text`. Needs a page that allows `eval`. */
  compile(reference: string): AjvValidator
  /** The source of an ES module that exports a validator under each name; the values are references. */
  emit(references: { readonly [name: string]: string }): string
}

/** `schemas`: checked before, and each with an `$id` by which others refer to it. */
export function createSchemaCompiler(schemas: readonly Schema[]): SchemaCompiler {
  const ajv = new Ajv2020({
    // Own properties only: `required: ["toString"]` must not be satisfied by the prototype.
    ownProperties: true,
    strict: true,
    strictRequired: false,
    strictTuples: false,
    strictTypes: false,
    allowMatchingProperties: true,
    allowUnionTypes: true,
    // The schema of schemas needs `eval`.
    ...{ meta: false, validateSchema: false },
    messages: false,
    code: { source: true, esm: true, lines: false },
    formats,
    keywords: ['catalogId', 'components', 'functions', 'styles', 'theme'],
    logger: false,
  })
  ajv.addSchema([...schemas])
  const compile = (reference: string): AjvValidator => validatorAt(ajv, reference)
  return {
    compile,
    emit(references) {
      Object.values(references).forEach(compile)
      const code = emit(ajv, references).replaceAll(counting, '((text) => [...text].length)')
      return code.includes(comparing) ? sameJson + code.replaceAll(comparing, 'sameJson') : code
    },
  }
}

/** Its declaration knows a single validator only. */
const emit = standaloneCode as unknown as (ajv: Ajv2020, references: { readonly [name: string]: string }) => string

/** ajv's own helpers are all that its code asks for. */
const counting = 'require("ajv/dist/runtime/ucs2length").default'
const comparing = 'require("ajv/dist/runtime/equal").default'
const sameJson = `function sameJson(a, b) {
  if (a === b || typeof a !== "object" || typeof b !== "object" || !a || !b) return a === b;
  const names = Object.keys(a);
  if (Array.isArray(a) !== Array.isArray(b) || names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]));
}
`

function validatorAt(ajv: Ajv2020, at: string): AjvValidator {
  try {
    return ajv.getSchema(at) as AjvValidator
  } catch (cause) {
    if (cause instanceof EvalError) throw new CatalogError('EVAL_FORBIDDEN', { at, cause, ...tooMuch })
    const problem = `ajv refuses the schema: ${cause instanceof Error ? cause.message : String(cause)}`
    throw new CatalogError('SCHEMA_INVALID', { at, cause, problem, hint: 'Say it in other keywords.' })
  }
}

const tooMuch = {
  problem: "This says more than can be checked where the page's policy forbids eval",
  hint: 'Compile the catalog ahead of time, with surface-runtime/vite or the command surface-runtime compile.',
}
