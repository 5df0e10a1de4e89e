/** A property of a component type: what need not be worked out for each component, and how it is read. */
import { escapeToken } from '../json/pointer.ts'
import { getOwn, type JsonValue } from '../json/value.ts'
import { keywordsOf, type Node, type NodeKeywords } from '../schema/node.ts'
import type { Props } from './assemble.ts'
import type { CompiledComponent } from './compiled.ts'
import { type Prop, reference } from './component.ts'
import { type Grammar, parseProp } from './parse.ts'
import type { CallerOwned, Wording } from './parse-options.ts'
import type { Shape } from './shape.ts'

/** Makes a property of what certainly fits; `undefined`: the schema has to look. */
export type ReadProp = (value: JsonValue, field: Field, callerOwned: CallerOwned | undefined) => Prop | undefined

/** A property of a component type, with what need not be worked out for each component. */
export interface Field {
  readonly name: string
  /** The name that the catalog has for it. */
  readonly to: string
  readonly at: string
  readonly shape: Shape
  readonly node: Node
  readonly path: Grammar['path']
  readonly required: boolean
  readonly read: ReadProp | undefined
  /** The property where the component has none. */
  readonly otherwise: Prop | undefined
  /** Of a list of words the property that each of them becomes. */
  readonly choices: ReadonlyMap<JsonValue, Prop>
}

/** How a dialect writes components of one type. */
export interface Spelling extends Wording {
  /** The schemas of the properties, where the component's schema says no more than these and what is required. */
  readonly listed: { readonly [name: string]: Node } | undefined
  /** By role. */
  readonly readers: { readonly [role: string]: ReadProp }
  /** Values that the catalog calls otherwise, by property. */
  readonly words?: { readonly [name: string]: ReadonlyMap<JsonValue, JsonValue> }
  /** By the catalog's names. Default: those of the component's schema. */
  readonly defaults?: Props
  /** Runs before each walk. */
  readonly start?: () => void
}

export function fieldOf(
  name: string,
  { shapes, required, defaults, table }: CompiledComponent,
  grammar: Grammar,
  spelling: Spelling,
): Field {
  const node = getOwn(spelling.listed ?? {}, name) ?? true
  const shape = shapes[name] as Shape
  const at = `/${escapeToken(name)}`
  const to = getOwn(spelling.names ?? {}, name) ?? name
  const keywords = typeof node === 'number' ? {} : keywordsOf(node)
  const words = getOwn(spelling.words ?? {}, name) ?? new Map<JsonValue, JsonValue>()
  const choices = new Map<JsonValue, Prop>()
  for (const value of keywords.enum ?? []) choices.set(value, { kind: 'static', value })
  for (const [word, value] of words) choices.set(word, { kind: 'static', value })
  const value = getOwn(defaults, name)
  const otherwise = value === undefined ? getOwn(spelling.defaults ?? {}, to) : parseProp(value, shape, at, grammar)
  const role = typeof node === 'number' ? getOwn(table?.roles ?? {}, String(node)) : undefined
  const read =
    role === shape
      ? getOwn(spelling.readers, String(role))
      : shape === 'static'
        ? plainReader(keywords, choices.size)
        : undefined
  return { name, to, at, shape, node, path: grammar.path, required: required.includes(name), read, otherwise, choices }
}

/** For a list of words, or a type, with nothing else said. */
function plainReader(keywords: NodeKeywords, choices: number): ReadProp | undefined {
  if (Object.keys(keywords).length !== 1) return undefined
  if (choices > 0) return readChoice
  const { type } = keywords
  if (typeof type !== 'string' || type === 'object') return undefined
  return (value, field, callerOwned) => (typeof value === type ? readScalar(value, field, callerOwned) : undefined)
}

const readChoice: ReadProp = (value, field) => field.choices.get(value)

/** A text or number or truth value, within the limits. */
export const readScalar: ReadProp = (value, _field, callerOwned) => {
  if (typeof value === 'string' && callerOwned && !fits(value, callerOwned, 0)) return undefined
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : { kind: 'static', value }
}

export const readChild: ReadProp = (value, _field, callerOwned) =>
  isId(value, callerOwned) ? reference({ kind: 'child', id: value as string }) : undefined

/** A list of ids. */
export const readIds: ReadProp = (value, _field, callerOwned) => {
  if (!Array.isArray(value)) return undefined
  const ids: readonly JsonValue[] = callerOwned ? value.slice() : value
  if (callerOwned) callerOwned.values -= ids.length
  for (let index = 0; index < ids.length; index++) if (!isId(ids[index], callerOwned)) return undefined
  return reference({ kind: 'children', ids: ids as readonly string[] })
}

function isId(value: JsonValue | undefined, callerOwned: CallerOwned | undefined): value is string {
  return typeof value === 'string' && value !== '' && (!callerOwned || fits(value, callerOwned, 0))
}

/** Counts values, and says whether they and a text are within the limits. */
export function fits(text: string, callerOwned: CallerOwned, values: number): boolean {
  callerOwned.values -= values
  return callerOwned.values >= 0 && text.length <= callerOwned.limits.stringLength
}
