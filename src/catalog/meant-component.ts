/**
 * Lenient mode: a component as agents write it → the component that they meant, as far as it can mean one thing only: types and names
 * of other vocabularies, children in the place of their ids, actions, options and paths in other forms. What is left the schema judges.
 */
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import { parsedJson } from '../json/parsed-json.ts'
import { escapeToken, namesIn } from '../json/pointer.ts'
import { clip, isList, isObject, type JsonObject, type JsonValue, type Maybe, own } from '../json/value.ts'
import { without } from '../json/without.ts'
import { formed, type Part, partIn } from '../schema/component-form.ts'
import { errorOf } from '../schema/fault.ts'
import { v08Forms, v08Literals } from '../schema/wire-forms.ts'
import { plainWord } from '../text/nearest.ts'
import type { CompiledComponent } from './compiled.ts'
import type { Prop } from './component.ts'
import type { CatalogFunction } from './expression.ts'
import { childrenIn, inV08 } from './fallback-children.ts'
import { unknownIn } from './faults.ts'
import { isContext, meantAction } from './meant-action.ts'
import { meantPath, meantText, memberOf, placeIn } from './meant-path.ts'
import { isBag, isTextName, meaningOf, namesFor, says, textNames } from './meant-words.ts'
import { type Grammar, parseExpression } from './parse.ts'
import type { FaultyComponent } from './parse-options.ts'
import { isBinding, type Shape } from './shape.ts'

export interface MeantType {
  readonly type: string
  readonly bag: JsonObject
}

interface Types {
  readonly [type: string]: CompiledComponent
}

/**
 * The type that an unknown one stands for, and its properties. A type of no known meaning is a column of the texts and children that it
 * has. `undefined`: it has none.
 */
export function meantType(
  sent: string,
  bag: JsonObject,
  types: Types,
  old: boolean,
  warn: Report,
): MeantType | undefined {
  const known = Object.keys(types)
  const at = old ? `/component/${escapeToken(clip(sent))}` : '/component'
  const word = plainWord(sent)
  const same = known.find((type) => plainWord(type) === word)
  const meant = same === undefined ? meaningOf(sent, bag, known) : { type: same, preset: {} }
  if (meant) {
    const message = `The type "${sent}" is taken for "${meant.type}"`
    warn(errorOf({ message, hint: `Send "${meant.type}".`, at: '/component' }).asWarning())
    const { shapes = {} } = types[meant.type] ?? {}
    const preset = Object.entries(meant.preset).flatMap(([name, value]) => {
      const theirs = [name, ...namesFor(name)].find((one) => Object.hasOwn(shapes, one))
      return theirs === undefined || Object.hasOwn(bag, theirs) || Object.hasOwn(bag, name) ? [] : [[theirs, value]]
    })
    return { type: meant.type, bag: { ...bag, ...Object.fromEntries(preset) } }
  }
  const parts = partsIn(bag, old)
  if (types[container]?.shapes['children'] !== 'children' || parts.length === 0) return undefined
  const message = `There is no component type "${clip(sent)}"; its texts and children are drawn`
  warn(new SurfaceError('COMPONENT_UNKNOWN', message, { hint: `Known: ${known.join(', ')}.`, at }).asWarning())
  return { type: container, bag: { children: old ? { explicitList: parts } : parts } }
}

/** What draws the parts of a component of unknown type. */
const container = 'Column'

/**
 * Texts, pictures and children of a component of unknown type, as components in place. None, if it has children alone: these are
 * drawn without it; see fallback-children.ts.
 */
function partsIn(bag: JsonObject, old: boolean): readonly JsonValue[] {
  const parts: JsonValue[] = []
  for (const [name, value] of Object.entries(bag)) {
    const word = plainWord(name)
    if (textNames.has(word) && isText(value)) parts.push(inPlace('Text', { text: value }, old))
    else if (/^(image|imageurl|picture|photo|thumbnail)$/.test(word) && typeof value === 'string')
      parts.push(inPlace('Image', { url: value }, old))
    else if (isList(value)) for (const one of value) if (inlineIn(one)) parts.push(one)
  }
  const action = Object.entries(bag).find(([name]) => /^(action|on[A-Z]\w*)$/.test(name))?.[1]
  if (parts.length === 0) return parts
  const children = childrenIn(bag, '')
  if (children && 'path' in children)
    parts.push(inPlace(container, { children: old ? inV08(children) : children }, old))
  else for (const child of children ?? []) parts.push(child)
  // What is to be pressed needs a button, which says what the texts say.
  return action === undefined
    ? parts
    : [
        inPlace(
          'Button',
          { child: inPlace(container, { children: old ? { explicitList: parts } : parts }, old), action },
          old,
        ),
      ]
}

