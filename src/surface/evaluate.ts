/** Evaluates an expression: expression × reader → value. Drawing and actions use the same code. */
import { type Component, type Prop, reference, type Template } from '../catalog/component.ts'
import type { Args, CallContext, Environment, Expression, PathExpression } from '../catalog/expression.ts'
import { reasonOf, SurfaceError } from '../errors/surface-error.ts'
import { saysAll, toText, toType, type ValueType } from '../json/coerce.ts'
import { placeOf } from '../json/loose-path.ts'
import { formatPointer, join, type Pointer, root } from '../json/pointer.ts'
import { clip, isList, type JsonValue, type Maybe, mapMembers } from '../json/value.ts'
import type { Memo } from '../live/memo.ts'
import type { ListItems } from './data-model.ts'
import type { Load, Loaded } from './loads.ts'
import type { SurfaceParts } from './surface-parts.ts'

/** What expressions are evaluated against: data, functions and limits, as one component sees them. */
export interface Evaluation {
  /** The list item that relative paths start from; the root outside of templates. */
  readonly scope: Pointer
  read(pointer: Pointer): Maybe
  /** What a template repeats over; see `DataModel.items`. */
  items(pointer: Pointer): ListItems | undefined
  /** A property of the component that the expression belongs to. */
  own(name: string): Maybe
  /** What a function's `load` gave; see `Loads.get`. */
  loaded(load: Load): Loaded | 'missing' | undefined
  readonly surface: Pick<SurfaceParts, 'environment' | 'limits' | 'memo' | 'parseExpression' | 'results'> &
    Partial<Pick<SurfaceParts, 'lenient' | 'model'>>
  /** Counts steps against `limits.work`; false where there is no room for them. */
  spend(steps: number): boolean
  /** `spend` has said no. */
  readonly overQuota?: boolean
  /** The value is drawn, and a function that it needs is still being loaded. */
  readonly waits?: boolean
  /**
   * The expression came with the data. It may not bring in another such expression: one that names itself would never
   * end.
   */
  fromData: boolean
  /** The property that is evaluated takes a type that cannot say all of this value. */
  lose?(value: Maybe): void
  /** A function threw: its value is absent, and the error is reported. `at` is within the component. */
  fail(error: SurfaceError): void
}

/** The instances of a template. The same object until an instance changes. */
export interface Items extends ListItems {
  readonly kind: 'items'
  readonly componentId: string
  readonly pointer: Pointer
  /** The list item that `pointer` leads on from, or the root. */
  readonly scope: Pointer
}

/** What a renderer gets for a property: JSON, a reference that it passes to `child` or `act`, or several of them. */
export type Evaluated = Maybe | Items | Prop | readonly Evaluated[] | { readonly [name: string]: Evaluated }

export function evaluateProp(prop: Prop, evaluation: Evaluation): Evaluated {
  switch (prop.kind) {
    case 'static':
      return prop.value
    case 'dynamic': {
      const value = listed(evaluate(prop.expression, evaluation), prop.type, evaluation)
      if (!saysAll(value, prop.type)) evaluation.lose?.(value)
      return shortEnough(toType(value, prop.type), evaluation)
    }
    case 'template':
      return itemsOf(prop, evaluation)
    case 'list':
      if (!afford(prop.items.length * stepsOfItem, evaluation)) return []
      return prop.items.map((item) => evaluateProp(item, evaluation))
    case 'members':
      return mapMembers(prop.members, (member) => evaluateProp(member, evaluation))
    default:
      return prop
  }
}

