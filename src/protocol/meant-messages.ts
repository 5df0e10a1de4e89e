/**
 * Lenient mode: what a line holds → messages in the form of one version, as far as it can mean one thing only. Agents put messages
 * into lists and wrappers, several into one object, use the names of the other version, and leave out what the message before said.
 */
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import { parsedJson } from '../json/parsed-json.ts'
import { escapeToken } from '../json/pointer.ts'
import { clip, isList, isObject, type JsonObject, type JsonValue, type Maybe, own, shown } from '../json/value.ts'
import { without } from '../json/without.ts'
import { errorOf } from '../schema/fault.ts'
import { v09Forms } from '../schema/wire-forms.ts'
import { nearest, plainWord } from '../text/nearest.ts'
import type { OpenText } from './gathered.ts'
import type { ProtocolFamily } from './message.ts'
import { plainOf } from './plain-contents.ts'

/** A message as it was meant. */
export interface Meant {
  readonly message: JsonValue
  /** JSON Pointer of the object that holds it. */
  readonly below: string
  /** JSON Pointer of its payload. Default: where that of a message stands. */
  readonly at?: string
  /** The component to begin with, where v0.9 has no word for it. */
  readonly root?: string
}

/** What a source has said so far: what it leaves out later is taken from here. */
export interface Spoken {
  surfaceId?: string
  /** The version of each surface that it has spoken of, by its id. */
  readonly families: Map<string, ProtocolFamily>
  /** A message over several lines. */
  open?: OpenText | undefined
}

interface Context {
  readonly spoken: Spoken
  /** The version of a surface that is there. `begins`: only of one that the source itself has begun. */
  readonly familyIn: (surfaceId: string, begins: boolean) => ProtocolFamily | undefined
  readonly warn: Report
}

/** By a plain word for it: the name of a message in v0.9 and in v0.8. */
const kinds: { readonly [word: string]: readonly [v09: string, v08: string] } = {}
for (const [words, ...names] of [
  ['createsurface beginrendering startrendering begin', 'createSurface', 'beginRendering'],
  ['updatecomponents surfaceupdate updatesurface updatecomponent', 'updateComponents', 'surfaceUpdate'],
  ['updatedatamodel datamodelupdate updatedata setdatamodel dataupdate', 'updateDataModel', 'dataModelUpdate'],
  ['deletesurface removesurface', 'deleteSurface', 'deleteSurface'],
] as const)
  for (const word of words.split(' ')) Object.assign(kinds, { [word]: names })

/** Members that hold messages, or a message. */
const wrappers = new Set(
  (
    'messages a2uimessages a2uioperations operations updates a2ui a2uijson surface ui arguments args input parameters payload data ' +
    'body content result output message function toolcall'
  ).split(' '),
)

const componentNames = ['components', 'component', 'layout', 'elements', 'nodes']
const dataNames = ['dataModel', 'data', 'contents', 'value', 'updates', 'model', 'state']
const idNames = ['surfaceId', 'surface_id', 'surfaceID', 'surface', 'id']

/** Wrappers within wrappers: a tool call within a list within an answer. */
const maxDepth = 6

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
  const { surfaceId, components } = payload as JsonObject
  if (typeof surfaceId !== 'string' || families.get(surfaceId) !== 'v0.9') return false
  return value['updateDataModel'] ? Object.hasOwn(payload, 'value') && !isJson(payload['value']) : isList(components)
}

interface Around extends Context {
  /** What the wrapper says. */
  readonly version: Maybe
}

