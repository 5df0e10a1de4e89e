/**
 * The value of a property, checked by its schema → what it is to the runtime. Every function call on the way is checked by its
 * own schema. Throws a `SurfaceError` whose `at` is within the component.
 */

import type { Limits } from '../errors/limits.ts'
import { asSurfaceError, type Report, reasonOf, SurfaceError } from '../errors/surface-error.ts'
import { toType } from '../json/coerce.ts'
import { escapeToken, parsePointer, placed, root } from '../json/pointer.ts'
import { clip, define, getOwn, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { errorOf, faultsOf } from '../schema/fault.ts'
import { describer, v09Forms } from '../schema/wire-forms.ts'
import { unknownName } from './check-names.ts'
import { type Action, type Children, type Prop, reference, type Template } from './component.ts'
import type { CallExpression, CatalogFunction, Expression, PathExpression } from './expression.ts'
import { chosen, type DynamicType, isBinding, isCall, type Shape, shapeAt } from './shape.ts'

/** What parsing needs to know of the catalog and of the dialect that the agent speaks. */
export interface Grammar {
  readonly catalogId: string
  readonly functions: ReadonlyMap<string, CatalogFunction>
  /** How a path is read: v0.9 has absolute and relative paths; v0.8 tries the item first. */
  readonly path: (text: string) => PathExpression
  readonly roles: Roles
  readonly limits: Pick<Limits, 'callDepth' | 'patternLength'>
  /** Lenient mode (repairs.ts): takes the fault of a call that then has no value. Absent: the call refuses its component. */
  readonly leaveOut?: Report
  /** Strict mode looks again at a faulty component: takes each fault, so that the others are found as well. */
  readonly refuse?: Report | undefined
}

/** How the dialect writes values whose role does not follow from JSON alone. */
export interface Roles {
  readonly dynamic: (value: JsonValue, type: DynamicType, at: string, grammar: Grammar) => Prop
  readonly children: (value: JsonValue, at: string, grammar: Grammar) => Children | Template
  readonly action: (value: JsonObject, at: string, grammar: Grammar) => Action
}

/** v0.9: absolute with a leading slash; else relative to the item, whose own value is `""` or `.`. */
export function pathOf(text: string): PathExpression {
  if (text.startsWith('/')) return { kind: 'path', pointer: parsePointer(text), from: 'root' }
  return { kind: 'path', pointer: text === '.' ? root : parsePointer(text), from: 'scope' }
}

export function parseProp(value: JsonValue, shape: Shape, at: string, grammar: Grammar): Prop {
  const { roles } = grammar
  if (typeof shape === 'object') return parseNested(value, shape, at, grammar)
  if (shape === 'static') return { kind: 'static', value }
  if (shape === 'child') return reference({ kind: 'child', id: value as string })
  if (shape === 'children') return roles.children(value, at, grammar)
  if (shape === 'action') return roles.action(value as JsonObject, at, grammar)
  return roles.dynamic(value, shape, at, grammar)
}

function parseNested(value: JsonValue, shape: Exclude<Shape, string>, at: string, grammar: Grammar): Prop {
  if ('forms' in shape) return parseProp(value, chosen(shape.forms, value), at, grammar)
  if ('items' in shape) {
    const items = (value as readonly JsonValue[]).map((item, index) =>
      parseProp(item, shape.items, `${at}/${index}`, grammar),
    )
    return { kind: 'list', items }
  }
  const members: { [name: string]: Prop } = {}
  for (const [name, member] of Object.entries(value as JsonObject)) {
    define(
      members,
      name,
      parseProp(member, getOwn(shape.members, name) ?? shape.rest ?? 'static', `${at}/${escapeToken(name)}`, grammar),
    )
  }
  return { kind: 'members', members }
}

/** Roles as v0.9 writes them. */
export const v09Roles: Roles = {
  /** What is written out is known at once. */
  dynamic(value, type, at, grammar) {
    const expression = parseExpression(value, at, grammar)
    if (expression.kind === 'literal') return { kind: 'static', value: toType(expression.value, type) ?? null }
    return { kind: 'dynamic', type, expression }
  },
  children(value, at, grammar) {
    if (!isObject(value)) return reference({ kind: 'children', ids: value as readonly string[] })
    const { componentId, path: text } = value as { componentId: string; path: string }
    const path = parsePath(text, `${at}/path`, grammar)
    return reference({ kind: 'template', componentId, path, objects: path.from === 'item' })
  },
  action(value, at, grammar) {
    const call = getOwn(value, 'functionCall')
    if (call !== undefined) {
      const expression = parseCall(call as JsonObject, `${at}/functionCall`, grammar, 1, true)
      return reference({ kind: 'action', does: { kind: 'call', call: expression } })
    }
    const event = value['event'] as JsonObject
    const context = Object.entries((event['context'] ?? {}) as JsonObject).map(
      ([key, wire]) => [key, parseExpression(wire, `${at}/event/context/${escapeToken(key)}`, grammar)] as const,
    )
    return reference({ kind: 'action', does: { kind: 'event', name: event['name'] as string, context } })
  },
}

/** A dynamic value in its wire form: a literal, `{path}`, `{call}`, or an array of them. */
export function parseExpression(value: JsonValue, at: string, grammar: Grammar, depth = 1): Expression {
  if (!grammar.refuse) return expressionOf(value, at, grammar, depth)
  try {
    return expressionOf(value, at, grammar, depth)
  } catch (error) {
    grammar.refuse(asSurfaceError(error))
    return noValue
  }
}

const noValue: Expression = { kind: 'literal', value: undefined }

function expressionOf(value: JsonValue, at: string, grammar: Grammar, depth: number): Expression {
  if (Array.isArray(value)) {
    const items = value.map((item, index) => parseExpression(item, `${at}/${index}`, grammar, depth))
    return items.every((item) => item.kind === 'literal') ? { kind: 'literal', value } : { kind: 'list', items }
  }
  if (!isObject(value)) return { kind: 'literal', value }
  const object = value as JsonObject
  if (isCall(object)) return parseCall(object, at, grammar, depth)
  if (isBinding(object)) return parsePath(object['path'] as string, `${at}/path`, grammar)
  return { kind: 'literal', value: object }
}

/** Where many components pass, a path that is wrong is looked at again. */
export function pathIfRight(text: string, { path }: Pick<Grammar, 'path'>): PathExpression | undefined {
  try {
    return path(text)
  } catch {
    return undefined
  }
}

export function parsePath(text: string, at: string, grammar: Grammar): PathExpression {
  return placed(at, () => grammar.path(text))
}

/** `effects`: the call stands where a person acts, so that an effect may run. */
function parseCall(wire: JsonObject, at: string, grammar: Grammar, depth: number, effects = false): Expression {
  const { callDepth } = grammar.limits
  if (depth > callDepth)
    throw new SurfaceError('LIMIT_CALL_DEPTH', `Function calls nest more than ${callDepth} deep`, {
      hint: 'Compute a part of the value before sending.',
      at,
    })
  const name = wire['call'] as string
  const fn = grammar.functions.get(name)
  if (!fn) {
    const [message, remedy] = unknownName(grammar.catalogId, 'function', name, [...grammar.functions.keys()])
    return withoutValue(new SurfaceError('FUNCTION_UNKNOWN', message, { ...remedy, at: `${at}/call` }), grammar)
  }
  if (fn.validate(wire)) refuseCall(fn, wire, at, grammar)
  if (fn.definition.effect && !effects) return withoutValue(notPure(fn, at), grammar)
  const args: { [name: string]: Expression } = {}
  const given = (wire['args'] ?? {}) as JsonObject
  for (const [arg, value] of Object.entries(fn.defaults ? { ...fn.defaults, ...given } : given)) {
    const shape = getOwn(fn.args, arg) ?? 'static'
    const dynamic = (typeof shape === 'object' && 'forms' in shape ? chosen(shape.forms, value) : shape) !== 'static'
    const place = `${at}/args/${escapeToken(arg)}`
    define(args, arg, dynamic ? parseExpression(value, place, grammar, depth + 1) : { kind: 'literal', value })
  }
  const call: CallExpression = {
    kind: 'call',
    fn,
    args,
    at,
    ...(fn.definition.evaluates && { functions: grammar.functions }),
  }
  return expanded(call, grammar, depth) ?? call
}

/** What the function puts in the place of its call. */
function expanded({ fn, args, at }: CallExpression, grammar: Grammar, depth: number): Expression | undefined {
  const { limits, leaveOut, refuse } = grammar
  const inner: Grammar = leaveOut
    ? { ...grammar, leaveOut: (error) => leaveOut(error.movedTo(`${at}/args`)) }
    : // The whole template is one place.
      refuse
      ? { ...grammar, refuse: undefined }
      : grammar
  try {
    return fn.definition.expand?.(args, (value) => parseExpression(value, '', inner, depth + 1), limits)
  } catch (error) {
    if (error instanceof SurfaceError) throw error.below(`${at}/args`)
    const place = { hint: 'Check the arguments that it is given.', at }
    throw new SurfaceError('FUNCTION_FAILED', `"${fn.name}" failed: ${clip(reasonOf(error))}`, place, { cause: error })
  }
}

/** A call that cannot be: it refuses its component, or in lenient mode has no value. */
function withoutValue(error: SurfaceError, { leaveOut }: Grammar): Expression {
  if (!leaveOut) throw error
  leaveOut(error)
  return noValue
}

/** Throws the first fault of a call, unless the grammar takes them all. */
function refuseCall({ name, args, validate }: CatalogFunction, wire: JsonObject, at: string, grammar: Grammar): void {
  const known = { '': ['call', 'args', 'returnType'], '/args': Object.keys(args) }
  const describe = describer(v09Forms, (place) => shapeAt({ args: { members: args } }, place))
  const faults = faultsOf(validate, wire, known, describe).map((fault) =>
    errorOf({ ...fault, message: `${fault.message}, in a call of "${name}"` }, at),
  )
  if (!grammar.refuse) throw faults[0]
  faults.forEach(grammar.refuse)
}

function notPure(fn: CatalogFunction, at: string): SurfaceError {
  return new SurfaceError('FUNCTION_NOT_PURE', `"${fn.name}" does something, so it cannot be a value`, {
    hint: `Call "${fn.name}" from a Button's action.`,
    at: `${at}/call`,
  })
}
