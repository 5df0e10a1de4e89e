/**
 * A wire component → its properties in one walk, which copies, checks limits and schema, fills defaults in and parses. Both
 * dialects and both modes have this walk; `mending.ts` has what becomes of faults.
 *
 * Most components are right and simple, and most properties are texts, paths, references or words of a list: those have a few
 * lines of their own. Loops count here, and members are not destructured: on a page that draws its first surfaces all of this
 * is interpreted.
 */
import { SurfaceError } from '../json/errors.ts'
import { copyPart, isPlainObject } from '../json/inspect.ts'
import type { Limits } from '../json/limits.ts'
import { escapeToken } from '../json/pointer.ts'
import { type JsonObject, type JsonValue, own } from '../json/value.ts'
import { keywordsOf, type Node, type NodeKeywords } from '../schema/node.ts'
import { below, type Findings } from '../schema/rules.ts'
import type { Props } from './assemble.ts'
import type { CompiledComponent, Roles, Shape } from './compiled.ts'
import type { Prop } from './component.ts'
import { describer, type Sentences } from './describe.ts'
import { notRead, type ParseOptions } from './door.ts'
import { createMending } from './mending.ts'
import { type Grammar, leavingOut, parseProp } from './parse.ts'

/** Values that are the caller's: they are copied while they are read. */
export interface Foreign {
  readonly limits: Limits
  /** How many more values the message may have. */
  values: number
}

export interface Reader {
  /** The properties, or why there is nothing to draw. Strict: throws a `SurfaceError` whose `at` is within the component. */
  read(wire: JsonObject, id: string, options: ParseOptions): Props | SurfaceError
  /** Names of the properties that may refer to other components. */
  readonly referring: readonly string[]
}

/** Makes a property of what certainly fits; `undefined`: the schema has to look. */
export type ReadProp = (value: JsonValue, field: Field, foreign: Foreign | undefined) => Prop | undefined

/** A property of a component type, with what need not be worked out for each component. */
interface Field {
  readonly name: string
  /** The name that the catalog has for it. */
  readonly to: string
  readonly at: string
  readonly shape: Shape
  readonly node: Node
  readonly required: boolean
  readonly read: ReadProp | undefined
  /** The property where the component has none. */
  readonly otherwise: Prop | undefined
  /** Of a list of words the property that each of them becomes. */
  readonly choices: ReadonlyMap<JsonValue, Prop>
}

/** How a dialect writes components of one type. */
export interface Spelling {
  /** JSON Pointer of the properties within the component. */
  readonly base: string
  /** What stands beside the properties, and whether a schema says no more of it than the door has checked. */
  readonly beside: { readonly [name: string]: (node: Node | undefined, roles: Roles) => boolean }
  /** By role. */
  readonly readers: ReadonlyMap<Shape, ReadProp>
  /** For hints: what may stand where a role is wanted. */
  readonly sentences: Sentences
  /** Properties that the catalog calls otherwise. */
  readonly names?: { readonly [name: string]: string }
  /** Values that the catalog calls otherwise, by property. */
  readonly words?: { readonly [name: string]: ReadonlyMap<JsonValue, JsonValue> }
  /** By the catalog's names. Default: those of the component's schema. */
  readonly defaults?: Props
}

/** Depth in its message at which a component's properties stand. */
const propertyDepth = 4

export function createReader(component: CompiledComponent, grammar: Grammar, spelling: Spelling): Reader {
  const { shapes, required, table, validate } = component
  const { base, beside, defaults = {} } = spelling
  const listed = table && listedIn(table, component, spelling)
  const fields = Object.keys(shapes).map((name) => fieldOf(name, component, listed?.[name], grammar, spelling))
  /** `null`: the door has checked it. */
  const known = new Map<string, Field | null>(Object.keys(beside).map((name) => [name, null]))
  for (const field of fields) known.set(field.name, field)
  const others = Object.entries(defaults).filter(([name]) => !fields.some(({ to }) => to === name))
  const describe = describer(shapes, spelling.sentences)
  const mending = createMending({
    ...{ base, required, describe, fallbacks: component.fallbacks ?? {} },
    ...{ properties: Object.keys(shapes), beside: Object.keys(beside) },
  })

  /** In lenient mode, a grammar that leaves out calls that cannot be. */
  let active = grammar

  /** What the walk has not read at once; `undefined`: it was left out. */
  function readByShape(wire: JsonObject, field: Field, foreign: Foreign | undefined): Prop | SurfaceError | undefined {
    const { name, node, shape, at, choices } = field
    const find = (value: JsonValue | undefined): Findings | undefined => {
      const found = value === undefined || !listed ? undefined : table?.check(node, value)
      return found && below(name, found)
    }
    let value = foreign ? copyOf(wire[name], foreign) : wire[name]
    if (find(value)) {
      const mended = mending.mend(wire, (current) => find(own(current, name)))
      if (mended instanceof SurfaceError) return mended
      value = own(mended, name)
    }
    if (value === undefined) return field.otherwise
    try {
      const prop = parseProp(value, shape, at, active)
      return (prop.kind === 'static' && choices.get(prop.value)) || prop
    } catch (error) {
      mending.keep(error, name)
      return field.otherwise
    }
  }

  function readFields(wire: JsonObject, foreign: Foreign | undefined): Props | SurfaceError {
    const props: { [name: string]: Prop } = {}
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index] as Field
      const value = wire[field.name]
      let prop: Prop | SurfaceError | undefined = field.otherwise
      if (value !== undefined && Object.hasOwn(wire, field.name)) {
        prop = field.read?.(value, field, foreign) ?? readByShape(wire, field, foreign)
        if (prop instanceof SurfaceError) return prop
      }
      if (prop) props[field.to] = prop
    }
    for (let index = 0; index < others.length; index++) {
      const [name, prop] = others[index] as (typeof others)[number]
      props[name] = prop
    }
    return mending.end() ?? props
  }

  return {
    referring: fields.filter(({ shape }) => mayRefer(shape)).map(({ to }) => to),
    read(wire, id, options) {
      const { foreign } = options
      mending.start(id, options)
      active = options.lenient && !foreign ? leavingOut(grammar, mending.warn) : grammar
      let missing = required.length
      let members = 1
      let plain = listed !== undefined
      for (const name in wire) {
        if (wire[name] === undefined) continue
        members++
        const field = known.get(name)
        if (field === undefined) plain = false
        else if (field?.required && Object.hasOwn(wire, name)) missing--
      }
      if (plain && missing === 0 && !foreign) return readFields(wire, undefined)
      if (foreign) {
        if (!plain || missing > 0 || !isPlainObject(wire) || !fits('', foreign, members)) throw notRead
        return readFields(wire, foreign)
      }
      const mended = mending.mend(wire, (current) => (validate(current) ? undefined : (validate.errors ?? [])))
      return mended instanceof SurfaceError ? mended : readFields(mended, undefined)
    },
  }
}