function messagesIn(value: JsonValue, below: string, around: Around, depth: number): readonly Meant[] {
  const raw = [{ message: value, below }]
  const parsed = typeof value === 'string' && depth > 0 ? parsedJson(value) : undefined
  if (parsed !== undefined && depth < maxDepth) return messagesIn(parsed, below, around, depth + 1)
  if (isList(value) && depth < maxDepth) {
    if (!value.some(isObject)) return raw
    warned(around, 'ENVELOPE_NOT_OBJECT', 'A list is taken for its elements', 'Send one object on each line.', below)
    if (value.every(isComponent)) return contentOf({ components: value }, below, around)
    return value.flatMap((one, index) => messagesIn(one, `${below}/${index}`, around, depth + 1))
  }
  if (!isObject(value) || depth >= maxDepth) return raw
  const wire = value as JsonObject
  const version = wire['version'] ?? around.version
  const inner = { ...around, version }
  const names = Object.keys(wire)
  const named = names.filter((name) => own(kinds, plainWord(name)))
  if (named.length > 0) return messagesOf(wire, named, below, inner)
  const typed = ['type', 'kind', 'op', 'messageType', 'name', 'action'].find(
    (name) => typeof wire[name] === 'string' && own(kinds, plainWord(wire[name] as string)),
  )
  if (typed !== undefined) {
    const kind = wire[typed] as string
    const rest = without(without(wire, [typed]), ['version']) as JsonObject
    const [only = '', second] = Object.keys(rest).filter((name) => plainWord(name) !== 'surfaceid')
    const nested = rest[only]
    const payload =
      second === undefined && isObject(nested) && wrappers.has(plainWord(only))
        ? { ...(without(rest, [only]) as JsonObject), ...(nested as JsonObject) }
        : rest
    warned(around, 'ENVELOPE_NO_KIND', `"${typed}" names the message`, `Send {"${kind}": {…}}.`, `${below}/${typed}`)
    return messagesOf({ ...(version !== undefined && { version }), [kind]: payload }, [kind], below, inner)
  }
  const wrapper = names.find((name) => wrappers.has(plainWord(name)) && holdsMessages(wire[name] as JsonValue))
  if (wrapper !== undefined) {
    const place = `${below}/${escapeToken(wrapper)}`
    const hint = 'Send each message on a line of its own.'
    warned(around, 'ENVELOPE_UNKNOWN_KIND', `"${clip(wrapper)}" is taken for the messages in it`, hint, place)
    return messagesIn(wire[wrapper] as JsonValue, place, inner, depth + 1)
  }
  if (isComponent(value)) return contentOf({ components: [value] }, below, inner)
  return isContent(wire) ? contentOf(wire, below, inner) : raw
}

/** Whether messages, components or content are somewhere in it. */
function holdsMessages(value: JsonValue, depth = 0): boolean {
  const parsed = typeof value === 'string' ? parsedJson(value) : value
  if (parsed === undefined || depth > 3) return false
  if (isList(parsed)) return parsed.some((one) => holdsMessages(one, depth + 1))
  if (!isObject(parsed)) return false
  const wire = parsed as JsonObject
  if (isContent(wire) || isComponent(wire) || typeof wire['type'] === 'string') return true
  return Object.keys(wire).some(
    (name) =>
      own(kinds, plainWord(name)) ||
      (wrappers.has(plainWord(name)) && holdsMessages(wire[name] as JsonValue, depth + 1)),
  )
}

/** A component that stands where a message is wanted. */
function isComponent(value: Maybe): boolean {
  if (!isObject(value) || typeof own(value as JsonObject, 'id') !== 'string') return false
  const type = own(value as JsonObject, 'component') ?? own(value as JsonObject, 'type')
  return typeof type === 'string' ? /^[A-Za-z]\w*$/.test(type) : isObject(type)
}

/** The payload of several messages, without the name of one. */
function isContent(wire: JsonObject): boolean {
  const components = wire['components'] ?? wire['layout']
  return components !== undefined && typeof components !== 'number' && typeof components !== 'boolean'
}