function isText(value: JsonValue): boolean {
  if (typeof value === 'string') return value !== ''
  if (typeof value === 'number') return true
  return isScalar(memberOf(value)[1])
}

function inPlace(type: string, bag: JsonObject, old: boolean): JsonObject {
  return formed({ id: undefined, type, bag, weight: undefined }, old)
}

/** A component that stands in the place of its id: a text may have no type. */
function inlineIn(value: Maybe): Part | undefined {
  if (!isObject(value)) return undefined
  const part = partIn(value as JsonObject)
  const [only = '', second] = Object.keys(value)
  const isAlone = !part && second === undefined && textNames.has(plainWord(only)) && isText(value[only] as JsonValue)
  return isAlone ? { id: undefined, type: 'Text', bag: { text: value[only] as JsonValue }, weight: undefined } : part
}

/** Whether something in a component that the schema accepts may mean something else. */
export function isOdd(bag: JsonObject, { shapes }: CompiledComponent): boolean {
  for (const name in bag) {
    const value = bag[name]
    if (typeof value === 'string') {
      if (shapes[name] === 'child' ? !isId(value) : isOddText(value, shapes[name])) return true
    } else if (isList(value)) {
      if (shapes[name] === 'children' && value.some((one) => typeof one === 'string' && one.includes(' '))) return true
    } else if (isObject(value)) {
      if (shapes[name] === 'action' ? isOddAction(value as JsonObject) : isOddValue(value as JsonObject)) return true
    }
  }
  return false
}

function isOddValue(value: JsonObject): boolean {
  const { path = (value['template'] as JsonObject | undefined)?.['dataBinding'], literalString: text } = value
  return (typeof path === 'string' && isOddPath(path)) || (typeof text === 'string' && isOddText(text, 'string'))
}

function isOddAction(action: JsonObject): boolean {
  const { context = action['context'] } = (action['event'] ?? {}) as JsonObject
  for (const one of isObject(context) || isList(context) ? Object.values(context) : []) {
    const value = isList(context) ? (one as JsonObject)['value'] : one
    if (typeof value === 'string' ? isOddText(value, 'string') : isObject(value) && isOddValue(value as JsonObject))
      return true
  }
  return false
}

function isOddPath(path: string): boolean {
  return meantPath(path) !== undefined || isTextLike(path)
}

/** A path that no agent writes for a place, as far as its form goes. */
function isTextLike(path: string): boolean {
  return /\s|^\p{Lu}[^/._]*$/u.test(path)
}

function isOddText(value: string, shape: Shape | undefined): boolean {
  return (value.charCodeAt(0) === 47 || value.includes('{')) && isDynamic(shape) && meantText(value) !== undefined
}

