/** The code of ajv's standalone validators → a module of half the size that needs nothing of ajv. */

/** The module, exports and all. Throws where a schema needs more of ajv at run time than is written out here. */
export function slimmed(code: string): string {
  return outsideOfTexts(code.replace(/^"use strict";/, ''), bundled)
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
  if (foreign)
    throw new Error(
      `The validator needs ${foreign[1]} at run time. Do without "uniqueItems", and without objects in "const" and "enum".`,
    )
  return slim(counted)
}

/**
 * Validators call each other with an object of five things, of which the place is the one that counts here: passed by
 * itself it costs no object for each property. Findings are made by a function, and without their place in the schema,
 * which nobody reads; as they are read at once, all functions keep the last ones in one place. What is said twice is said
 * once.
 */
function slim(code: string): string {
  const short = unwrapped(code)
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
    .replace(
      /\(\((\w+)\.\w+ === undefined\) \|\| \(!\(func\d+\.call\(\1, ("\d+")\)\)\)\) && \((missing\d+) = \2\)/g,
      '($3 = missing($1, $2))',
    )
    .replace(/\b(\w+) && typeof \1 == "\d+" && !Array\.isArray\(\1\)/g, 'isObject($1)')
  // Whatever is still asked for must still be passed.
  if (/\b(?:parentData|rootData|dynamicAnchors)\b/.test(short)) return code
  return helpers + merged(withoutCounts(short))
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
  'const isObject=(data)=>data&&typeof data=="object"&&!Array.isArray(data);' +
  'const missing=(data,name)=>data[name]===undefined||!Object.hasOwn(data,name)?name:undefined;' +
  'const failed=(findings)=>{found=findings;return false};' +
  'const told=(validate)=>Object.defineProperty(validate,"errors",{get:()=>found,configurable:true});'
