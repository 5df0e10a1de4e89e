/** Lenient mode: a payload with faults → one that its schema accepts. Each fault is a warning. */
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import { escapeToken, namesIn } from '../json/pointer.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { without } from '../json/without.ts'
import { errorOf, type Fault, faultOf } from '../schema/fault.ts'
import { maxFaults, mended } from '../schema/mended.ts'
import type { Validator } from '../schema/validator.ts'
import { componentForm, v08Forms, v09Forms } from '../schema/wire-forms.ts'
import { nearest } from '../text/nearest.ts'
import { noCatalog } from './message.ts'
import { entriesOf, plainOf } from './plain-contents.ts'

/** A payload with more members has more unknown ones than are repaired: each repair would copy them all. */
const maxMembers = maxFaults + 16

/** Members that are left out where their value is wrong. */
const optional: ReadonlySet<string> = new Set(['theme', 'styles', 'sendDataModel'])

/** What belongs into a message of its own, where agents put it into the beginning of a surface. */
const apart: { readonly [name: string]: string } = { components: 'updateComponents', dataModel: 'updateDataModel' }

export interface Separated {
  readonly message: JsonObject
  /** Where its payload stands. Default: where that of a message stands. */
  readonly at?: string
}

/**
 * The messages of an object that holds several, as members side by side or within `createSurface`; a beginning comes first.
 * `undefined`: it holds one at most. `kinds`: the names of messages.
 */
export function separated(
  value: JsonValue,
  kinds: ReadonlySet<string>,
  warn: Report,
): readonly Separated[] | undefined {
  if (!isObject(value)) return undefined
  const wire = value as JsonObject
  const names = Object.keys(wire).filter((name) => kinds.has(name))
  const { createSurface: beginning } = wire
  const inside = isObject(beginning) ? Object.keys(apart).filter((name) => Object.hasOwn(beginning, name)) : []
  if (names.length < 2 && inside.length === 0) return undefined
  let rest = wire
  for (const name of names) rest = without(rest, [name]) as JsonObject
  const payloads = Object.fromEntries(names.map((name) => [name, wire[name] as JsonValue]))
  if (names.length > 1)
    warn(
      new SurfaceError('ENVELOPE_MULTIPLE_KINDS', `One object holds ${names.length} messages: ${names.join(', ')}`, {
        hint: 'Send each message on a line of its own.',
        at: `/${names[1]}`,
      }).asWarning(),
    )
  const more = inside.map((name): Separated => {
    const { surfaceId = null, [name]: content } = beginning as JsonObject
    const kind = apart[name] as string
    const fault = {
      message: `"${name}" is taken for a message of its own`,
      hint: `Send ${v09Forms[`createSurface.${name}`]}.`,
      at: `/createSurface/${name}`,
    }
    const id = typeof surfaceId === 'string' ? surfaceId : undefined
    warn(errorOf(fault, '', 'ENVELOPE_INVALID').in({ surfaceId: id }).asWarning())
    payloads['createSurface'] = without(payloads['createSurface'] as JsonValue, [name])
    const payload = { surfaceId, [name === 'components' ? name : 'value']: content } as JsonObject
    return { message: { ...rest, [kind]: payload }, at: '/createSurface' }
  })
  const order = [...names].sort((a, b) => Number(b === 'createSurface') - Number(a === 'createSurface'))
  const messages = order.map((name): Separated => ({ message: { ...rest, [name]: payloads[name] as JsonValue } }))
  return names.includes('createSurface') ? [...messages.slice(0, 1), ...more, ...messages.slice(1)] : messages
}

/**
 * The payload without what its schema refuses: unknown members, a wrong theme, and entries of data without key or value. Its
 * components have the form of its version as far as they can. `envelope`: the payload with components that the schema accepts.
 * `undefined`: without the faulty part the message means nothing, or something else.
 */
export function repaired(
  payload: JsonValue,
  envelope: JsonValue,
  validate: Validator,
  at: string,
  warn: Report,
): JsonObject | undefined {
  if (!isObject(envelope) || Object.keys(envelope).length > maxMembers) return undefined
  const warnOf = (fault: EnvelopeFault): void => warn(errorOf(fault, at, 'ENVELOPE_INVALID').asWarning())
  const { contents, value, ...rest } = envelope as JsonObject
  const sent = contents ?? value
  const plain = at === '/dataModelUpdate' && isObject(sent) ? entriesOf(sent as JsonObject) : undefined
  if (plain) warnOf(contents === undefined ? wrongName('value', 'contents') : contentsWrong)
  const current = plain ? { ...rest, contents: [] } : (envelope as JsonObject)
  const whole = mended(current, validate, (faulty, found) => {
    const fault = faultOf(found, faulty)
    const meant = renamedFor(faulty, fault, at)
    const next = meant?.payload ?? repairedOnce(faulty, fault)
    if (next) warnOf(meant ?? fault)
    return next
  })
  if (plain && whole) return { ...whole, contents: plain }
  const components = envelope === payload ? undefined : (payload as JsonObject)['components']
  return whole && isList(components)
    ? { ...whole, components: inForm(components, at === '/surfaceUpdate', warnOf) }
    : whole
}