function isDynamic(shape: Shape | undefined): boolean {
  return typeof shape === 'string' && /^(string|number|boolean|stringList|value)$/.test(shape)
}

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
  let bag = sent

  /** Context that stands beside the action. */
  function besideAction(): JsonObject {
    const names = unknownIn(bag, faulty).filter(isContext)
    const found = Object.fromEntries(names.map((name) => [name, bag[name] as JsonValue]))
    for (const name of names) bag = without(bag, [name]) as JsonObject
    return found
  }

  function tell(name: string, message: string, hint: string): void {
    say(errorOf({ message: `"${clip(name)}" ${message}`, hint, at: `/${escapeToken(name)}` }))
  }
  function put(name: string, value: JsonValue): void {
    const difference = differenceIn(bag[name] ?? null, value, `/${escapeToken(name)}`)
    if (!difference) return
    const [at, right] = difference
    const last = namesIn(at).at(-1) ?? name
    const hint = `Send "${clip(last)}": ${clip(JSON.stringify(right), 200)}.`
    say(errorOf({ message: `"${clip(last)}" is written in another form`, hint, at }))
    bag = { ...bag, [name]: value }
  }

  for (const name of unknownIn(bag, faulty)) {
    if (!isBag(name) || !isObject(bag[name])) continue
    tell(name, 'holds properties', 'Write its members beside "id" and "component".')
    bag = { ...(bag[name] as JsonObject), ...(without(bag, [name]) as JsonObject) }
  }
  bag = renamed(bag, faulty, tell)
  const parts = createParts(faulty, old)
  for (const name of Object.keys(shapes)) {
    const shape = shapes[name]
    const value = own(bag, name)
    if (shape === 'child') {
      const child = parts.childFor(name, bag, unknownIn(bag, faulty), required.includes(name))
      for (const one of child?.taken ?? []) {
        if (one !== name) tell(one, `is drawn as "${name}"`, `Send a component of its own, and its id as "${name}".`)
        else put(name, child?.id ?? null)
        if (one !== name) bag = without(bag, [one]) as JsonObject
      }
      if (child) bag = { ...bag, [name]: child.id }
    } else if (value === undefined) {
      const fallback = required.includes(name) ? missing(name, shape) : undefined
      if (fallback === undefined) continue
      tell(name, 'is missing', `Send "${name}".`)
      bag = { ...bag, [name]: fallback }
    } else if (shape === 'children') put(name, parts.children(value))
    else if (shape === 'action') put(name, meantAction(value, { old, words: parts.words(bag), beside: besideAction() }))
    else if (name === 'options' || name === 'tabs' || name === 'tabItems') putList(name, value, shape)
    else if (isDynamic(shape)) putDynamic(name, value, shape as string)
    else if (typeof value === 'string' && typeof shape === 'object') put(name, parsedJson(value) ?? value)
  }

  /** What stands for something that the component needs. */
  function missing(name: string, shape: Shape | undefined): JsonValue | undefined {
    if (shape === 'action') return meantAction(null, { old, words: parts.words(bag), beside: besideAction() })
    if (shape === 'children') return old ? { explicitList: [] } : []
    if (name === 'options') return []
    if (name === 'max') return 100
    if (name === 'label') return old ? { literalString: '' } : ''
    // A place of its own for what the user enters.
    if (!isDynamic(shape) || !/^(value|selections|checked)$/.test(name)) return undefined
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
      if (only === 'path' && isTextLike(path))
        make(name, { kind: 'dynamic', type: type as 'string', expression: textOr(path) })
      else put(name, { path })
    } else if (template !== undefined) {
      const call = { call: 'formatString', args: { value: template } }
      if (!grammar.functions.has('formatString')) return
      put(name, old ? { literalString: template } : call)
      if (old) make(name, { kind: 'dynamic', type: 'string', expression: parseExpression(call, '', grammar) })
    } else if (isScalar(inner) && /^(string|text|label|content|(\w+V|v)alue|literal\w*)$/.test(only)) {
      if (!old || only !== v08Literals[type]) put(name, inner)
    } else if (type === 'string' && isList(value) && value.length > 0 && value.every(isScalar))
      put(name, value.join('\n'))
    else if (typeof value === 'string' && (type === 'stringList' || type === 'value') && parsedJson(value))
      put(name, parsedJson(value) as JsonValue)
    else if (type === 'stringList' && !old && typeof value === 'string') put(name, [value])
  }

  /** A path that reads like a text is one where the data have no such place. */
  function textOr(text: string): Extract<Prop, { kind: 'dynamic' }>['expression'] {
    const path = grammar.path(text)
    return { kind: 'call', fn: first, args: { path, text: { kind: 'literal', value: text } }, at: '' }
  }

  function make(name: string, prop: Prop): void {
    made[own(spelling.names ?? {}, name) ?? name] = prop
  }

  function putList(name: string, value: JsonValue, shape: Shape | undefined): void {
    if (isObject(value) && isBinding(value as JsonObject) && name === 'options') {
      const path = meantPath(value['path'] as string) ?? (value['path'] as string)
      put(name, [])
      const args = { value: parseExpression({ path }, '', grammar) }
      make(name, { kind: 'dynamic', type: 'value', expression: { kind: 'call', fn: optionsIn, args, at: '' } })
      return
    }
    const parsed = typeof value === 'string' ? (parsedJson(value) ?? value) : value
    const list = isList(parsed) ? parsed : isObject(parsed) ? listOf(parsed as JsonObject, name) : wordsIn(parsed, name)
    if (!list) return
    if (name === 'options')
      put(
        name,
        list.map((one) => optionFor(one, old)),
      )
    else {
      const members =
        typeof shape === 'object' && 'items' in shape && typeof shape.items === 'object' && 'members' in shape.items
      if (members)
        put(
          name,
          list.map((one, index) => parts.tab(one, index)),
        )
    }
  }
  return { bag, made }
}

