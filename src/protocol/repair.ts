/** Lenient mode: a payload with faults → one that its schema accepts. Each fault is a warning. */
import type { Report } from '../errors/surface-error.ts'
import { namesIn } from '../json/pointer.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { without } from '../json/without.ts'
import { errorOf, type Fault, faultOf } from '../schema/fault.ts'
import { maxFaults, mended } from '../schema/mended.ts'
import type { Validator } from '../schema/validator.ts'
import { componentForm, v08Forms, v09Forms } from '../schema/wire-forms.ts'
import { entriesOf } from './plain-contents.ts'

/** A payload with more members has more unknown ones than are repaired: each repair would copy them all. */
const maxMembers = maxFaults + 16

/** Members that are left out where their value is wrong. */
const optional: ReadonlySet<string> = new Set(['theme', 'styles', 'sendDataModel'])

/** The catalog of a surface whose message names none. No catalog has this id, so a known one takes its place. */
const noCatalog = 'none'

/**
 * The payload without what its schema refuses: unknown members, a wrong theme, components without id or type, and entries of
 * data without key or value.
 * `undefined`: without the faulty part the message means nothing, or something else.
 */
export function repaired(payload: JsonValue, validate: Validator, at: string, warn: Report): JsonObject | undefined {
  if (!isObject(payload) || Object.keys(payload).length > maxMembers) return undefined
  const warnOf = (fault: EnvelopeFault): void => warn(errorOf(fault, at, 'ENVELOPE_INVALID').asWarning())
  const plain = isObject(payload['contents']) ? entriesOf(payload['contents'] as JsonObject) : undefined
  let current = payload as JsonObject
  if (plain) {
    warnOf(contentsWrong)
    current = { ...current, contents: [] }
  }
  current = withComponents(current, at === '/surfaceUpdate', warnOf)
  const whole = mended(current, validate, (faulty, found) => {
    const fault = faultOf(found, faulty)
    const next = repairedOnce(faulty, fault)
    if (next) warnOf(fault)
    return next
  })
  return plain && whole ? { ...whole, contents: plain } : whole
}

type EnvelopeFault = Pick<Fault, 'at' | 'message' | 'hint'>

function repairedOnce(payload: JsonObject, { kind, at }: Fault): JsonObject | undefined {
  const path = namesIn(at)
  const [member = ''] = path
  if (kind === 'unknown') return without(payload, path) as JsonObject
  if (optional.has(member)) return without(payload, [member]) as JsonObject
  if (kind === 'missing' && at === '/catalogId') return { ...payload, catalogId: noCatalog }
  return member === 'components' || member === 'contents' ? withoutElement(payload, path) : undefined
}

/** Without the innermost element of a list in which a fault lies. `undefined`: nothing would be left of the list. */
function withoutElement(payload: JsonObject, path: readonly string[]): JsonObject | undefined {
  const depth = path.findLastIndex((name) => /^\d+$/.test(name)) + 1
  const [member = ''] = path
  const list = payload[member]
  if (depth < 2 || !isList(list) || (depth === 2 && list.length === 1)) return undefined
  return without(payload, path.slice(0, depth)) as JsonObject
}

/** The components that have an id and a type. `old`: of v0.8. The list stays as it is where none would be left. */
function withComponents(payload: JsonObject, old: boolean, warn: (fault: EnvelopeFault) => void): JsonObject {
  const list = payload['components']
  if (!isList(list)) return payload
  const [repair, problem, forms] = old
    ? [withoutSurplus, 'Only "weight" may stand beside "id" and "component"', v08Forms]
    : [withType, '"component" names no type', v09Forms]
  // Of components without id or type no more are reported.
  let left = maxFaults
  const components = list.flatMap((input, index) => {
    const component = repair(input)
    const usable = isUsable(component)
    const message = usable ? (component === input ? '' : problem) : 'A component needs an id and a type'
    if (message && left-- > 0)
      warn({ message, hint: `Send ${componentForm(forms, input)}.`, at: `/components/${index}` })
    return usable ? [component] : []
  })
  return components.length === 0 ? payload : { ...payload, components }
}

/** Some agents write a component of v0.9 as `{id, type, props}`, or with an object for its type, as in v0.8. */
function withType(component: JsonValue): JsonValue {
  if (!isObject(component)) return component
  const { component: sent, ...rest } = component as JsonObject
  const [only, second] = Object.keys(sent ?? {})
  const { type = only, props = isObject(sent) && sent[type as string], ...others } = rest
  if (typeof sent === 'string' || typeof type !== 'string' || second) return component
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
  // What has no id or no type is not usable.
  return { id, ...(weight !== undefined && { weight }), component: meant } as JsonObject
}

function isUsable(component: JsonValue): boolean {
  const { id, component: type } = isObject(component) ? component : {}
  return typeof id === 'string' && id !== '' && type !== undefined
}

const contentsWrong: EnvelopeFault = {
  message: '"contents" must be an array; the object is read as plain JSON',
  hint: `Send ${v08Forms['contents']}.`,
  at: '/contents',
}
