/** Lenient mode: a payload with faults → one that its schema accepts. Each fault is a warning. */

import type { Report } from '../../errors/surface-error.ts'
import { escapeToken, namesIn } from '../../json/pointer.ts'
import { spaced } from '../../json/spaced.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import { without } from '../../json/without.ts'
import { noCatalog } from '../../protocol/message.ts'
import { errorOf, type Fault, faultOf } from '../../schema/fault.ts'
import { toRename } from '../../schema/remedy.ts'
import { maxFaults, repairUntilValid } from '../../schema/repair-until-valid.ts'
import type { Validator } from '../../schema/validator.ts'
import { componentForm, v08Forms, v09Forms } from '../../schema/wire-forms.ts'
import { nearest } from '../../text/nearest.ts'
import { formed, partIn, typeNameIn } from './component-form.ts'
import { dataOf, entriesOf, isOddList } from './plain-contents.ts'

/** A payload with more members has more unknown ones than are repaired: each repair would copy them all. */
const maxMembers = maxFaults + 16

/** Members that are left out where their value is wrong. */
const optional: ReadonlySet<string> = new Set(['theme', 'styles', 'sendDataModel'])

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
  let current = envelope as JsonObject
  let plain: readonly JsonObject[] | undefined
  if (at === '/dataModelUpdate') {
    const { value, ...rest } = current
    const renames = value !== undefined && current['contents'] === undefined
    if (renames) {
      warnOf(wrongName('value', 'contents'))
      current = { ...rest, contents: value }
    }
    const { contents } = current
    plain =
      contents && validate(current) && (isObject(contents) || isOddList(contents)) ? entriesOf(contents) : undefined
    if (plain && !renames) warnOf(contentsWrong)
    current = plain ? { ...current, contents: [] } : withoutFaultyEntries(current, validate, warnOf)
  }
  const whole = repairUntilValid(current, validate, (faulty, found) => {
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

/** Of more entries than these each is judged by itself, once: a check of all for each fault would cost their square. */
const manyEntries = 200

function withoutFaultyEntries(payload: JsonObject, validate: Validator, warn: (fault: Fault) => void): JsonObject {
  const { contents } = payload
  if (!isList(contents) || contents.length <= manyEntries) return payload
  let left = maxFaults
  const right = contents.filter((entry, index) => {
    const alone = { surfaceId: 'any', contents: [entry] }
    const found = validate(alone)
    if (found && left-- > 0) {
      const fault = faultOf(found, alone)
      warn({ ...fault, at: fault.at.replace('/contents/0', `/contents/${index}`) })
    }
    return !found
  })
  return right.length > 0 ? { ...payload, contents: right } : payload
}

type EnvelopeFault = Pick<Fault, 'at' | 'message' | 'hint' | 'expected'>

/** A member by another name: what is missing and stands there misspelled, or the value of an update that has none. */
function renamedFor(
  payload: JsonObject,
  { kind, property = '', at: place }: Fault,
  at: string,
): (EnvelopeFault & { readonly payload: JsonObject }) | undefined {
  const surplus = Object.keys(payload).filter((name) => !members.has(name))
  const contents = ['contents', ...surplus].find((name) => Object.hasOwn(payload, name) && isValueName(name))
  // Without a value an update of v0.9 removes what is there.
  if (at === '/updateDataModel' && kind === 'unknown' && contents !== undefined && !Object.hasOwn(payload, 'value')) {
    const sent = payload[contents] as JsonValue
    const value = dataOf(sent)
    return {
      ...wrongName(contents, 'value'),
      ...(value !== sent && { hint: `Send "value": ${spaced(value)}.`, expected: { value } }),
      payload: { ...(without(payload, [contents]) as JsonObject), value },
    }
  }
  if (kind !== 'missing' || place.lastIndexOf('/') > 0) return undefined
  const other = nearest(property, surplus)
  if (other === undefined) return undefined
  return {
    ...wrongName(other, property),
    payload: { ...(without(payload, [other]) as JsonObject), [property]: payload[other] as JsonValue },
  }
}

/** Names that agents give to the value of an update. With any other member an update without a value is a removal. */
function isValueName(name: string): boolean {
  return /^(content|data|update|model|state)/.test(name) || nearest('value', [name]) !== undefined
}

/** Right members of payloads, which are never taken for others. */
const members: ReadonlySet<string> = new Set([
  ...['surfaceId', 'catalogId', 'components', 'path', 'value', 'contents', 'root', 'theme', 'styles', 'sendDataModel'],
])

function wrongName(from: string, to: string): EnvelopeFault {
  return {
    message: `"${from}" is taken for "${to}"`,
    ...toRename(from, to),
    at: `/${escapeToken(from)}`,
  }
}

function repairedOnce(payload: JsonObject, { kind, at }: Fault): JsonObject | undefined {
  const path = namesIn(at)
  const [member = ''] = path
  if (kind === 'unknown') return without(payload, path) as JsonObject
  if (optional.has(member)) return without(payload, [member]) as JsonObject
  if (at === '/catalogId') return { ...payload, catalogId: noCatalog }
  if (kind === 'missing' && at === '/root') return { ...payload, root: 'root' }
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
  const forms = old ? v08Forms : v09Forms
  const message = old ? 'Only "weight" may stand beside "id" and "component"' : '"component" names no type'
  let left = maxFaults
  return components.map((input, index) => {
    const part = isFormed(input, old) ? undefined : partIn(input)
    if (part?.id === undefined) return input
    if (left-- > 0)
      warn({
        message,
        hint: `Send ${componentForm(forms, { component: part.type })}.`,
        at: `/components/${index}${oddMember(input, old)}`,
      })
    // What stood beside the properties may be unknown: of so many nothing more is said.
    return left < 0 && old && isObject(input) && isObject(input['component'])
      ? { ...formed({ ...part, bag: {} }, old), component: input['component'] as JsonObject }
      : formed(part, old)
  })
}

/** The pointer of what is in another form in a component; empty: the whole. */
function oddMember(component: JsonValue, old: boolean): string {
  if (!isObject(component)) return ''
  const { component: parts } = component as JsonObject
  const beside = Object.keys(component).find((name) => !/^(id|component|weight)$/.test(name))
  const name = old && isObject(parts) ? beside : typeNameIn(component as JsonObject)
  return name === undefined ? '' : `/${escapeToken(name)}`
}

/** Whether a component is written as its version has it, as far as its form goes. */
function isFormed(component: JsonValue, old: boolean): boolean {
  if (!isObject(component)) return false
  const { id, component: type } = component as JsonObject
  if (typeof id !== 'string') return false
  if (!old) return typeof type === 'string'
  const [, second] = isObject(type) ? Object.keys(type) : ['', '']
  return second === undefined && Object.keys(component).every((name) => /^(id|component|weight)$/.test(name))
}

const contentsWrong: EnvelopeFault = {
  message: '"contents" is in another form; it is read as plain JSON',
  hint: `Send ${v08Forms['contents']}.`,
  at: '/contents',
}
