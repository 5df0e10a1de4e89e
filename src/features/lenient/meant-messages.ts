/**
 * Lenient mode: what a line holds → messages in the form of one version, as far as it can mean one thing only. Agents put messages
 * into lists and wrappers, several into one object, use the names of the other version, and leave out what the message before said.
 */
import { SurfaceError } from '../../errors/surface-error.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import { escapeToken } from '../../json/pointer.ts'
import { clip, getOwn, isList, isObject, type JsonObject, type JsonValue, type Maybe } from '../../json/value.ts'
import { without } from '../../json/without.ts'
import type { ProtocolFamily } from '../../protocol/message.ts'
import { errorOf } from '../../schema/fault.ts'
import { toRename } from '../../schema/remedy.ts'
import { v09Forms } from '../../schema/wire-forms.ts'
import { plainWord } from '../../text/nearest.ts'
import { componentsName, componentsOf, isComponent, listIn } from './component-lists.ts'
import { dataMessages, dataNames } from './meant-data.ts'
import { dataOf, isTyped } from './plain-contents.ts'
import {
  type Around,
  type Context,
  familyFor,
  headOf,
  idIn,
  idNames,
  kinds,
  type Meant,
  type Spoken,
  versionOnly,
  warned,
} from './spoken.ts'

const rootNames = ['root', 'rootId', 'root_id', 'rootComponentId', 'rootComponent']

/** Wrappers within wrappers: a tool call within a list within an answer. */
const maxDepth = 10

/** `undefined`: the value is one message in the form of its version, as far as its envelope goes. */
export function meantMessages(value: JsonValue, context: Context): readonly Meant[] | undefined {
  if (isOne(value, context.spoken)) return undefined
  return messagesIn(value, '', { ...context, version: undefined }, 0)
}

/** The message as it is usually written: nothing is looked at twice. */
function isOne(value: JsonValue, { families }: Spoken): boolean {
  if (!isObject(value) || value['version'] !== 'v0.9') return false
  const payload = value['updateComponents'] ?? value['updateDataModel']
  if (!isObject(payload) || Object.keys(value).length !== 2) return false
  const { surfaceId, components, path, value: data } = payload as JsonObject
  if (typeof surfaceId !== 'string' || families.get(surfaceId) !== 'v0.9') return false
  for (const name in payload)
    if (name !== 'surfaceId' && name !== 'components' && name !== 'path' && name !== 'value') return false
  if (components !== undefined) return data === undefined && isList(components) && !isList(components[0])
  return (
    (typeof path === 'string' ? path.length > 1 || path === '/' : path === undefined) && !isJson(data) && !isTyped(data)
  )
}

function messagesIn(value: JsonValue, below: string, around: Around, depth: number): readonly Meant[] {
  const raw = [{ message: value, below }]
  if (depth >= maxDepth) return raw
  if (typeof value === 'string') {
    const parsed = parsedJson(value)
    return parsed === undefined ? raw : messagesIn(parsed, below, around, depth + 1)
  }
  if (isList(value)) {
    if (!holdsMessages(value)) return raw
    warned(around, 'ENVELOPE_NOT_OBJECT', 'A list is taken for its elements', 'Send one object on each line.', below)
    if (value.every(isComponent)) return contentOf({ components: value }, below, around)
    return value.flatMap((one, index) =>
      depth === 0 || holdsMessages(one) ? messagesIn(one, `${below}/${index}`, around, depth + 1) : [],
    )
  }
  if (!isObject(value)) return raw
  const wire = value as JsonObject
  const version = wire['version'] ?? around.version
  const inner = { ...around, version }
  const names = Object.keys(wire)
  const named = names.filter((name) => getOwn(kinds, plainWord(name)))
  if (named.length > 0) return messagesOf(wire, named, below, inner)
  const typed = kindMember(wire)
  if (typed !== undefined) return messagesTyped(wire, typed, below, inner)
  if (isComponent(value)) return contentOf({ components: [value] }, below, inner)
  if (isContent(wire)) return contentOf(wire, below, inner)
  const wrappers = names.filter((name) => holdsMessages(wire[name] as JsonValue))
  const [first] = wrappers
  if (first === undefined) return raw
  const place = `${below}/${escapeToken(first)}`
  const hint = 'Send each message on a line of its own.'
  warned(around, 'ENVELOPE_UNKNOWN_KIND', `"${clip(first)}" is taken for the messages in it`, hint, place)
  const { surfaceId } = wire
  if (typeof surfaceId === 'string') around.spoken.surfaceId ??= surfaceId
  return wrappers.flatMap((name) =>
    messagesIn(wire[name] as JsonValue, `${below}/${escapeToken(name)}`, inner, depth + 1),
  )
}