/** An object by keys, or one that holds the list. */
function listOf(object: JsonObject, name: string): readonly JsonValue[] {
  const inner = ['explicitList', 'items', 'options', 'list', 'literalArray'].find((one) => isList(object[one]))
  if (inner !== undefined) return object[inner] as readonly JsonValue[]
  return Object.entries(object).map(([key, value]) =>
    name === 'options'
      ? { value: key, label: isObject(value) ? (own(value as JsonObject, 'label') ?? key) : value }
      : isObject(value) && !inlineIn(value)
        ? { title: key, ...(value as JsonObject) }
        : { title: key, child: value },
  )
}

/** Options in one text. */
function wordsIn(text: JsonValue, name: string): readonly JsonValue[] | undefined {
  const words = name === 'options' && typeof text === 'string' ? text.split(/\s*[,;|\n]\s*/).filter(Boolean) : []
  return words.length > 1 ? words : undefined
}

/** One option, whatever its members are called. */
function optionFor(sent: JsonValue, old: boolean): JsonValue {
  const text = (value: JsonValue): JsonValue => (old && typeof value === 'string' ? { literalString: value } : value)
  const plain = (value: JsonValue): JsonValue =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (isList(sent) && sent.length === 2)
    return { label: text(plain(sent[1] as JsonValue)), value: plain(sent[0] as JsonValue) }
  if (!isObject(sent)) return { label: text(plain(sent)), value: plain(sent) }
  const wire = sent as JsonObject
  if (Object.keys(wire).length === 1 && typeof wire['literalString'] === 'string')
    return { label: wire, value: wire['literalString'] }
  const all = Object.keys(wire)
  const find = (names: readonly string[]): string | undefined =>
    names.flatMap((name) => all.filter((one) => says(one, name)))[0]
  const label = find(['label', 'text', 'title', 'name', 'display', 'description', 'content', 'value', 'id'])
  const value = find(['value', 'id', 'key', 'code', 'name', 'label', 'text', 'title'])
  if (label === undefined || value === undefined) return sent
  const inner = wire[value] as JsonValue
  const literal = isObject(inner) ? (Object.values(inner as JsonObject)[0] ?? null) : inner
  return { label: text(plain(wire[label] as JsonValue)), value: plain(literal) }
}

/** Names as the component has them: each unknown one for at most one that is free. */
function renamed(
  sent: JsonObject,
  faulty: FaultyComponent,
  tell: (name: string, message: string, hint: string) => void,
): JsonObject {
  const { shapes, required } = faulty.component
  const free = Object.keys(shapes).filter((name) => !Object.hasOwn(sent, name))
  const unknown = unknownIn(sent, faulty)
  const found = new Map<string, string>()
  // What the component needs chooses first.
  for (const isNeeded of [true, false])
    for (const name of free) {
      if (required.includes(name) !== isNeeded) continue
      const left = unknown.filter((one) => !found.has(one))
      const from =
        left.find((one) => says(one, name)) ??
        namesFor(name).flatMap((other) => left.filter((one) => says(one, other) && mayBe(sent[one], shapes[name])))[0]
      if (from !== undefined) found.set(from, name)
    }
  let bag = sent
  for (const from of unknown) {
    const name = found.get(from)
    if (name === undefined) continue
    tell(from, `is taken for "${name}"`, `Rename "${clip(from)}" to "${name}".`)
    bag = { ...(without(bag, [from]) as JsonObject), [name]: asNamed(bag[from] as JsonValue, from, name, faulty) }
  }
  return bag
}

