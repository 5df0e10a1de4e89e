/**
 * Lenient mode: a component as agents write it → the component that they meant, as far as it can mean one thing only: types and names
 * of other vocabularies, children in the place of their ids, actions, options and paths in other forms. What is left the schema judges.
 */
import type { Prop } from '../../catalog/component.ts'
import { unknownIn } from '../../catalog/faults.ts'
import { type Grammar, parseExpression } from '../../catalog/parse.ts'
import type { FaultyComponent } from '../../catalog/parse-options.ts'
import { isBinding, type Shape } from '../../catalog/shape.ts'
import { type Remedy, type Report, SurfaceError } from '../../errors/surface-error.ts'
import { isValueType } from '../../json/coerce.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import { escapeToken, namesIn } from '../../json/pointer.ts'
import { spaced } from '../../json/spaced.ts'
import { clip, getOwn, isList, isObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import { without } from '../../json/without.ts'
import { errorOf } from '../../schema/fault.ts'
import { remedyOf } from '../../schema/remedy.ts'
import { v08Forms, v08Literals } from '../../schema/wire-forms.ts'
import { internal } from './internal-function.ts'
import { isContext, meantAction } from './meant-action.ts'
import { createParts, isMade, isScalar } from './meant-children.ts'
import { renamed } from './meant-names.ts'
import { listOf, optionFor, optionsIn, wordsIn } from './meant-options.ts'
import { meantPath, meantText, memberOf, placeIn } from './meant-path.ts'
import { isBag } from './meant-words.ts'
import { isTextLike } from './odd-component.ts'
import { toSend } from './spoken.ts'
import { literalFor } from './v08-literal.ts'

export interface MeantBag {
  readonly bag: JsonObject
  /** Properties that the version has no form for, by the names of the catalog. */
  readonly made: { readonly [name: string]: Prop }
}

/** The properties as they were meant. `say`: takes each change as a fault. */
export function meantBag(sent: JsonObject, faulty: FaultyComponent, grammar: Grammar, say: Report): MeantBag {
  const { component, id, spelling } = faulty
  const { shapes, required } = component
  const old = spelling.forms === v08Forms
  const made: { [name: string]: Prop } = {}
  const parts = createParts(faulty, old)
  /** How many components of their own were spoken of. */
  let spoken = 0
  let bag = sent

  /** Names of what stands beside an action and is its context. */
  let beside: readonly string[] = []
  function actionFor(value: JsonValue): JsonValue {
    beside = unknownIn(bag, faulty).filter(isContext)
    const context = Object.fromEntries(beside.map((name) => [name, bag[name] as JsonValue]))
    return meantAction(value, { old, words: parts.words(bag), beside: context })
  }

  function tell(name: string, message: string, remedy: string | Remedy): void {
    say(errorOf({ message: `"${clip(name)}" ${message}`, ...remedyOf(remedy), at: `/${escapeToken(name)}` }))
  }
  function put(name: string, value: JsonValue): void {
    const difference = differenceIn(bag[name] ?? null, value, `/${escapeToken(name)}`)
    if (!difference) return
    const [at, right] = difference
    const last = namesIn(at).at(-1) ?? name
    const hasParts = parts.made() > spoken
    const own = hasParts ? 'components of their own, and ' : ''
    spoken = parts.made()
    const isElement = /^\d+$/.test(last)
    const hint = `Send ${own}${isElement ? '' : `"${clip(last)}": `}${spaced(right)}.`
    const message = `${isElement ? 'The element' : `"${clip(last)}"`} is written in another form`
    if (!isMade(bag[name])) say(errorOf({ message, hint, expected: { ...toSend(right).expected, hasParts }, at }))
    bag = { ...bag, [name]: value }
  }

  for (const [name, value] of Object.entries(component.meant?.(bag) ?? {})) put(name, value)
  for (const name of unknownIn(bag, faulty)) {
    if (!isBag(name) || !isObject(bag[name])) continue
    tell(name, 'holds properties', 'Write its members beside "id" and "component".')
    bag = { ...(bag[name] as JsonObject), ...(without(bag, [name]) as JsonObject) }
  }
  if (old && typeof bag['weight'] === 'number' && !getOwn(shapes, 'weight')) {
    tell('weight', 'is no property', 'Write "weight" beside "id" and "component".')
    made['weight'] = { kind: 'static', value: bag['weight'] }
    bag = without(bag, ['weight']) as JsonObject
  }
  bag = renamed(bag, faulty, tell)
  for (const name of Object.keys(shapes)) {
    const shape = shapes[name]
    const value = getOwn(bag, name)
    if (shape === 'child') {
      const child = parts.childFor(name, bag, unknownIn(bag, faulty), required.includes(name))
      const beside = typeof value === 'string' ? ` in a Column with "${clip(value)}"` : ''
      for (const one of child?.taken ?? []) {
        const hint = `Send a component of its own${beside}, and ${beside ? 'the id of the Column' : 'its id'} as "${name}".`
        if (one !== name) tell(one, `is drawn as "${name}"`, hint)
        else put(name, child?.id ?? null)
        if (one !== name) bag = without(bag, [one]) as JsonObject
      }
      if (child) bag = { ...bag, [name]: child.id }
      spoken = parts.made()
    } else if (value === undefined) {
      const fallback = required.includes(name) ? missing(name, shape) : undefined
      if (fallback === undefined) continue
      const empty = fallback === '' || (isList(fallback) && fallback.length === 0)
      tell(name, 'is missing', empty ? `Send "${name}".` : `Send "${name}": ${spaced(fallback)}.`)
      bag = { ...bag, [name]: fallback }
    } else if (shape === 'children') put(name, parts.children(value))
    else if (shape === 'action') put(name, actionFor(value))
    else if (name === 'checks' && isList(value) && hasMembers(shape, 'condition')) put(name, value.map(checkFor))
    else if (
      (name === 'options' && hasMembers(shape, 'label')) ||
      ((name === 'tabs' || name === 'tabItems') && hasMembers(shape, 'title'))
    )
      putList(name, value)
    else if (isValueType(shape)) putDynamic(name, value, shape)
    else if (typeof value === 'string' && typeof shape === 'object') put(name, parsedJson(value) ?? value)
  }

  for (const name of beside) {
    tell(name, 'is taken into the action', 'Leave it out.')
    bag = without(bag, [name]) as JsonObject
  }

  /** What stands for something that the component needs. */
  function missing(name: string, shape: Shape | undefined): JsonValue | undefined {
    if (shape === 'action') return actionFor(null)
    if (shape === 'children') return old ? { explicitList: [] } : []
    if (name === 'options') return []
    if (name === 'max') return 100
    if (name === 'label') return old ? { literalString: '' } : ''
    // A place of its own for what the user enters.
    if (!isValueType(shape) || !isEntered(name)) return undefined
    const path = `/${id.replace(/[~/]/g, '_')}`
    make(name, { kind: 'dynamic', type: shape as 'value', expression: { ...grammar.path(path), made: true } })
    return { path }
  }

  function putDynamic(name: string, value: JsonValue, type: string): void {
    const [only = '', inner] = memberOf(value)
    const path = placeIn(value)
    const text = typeof value === 'string' ? value : only === 'literalString' ? inner : undefined
    const template = typeof text === 'string' ? meantText(text)?.template : undefined
    if (path !== undefined) {
      if (only === 'path' && isTextLike(path) && !isEntered(name))
        make(name, { kind: 'dynamic', type: type as 'string', expression: textOr(path) })
      else put(name, { path })
    } else if (template !== undefined) {
      const call = { call: 'formatString', args: { value: template } }
      if (!grammar.functions.has('formatString')) return
      put(name, old ? { literalString: template } : call)
      if (old) make(name, { kind: 'dynamic', type: 'string', expression: parseExpression(call, '', grammar) })
    } else if (isScalar(inner) && /^(string|text|label|content|(\w+V|v)alue|literal\w*)$/.test(only)) {
      if (!old || only !== v08Literals[type]) put(name, old ? literalFor(inner, type as Shape) : inner)
    } else if (type === 'string' && isList(value) && value.length > 0 && value.every(isScalar))
      put(name, value.join('\n'))
    else if (typeof value === 'string' && (type === 'stringList' || type === 'value') && parsedJson(value))
      put(name, parsedJson(value) as JsonValue)
    else if (type === 'stringList' && !old && typeof value === 'string') put(name, [value])
  }

  /** Whether a user enters the value: it may go to a place of any name. */
  function isEntered(name: string): boolean {
    if (name === 'text') return Object.hasOwn(shapes, 'label')
    return /^(value|selections|checked)$/.test(name) && (old || Object.hasOwn(shapes, 'checks'))
  }

  /** A path that reads like a text is one where the data have no such place. */
  function textOr(text: string): Extract<Prop, { kind: 'dynamic' }>['expression'] {
    const path = grammar.path(text)
    return { kind: 'call', fn: first, args: { path, text: { kind: 'literal', value: text } }, at: '' }
  }

  function make(name: string, prop: Prop): void {
    made[getOwn(spelling.names ?? {}, name) ?? name] = prop
  }

  function putList(name: string, value: JsonValue): void {
    if (isObject(value) && isBinding(value as JsonObject) && name === 'options') {
      const path = meantPath(value['path'] as string) ?? (value['path'] as string)
      tell(name, 'is bound', 'Send a list of {"label": …, "value": …}.')
      bag = { ...bag, [name]: [] }
      const args = { value: parseExpression({ path }, '', grammar) }
      make(name, { kind: 'dynamic', type: 'value', expression: { kind: 'call', fn: optionsIn, args, at: '' } })
      return
    }
    const parsed = typeof value === 'string' ? (parsedJson(value) ?? value) : value
    const list = isList(parsed) ? parsed : isObject(parsed) ? listOf(parsed as JsonObject, name) : wordsIn(parsed, name)
    if (!list) return
    const wanted = list.map((one, index) => (name === 'options' ? optionFor(one, old) : parts.tab(one, index)))
    put(name, wanted)
  }
  return { bag, made }
}

/** Whether it is a list of objects with this member, as the basic catalog has it: a catalog of the host's may have lists of its own. */
function hasMembers(shape: Shape | undefined, name: string): boolean {
  const items = typeof shape === 'object' && 'items' in shape ? shape.items : undefined
  return typeof items === 'object' && 'members' in items && getOwn(items.members, name) !== undefined
}

/** A check whose call stands beside its message, or is the condition by another name. */
function checkFor(value: JsonValue): JsonValue {
  if (!isObject(value) || Object.hasOwn(value, 'condition')) return value
  const { call, args, returnType, message = '', ...others } = value as JsonObject
  if (typeof call !== 'string' || Object.keys(others).length > 0) return value
  const condition = { call, ...(args !== undefined && { args }), ...(returnType !== undefined && { returnType }) }
  return { condition, message }
}

/** The innermost place at which two values differ, and what is right there. */
function differenceIn(
  before: JsonValue,
  after: JsonValue,
  at: string,
): readonly [at: string, right: JsonValue] | undefined {
  if (before === after) return undefined
  const names = typeof before === 'object' && typeof after === 'object' && before && after ? Object.keys(after) : []
  const isAlike =
    names.length > 0 && isList(before) === isList(after) && Object.keys(before as JsonObject).length === names.length
  if (!isAlike || !names.every((name) => Object.hasOwn(before as JsonObject, name)))
    return JSON.stringify(before) === JSON.stringify(after) ? undefined : [at, after]
  const inner = names.flatMap((name) => {
    const found = differenceIn(
      (before as JsonObject)[name] as JsonValue,
      (after as JsonObject)[name] as JsonValue,
      `${at}/${escapeToken(name)}`,
    )
    return found ? [found] : []
  })
  return inner.length > 1 ? [at, after] : inner[0]
}

/** The value at a path, else the text. */
const first = internal('first', ({ path, text }, { report }) => {
  if (path !== undefined) return path
  const message = `"${clip(String(text))}" is a text in the place of a path`
  report(new SurfaceError('VALIDATION_FAILED', message, { hint: 'Send the text itself.' }).asWarning())
  return text
})