/** The member whose value is the name of a message. */
function kindMember(wire: JsonObject): string | undefined {
  return Object.keys(wire).find(
    (name) =>
      typeof wire[name] === 'string' && getOwn(kinds, plainWord(wire[name] as string)) && !idNames.includes(name),
  )
}

/** The message of an object that has its name as a value. */
function messagesTyped(wire: JsonObject, typed: string, below: string, around: Around): readonly Meant[] {
  const kind = wire[typed] as string
  const { [typed]: _, version, ...rest } = wire
  const nested = Object.keys(rest).find((name) => {
    const value = rest[name] as JsonValue
    return isObject(value) && (idIn(value as JsonObject) !== undefined || isPayload(value as JsonObject))
  })
  const payload =
    nested === undefined ? rest : { ...(without(rest, [nested]) as JsonObject), ...(rest[nested] as JsonObject) }
  warned(around, 'ENVELOPE_NO_KIND', `"${typed}" names the message`, `Send {"${kind}": {…}}.`, `${below}/${typed}`)
  const message = { ...(version !== undefined && { version }), [kind]: payload }
  return messagesOf(message, [kind], below, around)
}

/** Whether an object has members that only a message has. */
function isPayload(wire: JsonObject): boolean {
  return ['components', 'contents', 'catalogId', 'root'].some((name) => Object.hasOwn(wire, name))
}

/** Whether messages, components or content are somewhere in it. */
function holdsMessages(sent: JsonValue, depth = 0): boolean {
  const value = typeof sent === 'string' ? parsedJson(sent) : sent
  if (value === undefined || depth > maxDepth) return false
  if (isList(value)) return value.some((one) => holdsMessages(one, depth + 1))
  if (!isObject(value)) return false
  const wire = value as JsonObject
  return isContent(wire) || isComponent(wire) || holdsKinds(wire, depth)
}

function holdsKinds(wire: JsonObject, depth = 0): boolean {
  if (kindMember(wire) !== undefined) return true
  return Object.keys(wire).some(
    (name) => getOwn(kinds, plainWord(name)) !== undefined || holdsMessages(wire[name] as JsonValue, depth + 1),
  )
}

/** The payload of several messages, without the name of one. */
function isContent(wire: JsonObject): boolean {
  return componentsName(wire) !== undefined
}

/** The messages of an object that names them: updates come after the beginning of their surface. */
function messagesOf(wire: JsonObject, named: readonly string[], below: string, around: Around): readonly Meant[] {
  const [, second] = named
  if (second !== undefined) {
    const message = `One object holds ${named.length} messages: ${named.join(', ')}`
    const hint = 'Send each message on a line of its own.'
    warned(around, 'ENVELOPE_MULTIPLE_KINDS', message, hint, `${below}/${second}`)
  }
  const isBeginning = (name: string): boolean => getOwn(kinds, plainWord(name))?.[0] === 'createSurface'
  const update = named.findIndex((name) => /update/i.test(name))
  const beginning = named.findIndex(isBeginning)
  const order = named.filter((name) => !isBeginning(name))
  if (beginning >= 0)
    order.splice(update >= 0 && update < beginning ? update : beginning, 0, named[beginning] as string)
  const surplus = named.reduce<JsonValue>((left, name) => without(left, [name]), wire) as JsonObject
  const version = getOwn(surplus, 'version')
  return order.flatMap((name, index) => {
    const payload = wire[name] as JsonValue
    // Further members are reported once, with the first message.
    const beside = index === 0 ? surplus : version === undefined ? {} : { version }
    return messagesNamed(name, payload, beside, below, { ...around, version: around.version ?? version })
  })
}

