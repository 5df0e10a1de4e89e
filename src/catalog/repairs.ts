/** Lenient mode: reports each fault of a component as a warning and leaves the faulty part out. */
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import { escapeToken, namesIn } from '../json/pointer.ts'
import { isList, isObject, type JsonObject, type JsonValue, type Maybe, own } from '../json/value.ts'
import { changed, without } from '../json/without.ts'
import { errorOf, type Fault } from '../schema/fault.ts'
import { mended } from '../schema/mended.ts'
import type { Findings } from '../schema/validator.ts'
import { v08Forms, v08Literals } from '../schema/wire-forms.ts'
import { synonymOf } from '../text/nearest.ts'
import type { Props } from './assemble.ts'
import type { CompiledComponent } from './compiled.ts'
import { disagreement, unknownIn, withFewUnknown, wordedFault } from './faults.ts'
import type { Grammar } from './parse.ts'
import type { FaultyComponent, ParseFault, Repairs } from './parse-options.ts'
import { type Shape, shapeAt } from './shape.ts'
import { asV09 } from './v09-form.ts'

/** See `Repairs`. */
export const readFaulty: Repairs['readFaulty'] = (wire, faulty, grammar, read): Props | SurfaceError => {
  const repaired = repair(wire, faulty)
  if (repaired instanceof SurfaceError) return repaired
  const { props, parseFaults } = read(
    repaired,
    leavingOut(grammar, (error) => void refuse(error, faulty)),
  )
  if (!props) throw disagreement()
  return refuseParseFaults(parseFaults, faulty) ?? props
}

/** Warns; gives the error. */
function refuse(error: SurfaceError, { id, spelling, options }: FaultyComponent): SurfaceError {
  const outer = error.below(spelling.base).in({ componentId: id })
  options.warn(outer.asWarning())
  return outer
}

/** The properties without what the schema finds wrong, or the fault that leaves nothing to draw, such as one too many. */
function repair(wire: JsonObject, faulty: FaultyComponent): JsonObject | SurfaceError {
  let last: SurfaceError | undefined
  const places = new Set<string>()
  const repaired = mended(
    withFewUnknown(renamedIn(wire, faulty), faulty),
    faulty.component.validate,
    (current, found) => {
      const fault = wordedFault(found, current, faulty)
      // What was left out is missing, or its fallback is wrong as well.
      if (places.has(fault.at)) return undefined
      places.add(fault.at)
      last = refuse(errorOf(fault), faulty)
      return asMeant(current, fault, found, faulty) ?? withoutFault(current, fault, faulty)
    },
  )
  return repaired ?? (last as unknown as SurfaceError)
}

/**
 * With the names that unknown ones stand for, each a warning. A list is a list of children, or holds the one child. An object
 * called `props` has the properties in it.
 */
function renamedIn(wire: JsonObject, faulty: FaultyComponent): JsonObject {
  let renamed = wire
  for (const name of unknownIn(wire, faulty)) {
    const value = renamed[name] ?? null
    const warn = (message: string, hint: string): void =>
      void refuse(errorOf({ message: `"${name}" ${message}`, hint, at: `/${escapeToken(name)}` }), faulty)
    if (/^prop(s|erties)$/.test(name) && isObject(value)) {
      warn('holds properties', 'Write its members beside "id" and "component".')
      return renamedIn({ ...(value as JsonObject), ...(without(renamed, [name]) as JsonObject) }, faulty)
    }
    const free = Object.keys(faulty.component.shapes).filter((one) => !Object.hasOwn(renamed, one))
    const meant = meantBy(name, free)
    const shape = own(faulty.component.shapes, meant ?? '')
    const listed = isObject(value) ? own(value as JsonObject, 'explicitList') : value
    const ids = shape === 'child' && isList(listed) ? listed : undefined
    // Of several children none is the one child.
    if (meant === undefined || (ids && ids.length > 1)) continue
    warn(`is taken for "${meant}"`, `Rename "${name}" to "${meant}".`)
    const child = ids ? (ids[0] ?? null) : value === true && meant === 'variant' ? name : value
    renamed = {
      ...(without(renamed, [name]) as JsonObject),
      [meant]: shape === 'children' && typeof child === 'string' ? [child] : child,
    }
  }
  return renamed
}

/** Further names that mean others. Those that strict mode tells too are in text/nearest.ts, which every page loads. */
const further: { readonly [name: string]: string } = {
  ...{ Separator: 'Divider', Radio: 'MultipleChoice', on: 'action', primary: 'variant' },
}

function meantBy(name: string, known: readonly string[]): string | undefined {
  const other = own(further, name)
  return synonymOf(name, known) ?? known.find((one) => one === other)
}

/** See `Repairs`. */
export const meantType: Repairs['meantType'] = (type, known, warn) => {
  const meant = meantBy(type, known)
  if (meant === undefined) return undefined
  const message = `The type "${type}" is taken for "${meant}"`
  warn(errorOf({ message, hint: `Send "${meant}".`, at: '/component' }).asWarning())
  return meant
}

