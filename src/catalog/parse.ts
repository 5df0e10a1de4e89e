/**
 * The door of a catalog: a wire component, checked by its type's validator, becomes a typed `Component`; every function
 * call on the way is checked by its own. Throws a `SurfaceError` whose `at` is within the component.
 */
import { toType } from '../json/coerce.ts'
import { type Report, SurfaceError } from '../json/errors.ts'
import type { Limits } from '../json/limits.ts'
import { didYouMean } from '../json/nearest.ts'
import { escapeToken, parsePointer, root } from '../json/pointer.ts'
import { clip, define, isObject, type JsonObject, type JsonValue, own } from '../json/value.ts'
import { faultOf } from '../schema/fault.ts'
import type { CompiledComponent, Shape, Shapes } from './compiled.ts'
import type {
  Action,
  CallExpression,
  Children,
  DynamicType,
  Expression,
  PathExpression,
  Prop,
  Template,
} from './component.ts'
import { describer } from './describe.ts'
import { chosen, isBinding, isCall } from './form-of.ts'
import type { CatalogFunction } from './function.ts'

/** What parsing needs to know of the catalog and of the dialect that the agent speaks. */
export interface Grammar {
  readonly catalogId: string
  readonly functions: ReadonlyMap<string, CatalogFunction>
  /** How a path is read: v0.9 has absolute and relative ones, v0.8 looks in the item first. */
  readonly path: (text: string) => PathExpression
  /** Whether a template repeats over the members of an object too. */
  readonly objects: boolean
  readonly limits: Pick<Limits, 'callDepth' | 'patternLength'>
  /** Lenient mode: takes the fault of a call that then has no value. Absent: the call refuses its component. */
  readonly leaveOut?: Report
}

/** The same grammar, by which a call of an unknown function has no value. Each place is reported once. */
export function leavingOut(grammar: Grammar, warn: Report): Grammar {
  const known = new Set<string | undefined>()
  const leaveOut: Report = (error) => {
    if (!known.has(error.place.at)) warn(error.asWarning())
    known.add(error.place.at)
  }
  return { ...grammar, leaveOut }
}

/** v0.9: absolute with a leading slash; else relative to the item, whose own value is `""` or `.`. */
export function pathOf(text: string): PathExpression {
  if (text.startsWith('/')) return { kind: 'path', pointer: parsePointer(text), from: 'root' }
  return { kind: 'path', pointer: text === '.' ? root : parsePointer(text), from: 'scope' }
}

/** A property of a component type, with what need not be worked out for each component. */
export interface Step {
  readonly name: string
  readonly shape: Shape
  readonly at: string
  readonly otherwise: Prop | undefined
}

type Definition = Pick<CompiledComponent, 'shapes' | 'defaults'>

const plans = new WeakMap<Definition, readonly Step[]>()

export function planOf(definition: Definition, grammar: Grammar): readonly Step[] {
  const known = plans.get(definition)
  if (known) return known
  const { shapes, defaults } = definition
  const plan = Object.keys(shapes).map((name) => {
    const shape = shapes[name] as Shape
    const at = `/${escapeToken(name)}`
    const value = own(defaults, name)
    return { name, shape, at, otherwise: value === undefined ? undefined : parseProp(value, shape, at, grammar) }
  })
  plans.set(definition, plan)
  return plan
}

/**
 * The properties of a component by their shapes, defaults filled in. `wire` has passed the type's validator. Always in the
 * same order, so that engines see one kind of object for each component type.
 */
export function parseProps(
  wire: JsonObject,
  definition: Definition,
  grammar: Grammar,
): { readonly [name: string]: Prop } {
  const props: { [name: string]: Prop } = {}
  const plan = planOf(definition, grammar)
  for (let step = 0; step < plan.length; step++) {
    const { name, shape, at, otherwise } = plan[step] as Step
    const value = own(wire, name)
    const prop = value === undefined ? otherwise : parseProp(value, shape, at, grammar)
    if (prop) props[name] = prop
  }
  return props
}

export function parseProp(value: JsonValue, shape: Shape, at: string, grammar: Grammar): Prop {
  if (typeof shape === 'object') return parseNested(value, shape, at, grammar)
  switch (shape) {
    case 'static':
      return { kind: 'static', value }
    case 'child':
      return { kind: 'child', id: value as string }
    case 'children':
      return parseChildren(value, at, grammar)
    case 'action':
      return parseAction(value as JsonObject, at, grammar)
    default:
      return parseDynamic(value, shape, at, grammar)
  }
}

/** What is written out is known at once. */
function parseDynamic(value: JsonValue, type: DynamicType, at: string, grammar: Grammar): Prop {
  const expression = parseExpression(value, at, grammar)
  if (expression.kind === 'literal') return { kind: 'static', value: toType(expression.value, type) ?? null }
  return { kind: 'dynamic', type, expression }
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
      parseProp(member, own(shape.members, name) ?? shape.rest ?? 'static', `${at}/${escapeToken(name)}`, grammar),
    )
  }
  return { kind: 'members', members }
}

function parseChildren(value: JsonValue, at: string, grammar: Grammar): Children | Template {
  if (!isObject(value)) return { kind: 'children', ids: value as readonly string[] }
  const { componentId, path } = value as { componentId: string; path: string }
  return { kind: 'template', componentId, path: parsePath(path, at, grammar), objects: grammar.objects }
}

