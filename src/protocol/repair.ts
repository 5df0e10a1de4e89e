/** Lenient mode: a payload with faults → one that its schema accepts. Each fault is a warning. */
import { type Report, SurfaceError } from '../json/errors.ts'
import { namesIn } from '../json/pointer.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { without } from '../json/without.ts'
import { type Fault, faultOf } from '../schema/fault.ts'
import type { Validator } from '../schema/validator.ts'
import { entriesOf } from './plain-contents.ts'

/** The most faults that are repaired in one message: each one costs a validation. */
const mostFaults = 100

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
  if (!isObject(payload)) return undefined
  const plain = isObject(payload['contents']) ? entriesOf(payload['contents'] as JsonObject) : undefined
  let current = payload as JsonObject
  if (plain) {
    warn(contentsWrong(at))
    current = { ...current, contents: [] }
  }
  current = withTypes(current, at, warn)
  for (let left = mostFaults; !validate(current); left--) {
    const fault = faultOf(validate.errors, [])
    const next = left > 0 ? repairedOnce(current, fault) : undefined
    if (next === undefined) return undefined
    warn(envelopeInvalid(fault, at).asWarning())
    current = next
  }
  return plain ? { ...current, contents: plain } : current
}

export function envelopeInvalid({ message, hint, at }: Fault, above: string): SurfaceError {
  return new SurfaceError('ENVELOPE_INVALID', message, { hint, at: above + at })
}

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

/** Some agents write a component as `{id, type, props}`. */
function withTypes(payload: JsonObject, at: string, warn: Report): JsonObject {
  const components = payload['components']
  if (at !== '/updateComponents' || !isList(components)) return payload
  return { ...payload, components: components.map((one, index) => withType(one, `${at}/components/${index}`, warn)) }
}

function withType(component: JsonValue, at: string, warn: Report): JsonValue {
  if (!isObject(component) || Object.hasOwn(component, 'component')) return component
  const { type, props, ...others } = component as JsonObject
  if (typeof type !== 'string') return component
  const hint = 'Name the type in "component", and write the properties beside it.'
  warn(new SurfaceError('ENVELOPE_INVALID', '"component" is missing', { hint, at }, { severity: 'warning' }))
  return { ...(isObject(props) ? (props as JsonObject) : {}), ...others, component: type }
}

function contentsWrong(at: string): SurfaceError {
  const problem = '"contents" must be an array; the object is read as plain JSON'
  const hint = 'Send a list of entries, each with a "key" and one value, such as "valueString".'
  return new SurfaceError('ENVELOPE_INVALID', problem, { hint, at: `${at}/contents` }, { severity: 'warning' })
}