/** The messages of an object that names them: updates come after the beginning of their surface. */
function messagesOf(wire: JsonObject, named: readonly string[], below: string, around: Around): readonly Meant[] {
  const [, second] = named
  if (second !== undefined) {
    const message = `One object holds ${named.length} messages: ${named.join(', ')}`
    const hint = 'Send each message on a line of its own.'
    warned(around, 'ENVELOPE_MULTIPLE_KINDS', message, hint, `${below}/${second}`)
  }
  const isBeginning = (name: string): boolean => own(kinds, plainWord(name))?.[0] === 'createSurface'
  const update = named.findIndex((name) => /update/i.test(name))
  const beginning = named.findIndex(isBeginning)
  const order = named.filter((name) => !isBeginning(name))
  if (beginning >= 0)
    order.splice(update >= 0 && update < beginning ? update : beginning, 0, named[beginning] as string)
  const surplus = named.reduce<JsonValue>((left, name) => without(left, [name]), wire) as JsonObject
  const version = own(surplus, 'version')
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
  const [modern, old] = own(kinds, plainWord(name)) as readonly [string, string]
  const { spoken, warn } = around
  const place = `${below}/${escapeToken(name)}`
  const value = payloadOf(sent, modern)
  if (!isObject(value)) return [{ message: { ...beside, [name]: sent }, below }]
  let payload = value as JsonObject
  const surfaceId = idIn(payload) ?? own(beside, 'surfaceId') ?? spoken.surfaceId ?? 'main'
  if (!Object.hasOwn(payload, 'surfaceId')) {
    const wrong = idNames.find((one) => typeof own(payload, one) === 'string')
    payload = { ...(wrong ? (without(payload, [wrong]) as JsonObject) : payload), surfaceId }
    const [message, hint] = wrong
      ? [`"${wrong}" is taken for "surfaceId"`, `Rename "${wrong}" to "surfaceId".`]
      : [`"surfaceId" is missing; "${clip(`${surfaceId}`)}" is meant`, 'Name the surface in each message.']
    warned(around, 'ENVELOPE_INVALID', message, hint, wrong ? `${place}/${escapeToken(wrong)}` : place)
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
  if (modern === 'updateComponents') {
    const components = componentsOf(payload['components'] ?? without(payload, ['surfaceId']), place, around)
    const { root } = payload
    const update = made({
      ...(without(payload, ['root']) as JsonObject),
      components: components ?? payload['components'] ?? null,
    })
    return typeof root === 'string' && root !== ''
      ? [...beginningWith(root, surfaceId, family, below, place, around), update]
      : [update]
  }
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
function beginning(sent: JsonObject, { family, kind, head, below, place, around }: Beginning): readonly Meant[] {
  const surfaceId = sent['surfaceId'] as JsonValue
  let payload = sent
  const updates: Meant[] = []
  let root: string | undefined
  const rootName = ['root', 'rootId', 'root_id', 'rootComponentId'].find((name) => typeof payload[name] === 'string')
  if (rootName !== undefined && (family === 'v0.9' || rootName !== 'root')) {
    root = payload[rootName] as string
    payload = without(payload, [rootName]) as JsonObject
    if (family === 'v0.8') payload = { ...payload, root }
    warned(
      around,
      'ENVELOPE_INVALID',
      `"${rootName}" names the component to begin with`,
      'Give that component the id "root".',
      `${place}/${rootName}`,
    )
  }
  for (const name of [...componentNames, 'root']) {
    const components = Object.hasOwn(payload, name)
      ? componentsOf(payload[name] as JsonValue, place, around)
      : undefined
    if (!components || (name === 'root' && family === 'v0.8')) continue
    payload = without(payload, [name]) as JsonObject
    if (components.length === 0) continue
    const update = family === 'v0.9' ? 'updateComponents' : 'surfaceUpdate'
    ownMessage(name, v09Forms['createSurface.components'], place, surfaceId, around)
    updates.push({ message: { ...versionOnly(head), [update]: { surfaceId, components } }, below, at: place })
  }
  for (const name of dataNames) {
    const value = Object.hasOwn(payload, name) ? dataOf(payload[name] as JsonValue) : undefined
    if (typeof value !== 'object' || value === null) continue
    payload = without(payload, [name]) as JsonObject
    ownMessage(name, v09Forms['createSurface.dataModel'], place, surfaceId, around)
    const message =
      family === 'v0.9'
        ? { ...versionOnly(head), updateDataModel: { surfaceId, value } }
        : { dataModelUpdate: { surfaceId, contents: value } }
    updates.push({ message, below, at: place })
  }
  return [{ message: { ...head, [kind]: payload }, below, at: place, ...(root !== undefined && { root }) }, ...updates]
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
  const begins = ['catalogId', 'root', 'rootId', 'theme', 'styles'].some((name) => Object.hasOwn(wire, name))
  const isNew = !around.spoken.families.has(surfaceId)
  const hint = 'Send "createSurface", "updateComponents" and "updateDataModel", each on a line of its own.'
  warned(around, 'ENVELOPE_NO_KIND', 'The object names no message; its content is taken', hint, place)
  const components = wire['components'] ?? wire['layout']
  const list = components === undefined ? undefined : componentsOf(components, below, around)
  const { version } = around
  const head = version === undefined ? {} : { version }
  const old = familyFor('updateComponents', '', { surfaceId, components: list ?? null }, around) === 'v0.8'
  if (begins && isNew) {
    const data = dataNames.filter((name) => Object.hasOwn(wire, name)).map((name) => [name, wire[name]])
    const themes = ['catalogId', 'root', 'rootId', 'theme', 'styles']
      .filter((name) => Object.hasOwn(wire, name))
      .map((name) => [name, wire[name]])
    const payload = {
      surfaceId,
      ...Object.fromEntries(themes),
      ...(list && { components: list }),
      ...Object.fromEntries(data),
    }
    return messagesNamed(old ? 'beginRendering' : 'createSurface', payload as JsonObject, head, below, around)
  }
  const updates: Meant[] = []
  if (list)
    updates.push(
      ...messagesNamed(
        old ? 'surfaceUpdate' : 'updateComponents',
        { surfaceId, components: list },
        head,
        below,
        around,
      ),
    )
  for (const name of dataNames) {
    const value = Object.hasOwn(wire, name) ? dataOf(wire[name] as JsonValue) : undefined
    if (typeof value !== 'object' || value === null) continue
    const payload = old ? { surfaceId, contents: value } : { surfaceId, value }
    updates.push(...messagesNamed(old ? 'dataModelUpdate' : 'updateDataModel', payload, head, below, around))
  }
  return updates
}

/** Updates of data under any name, and as the operations of a patch. */
function dataMessages(
  payload: JsonObject,
  made: (payload: JsonObject) => Meant,
  place: string,
  family: ProtocolFamily,
  around: Around,
): readonly Meant[] {
  const { surfaceId = 'main' } = payload
  const list = ['operations', 'patches', 'patch', 'ops', 'updates'].find(
    (name) =>
      isList(payload[name]) && (payload[name] as readonly JsonValue[]).every((one) => isObject(one) && 'path' in one),
  )
  if (list !== undefined) {
    warned(
      around,
      'ENVELOPE_INVALID',
      `"${list}" is taken for updates`,
      'Send an update for each "path".',
      `${place}/${list}`,
    )
    return (payload[list] as readonly JsonObject[]).map(({ path = '/', value, op }) =>
      made(
        family === 'v0.8'
          ? oldData(surfaceId, path, value ?? null)
          : { surfaceId, path, ...(value !== undefined && op !== 'remove' && { value }) },
      ),
    )
  }
  const [first, second] = family === 'v0.8' ? ['contents', 'value'] : ['value', 'contents']
  const name = [first as string, second as string, ...dataNames].find((one) => Object.hasOwn(payload, one))
  const value = name === undefined ? undefined : payload[name]
  const parsed = typeof value === 'string' ? parsedJson(value) : undefined
  if (name !== undefined && parsed !== undefined) {
    warned(around, 'ENVELOPE_INVALID', `"${name}" is JSON in a text`, 'Send it as JSON.', `${place}/${name}`)
    return dataMessages({ ...payload, [name]: parsed }, made, place, family, around)
  }
  // A list or an object is renamed where the payload is repaired.
  if (
    family === 'v0.8' &&
    name !== undefined &&
    name !== 'contents' &&
    !(name === 'value' && typeof value === 'object')
  )
    return [made(oldData(surfaceId, payload['path'] ?? '/', value ?? null))]
  const surplus = Object.keys(payload).filter((one) => !['surfaceId', 'path', 'op', 'operation'].includes(one))
  if (
    family === 'v0.9' &&
    name === undefined &&
    payload['path'] === undefined &&
    surplus.length > 0 &&
    !nearest('value', surplus)
  ) {
    const { surfaceId: _, ...members } = payload
    warned(around, 'ENVELOPE_INVALID', 'The members are taken for the data', 'Send "value": {…}.', place)
    return [made({ surfaceId, value: plainOf(members) })]
  }
  return [made(payload)]
}

/** v0.8: data of any form. */
function oldData(surfaceId: JsonValue, path: JsonValue, value: JsonValue): JsonObject {
  const plain = dataOf(value)
  if (isObject(plain)) return { surfaceId, path, contents: plain }
  const names = String(path).split('/')
  const key = names.pop() ?? ''
  return { surfaceId, path: names.join('/') || '/', contents: { [key]: plain } }
}

/** What stands around a payload. A version that was left out is reported when the message is read. */
function headOf(beside: JsonObject, family: ProtocolFamily, kind: string, name: string, around: Around): JsonObject {
  const { version: sent = around.version, ...others } = beside
  const surplus = without(others, ['surfaceId']) as JsonObject
  const said = versionOf(sent)
  if (family === 'v0.8') {
    if (sent !== undefined)
      warned(around, 'VERSION_UNSUPPORTED', 'v0.8 has no "version"', 'Leave "version" out.', '/version')
    return surplus
  }
  if (sent === 'v0.9' || sent === 'v0.9.1') return { version: sent, ...surplus }
  if (sent === undefined && kind === name) return surplus
  if (sent !== undefined && said === undefined) return { version: sent, ...surplus }
  if (sent !== undefined)
    warned(
      around,
      'VERSION_UNSUPPORTED',
      `Version ${clip(JSON.stringify(sent))} is taken for "v0.9"`,
      'Send "version": "v0.9".',
      '/version',
    )
  return { version: 'v0.9', ...surplus }
}

function versionOnly({ version }: JsonObject): JsonObject {
  return version === undefined ? { version: 'v0.9' } : { version }
}

/** The version that a text or number means. `1.0`: that of v0.9's messages, whose documents were called so. */
function versionOf(version: Maybe): ProtocolFamily | undefined {
  const text = typeof version === 'number' || typeof version === 'string' ? String(version) : ''
  if (/^v?(0\.9|1)(\.\d+)*$/i.test(text.trim())) return 'v0.9'
  return /^v?0\.8(\.\d+)*$/i.test(text.trim()) ? 'v0.8' : undefined
}

/** The version in which a message is read: that of its surface, what it says, the form of its components, its name. */
function familyFor(modern: string, name: string, payload: JsonObject, around: Around): ProtocolFamily {
  const { spoken, version, familyIn } = around
  const surfaceId = String(payload['surfaceId'])
  const known = spoken.families.get(surfaceId) ?? familyIn(surfaceId, modern === 'createSurface')
  const { components } = payload
  const [first] = isList(components) ? components : []
  const type = isObject(first) ? own(first as JsonObject, 'component') : undefined
  // Both versions delete in one word.
  const byName = name === '' || modern === name ? 'v0.9' : own(kinds, plainWord(name))?.[1] === name ? 'v0.8' : 'v0.9'
  return known ?? versionOf(version) ?? (isObject(type) ? 'v0.8' : byName)
}

/** A payload that was written as the one thing that it needs. */
function payloadOf(sent: JsonValue, modern: string): JsonValue {
  const value = typeof sent === 'string' ? (parsedJson(sent) ?? sent) : sent
  if (typeof value === 'string' && /^(create|delete)/.test(modern)) return { surfaceId: value }
  return isList(value) && modern === 'updateComponents' ? { components: value } : value
}

function idIn(payload: JsonObject): string | undefined {
  const ids = idNames.map((name) => own(payload, name)).filter((id) => typeof id === 'string' && id !== '')
  return ids[0] as string | undefined
}

/** A list of components, however it is written: as JSON text, by their ids, or as one. */
function componentsOf(sent: JsonValue, place: string, around: Around): readonly JsonValue[] | undefined {
  const value = typeof sent === 'string' ? parsedJson(sent) : sent
  if (value !== undefined && value !== sent)
    warned(around, 'ENVELOPE_INVALID', '"components" is JSON in a text', 'Send a list.', `${place}/components`)
  if (isList(value)) return value
  if (!isObject(value)) return undefined
  const wire = value as JsonObject
  const isOneComponent = ['component', 'type'].some((name) => typeof wire[name] === 'string' || isObject(wire[name]))
  if (isOneComponent && !Object.values(wire).every(isObject)) return [{ id: 'root', ...wire }]
  const entries = Object.entries(wire).filter(([, one]) => isObject(one))
  if (entries.length === 0) return undefined
  warned(
    around,
    'ENVELOPE_INVALID',
    `"components" cannot be ${shown(value)}`,
    'Send a list of components with an "id" each.',
    `${place}/components`,
  )
  return entries.map(([id, one]) => ({ id, ...(one as JsonObject) }))
}

/** Data as plain JSON, however they are written. The list of no entries is no data. */
function dataOf(sent: JsonValue): JsonValue {
  const value = typeof sent === 'string' ? (parsedJson(sent) ?? sent) : sent
  return isList(value) && value.length === 0 ? {} : plainOf(value)
}

function isJson(value: Maybe): boolean {
  return typeof value === 'string' && parsedJson(value) !== undefined
}

function warned(
  { warn }: Around,
  code: ConstructorParameters<typeof SurfaceError>[0],
  message: string,
  hint: string,
  at: string,
): void {
  warn(new SurfaceError(code, message, { hint, at }).asWarning())
}
