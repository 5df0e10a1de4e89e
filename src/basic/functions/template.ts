/**
 * `formatString`: a text in which each `${…}` is replaced by its value; and the grammar of such templates.
 *
 * A template is text with `${…}` in it. An expression is a path, a literal, or a call with named arguments. `\${`
 * stands for the characters themselves.
 *
 *     template := ( text | "\${" | "${" expr "}" )*
 *     expr     := "${" expr "}" | string | number | true | false | null | path | name "(" [ name ":" expr ","? ]* ")"
 *
 * A path is a JSON Pointer in the URL form of RFC 6901, section 6: a character of this grammar is percent-encoded, such
 * as a blank as %20. A template can therefore reach every key that {"path": …} reaches.
 */
import type { Expression, FunctionDefinition } from '../../catalog/expression.ts'
import { SurfaceError } from '../../errors/surface-error.ts'
import { toText } from '../../json/coerce.ts'
import { clip, define, type JsonValue } from '../../json/value.ts'

/** A literal template is parsed once, when its component arrives; a bound or computed one at each evaluation. */
export const formatString: FunctionDefinition = {
  evaluates: true,
  expand({ value }, parse): Expression | undefined {
    if (value?.kind !== 'literal' || typeof value.value !== 'string') return undefined
    try {
      return { kind: 'join', parts: parseTemplate(value.value).map(parse) }
    } catch (error) {
      // The place of every error is the template: an expression within a template has no pointer.
      throw error instanceof SurfaceError ? error.movedTo('/value') : error
    }
  },
  /** Only the template is parsed: `${…}` in a value of the data model stays text. */
  run({ value }, { evaluate, spend }) {
    const template = toText(value)
    spend(steps.character * template.length)
    const parts = parseTemplate(template)
    spend(steps.part * parts.length)
    let text = ''
    for (const part of parts) text += toText(evaluate(part))
    return text
  },
}

/** Steps to parse a character of a template, and to evaluate a part. */
const steps = { character: 10, part: 200 }

/** Nesting of `${…}` and calls. The limit on nested calls applies as well. */
const maxDepth = 32

/**
 * The parts of a template in order, in the wire form of dynamic values; neighbouring texts are joined.
 *
 * @throws {SurfaceError} `TEMPLATE_SYNTAX`, or `LIMIT_CALL_DEPTH` where expressions nest deeper than 32.
 */
export function parseTemplate(template: string): readonly JsonValue[] {
  const parts: JsonValue[] = []
  let text = ''
  let at = 0
  for (let next = marker(template, at); next >= 0; next = marker(template, at)) {
    text += template.slice(at, next)
    if (template[next] === '\\') {
      text += '${'
      at = next + 3
      continue
    }
    if (text !== '') parts.push(text)
    text = ''
    const scanner: Scanner = { text: template, at: next + 2 }
    parts.push(parseBraced(scanner, 1))
    at = scanner.at
  }
  text += template.slice(at)
  if (text !== '' || parts.length === 0) parts.push(text)
  return parts
}

/** The index of the next `${` or `\${`, or -1. */
function marker(template: string, from: number): number {
  const at = template.indexOf('${', from)
  return at > from && template[at - 1] === '\\' ? at - 1 : at
}

interface Scanner {
  readonly text: string
  at: number
}

/** Reads an expression and its closing brace. */
function parseBraced(scanner: Scanner, depth: number): JsonValue {
  if (depth > maxDepth) throw tooDeep()
  const value = peek(scanner) === '}' ? '' : parseOne(scanner, depth)
  const end = peek(scanner)
  if (end === '')
    throw syntax('An expression is not closed', 'Close each ${ with }, or write \\${ for the characters themselves.')
  if (end !== '}')
    throw syntax(
      `Unexpected ${rest(scanner)} at the end of an expression`,
      'Write one path, literal or call in each ${…}; in a path, other characters are written like %20.',
    )
  scanner.at++
  return value
}

function parseOne(scanner: Scanner, depth: number): JsonValue {
  const first = peek(scanner)
  if (scanner.text.startsWith('${', scanner.at)) {
    scanner.at += 2
    return parseBraced(scanner, depth + 1)
  }
  if (first === "'" || first === '"') return parseString(scanner, first)
  if (/\d/.test(first)) return parseNumber(scanner)
  return parseName(scanner, depth)
}

const escapes: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '\r' }

function parseString(scanner: Scanner, quote: string): string {
  let value = ''
  for (let at = scanner.at + 1; at < scanner.text.length; at++) {
    const character = scanner.text[at] as string
    if (character === quote) {
      scanner.at = at + 1
      return value
    }
    if (character === '\\') {
      const escaped = scanner.text[++at] ?? ''
      value += escapes[escaped] ?? escaped
    } else value += character
  }
  throw syntax('A quoted text is not closed', `Close it with ${quote}.`)
}

function parseNumber(scanner: Scanner): number {
  const digits = take(scanner, /[\d.]+/y)
  if (/^\d+(?:\.\d*)?$/.test(digits)) return Number(digits)
  throw syntax(`"${clip(digits, 20)}" is not a number`, 'Write digits with at most one point.')
}

const keywords: { readonly [word: string]: JsonValue } = { true: true, false: false, null: '' }

function parseName(scanner: Scanner, depth: number): JsonValue {
  const name = take(scanner, /[\p{L}\p{M}\p{N}/._@~%-]+/uy)
  if (peek(scanner) === '(') return parseCall(scanner, name, depth)
  if (name === '') throw syntax(`Unexpected ${rest(scanner)} in an expression`, 'Write a path, a literal or a call.')
  return Object.hasOwn(keywords, name) ? (keywords[name] as JsonValue) : { path: unescaped(name) }
}

function unescaped(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    throw syntax(`"${clip(path, 20)}" is not a path`, 'Write a % in a key as %25.')
  }
}

function parseCall(scanner: Scanner, call: string, depth: number): JsonValue {
  if (depth >= maxDepth) throw tooDeep()
  scanner.at++
  const args: { [name: string]: JsonValue } = {}
  while (peek(scanner) !== ')') {
    const start = rest(scanner)
    if (start === 'end') throw syntax('A call is not closed', 'Close its arguments with ).')
    const name = take(scanner, /\w+/y)
    if (name === '' || peek(scanner) !== ':')
      throw syntax(`An argument has no name: ${start}`, 'Name each argument: length(value: /name, min: 2).')
    scanner.at++
    define(args, name, parseOne(scanner, depth + 1))
    if (peek(scanner) === ',') scanner.at++
  }
  scanner.at++
  return { call, args }
}

/** The character after any white space; empty at the end. */
function peek(scanner: Scanner): string {
  take(scanner, /\s+/y)
  return scanner.text[scanner.at] ?? ''
}

function take(scanner: Scanner, pattern: RegExp): string {
  pattern.lastIndex = scanner.at
  const found = pattern.exec(scanner.text)?.[0] ?? ''
  scanner.at += found.length
  return found
}

/** What comes next, up to what closes the expression or the call. */
function rest({ text, at }: Scanner): string {
  const [found] = /^.[^})]*/s.exec(text.slice(at)) ?? []
  return found === undefined ? 'end' : `"${clip(found.trim(), 20)}"`
}

function syntax(message: string, hint: string): SurfaceError {
  return new SurfaceError('TEMPLATE_SYNTAX', message, { hint })
}

function tooDeep(): SurfaceError {
  return new SurfaceError('LIMIT_CALL_DEPTH', `The expressions of a template nest more than ${maxDepth} deep`, {
    hint: 'Compute a part of the value before sending.',
  })
}
