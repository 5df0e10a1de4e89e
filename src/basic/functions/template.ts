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

/** A literal template is parsed when its component arrives, a long one again when it is drawn; a bound or computed one at each evaluation. */
export const formatString: FunctionDefinition = {
  evaluates: true,
  expand({ value }, parse): Expression | undefined {
    if (value?.kind !== 'literal' || typeof value.value !== 'string') return undefined
    const template = value.value
    const parsed = (): readonly Expression[] => parseTemplate(template).map(parse)
    try {
      const parts = parsed()
      return template.length > shortTemplate ? parsedAgain(parts, parsed) : { kind: 'join', parts }
    } catch (error) {
      // The place of every error is the template: an expression within a template has no pointer.
      throw error instanceof SurfaceError ? error.movedTo('/value') : error
    }
  },
  /** Only the template is parsed: `${…}` in a value of the data model stays text. */
  run({ value }, { evaluate, spend, textOf }) {
    const template = toText(value)
    spend(stepsOfCharacter * template.length)
    const parts = parseTemplate(template)
    spend(stepsOfPart * parts.length)
    let text = ''
    for (const part of parts) text += textOf(evaluate(part))
    return text
  },
}

/** Characters. The parts of a template take 30 times its bytes, and most components have a short one, if any. */
const shortTemplate = 100

/** The parts are kept while they are in use: what is not drawn keeps the text of its template alone. */
function parsedAgain(parts: readonly Expression[], parsed: () => readonly Expression[]): Expression {
  let kept = new WeakRef(parts)
  return {
    kind: 'join',
    get parts() {
      const known = kept.deref() ?? parsed()
      kept = new WeakRef(known)
      return known
    },
  }
}

/** Steps to parse a character of a template. */
const stepsOfCharacter = 10

/** Steps to evaluate a part. */
const stepsOfPart = 200

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
  /** What comes next. */
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
    at = next + 2
    parts.push(braced(1))
  }
  text += template.slice(at)
  if (text !== '' || parts.length === 0) parts.push(text)
  return parts

  /** Reads an expression and its closing brace. */
  function braced(depth: number): JsonValue {
    if (depth > maxDepth) throw tooDeep()
    const value = peek() === '}' ? '' : expression(depth)
    const end = peek()
    if (end === '')
      throw syntax('An expression is not closed', 'Close each ${ with }, or write \\${ for the characters themselves.')
    if (end !== '}')
      throw syntax(
        `Unexpected ${rest()} at the end of an expression`,
        'Write one path, literal or call in each ${…}; in a path, other characters are written like %20.',
      )
    at++
    return value
  }

  function expression(depth: number): JsonValue {
    const first = peek()
    if (template.startsWith('${', at)) {
      at += 2
      return braced(depth + 1)
    }
    if (first === "'" || first === '"') return quoted(first)
    if (/\d/.test(first)) {
      const digits = take(/[\d.]+/y)
      if (/^\d+(?:\.\d*)?$/.test(digits)) return Number(digits)
      throw syntax(`"${clip(digits, 20)}" is not a number`, 'Write digits with at most one point.')
    }
    const name = take(/[\p{L}\p{M}\p{N}/._@~%-]+/uy)
    if (peek() === '(') return call(name, depth)
    if (name === '') throw syntax(`Unexpected ${rest()} in an expression`, 'Write a path, a literal or a call.')
    return Object.hasOwn(keywords, name) ? (keywords[name] as JsonValue) : { path: unescaped(name) }
  }

  function quoted(quote: string): string {
    let value = ''
    while (++at < template.length) {
      const character = template[at] as string
      if (character === quote) {
        at++
        return value
      }
      if (character === '\\') {
        const escaped = template[++at] ?? ''
        value += escapes[escaped] ?? escaped
      } else value += character
    }
    throw syntax('A quoted text is not closed', `Close it with ${quote}.`)
  }

  function call(name: string, depth: number): JsonValue {
    if (depth >= maxDepth) throw tooDeep()
    at++
    const args: { [name: string]: JsonValue } = {}
    while (peek() !== ')') {
      const start = rest()
      if (start === 'end') throw syntax('A call is not closed', 'Close its arguments with ).')
      const argument = take(/\w+/y)
      if (argument === '' || peek() !== ':')
        throw syntax(`An argument has no name: ${start}`, 'Name each argument: length(value: /name, min: 2).')
      at++
      define(args, argument, expression(depth + 1))
      if (peek() === ',') at++
    }
    at++
    return { call: name, args }
  }

  /** The character after any white space; empty at the end. */
  function peek(): string {
    take(/\s+/y)
    return template[at] ?? ''
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at
    const found = pattern.exec(template)?.[0] ?? ''
    at += found.length
    return found
  }

  /** What comes next, up to what closes the expression or the call. */
  function rest(): string {
    const [found] = /^.[^})]*/s.exec(template.slice(at)) ?? []
    return found === undefined ? 'end' : `"${clip(found.trim(), 20)}"`
  }
}

/** The index of the next `${` or `\${`, or -1. */
function marker(template: string, from: number): number {
  const at = template.indexOf('${', from)
  return at > from && template[at - 1] === '\\' ? at - 1 : at
}

const escapes: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '\r' }

const keywords: { readonly [word: string]: JsonValue } = { true: true, false: false, null: '' }

function unescaped(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    throw syntax(`"${clip(path, 20)}" is not a path`, 'Write a % in a key as %25.')
  }
}

function syntax(message: string, hint: string): SurfaceError {
  return new SurfaceError('TEMPLATE_SYNTAX', message, { hint })
}

function tooDeep(): SurfaceError {
  return new SurfaceError('LIMIT_CALL_DEPTH', `The expressions of a template nest more than ${maxDepth} deep`, {
    hint: 'Compute a part of the value before sending.',
  })
}