/** Deals with faults that no schema sees. Gives the one that leaves nothing to draw. */
function refuseParseFaults(parseFaults: readonly ParseFault[], faulty: FaultyComponent): SurfaceError | undefined {
  for (const [name, fault] of parseFaults) {
    const error = refuse(fault, faulty)
    if (faulty.component.required.includes(name)) return error
  }
  return undefined
}

/** `undefined`: the fault lies in something that the component needs. */
function withoutFault(wire: JsonObject, { at, kind }: Fault, faulty: FaultyComponent): JsonObject | undefined {
  const { fallbacks = {}, required, shapes } = faulty.component
  const path = namesIn(at)
  const [name = ''] = path
  if (kind === 'unknown') return without(wire, path) as JsonObject
  const fallback = own(fallbacks, name)
  if (fallback !== undefined) return { ...wire, [name]: fallback }
  return required.includes(name) || !own(shapes, name) ? undefined : (without(wire, [name]) as JsonObject)
}

/**
 * With what the value at the fault stands for: an allowed word in another spelling, a literal, the form of the other version.
 * `undefined`: none of them is right.
 */
function asMeant(
  wire: JsonObject,
  { at, kind }: Fault,
  found: Findings,
  { component, spelling }: FaultyComponent,
): JsonObject | undefined {
  // What lacks a member may be a value in another form.
  const above = kind === 'missing' ? at.slice(0, at.lastIndexOf('/')) : at
  if (kind === 'unknown' || above === '') return undefined
  const { shapes, validate } = component
  const path = namesIn(above)
  const old = spelling.forms === v08Forms
  const allowed = found.flatMap(({ params }) => (params['allowedValues'] ?? []) as readonly JsonValue[])
  const forms: readonly ((value: JsonValue) => Maybe)[] = [
    (value) => allowed.find((one) => spelled(one) === (value === 'text' ? 'borderless' : spelled(value))),
    (value) => (old ? literalFor(value, shapeAt(shapes, above)) : textFor(value)),
    (value) => asV09(value, path.at(-1) ?? ''),
  ]
  for (const form of forms) {
    const wanted = changed(wire, path, (value) => form(value) ?? value) as JsonObject
    if (!validate(wanted)?.some(({ instancePath }) => `${instancePath}/`.startsWith(`${above}/`))) return wanted
  }
  return undefined
}

/** `space-between`, `space_between` and `spaceBetween` are one word. */
function spelled(value: JsonValue): string {
  return String(value).replace(/[-_]/g, '').toLowerCase()
}

/** A number or truth value as a text; anything else as it is. */
function textFor(value: JsonValue): JsonValue {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

/** For v0.8: a plain value as agents of v0.9 write it, as the literal that it stands for. */
function literalFor(value: JsonValue, role: Shape | undefined): JsonValue {
  const member = own(v08Literals, String(role))
  return member ? { [member]: role === 'string' ? textFor(value) : value } : textFor(value)
}

/** The most places that are reported: one line can hold 50,000 calls of unknown functions. */
const maxLeftOut = 32

/** The same grammar, by which a call of an unknown function has no value. Each place is reported once. */
function leavingOut(grammar: Grammar, warn: Report): Grammar {
  const known = new Set<string | undefined>()
  const leaveOut: Report = (error) => {
    const { at } = error.place
    if (known.has(at) || known.size === maxLeftOut) return
    known.add(at)
    warn(error.asWarning())
  }
  return { ...grammar, leaveOut }
}

/**
 * An action that lacks its `event` or `functionCall` gets it, with a warning. `{name, context}` is taken for an
 * event, `{call, args}` for a function call.
 */
export function withActions(wire: JsonObject, { shapes }: Pick<CompiledComponent, 'shapes'>, warn: Report): JsonObject {
  let repaired = wire
  // Without a list of entries: this loop runs for each component of a lenient runtime.
  for (const name in shapes) {
    const action = shapes[name] === 'action' ? own(wire, name) : undefined
    const member = isObject(action) ? missingMember(action as JsonObject) : undefined
    if (action === undefined || member === undefined) continue
    const fault = {
      message: `"${name}" lacks "${member}"`,
      hint: `Send {"${member}": {…}}.`,
      at: `/${escapeToken(name)}`,
    }
    warn(errorOf(fault).asWarning())
    repaired = { ...repaired, [name]: { [member]: action } }
  }
  return repaired
}

function missingMember(action: JsonObject): 'event' | 'functionCall' | undefined {
  if (Object.hasOwn(action, 'event') || Object.hasOwn(action, 'functionCall')) return undefined
  if (typeof own(action, 'name') === 'string') return 'event'
  return typeof own(action, 'call') === 'string' ? 'functionCall' : undefined
}
