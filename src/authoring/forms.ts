/**
 * What a model may have meant with a faulty part of a component, as changes to try: words and forms of the other version, of
 * prompts and of libraries that models know. Which of them is right the runtime decides; see meant.ts.
 */
import { asV09 } from '../catalog/v09-form.ts'
import { formatPointer } from '../json/pointer.ts'
import { clip, isList, isObject, type JsonObject, type JsonValue, own } from '../json/value.ts'
import { changed, without } from '../json/without.ts'
import { v08Literals } from '../schema/wire-forms.ts'
import { nearest } from '../text/nearest.ts'

/** A place in a component where a fault lies. */
export interface Place {
  readonly component: JsonObject
  readonly old: boolean
  /** Names from the component to the fault; the last one is `name`. */
  readonly path: readonly string[]
  readonly name: string
  /** What holds the fault. */
  readonly parent: JsonObject
  /** What stands at the fault; `undefined`: it is missing. */
  readonly sent: JsonValue | undefined
  /** Whether `parent` holds the properties of the component. */
  readonly isProperty: boolean
}

/** A change to a component, and how to ask for it. */
export interface Change {
  readonly component: JsonObject
  /** JSON Pointer from the component to what is to be changed. */
  readonly at: string
  readonly hint: string
  /** The right word, where there is one. */
  readonly word?: string
}

export type Form = (place: Place) => Change | undefined

/** Names that mean a property and are not near it. Those that lenient mode takes as well are in text/nearest.ts. */
const names: { readonly [property: string]: readonly string[] } = {
  action: ['on', 'onPress', 'onTap'],
  component: ['type'],
  label: ['title', 'placeholder'],
  url: ['src', 'href', 'source'],
  text: ['content', 'value', 'label', 'title'],
  name: ['icon'],
  options: ['choices', 'items'],
  children: ['items', 'content'],
}

/** Words of other libraries for values. */
const values: { readonly [word: string]: string } = {
  ...{ secondary: 'default', outlined: 'default', contained: 'primary', filled: 'primary' },
  ...{ text: 'borderless', link: 'borderless', ghost: 'borderless' },
  ...{ title: 'h1', heading: 'h2', subtitle: 'h3', small: 'caption', paragraph: 'body' },
  ...{ single: 'mutuallyExclusive', multiple: 'multipleSelection', multiline: 'longText', password: 'obscured' },
}

/** A missing property that stands there by another name. */
const rename: Form = ({ component, old, path, name, parent, sent }) => {
  if (sent !== undefined) return undefined
  const others = Object.keys(parent).filter((other) => other !== 'id')
  const from = own(names, name)?.find((other) => others.includes(other)) ?? nearest(name, others)
  if (from === undefined) return undefined
  const at = [...path.slice(0, -1), from]
  const value = referring(name, parent[from] as JsonValue, old)
  return {
    component: put(without(component, at) as JsonObject, path, value),
    at: formatPointer(at),
    hint: `Send "${name}"${value === parent[from] ? '' : `: ${json(value)}`} in place of "${clip(from)}".`,
    word: name,
  }
}

/** One child for a list of one, and the other way round. */
function referring(name: string, value: JsonValue, old: boolean): JsonValue {
  const ids = old && isObject(value) ? own(value as JsonObject, 'explicitList') : value
  if (name === 'child' && isList(ids) && ids.length === 1) return ids[0] as JsonValue
  if (name !== 'children' || typeof value !== 'string') return value
  return old ? { explicitList: [value] } : [value]
}

/** Properties in an object of their own. */
const bag: Form = ({ component, path, parent, sent, isProperty }) => {
  const name = ['props', 'properties'].find((one) => isObject(own(parent, one)))
  if (!isProperty || sent !== undefined || name === undefined) return undefined
  const { [name]: inner, ...others } = parent
  const above = path.slice(0, -1)
  return {
    component: put(component, above, { ...others, ...(inner as JsonObject) }),
    at: formatPointer([...above, name]),
    hint: `Write the members of "${name}" beside "id" and "component".`,
  }
}

/** The text of a button is a component. */
const label: Form = ({ component, path, name, parent, sent }) => {
  const from = name === 'child' ? ['text', 'label', 'title'].find((one) => Object.hasOwn(parent, one)) : undefined
  if (sent !== undefined || from === undefined) return undefined
  const at = [...path.slice(0, -1), from]
  return {
    component: put(without(component, at) as JsonObject, path, 'a'),
    at: formatPointer(at),
    hint: 'Send a Text with an id of its own, and this id as "child".',
    word: name,
  }
}