/** The list that a text holds as JSON, where a list is wanted: v0.8 has no lists of its own, so agents write such texts. */
function listed(value: Maybe, type: ValueType, evaluation: Evaluation): Maybe {
  if (type !== 'stringList' || typeof value !== 'string' || !/^\s*\[/.test(value)) return value
  return evaluation.surface.memo.get(listIn, [value], (steps) => void evaluation.spend(steps)) ?? value
}

/** A list of lists would be nested text again, as deep as the text is long. */
const listIn = Object.assign(
  (text: string): readonly JsonValue[] | undefined => {
    try {
      const value: JsonValue = JSON.parse(text)
      return isList(value) && value.every((item) => typeof item !== 'object') ? value : undefined
    } catch {
      return undefined
    }
  },
  {
    cost: (text: string): number => text.length,
    bytes: (list: Maybe): number => (isList(list) ? 16 * list.length : 0),
  },
)

/** Texts in the data have a limit already; the JSON of a large object has none. */
function shortEnough(value: Maybe, evaluation: Evaluation): Maybe {
  const error = tooLong(value, evaluation)
  if (!error) return value
  evaluation.fail(error)
  return ''
}

/** For `Evaluation.own`: what the agent sent. */
export function ownProp({ props }: Pick<Component, 'props'>, name: string, evaluation: Evaluation): Maybe {
  const prop = props[name]
  if (prop?.kind === 'dynamic') return evaluate(prop.expression, evaluation)
  return prop?.kind === 'static' ? prop.value : undefined
}

const noItems: ListItems = { ofList: true, items: 0, keys: undefined }

function itemsOf({ componentId, path, objects }: Template, evaluation: Evaluation): Items {
  const pointer = locate(path, evaluation)
  const found = evaluation.items(pointer)
  const list = found && (found.ofList || objects || evaluation.surface.lenient) ? found : noItems
  if (list === noItems && (evaluation.surface.model?.read(pointer) ?? '') !== '')
    warn(evaluation, `There is no list at "${clip(formatPointer(pointer))}"`, 'Send a list.')
  const inside = evaluation.scope.every((token, position) => token === pointer[position])
  return reference({ kind: 'items', componentId, pointer, scope: inside ? evaluation.scope : root, ...list })
}

export function evaluate(expression: Expression, evaluation: Evaluation): Maybe {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'path':
      return afford(stepsOfRead + stepsOfName * expression.pointer.length, evaluation)
        ? readPath(expression, evaluation)
        : undefined
    case 'own':
      return evaluation.own(expression.name)
    case 'list':
      if (!afford(expression.items.length * stepsOfItem, evaluation)) return undefined
      return expression.items.map((item) => evaluate(item, evaluation) ?? null)
    case 'join':
      if (!afford(expression.parts.length * stepsOfItem, evaluation)) return undefined
      return joined(expression.parts, evaluation)
    case 'call':
      return afford(stepsOfCall, evaluation, expression.at) ? call(expression, evaluation) : undefined
  }
}

/** Steps of a call without the work of its function. */
const stepsOfCall = 100

/** Steps of reading a place, and of listening to it; and of each name of the path. */
const stepsOfRead = 50
const stepsOfName = 10

/** Steps of an element of a list, or a part of a text. */
const stepsOfItem = 5

/** Whether there is room for these steps. If not, that is reported once for the component and the value stays empty. */
function afford(steps: number, evaluation: Evaluation, at?: string): boolean {
  const { overQuota } = evaluation
  const room = evaluation.spend(steps)
  if (!room && !overQuota) evaluation.fail(tooMuchWork().in({ at }))
  return room
}

/** The size of the arguments: each character of a text and each element of a list. */
function sizeOf(args: Args): number {
  let size = 0
  for (const name in args) {
    const value = args[name]
    if (typeof value === 'string' || isList(value)) size += value.length
  }
  return size
}

/** What would be lost in silence is said once for the component. */
function warn(evaluation: Evaluation, message: string, hint: string): void {
  evaluation.fail(new SurfaceError('VALIDATION_FAILED', message, { hint }).asWarning())
}

/** The value at a path. A path from the root whose names the item of the list alone has is most likely a mistake. */
function readPath(path: PathExpression, evaluation: Evaluation): Maybe {
  const { scope, surface } = evaluation
  const value = evaluation.read(locate(path, evaluation))
  if (value !== undefined || scope === root || path.from !== 'root') return value
  const text = clip(formatPointer(path.pointer))
  if (surface.model?.read(join(scope, path.pointer)) !== undefined)
    warn(evaluation, `"${text}" is in the item of the list alone`, `Send "${text.slice(1)}".`)
  return value
}

/** Where a path leads from here. */
function locate(path: PathExpression, evaluation: Pick<Evaluation, 'scope' | 'read' | 'surface' | 'fail'>): Pointer {
  const found = written(path, evaluation)
  return evaluation.surface.lenient?.placeFor(found, path, evaluation) ?? found
}

function written({ pointer, from }: PathExpression, evaluation: Pick<Evaluation, 'scope' | 'read'>): Pointer {
  const { scope } = evaluation
  if (from !== 'item') return from === 'root' ? pointer : join(scope, pointer)
  // Each place that is looked at for a key is recorded as read, so the key is noticed when it comes.
  const found = placeOf(scope, pointer, evaluation)
  return scope === root || evaluation.read(found) !== undefined ? found : placeOf(root, pointer, evaluation)
}