type EnvelopeFault = Pick<Fault, 'at' | 'message' | 'hint'>

/** A member by another name: the data as the other version calls them, or what is missing and stands there misspelled. */
function renamedFor(
  payload: JsonObject,
  { kind, property = '', at: place }: Fault,
  at: string,
): (EnvelopeFault & { readonly payload: JsonObject }) | undefined {
  const { contents, ...others } = payload
  // Without a value an update of v0.9 removes what is there.
  if (at === '/updateDataModel' && contents !== undefined && !Object.hasOwn(payload, 'value'))
    return { ...wrongName('contents', 'value'), payload: { ...others, value: plainOf(contents) } }
  if (kind !== 'missing' || place.lastIndexOf('/') > 0) return undefined
  const other = nearest(
    property,
    Object.keys(payload).filter((name) => !members.has(name)),
  )
  if (other === undefined) return undefined
  return {
    ...wrongName(other, property),
    payload: { ...(without(payload, [other]) as JsonObject), [property]: payload[other] as JsonValue },
  }
}

/** Right members of payloads, which are never taken for others. */
const members: ReadonlySet<string> = new Set([
  ...['surfaceId', 'catalogId', 'components', 'path', 'value', 'contents', 'root', 'theme', 'styles', 'sendDataModel'],
])

function wrongName(from: string, to: string): EnvelopeFault {
  return {
    message: `"${from}" is taken for "${to}"`,
    hint: `Rename "${from}" to "${to}".`,
    at: `/${escapeToken(from)}`,
  }
}

function repairedOnce(payload: JsonObject, { kind, at }: Fault): JsonObject | undefined {
  const path = namesIn(at)
  const [member = ''] = path
  if (kind === 'unknown') return without(payload, path) as JsonObject
  if (optional.has(member)) return without(payload, [member]) as JsonObject
  if (kind === 'missing' && at === '/catalogId') return { ...payload, catalogId: noCatalog }
  return member === 'contents' ? withoutElement(payload, path) : undefined
}

/** Without the innermost element of a list in which a fault lies. `undefined`: nothing would be left of the list. */
function withoutElement(payload: JsonObject, path: readonly string[]): JsonObject | undefined {
  const depth = path.findLastIndex((name) => /^\d+$/.test(name)) + 1
  const [member = ''] = path
  const list = payload[member]
  if (depth < 2 || !isList(list) || (depth === 2 && list.length === 1)) return undefined
  return without(payload, path.slice(0, depth)) as JsonObject
}

/** Components in the form of their version, where it can be told. `old`: of v0.8. */
function inForm(
  components: readonly JsonValue[],
  old: boolean,
  warn: (fault: EnvelopeFault) => void,
): readonly JsonValue[] {
  const [repair, message, forms] = old
    ? [withoutSurplus, 'Only "weight" may stand beside "id" and "component"', v08Forms]
    : [withType, '"component" names no type', v09Forms]
  let left = maxFaults
  return components.map((input, index) => {
    const component = repair(input)
    if (component !== input && left-- > 0)
      warn({ message, hint: `Send ${componentForm(forms, input)}.`, at: `/components/${index}` })
    return component
  })
}

/** Some agents write a component of v0.9 as `{id, type, props}`, or with an object for its type, as in v0.8. */
function withType(component: JsonValue): JsonValue {
  if (!isObject(component) || typeof component['component'] === 'string') return component
  const { component: sent, ...rest } = component as JsonObject
  const [only, second] = Object.keys(sent ?? {})
  const { type = only, props = isObject(sent) && sent[type as string], ...others } = rest
  if (typeof type !== 'string' || second) return component
  return { ...(isObject(props) ? (props as JsonObject) : {}), ...others, component: type }
}

/**
 * A component of v0.8 without what stands beside its properties, but for its weight. Where its type is a text, as in v0.9,
 * these are its properties.
 */
function withoutSurplus(component: JsonValue): JsonValue {
  if (!isObject(component)) return component
  const { id, weight, component: sent, type: other, ...surplus } = component as JsonObject
  const type = sent ?? other
  const isText = typeof type === 'string'
  if (!isText && other === undefined && Object.keys(surplus).length === 0) return component
  const meant = isText ? { [type]: surplus } : sent
  return { id, ...(weight !== undefined && { weight }), component: meant } as JsonObject
}

const contentsWrong: EnvelopeFault = {
  message: '"contents" must be an array; the object is read as plain JSON',
  hint: `Send ${v08Forms['contents']}.`,
  at: '/contents',
}