function parseAction(value: JsonObject, at: string, grammar: Grammar): Action {
  const call = own(value, 'functionCall')
  if (call !== undefined) {
    const expression = parseCall(call as JsonObject, `${at}/functionCall`, grammar, { depth: 1, effects: true })
    return { kind: 'action', does: { kind: 'call', call: expression } }
  }
  const event = value['event'] as JsonObject
  const context = Object.entries((event['context'] ?? {}) as JsonObject).map(
    ([key, wire]) => [key, parseExpression(wire, `${at}/event/context/${escapeToken(key)}`, grammar)] as const,
  )
  return { kind: 'action', does: { kind: 'event', name: event['name'] as string, context } }
}

/** A dynamic value in its wire form: a literal, `{path}`, `{call}`, or an array of them. */
export function parseExpression(value: JsonValue, at: string, grammar: Grammar, depth = 1): Expression {
  if (Array.isArray(value)) return parseList(value, at, grammar, depth)
  if (!isObject(value)) return { kind: 'literal', value }
  const object = value as JsonObject
  if (isCall(object)) return parseCall(object, at, grammar, { depth, effects: false })
  if (isBinding(object)) return parsePath(object['path'] as string, at, grammar)
  return { kind: 'literal', value: object }
}

function parseList(value: readonly JsonValue[], at: string, grammar: Grammar, depth: number): Expression {
  const items = value.map((item, index) => parseExpression(item, `${at}/${index}`, grammar, depth))
  return items.every((item) => item.kind === 'literal') ? { kind: 'literal', value } : { kind: 'list', items }
}

function parsePath(text: string, at: string, grammar: Grammar): PathExpression {
  try {
    return grammar.path(text)
  } catch (error) {
    throw error instanceof SurfaceError ? error.in({ at: `${at}/path` }) : error
  }
}

interface CallRules {
  readonly depth: number
  /** Whether the call stands where a person acts, so that an effect may run. */
  readonly effects: boolean
}

function parseCall(wire: JsonObject, at: string, grammar: Grammar, { depth, effects }: CallRules): Expression {
  if (depth > grammar.limits.callDepth) throw tooNested(at, grammar)
  const fn = grammar.functions.get(wire['call'] as string)
  if (!fn) return withoutValue(functionUnknown(wire['call'] as string, `${at}/call`, grammar), grammar)
  if (!fn.validate(wire)) throw callFault(fn, wire, at)
  if (fn.definition.effect && !effects) return withoutValue(notPure(fn, at), grammar)
  const args: { [name: string]: Expression } = {}
  for (const [name, value] of Object.entries((wire['args'] ?? {}) as JsonObject)) {
    const shape = own(fn.args, name) ?? 'static'
    const dynamic = (typeof shape === 'object' && 'forms' in shape ? chosen(shape.forms, value) : shape) !== 'static'
    const place = `${at}/args/${escapeToken(name)}`
    define(args, name, dynamic ? parseExpression(value, place, grammar, depth + 1) : { kind: 'literal', value })
  }
  const leaveOut = grammar.leaveOut && ((error: SurfaceError) => grammar.leaveOut?.(error.movedTo(`${at}/args`)))
  const inner = leaveOut ? { ...grammar, leaveOut } : grammar
  const parse = (value: JsonValue): Expression => parseExpression(value, '', inner, depth + 1)
  return expand(fn, args, parse, at, grammar) ?? { kind: 'call', fn, args, at }
}

function expand(
  { definition }: CatalogFunction,
  args: CallExpression['args'],
  parse: (wire: JsonValue) => Expression,
  at: string,
  { limits }: Grammar,
): Expression | undefined {
  try {
    return definition.expand?.(args, parse, limits)
  } catch (error) {
    throw error instanceof SurfaceError ? error.below(`${at}/args`) : error
  }
}

/** A call that cannot be: it refuses its component, or in lenient mode has no value. */
function withoutValue(error: SurfaceError, { leaveOut }: Grammar): Expression {
  if (!leaveOut) throw error
  leaveOut(error)
  return { kind: 'literal', value: undefined }
}

function functionUnknown(name: string, at: string, { functions, catalogId }: Grammar): SurfaceError {
  return new SurfaceError('FUNCTION_UNKNOWN', `No function "${clip(name)}" in catalog "${catalogId}"`, {
    hint: didYouMean(name, functions.keys(), `Known functions: ${[...functions.keys()].join(', ') || 'none'}.`),
    at,
  })
}

function callFault(fn: CatalogFunction, wire: JsonObject, at: string): SurfaceError {
  const argument = isObject(wire['args']) ? Object.keys(fn.args) : []
  const inArgs = fn.validate.errors?.every((error) => error.instancePath.startsWith('/args')) ?? false
  const errors = fn.validate.errors?.map((error) => ({
    ...error,
    instancePath: inArgs ? error.instancePath.slice(5) : error.instancePath,
  }))
  const shapes: Shapes = inArgs ? fn.args : { args: { members: fn.args } }
  const fault = faultOf(errors, inArgs ? argument : ['call', 'args', 'returnType'], describer(shapes))
  return new SurfaceError('VALIDATION_FAILED', `In a call of "${fn.name}": ${fault.message}`, {
    hint: fault.hint,
    at: `${at}${inArgs ? '/args' : ''}${fault.at}`,
  })
}

function notPure(fn: CatalogFunction, at: string): SurfaceError {
  return new SurfaceError('FUNCTION_NOT_PURE', `"${fn.name}" does something, so it cannot be a value`, {
    hint: `Call "${fn.name}" from a Button's action.`,
    at: `${at}/call`,
  })
}

function tooNested(at: string, { limits }: Grammar): SurfaceError {
  return new SurfaceError('LIMIT_CALL_DEPTH', `Function calls nest deeper than ${limits.callDepth}`, {
    hint: 'Let the agent compute part of it.',
    at,
  })
}