/** One property that says what another one says with a word. */
const flag: Form = ({ component, old, path, name, parent, sent }) => {
  const words =
    name === 'primary' && sent === true
      ? ['primary']
      : name === 'maxAllowedSelections'
        ? [sent === 1 ? 'mutuallyExclusive' : 'multipleSelection']
        : []
  const [word] = words
  if (old || word === undefined || Object.hasOwn(parent, 'variant')) return undefined
  const to = [...path.slice(0, -1), 'variant']
  return {
    component: put(without(component, path) as JsonObject, to, word),
    at: formatPointer(path),
    hint: `Send "variant": "${word}" instead.`,
    word: 'variant',
  }
}

/** A word that means one of the allowed ones. */
const word: Form = ({ component, path, sent }) => {
  const right = typeof sent === 'string' ? own(values, sent) : undefined
  if (right === undefined) return undefined
  return { component: put(component, path, right), at: formatPointer(path), hint: `Send "${right}".`, word: right }
}

/** v0.8: the weight of a component stands beside its id. */
const weight: Form = ({ component, old, path, name, sent }) => {
  if (!old || name !== 'weight' || sent === undefined) return undefined
  return {
    component: { ...(without(component, path) as JsonObject), weight: sent },
    at: formatPointer(path),
    hint: 'Write "weight" beside "id" and "component".',
  }
}

/** v0.8: the type and the properties in an object. */
const wrapped: Form = ({ component, old, path, name }) => {
  if (!old || name !== 'component' || path.length > 1) return undefined
  const { id = '', weight, component: sent, type, ...properties } = component
  const at = typeof sent === 'string' ? '/component' : '/type'
  const named = sent ?? type
  if (typeof named !== 'string') return undefined
  const meant = { [named]: properties }
  return {
    component: { id, ...(weight !== undefined && { weight }), component: meant },
    at,
    hint: `Send {"id": ${JSON.stringify(id)}, "component": ${json(meant)}}.`,
  }
}

/** A value that the version writes in another form. What is missing in an object is a fault of the object. */
const value: Form = (place) => {
  const { component, path, parent, sent } = place
  for (const [at, from] of [[path, sent] as const, [path.slice(0, -1), parent] as const]) {
    const name = at.at(-1)
    if (from === undefined || name === undefined || (at !== path && sent !== undefined)) continue
    const meant = place.old ? oldValue(from, name) : newValue(from, name)
    if (meant !== undefined)
      return { component: put(component, at, meant), at: formatPointer(at), hint: `Send ${json(meant)}.` }
  }
  return undefined
}

/** A value of v0.9 for one that was written otherwise. */
function newValue(from: JsonValue, name: string): JsonValue | undefined {
  const form = asV09(from, name)
  if (form !== undefined) return form
  if (isList(from)) {
    const ids = from.map(idIn)
    return ids.some((id) => id === undefined) ? undefined : (ids as readonly string[])
  }
  if (!isObject(from)) return undefined
  const object = from as JsonObject
  if (name === 'action' && own(object, 'name') !== undefined) return { event: object }
  if (name === 'action' && own(object, 'call') !== undefined) return { functionCall: object }
  return idIn(object)
}

/** The same in v0.8. */
function oldValue(from: JsonValue, name: string): JsonValue | undefined {
  if (isList(from)) return { [name === 'children' ? 'explicitList' : 'literalArray']: from }
  const literal = own(v08Literals, typeof from)
  if (literal !== undefined) return { [literal]: from }
  const object = from as JsonObject
  if (name === 'action' && isObject(own(object, 'event'))) return object['event']
  return idIn(object)
}

/** The id of a component that was sent in place of its id. */
function idIn(value: JsonValue): string | undefined {
  const id = isObject(value) ? own(value as JsonObject, 'id') : value
  return typeof id === 'string' ? id : undefined
}

/** In the order in which they are tried. */
export const forms: readonly Form[] = [rename, label, bag, flag, word, weight, wrapped, value]

/** The component with a member set. */
function put(component: JsonObject, path: readonly string[], member: JsonValue): JsonObject {
  const name = path.at(-1)
  if (name === undefined) return member as JsonObject
  const set = (parent: JsonValue): JsonValue => ({ ...(parent as JsonObject), [name]: member })
  if (path.length === 1) return set(component) as JsonObject
  // An element of a list has its place already.
  return changed(component, path.slice(0, -1), (parent) =>
    isList(parent) ? parent.map((one, index) => (String(index) === name ? member : one)) : set(parent),
  ) as JsonObject
}

/** A value for a hint, as prompts write JSON. */
function json(value: JsonValue): string {
  return clip(JSON.stringify(value).replaceAll(/":/g, '": ').replaceAll(/,"/g, ', "'), 200)
}
