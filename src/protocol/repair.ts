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
  const { contents } = envelope as JsonObject
  const plain = isObject(contents) ? entriesOf(contents as JsonObject) : undefined
  let current = envelope as JsonObject
  if (plain) {
    warnOf(contentsWrong)
    current = { ...current, contents: [] }
  }
  const whole = mended(current, validate, (faulty, found) => {
    const fault = faultOf(found, faulty)
    const next = repairedOnce(faulty, fault)
    if (next) warnOf(fault)
    return next
  })
  if (plain && whole) return { ...whole, contents: plain }
  const components = envelope === payload ? undefined : (payload as JsonObject)['components']
  return whole && isList(components)
    ? { ...whole, components: inForm(components, at === '/surfaceUpdate', warnOf) }
    : whole
}

type EnvelopeFault = Pick<Fault, 'at' | 'message' | 'hint'>

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