/** A value under its right name: one child for a list of one, and the other way round; a word that is a name. */
function asNamed(value: JsonValue, from: string, name: string, { component, spelling }: FaultyComponent): JsonValue {
  const shape = component.shapes[name]
  const listed = isObject(value) ? own(value as JsonObject, 'explicitList') : value
  if (shape === 'child' && isList(listed) && listed.length === 1) return listed[0] as JsonValue
  if (shape === 'children' && typeof value === 'string' && !/^\s*\[/.test(value))
    return spelling.forms === v08Forms ? { explicitList: [value] } : [value]
  return value === true && name === 'variant' ? from : value
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

/** Whether a value of this form can stand for a property of this shape. */
function mayBe(value: Maybe, shape: Shape | undefined): boolean {
  if (value === undefined || value === null) return false
  // Texts and lists that stand for a child are drawn in its place.
  if (shape === 'child')
    return typeof value === 'string'
      ? /^[\w-]+$/.test(value)
      : inlineIn(value) !== undefined || (isList(value) && value.length === 1)
  if (shape === 'children')
    return typeof value === 'object' || (typeof value === 'string' && /^[\w-]+$|^\s*\[/.test(value))
  if (shape === 'action') return typeof value === 'object' || typeof value === 'string'
  return shape !== 'string' || !isList(value)
}

function isScalar(value: Maybe): value is string | number | boolean {
  return /^(string|number|boolean)$/.test(typeof value)
}

interface Parts {
  /** An id for a `child`, and the names that it was made of. `undefined`: it is right as it is, or there is none. */
  childFor(
    name: string,
    bag: JsonObject,
    unknown: readonly string[],
    isRequired: boolean,
  ): { readonly id: string; readonly taken: readonly string[] } | undefined
  children(value: JsonValue): JsonValue
  tab(value: JsonValue, index: number): JsonValue
  /** What the component says, for the name of its action. */
  words(bag: JsonObject): string
}

function createParts({ id, options }: FaultyComponent, old: boolean): Parts {
  /** The id of a component that was made of what stands there. */
  function adopt(value: JsonValue, suffix: string, isProse = false): string | undefined {
    const { further } = options
    if (typeof value === 'string' && ((!isProse && isId(value)) || options.isSent?.(value))) return value
    if (isObject(value)) {
      const [name = '', only] = memberOf(value)
      if (/^(id|component_?id|ref|\$ref|component)$/i.test(name) && typeof only === 'string') return only
    }
    if (!further) return undefined
    if (isList(value)) {
      if (value.length === 1) return adopt(value[0] as JsonValue, suffix)
      const ids = value.flatMap((one, index) => adopt(one, `${suffix}.${index}`) ?? [])
      return make({
        id: `${id}.${suffix}`,
        type: 'Column',
        bag: { children: old ? { explicitList: ids } : ids },
        weight: undefined,
      })
    }
    const inline = inlineIn(value)
    if (inline) return make({ ...inline, id: inline.id ?? `${id}.${suffix}` })
    return isText(value) && (isProse || typeof value !== 'number')
      ? make({ id: `${id}.${suffix}`, type: 'Text', bag: { text: value }, weight: undefined })
      : undefined
  }

  function make(part: Part): string {
    const own = part.id ?? id
    options.further?.(formed({ ...part, id: own }, old))
    return own
  }

  return {
    childFor(name, bag, unknown, isRequired) {
      const sent = own(bag, name)
      const isGroup = name === 'child' || name === 'content' || name === 'contentChild'
      const texts = unknown.filter((one) => isTextName(one) && isText(bag[one] as JsonValue))
      const lists = unknown.filter(
        (one) =>
          (/^(children|items|elements|components|content|body)$/.test(one) && typeof bag[one] === 'object') ||
          (one === 'children' && typeof bag[one] === 'string'),
      )
      const isButton = Object.hasOwn(bag, 'action')
      const others = sent === undefined ? (isRequired ? [...texts, ...lists] : []) : isButton || !isGroup ? [] : texts
      const names = unknown.filter((one) => others.includes(one)).slice(0, isButton || !isGroup ? 1 : 9)
      if (sent !== undefined && names.length === 0) {
        const child = adopt(sent, name)
        return child === undefined || child === sent ? undefined : { id: child, taken: [name] }
      }
      const all = [
        ...names.map((one) => [one, bag[one] as JsonValue] as const),
        ...(sent === undefined ? [] : [[name, sent] as const]),
      ]
      const ids = all.flatMap(([one, value]) => {
        const children = isObject(value) ? (own(value as JsonObject, 'explicitList') ?? value) : value
        const list = isList(children) && texts.every((text) => text !== one) ? children : [value]
        return list.flatMap(
          (each, index) => adopt(each, list.length > 1 ? `${one}.${index}` : one, texts.includes(one)) ?? [],
        )
      })
      const [only, second] = ids
      if (only === undefined) return undefined
      return { id: second === undefined ? only : (adopt(ids, name) as string), taken: names }
    },
    children(value) {
      const parsed = typeof value === 'string' ? (parsedJson(value) ?? [value]) : value
      const listed = isObject(parsed) ? own(parsed as JsonObject, 'explicitList') : undefined
      const repeated = isList(parsed) && parsed.length === 1 ? (parsed[0] as JsonValue) : parsed
      if (isObject(repeated) && isTemplate(repeated as JsonObject)) return template(repeated as JsonObject)
      const inline = isObject(parsed) && listed === undefined ? inlineIn(parsed) : undefined
      const list = inline ? [parsed] : isList(listed) ? listed : parsed
      if (isList(list)) {
        const ids = list.flatMap((one, index) => adopt(one, `children.${index}`) ?? [])
        // What cannot be adopted the schema tells.
        if (ids.length < list.length && !options.further) return value
        return old ? { explicitList: ids } : ids
      }
      return template(parsed as JsonObject)
    },
    tab(value, index) {
      if (!isObject(value)) return value
      const wire = value as JsonObject
      const find = (names: readonly string[]): string | undefined => names.find((name) => Object.hasOwn(wire, name))
      const title = find(['title', 'label', 'name', 'header', 'heading', 'text'])
      const body = find(['child', 'content', 'children', 'component', 'componentId', 'childId', 'body', 'panel', 'id'])
      const title_ = title === undefined ? `${index + 1}` : (wire[title] as JsonValue)
      const child = body === undefined ? undefined : adopt(wire[body] as JsonValue, `tabs.${index}`)
      return {
        title: old && typeof title_ === 'string' ? { literalString: title_ } : title_,
        ...(child !== undefined && { child }),
      }
    },
    words(bag) {
      const child = own(bag, 'child')
      const said = [...textNames].map((name) => own(bag, name)).find((one) => typeof one === 'string')
      return String(said ?? (typeof child === 'string' ? (options.textOf?.(child) ?? id) : id))
    },
  }

  /** A template, with its component in place, and its path in another form. */
  function template(sent: JsonObject): JsonValue {
    const inner = own(sent, 'template')
    const wire = isObject(inner) && !inlineIn(inner) ? { ...sent, ...(inner as JsonObject) } : sent
    const values = (names: string): readonly Maybe[] => names.split(' ').map((name) => own(wire, name))
    const where = values('path dataBinding data items binding dataPath each dataSource source list in').find(
      (one) => placeName(one) !== undefined,
    )
    const which = values('componentId templateId component template child id item').find(
      (one) => typeof one === 'string' || inlineIn(one),
    )
    const componentId = which === undefined ? undefined : adopt(which, 'item')
    const text = placeName(where)
    if (text === undefined || componentId === undefined) return sent
    // A star at the end says that each item is meant.
    const list = text.replace(/[/.]?\[?\*\]?$/, '')
    const meant = meantPath(list) ?? list
    // Members too many the schema tells.
    const isRight = old
      ? isObject(inner) && inner['componentId'] === componentId && inner['dataBinding'] === meant
      : sent['componentId'] === componentId && sent['path'] === meant
    if (isRight && !Object.hasOwn(sent, 'explicitList')) return sent
    return old ? { template: { componentId, dataBinding: meant } } : { componentId, path: meant }
  }

  function placeName(value: Maybe): string | undefined {
    const text = isObject(value) ? own(value as JsonObject, 'path') : value
    return typeof text === 'string' ? text : undefined
  }
}

/** Whether an object repeats a component over a list. */
function isTemplate(wire: JsonObject): boolean {
  const { template, templateId = template, component = templateId, componentId = component, path, ...others } = wire
  const [each = '', second] = Object.keys(others)
  return isObject(template)
    ? 'dataBinding' in template || 'path' in template
    : typeof componentId === 'string' &&
        (path !== undefined || (!second && /^(each|data|items|dataBinding)$/.test(each)))
}

/** Whether a text that no component has as its id may be one all the same: of a component that comes later. */
function isId(text: string): boolean {
  return /^[^\s\p{Lu}][^\s!?,;…]*$/u.test(text)
}

/** The value at a path, else the text. */
const first = internal('first', ({ path, text }) => path ?? text)

/** Options from the data, of any form. */
const optionsIn = internal('options', ({ value }) => {
  const parsed = typeof value === 'string' ? parsedJson(value) : value
  const list = isList(parsed) ? parsed : isObject(parsed) ? listOf(parsed as JsonObject, 'options') : []
  return list
    .map((one) => optionFor(one, false))
    .filter((one) => isObject(one) && typeof one['label'] === 'string' && typeof one['value'] === 'string')
})

function internal(name: string, run: (args: { readonly [name: string]: Maybe }) => Maybe): CatalogFunction {
  return { name, definition: { run }, args: {}, validate: () => undefined }
}
