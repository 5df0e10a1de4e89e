/** Lenient mode: components, texts and lists in the place of ids, as components of their own. */

import type { FaultyComponent } from '../../catalog/parse-options.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import { getOwn, isList, isObject, type JsonObject, type JsonValue, type Maybe } from '../../json/value.ts'
import { plainWord } from '../../text/nearest.ts'
import { formed, type Part, partIn } from './component-form.ts'
import { meantPath, memberOf } from './meant-path.ts'
import { isTextName, textNames } from './meant-words.ts'

export function isText(value: JsonValue): boolean {
  if (typeof value === 'string') return value !== ''
  if (typeof value === 'number') return true
  return isScalar(memberOf(value)[1])
}

/** Components that no agent sent: what is done with them is not told. */
const made = new WeakSet<object>()

export function inPlace(type: string, bag: JsonObject, old: boolean): JsonObject {
  const part = formed({ id: undefined, type, bag, weight: undefined }, old)
  made.add(part)
  return part
}

/** Whether a component that no agent sent stands there, alone or in a list of children. */
export function isMade(value: Maybe): boolean {
  const listed = isObject(value) ? getOwn(value as JsonObject, 'explicitList') : value
  return isList(listed) ? listed.some(isMade) : typeof value === 'object' && value !== null && made.has(value)
}

/** A component that stands in the place of its id: a text may have no type. */
export function inlineIn(value: Maybe): Part | undefined {
  if (!isObject(value)) return undefined
  const part = partIn(value as JsonObject)
  const [only = '', second] = Object.keys(value)
  const isAlone = !part && second === undefined && textNames.has(plainWord(only)) && isText(value[only] as JsonValue)
  return isAlone ? { id: undefined, type: 'Text', bag: { text: value[only] as JsonValue }, weight: undefined } : part
}

export function isScalar(value: Maybe): value is string | number | boolean {
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
  /** How many components were made so far. */
  made(): number
  /** What the component says, for the name of its action. */
  words(bag: JsonObject): string
}

export function createParts({ id, options }: FaultyComponent, old: boolean): Parts {
  let made = 0

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
    made++
    options.further?.(formed({ ...part, id: own }, old))
    return own
  }

  return {
    childFor(name, bag, unknown, isRequired) {
      const sent = getOwn(bag, name)
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
        const children = isObject(value) ? (getOwn(value as JsonObject, 'explicitList') ?? value) : value
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
      const listed = isObject(parsed) ? getOwn(parsed as JsonObject, 'explicitList') : undefined
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
    made: () => made,
    words(bag) {
      const child = getOwn(bag, 'child')
      const said = [...textNames].map((name) => getOwn(bag, name)).find((one) => typeof one === 'string')
      return String(said ?? (typeof child === 'string' ? (options.textOf?.(child) ?? id) : id))
    },
  }

  /** A template, with its component in place, and its path in another form. */
  function template(sent: JsonObject): JsonValue {
    const inner = getOwn(sent, 'template')
    const wire = isObject(inner) && !inlineIn(inner) ? { ...sent, ...(inner as JsonObject) } : sent
    const values = (names: string): readonly Maybe[] => names.split(' ').map((name) => getOwn(wire, name))
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
    const text = isObject(value) ? getOwn(value as JsonObject, 'path') : value
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
export function isId(text: string): boolean {
  return /^[^\s\p{Lu}][^\s!?,;…]*$/u.test(text)
}