function fieldOf(
  name: string,
  { shapes, required, defaults, table }: CompiledComponent,
  node: Node = true,
  grammar: Grammar,
  spelling: Spelling,
): Field {
  const shape = shapes[name] as Shape
  const at = `/${escapeToken(name)}`
  const to = own(spelling.names ?? {}, name) ?? name
  const keywords = typeof node === 'number' ? {} : keywordsOf(node)
  const words = own(spelling.words ?? {}, name) ?? new Map<JsonValue, JsonValue>()
  const allowed = new Map([...(keywords.enum ?? []).map((word) => [word, word] as const), ...words])
  const choices = new Map([...allowed].map(([word, value]): [JsonValue, Prop] => [word, { kind: 'static', value }]))
  const value = own(defaults, name)
  const otherwise = value === undefined ? own(spelling.defaults ?? {}, to) : parseProp(value, shape, at, grammar)
  const role = typeof node === 'number' ? own(table?.roles ?? {}, String(node)) : undefined
  const read =
    role === shape ? spelling.readers.get(role) : shape === 'static' ? plainReader(keywords, choices.size) : undefined
  return { name, to, at, shape, node, required: required.includes(name), read, otherwise, choices }
}

/** The properties of a schema that says nothing but which there are, and which of them must be there. */
function listedIn(
  { schema, roles }: NonNullable<CompiledComponent['table']>,
  { shapes, required }: CompiledComponent,
  { beside }: Spelling,
): NodeKeywords['properties'] | undefined {
  if (typeof schema === 'number') return undefined
  const { type: _type, properties = {}, required: demanded = [], additionalProperties, ...more } = keywordsOf(schema)
  if (additionalProperties !== false || Object.keys(more).length > 0) return undefined
  const checked = Object.entries(beside).every(([name, isChecked]) => isChecked(own(properties, name), roles))
  const all = Object.keys(properties).every((name) => Object.hasOwn(beside, name) || Object.hasOwn(shapes, name))
  const others = demanded.filter((name) => !Object.hasOwn(beside, name) && !required.includes(name))
  return checked && all && others.length === 0 ? properties : undefined
}

/** For a list of words, or a type, with nothing else said. */
function plainReader(keywords: NodeKeywords, choices: number): ReadProp | undefined {
  const [keyword, second] = Object.keys(keywords)
  if (second !== undefined) return undefined
  if (choices > 0) return readChoice
  return keyword === 'type' ? typeReaders.get(keywords.type) : undefined
}

const readChoice: ReadProp = (value, field) => field.choices.get(value)

/** A text or number or truth value, within the limits. */
export const readScalar: ReadProp = (value, _field, foreign) => {
  if (typeof value === 'string' && foreign && !fits(value, foreign, 0)) return undefined
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : { kind: 'static', value }
}

export const readChild: ReadProp = (value, _field, foreign) =>
  isId(value, foreign) ? { kind: 'child', id: value as string } : undefined

const typeReaders: ReadonlyMap<unknown, ReadProp> = new Map(
  ['string', 'number', 'boolean'].map((type): [string, ReadProp] => [
    type,
    (value, field, foreign) => (typeof value === type ? readScalar(value, field, foreign) : undefined),
  ]),
)

export function isId(value: JsonValue | undefined, foreign: Foreign | undefined): value is string {
  return typeof value === 'string' && value !== '' && (!foreign || fits(value, foreign, 0))
}

/** Counts values, and says whether they and a text are within the limits. */
export function fits(text: string, foreign: Foreign, values: number): boolean {
  foreign.values -= values
  return foreign.values >= 0 && text.length <= foreign.limits.stringLength
}

function copyOf(value: unknown, foreign: Foreign): JsonValue {
  try {
    return copyPart(value, propertyDepth, foreign.limits, foreign)
  } catch (error) {
    throw error instanceof SurfaceError ? notRead : error
  }
}

/** Whether a property of this shape may name other components. */
function mayRefer(shape: Shape): boolean {
  return typeof shape === 'object' || shape === 'child' || shape === 'children'
}

/** What is made for each component type when it is first met. What agents invent is not kept. */
export function byType<T>(
  types: { readonly [type: string]: CompiledComponent },
  make: (type: string, component: CompiledComponent) => T,
): (type: string) => T | undefined {
  const known = new Map<string, T>()
  return (type) => {
    const made = known.get(type)
    if (made) return made
    const component = own(types, type)
    if (!component) return undefined
    const fresh = make(type, component)
    known.set(type, fresh)
    return fresh
  }
}