/** Where a path is written: as it is read, and into the list item where neither item nor root has it (v0.8). */
export function locateForWrite(
  path: PathExpression,
  evaluation: Pick<Evaluation, 'scope' | 'read' | 'surface' | 'fail'>,
): Pointer {
  const found = locate(path, evaluation)
  if (path.from !== 'item' || evaluation.read(found) !== undefined) return found
  return placeOf(evaluation.scope, path.pointer, evaluation)
}

function call({ fn, args, at }: Extract<Expression, { kind: 'call' }>, evaluation: Evaluation): Maybe {
  const values: Args = mapMembers(args, (argument) => evaluate(argument, evaluation))
  const report = (cause: unknown): void => evaluation.fail(functionFailed(fn.name, cause, at))
  try {
    const { definition } = fn
    const loaded = definition.load ? evaluation.loaded(definition.load) : nothing
    if (!loaded || loaded === 'missing') return undefined
    const { environment, memo, results } = evaluation.surface
    const known = results.get(definition, values)
    if (known) return known.value
    /** The result depends on nothing but the arguments, and nothing was reported. */
    let repeatable = !definition.effect
    const spend = (steps: number): void => {
      if (!evaluation.spend(steps)) throw tooMuchWork()
    }
    // Not a copy: reading screen, address and time zone for each call costs 3 µs, where `required` itself takes 0.2.
    const context: CallContext = Object.assign(Object.create(environment) as Environment, {
      evaluate(wire: JsonValue) {
        repeatable = false
        return evaluateWire(wire, evaluation)
      },
      report(cause: unknown) {
        repeatable = false
        report(cause)
      },
      memo: ((make, ...keys) => memo.get(make, keys, spend)) satisfies Memo,
      spend,
      loaded: loaded.value,
      textOf: (value: Maybe) => textOfPart(value, evaluation),
    })
    spend(sizeOf(values))
    const result = definition.run(values, context)
    const error = tooLong(result, evaluation)
    if (error) throw error
    if (repeatable) results.keep(definition, values, result)
    return result
  } catch (cause) {
    report(cause)
    return undefined
  }
}

const nothing = { value: undefined }

function evaluateWire(wire: JsonValue, evaluation: Evaluation): Maybe {
  const expression = evaluation.surface.parseExpression(wire)
  if (expression.kind === 'literal') return expression.value
  if (evaluation.fromData)
    throw new SurfaceError('LIMIT_CALL_DEPTH', 'A template from the data model names another one', {
      hint: 'Put the values themselves into the data model.',
    })
  evaluation.fromData = true
  try {
    return evaluate(expression, evaluation)
  } finally {
    evaluation.fromData = false
  }
}

/**
 * A short template can repeat a long value many times. Concatenation is cheap: the engine copies nothing until the text
 * is read.
 */
function joined(parts: readonly Expression[], evaluation: Evaluation): Maybe {
  let text = ''
  const { overQuota } = evaluation
  for (const part of parts) {
    text += textOfPart(evaluate(part, evaluation), evaluation)
    // A text without this part would say something else.
    if (evaluation.overQuota && !overQuota) return undefined
    const error = tooLong(text, evaluation)
    if (!error) continue
    evaluation.fail(error)
    return undefined
  }
  return text
}

/**
 * Stands in a drawn text for a value that has not come: it has the height of a line and no width. For Markdown U+200B is a
 * letter, so the marks around it are marks: `**${formatDate(…)}**` would show four stars until then.
 */
export const gap = '\u200B'

function textOfPart(value: Maybe, { waits }: Pick<Evaluation, 'waits'>): string {
  const text = toText(value)
  return text === '' && waits ? gap : text
}

/** The error for a text over the limit. */
function tooLong(value: Maybe, { surface }: Evaluation): SurfaceError | undefined {
  if (typeof value !== 'string' || value.length <= surface.limits.stringLength) return undefined
  return new SurfaceError('LIMIT_STRING', `A computed text is longer than ${surface.limits.stringLength} characters`, {
    hint: 'Shorten the values that it is made of.',
  })
}

function tooMuchWork(): SurfaceError {
  return new SurfaceError(
    'LIMIT_WORK',
    'The functions and paths of the surface would compute more at once than limits.work, or read more than limits.listeners',
    {
      hint: 'Use shorter patterns, texts and templates, or fewer of them at once.',
    },
  )
}

function functionFailed(name: string, cause: unknown, at: string): SurfaceError {
  // A copy: the function may throw one and the same error at each call.
  if (cause instanceof SurfaceError) return cause.copy().in({ at })
  const place = { hint: 'Check the arguments against the data they are given.', at }
  return new SurfaceError('FUNCTION_FAILED', `"${name}" failed: ${clip(reasonOf(cause))}`, place, { cause })
}