/** One message by its name, and what is within its beginning. */
function messagesNamed(
  name: string,
  sent: JsonValue,
  beside: JsonObject,
  below: string,
  around: Around,
): readonly Meant[] {
  const [modern, old] = getOwn(kinds, plainWord(name)) as readonly [string, string]
  const { spoken, warn } = around
  const place = `${below}/${escapeToken(name)}`
  const value = payloadOf(sent, modern)
  if (!isObject(value)) return [{ message: { ...beside, [name]: sent }, below }]
  let payload = value as JsonObject
  const surfaceId = idIn(payload) ?? getOwn(beside, 'surfaceId') ?? spoken.surfaceId ?? 'main'
  if ((getOwn(payload, 'surfaceId') ?? '') === '') {
    const wrong = idNames.find((one) => typeof getOwn(payload, one) === 'string')
    payload = { ...(wrong ? (without(payload, [wrong]) as JsonObject) : payload), surfaceId }
    const [message, remedy] = wrong
      ? [`"${wrong}" is taken for "surfaceId"`, toRename(wrong, 'surfaceId')]
      : [`"surfaceId" is missing; "${clip(`${surfaceId}`)}" is meant`, 'Name the surface in each message.']
    warned(around, 'ENVELOPE_INVALID', message, remedy, `${place}/${escapeToken(wrong ?? 'surfaceId')}`)
  }
  const family = familyFor(modern, name, payload, around)
  if (typeof surfaceId === 'string') {
    spoken.surfaceId = surfaceId
    spoken.families.set(surfaceId, family)
    if (modern === 'deleteSurface') spoken.families.delete(surfaceId)
  }
  const kind = family === 'v0.9' ? modern : old
  if (kind !== name) {
    const error = new SurfaceError('ENVELOPE_UNKNOWN_KIND', `"${clip(name)}" is taken for "${kind}"`, {
      hint: `Write "${kind}".`,
      at: place,
    })
    warn(error.asWarning())
  }
  const head = headOf(beside, family, kind, name, around)
  const made = (one: JsonObject): Meant => ({ message: { ...head, [kind]: one }, below, at: place })
  if (modern === 'updateComponents') return updates(payload, { family, kind, head, below, place, around })
  if (modern === 'updateDataModel') return dataMessages(payload, made, place, family, around)
  if (modern === 'deleteSurface') return [made(payload)]
  return beginning(payload, { family, kind, head, below, place, around })
}

interface Beginning {
  readonly family: ProtocolFamily
  readonly kind: string
  readonly head: JsonObject
  readonly below: string
  readonly place: string
  readonly around: Around
}

/** A beginning, and what stands in it. */
function beginning(sent: JsonObject, whole: Beginning): readonly Meant[] {
  const { family, kind, head, below, place, around } = whole
  const [root, payload] = rootIn(sent, whole)
  const { parts, rest } = contentIn(payload, whole, true)
  const begun = root !== undefined && family === 'v0.8' ? { ...rest, root } : rest
  for (const { name, form } of parts) ownMessage(name, v09Forms[form], place, sent['surfaceId'] as JsonValue, around)
  return [
    { message: { ...head, [kind]: begun }, below, at: place, ...(root !== undefined && family === 'v0.9' && { root }) },
    ...parts.map(({ message }) => message),
  ]
}

/** An update of components, and what stands beside them. */
function updates(sent: JsonObject, whole: Beginning): readonly Meant[] {
  const { family, kind, head, below, place, around } = whole
  const { surfaceId = 'main' } = sent
  const [root, payload] = rootIn(sent, whole)
  const { parts, rest } = contentIn(payload, whole, false)
  const begun = root === undefined ? [] : beginningWith(root, surfaceId, family, below, place, around)
  const [components] = parts.filter(({ form }) => form === 'createSurface.components')
  const others = parts.filter((one) => one !== components)
  for (const { name, form } of others) ownMessage(name, v09Forms[form], place, surfaceId, around)
  const list = components?.list ?? rest['components'] ?? null
  const message = { ...head, [kind]: { ...rest, components: list } }
  return [...begun, { message, below, at: place }, ...others.map((one) => one.message)]
}

/** The component to begin with, and the payload without it where its version has no such member. */
function rootIn(
  payload: JsonObject,
  { family, kind, place, around }: Beginning,
): readonly [root: string | undefined, JsonObject] {
  const name = rootNames.find((one) => typeof payload[one] === 'string')
  if (name === undefined || (kind === 'beginRendering' && name === 'root')) return [undefined, payload]
  const hint = family === 'v0.9' ? 'Give that component the id "root".' : 'Send it as "root" with "beginRendering".'
  warned(around, 'ENVELOPE_INVALID', `"${name}" names the component to begin with`, hint, `${place}/${name}`)
  return [payload[name] as string, without(payload, [name]) as JsonObject]
}

interface ContentPart {
  readonly name: string
  readonly form: 'createSurface.components' | 'createSurface.dataModel'
  readonly message: Meant
  readonly list?: readonly JsonValue[]
}

