/** The only door to ajv: JSON Schema 2020-12, compiled in memory or to code that needs neither ajv nor `eval`. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { withAlternatives, writeDirectly } from './direct.ts'
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
      return outsideOfTexts(emitModule(ajv, references).replace(/^"use strict";/, ''), bundled)
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

/** Changes code, and nothing in its texts: what looks like code may stand in a pattern, or be the name of a property. */
export function outsideOfTexts(code: string, change: (code: string) => string): string {
  const texts = new Map<string, string>()
  const masked = code.replace(/"(?:[^"\\]|\\.)*"/g, (text) => {
    if (text === '""' || /^"ajv\/dist\/runtime\/\w+"$/.test(text)) return text
    const mask = texts.get(text) ?? `"${texts.size}"`
    texts.set(text, mask)
    return mask
  })
  const all = [...texts.keys()]
  return change(masked).replace(/"(\d+)"/g, (_, number) => all[Number(number)] ?? '')
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
 * which nobody reads; as they are read at once, all functions keep the last ones in one place. What is said twice is said
 * once.
 */
function slim(code: string): string {
  const slimmed = unwrapped(code)
    .replace(/\{instancePath="",\s*parentData,.*?\}=\{\}/g, 'instancePath=""')
    .replace(/\{instancePath(?::([^{}]*?))?,parentData\b[^{}]*\}/g, (_, place = 'instancePath') => place)
    .replace(
      /\{instancePath(?::([^{}]*?))?,schemaPath:"[^"]*",keyword:("\w+"),params:(\{[^{}]*\})\}/g,
      (_, place = 'instancePath', keyword, params) => `finding(${place},${keyword},${params})`,
    )
    .replace(/validate\d+\.errors = validate\d+\.errors;return false;/g, 'return false;')
    .replace(/validate\d+\.errors = ((?:(?!;return ).)*);return false;/g, 'return failed($1);')
    .replace(/(?<![.\w$])validate\d+\.errors\b/g, 'found')
    .replace(/\b(export const \w+ = )(validate\d+);/g, '$1/* @__PURE__ */told($2);')
  // Whatever is still asked for must still be passed.
  if (/\b(?:parentData|rootData|dynamicAnchors)\b/.test(slimmed)) return code
  return helpers + merged(withoutCounts(slimmed))
}

/** Where every fault ends the function, there is nothing to be gathered and nothing to be told at its end. */
function withoutCounts(code: string): string {
  let result = code
  for (const [text] of functionsIn(code)) {
    if (/\bvErrors(?: = (?!null;)|\.push)/.test(text)) continue
    const direct = text
      .replace('let vErrors = null;', '')
      .replace('found = vErrors;', '')
      .replaceAll(/(?:const _errs\d+ = errors|let errors = 0);/g, '')
      .replaceAll(/(?<![.\w$])(?:errors === (?:_errs\d+|0)|_errs\d+ === errors)\b/g, 'true')
    result = result.replace(text, () => direct)
  }
  return result
}

/** A function that is asked for before it is written gets a wrapper from ajv; in a module it is there by its name. */
function unwrapped(code: string): string {
  let result = code
  for (const [whole, wrapper = '', name = ''] of code.matchAll(/const (wrapper\d+) = \{validate: (validate\d+)\};?/g))
    result = result.replace(whole, '').replaceAll(`${wrapper}.validate`, name)
  return result
}

/** Each function once: ajv writes what several schemas refer to once for each of them. */
function merged(code: string): string {
  const known = new Map<string, string>()
  for (const [text, name = ''] of functionsIn(code)) {
    // Not what is called like it: a property may be.
    const itself = new RegExp(`(?<![.\\w$])${name}\\b`, 'g')
    const body = text.replaceAll(itself, '')
    const first = known.get(body)
    if (first) return merged(code.replace(text, '').replaceAll(itself, first))
    known.set(body, name)
  }
  return code
}

function* functionsIn(code: string): Generator<readonly [text: string, name: string]> {
  for (const { 0: head, 1: name = '', index } of code.matchAll(/function (validate\d+)\(data, instancePath=""\)\{/g)) {
    let depth = 1
    let end = index + head.length
    for (const { 0: token, index: at } of code.slice(end).matchAll(/[{}]/g)) {
      depth += token === '{' ? 1 : token === '}' ? -1 : 0
      if (depth > 0) continue
      end += at + 1
      break
    }
    yield [code.slice(index, end), name]
  }
}

const helpers =
  'let found=null;const finding=(instancePath,keyword,params)=>({instancePath,keyword,params});' +
  'const failed=(findings)=>{found=findings;return false};' +
  'const told=(validate)=>Object.defineProperty(validate,"errors",{get:()=>found,configurable:true});'

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
