/**
 * Reads the properties of a wire component in one walk. The walk copies, checks limits and schema, fills in defaults and parses.
 * Both dialects and both modes use it. If the walk fails, `faults.ts` finds out what is wrong; in lenient mode `repairs.ts` repairs it.
 *
 * Most properties are texts, paths, references or words of a list, so these have short code of their own. The loops have indexes
 * and do not destructure, because a page that draws its first surfaces interprets this code: the engine has not optimised it yet.
 */
import { asSurfaceError, type SurfaceError } from '../errors/surface-error.ts'
import { copyPart, isPlainObject } from '../json/inspect.ts'
import { getOwn, type JsonObject, type JsonValue } from '../json/value.ts'
import { edgesOf, type Props, warnerOf } from './assemble.ts'
import type { CompiledComponent } from './compiled.ts'
import type { Component, Origin, Prop } from './component.ts'
import { notRead } from './dialect.ts'
import { refuseAll } from './faults.ts'
import { type Field, fieldOf, fits, type Spelling } from './field.ts'
import { type Grammar, parseProp } from './parse.ts'
import type { CallerOwned, ParseFault, ParseOptions } from './parse-options.ts'
import type { Shape } from './shape.ts'

export interface Reader {
  /** The properties, or why there is nothing to draw. Strict: throws a `SurfaceError`, or several together, whose `at` is within the component. */
  read(wire: JsonObject, id: string, options: ParseOptions): Props | SurfaceError
  /** A component of this type. Those with the properties of the last `read` are known to be plain, or not. */
  component(id: string, type: string, props: Props, origin: Origin): Component
}

/** Depth in its message at which a component's properties stand. */
const propertyDepth = 4

export function createReader(component: CompiledComponent, grammar: Grammar, spelling: Spelling): Reader {
  const { shapes, table } = component
  const { defaults, start, listed, others } = spelling
  const fields = Object.keys(shapes).map((name) => fieldOf(name, component, grammar, spelling))
  const check = listed && table?.check
  const referring = fields.filter(({ shape }) => mayRefer(shape)).map(({ to }) => to)
  const plainByDefault = Object.values(defaults ?? {}).every(({ kind }) => kind === 'static')
  /** Whether all properties of the walk are literals, places in the data and ids. */
  let plain = false
  /** The properties of the last walk, if they are plain. */
  let plainProps: Props | undefined
  /** Faults of the last walk that no schema sees. */
  let parseFaults: readonly ParseFault[] = noFaults

  /** For what `field.read` leaves. Lenient mode has a grammar that leaves out calls that cannot be. */
  function readByShape(
    input: JsonValue,
    field: Field,
    callerOwned: CallerOwned | undefined,
    by: Grammar,
  ): Prop | undefined {
    plain = false
    const value = callerOwned ? copyOf(input, callerOwned) : input
    if (check?.(field.node, value)) return undefined
    try {
      const prop = parseProp(value, field.shape, field.at, by)
      return (prop.kind === 'static' && field.choices.get(prop.value)) || prop
    } catch (error) {
      parseFaults = [...parseFaults, [field.name, asSurfaceError(error).in({ at: field.at })]]
      return field.otherwise ?? nothing
    }
  }

  /** `undefined`: the schema has something to say. */
  function readFields(wire: JsonObject, callerOwned: CallerOwned | undefined, by = grammar): Props | undefined {
    start?.()
    parseFaults = noFaults
    plain = plainByDefault
    const members = membersOf(wire)
    if (callerOwned && !(isPlainObject(wire) && fits('', callerOwned, members + 1))) return undefined
    // Those that are not met below are unknown.
    let left = members - others.length
    const props: { [name: string]: Prop } = { ...defaults }
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index] as Field
      const value = wire[field.name]
      let prop = field.otherwise
      if (value !== undefined && Object.hasOwn(wire, field.name)) {
        left--
        prop = field.read?.(value, field, callerOwned) ?? readByShape(value, field, callerOwned, by)
        if (prop === undefined) return undefined
      } else if (field.required) return undefined
      else if (prop && prop.kind !== 'static') plain = false
      if (prop && prop !== nothing) props[field.to] = prop
    }
    plainProps = plain ? props : undefined
    return left === 0 || !listed ? props : undefined
  }

  return {
    component(id, type, props, origin) {
      return { id, type, props, edges: edgesOf(props, referring), plain: props === plainProps, origin }
    },
    read(wire, id, options) {
      const { callerOwned, lenient, wordless } = options
      let props = listed && readFields(wire, callerOwned)
      if (props && parseFaults.length === 0 && !lenient?.isOdd(wire, component)) return props
      if (callerOwned) throw notRead
      const faulty = { id, component, spelling, options }
      if (lenient)
        return lenient.readFaulty(wire, faulty, grammar, (repaired, by) => ({
          props: readFields(repaired, undefined, by),
          parseFaults,
        }))
      if (!listed && !component.validate(wire)) props = readFields(wire, undefined)
      if (props && parseFaults.length === 0) return props
      if (wordless) throw notRead
      return refuseAll(wire, faulty, fields, grammar, parseFaults)
    },
  }
}

const noFaults: readonly ParseFault[] = []

/** A property that is left out. */
const nothing: Prop = { kind: 'static', value: null }

function membersOf(object: JsonObject): number {
  let count = 0
  for (const name in object) if (object[name] !== undefined) count++
  return count
}

function copyOf(value: unknown, callerOwned: CallerOwned): JsonValue {
  try {
    return copyPart(value, propertyDepth, callerOwned.limits, callerOwned)
  } catch {
    throw notRead
  }
}

/** Whether a property of this shape may name other components. */
function mayRefer(shape: Shape): boolean {
  return typeof shape === 'object' || shape === 'child' || shape === 'children'
}

/** A component type, its properties, and what was made for the type. */
interface Known<T> {
  readonly type: string
  readonly bag: JsonObject
  readonly made: T | undefined
}

/**
 * What is made for each component type when it is first met; what agents invent is not kept. Lenient: of a type that the catalog
 * does not have, what was made for the one that was meant, with a warning.
 */
export function byType<T>(
  types: { readonly [type: string]: CompiledComponent },
  make: (type: string, component: CompiledComponent) => T,
  old: boolean,
): (sent: string, bag: JsonObject, id: string, options: ParseOptions) => Known<T> {
  const known = new Map<string, T>()

  function knownAs(type: string): T | undefined {
    const found = known.get(type)
    if (found) return found
    const component = getOwn(types, type)
    if (!component) return undefined
    const fresh = make(type, component)
    known.set(type, fresh)
    return fresh
  }

  return (sent, bag, id, options) => {
    const made = knownAs(sent)
    if (made) return { type: sent, bag, made }
    if (options.callerOwned || options.wordless) throw notRead
    const meant = options.lenient?.meantType(sent, bag, types, old, warnerOf(id, options))
    return meant ? { ...meant, made: knownAs(meant.type) } : { type: sent, bag, made: undefined }
  }
}