/** Components and data in a payload, each as a message, and what is left. `begins`: a beginning is empty without components. */
function contentIn(
  payload: JsonObject,
  { family, head, below, place, around }: Beginning,
  begins: boolean,
): { readonly parts: readonly ContentPart[]; readonly rest: JsonObject } {
  const { surfaceId = 'main' } = payload
  const version = family === 'v0.8' ? {} : versionOnly(head)
  const parts: ContentPart[] = []
  let rest = payload
  const add = (
    name: string,
    form: ContentPart['form'],
    kind: string,
    contents: JsonObject,
    list?: readonly JsonValue[],
  ): void => {
    rest = without(rest, [name]) as JsonObject
    const message = { message: { ...version, [kind]: { surfaceId, ...contents } }, below, at: place }
    parts.push({ name, form, message, ...(list && { list }) })
  }
  const name =
    componentsName(payload, true) ??
    (begins ? ['components', 'layout'].find((one) => typeof payload[one] === 'object') : 'components')
  const list =
    name === undefined || !Object.hasOwn(rest, name) ? undefined : componentsOf(rest[name] as JsonValue, place, around)
  if (name !== undefined && list && (!begins || list.length > 0)) {
    if (name !== 'components' && !begins)
      warned(
        around,
        'ENVELOPE_INVALID',
        `"${name}" is taken for "components"`,
        toRename(name, 'components'),
        `${place}/${name}`,
      )
    const kind = family === 'v0.9' ? 'updateComponents' : 'surfaceUpdate'
    add(name, 'createSurface.components', kind, { components: list }, list)
  } else if (begins && list) rest = without(rest, [name as string]) as JsonObject
  for (const one of dataNames) {
    const value = Object.hasOwn(rest, one) ? dataOf(rest[one] as JsonValue) : undefined
    if (typeof value !== 'object' || value === null) continue
    const [kind, member] = family === 'v0.9' ? ['updateDataModel', 'value'] : ['dataModelUpdate', 'contents']
    add(one, 'createSurface.dataModel', kind as string, { [member as string]: value })
  }
  return { parts, rest }
}

function ownMessage(
  name: string,
  form: string | undefined,
  place: string,
  surfaceId: JsonValue,
  { warn }: Around,
): void {
  const fault = {
    message: `"${name}" is taken for a message of its own`,
    hint: `Send ${form}.`,
    at: `${place}/${name}`,
  }
  const error = errorOf(fault, '', 'ENVELOPE_INVALID')
  warn(error.in({ surfaceId: typeof surfaceId === 'string' ? surfaceId : undefined }).asWarning())
}

/** An update that names the component to begin with. */
function beginningWith(
  root: string,
  surfaceId: JsonValue,
  family: ProtocolFamily,
  below: string,
  at: string,
  around: Around,
): readonly Meant[] {
  warned(around, 'ENVELOPE_INVALID', '"root" begins the surface', 'Send the message that begins it.', `${at}/root`)
  return family === 'v0.9'
    ? [{ message: { version: 'v0.9', createSurface: { surfaceId } }, below, at, root }]
    : [{ message: { beginRendering: { surfaceId, root } }, below, at }]
}

/** Messages of an object that names none: its surface is the one that the source speaks of. */
function contentOf(wire: JsonObject, below: string, around: Around): readonly Meant[] {
  const id = idIn(wire) ?? around.spoken.surfaceId ?? 'main'
  const surfaceId = typeof id === 'string' ? id : 'main'
  const place = below || '/'
  const begins = ['catalogId', 'theme', 'styles', ...rootNames].some((name) => Object.hasOwn(wire, name))
  const isNew = !around.spoken.families.has(surfaceId)
  const hint = 'Send "createSurface", "updateComponents" and "updateDataModel", each on a line of its own.'
  warned(around, 'ENVELOPE_NO_KIND', 'The object names no message; its content is taken', hint, place)
  const { version } = around
  const head = version === undefined ? {} : { version }
  const name = componentsName(wire) as string
  const payload = { ...(without(wire, ['version']) as JsonObject), surfaceId }
  const [first] = listIn(wire[name] as JsonValue) ?? []
  const old =
    familyFor('updateComponents', '', { surfaceId, components: first === undefined ? null : [first] }, around) ===
    'v0.8'
  const [beginsWith, updatesWith] = old ? ['beginRendering', 'surfaceUpdate'] : ['createSurface', 'updateComponents']
  return messagesNamed((begins && isNew ? beginsWith : updatesWith) as string, payload, head, below, around)
}

/** A payload that was written as the one thing that it needs. */
function payloadOf(sent: JsonValue, modern: string): JsonValue {
  const value = typeof sent === 'string' ? (parsedJson(sent) ?? sent) : sent
  if (typeof value === 'string' && /^(create|delete)/.test(modern)) return { surfaceId: value }
  return isList(value) && modern === 'updateComponents' ? { components: value } : value
}

function isJson(value: Maybe): boolean {
  return typeof value === 'string' && parsedJson(value) !== undefined
}
