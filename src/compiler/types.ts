/** A catalog's JSON Schema → TypeScript declarations: what renderers get, what agents write, the arguments that functions get. */

import type { Shape } from '../catalog/shape.ts'
import { isObject, mapMembers } from '../json/value.ts'
import type { Schema } from './ajv.ts'
import { namingCatalog } from './check-catalog.ts'
import { planOf } from './plan.ts'
import { prepared, resolver, type SchemaFiles } from './prepare.ts'
import { asSchema, type Resolve, shapesOf, withAllOf } from './roles.ts'

/** Types of evaluated properties, by role. Bound data may hold any JSON, or nothing. */
const types: { readonly [role: string]: string } = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  stringList: 'readonly string[]',
  objectList: 'readonly JsonObject[]',
  value: 'JsonValue | undefined',
  child: 'ChildRef',
  children: 'ChildrenRef',
  action: 'Act',
}

/** Types of properties as agents write them, by role. */
const written: { readonly [role: string]: string } = {
  string: 'DynamicString',
  number: 'DynamicNumber',
  boolean: 'DynamicBoolean',
  stringList: 'DynamicStringList',
  value: 'DynamicValue',
  child: 'ChildV09',
  children: 'ChildListV09',
  action: 'ActionV09',
}

/** Names that declarations may use, and the entry point that has each. */
const imports: { readonly [name: string]: string } = {
  ...Object.fromEntries(
    [...Object.values(written), 'DataBinding', 'FunctionCall'].sort().map((name) => [name, 'surface-runtime/builders']),
  ),
  CompiledCatalog: 'surface-runtime/core',
  JsonObject: 'surface-runtime/core',
  JsonValue: 'surface-runtime/core',
  Act: 'surface-runtime/react',
  ChildRef: 'surface-runtime/react',
  ChildrenRef: 'surface-runtime/react',
}

interface TypesOptions {
  /**
   * The start of names: `TravelProps` has the properties by component type, `TravelWritten` the same as agents write them,
   * `TravelArgs` the arguments by function, `TravelTheme` the members of the theme where the catalog describes it.
   */
  readonly name: string
  /** What errors call the catalog. Default: its id. */
  readonly file?: string | undefined
  /** Whether the source is that of a module with these two types and no catalog. */
  readonly typesOnly?: boolean
}

/** The source of a declaration file for the module of `emitCatalog`. Throws as that does. */
export function emitTypes(schema: Schema, files: SchemaFiles, { name, file, typesOnly = false }: TypesOptions): string {
  namingCatalog(schema, file, () => planOf(schema, files, () => () => true))
  const own = prepared(schema, 'this.json')
  const resolve = resolver([own, ...Object.entries(files).map(([file, other]) => prepared(other, file))])
  const writer: Writer = { resolve, side: 'props', within: [] }
  const [props, sent] = (['props', 'written'] as const).map((side) =>
    mapMembers(asSchema(own['components']), (part) => membersType(asSchema(part), { ...writer, side }, true)),
  ) as [Members, Members]
  const args = mapMembers(asSchema(own['functions']), (part) => {
    const declared = asSchema(asSchema(asSchema(part)['properties'])['args'])
    return membersType(declared, { ...writer, side: 'args' }, false)
  })
  const theme = asSchema(own['$defs'])['theme']
  const ofProps = `Properties that renderers get, by component type: \`Renderer<${name}Props['…']>\`.`
  const ofWritten = `Properties that agents write, by component type: \`buildersFor<${name}Written>(catalog)\`.`
  const ofArgs = `Arguments that functions get, evaluated: what is bound may be anything. \`defineFunctions<${name}Args>(…)\`.`
  const body = [
    ...block(ofProps, name, 'Props', props),
    ...block(ofWritten, name, 'Written', sent),
    ...block(ofArgs, name, 'Args', args),
    ...(theme === undefined ? [] : [themeType(name, membersType(asSchema(theme), writer, false))]),
    ...(typesOnly ? [] : ['declare const compiled: CompiledCatalog\nexport default compiled\n']),
  ].join('\n')
  return `// Made by surface-runtime from the catalog's schema. Changes here are lost.\n${importsOf(body)}\n${body}`
}

function themeType(name: string, type: string): string {
  const comment = `What the theme of a surface may hold: \`surface.theme as ${name}Theme\`. A wrong value is left out.`
  return `/** ${comment} */\nexport type ${name}Theme = ${type.replaceAll('\n  ', '\n')}\n`
}

/** Types by the name of what they are for. */
interface Members {
  readonly [name: string]: string
}

/** A type for each name, and one that has them all: `TravelStayProps` for `Stay`, and `TravelProps`. */
function block(
  comment: string,
  start: string,
  ending: 'Props' | 'Written' | 'Args',
  members: Members,
): readonly string[] {
  const entries = Object.entries(members)
  if (entries.length === 0) return []
  const used = new Set<string>()
  const own: string[] = []
  const lines = entries.map(([name, type]) => {
    const title = `${start}${name.charAt(0).toUpperCase()}${name.slice(1)}${ending}`
    // A name that is none in TypeScript, or the same one again, has its type written out.
    if (!/^[\w$]+$/.test(title) || used.has(title)) return `  readonly ${keyOf(name)}: ${type}`
    used.add(title)
    // An alias and no interface: only aliases are objects with any names, as functions get them.
    own.push(`export type ${title} = ${type.replaceAll('\n  ', '\n')}\n`)
    return `  readonly ${keyOf(name)}: ${title}`
  })
  return [...own, `/** ${comment} */`, `export interface ${start}${ending} {\n${lines.join('\n')}\n}\n`]
}

function importsOf(body: string): string {
  // Neither texts of the agent's nor names of properties are names of types.
  const code = body.replace(/"(?:[^"\\]|\\.)*"|\/\*.*?\*\/|\w+\??(?=:)/g, '')
  const used = Object.keys(imports).filter((name) => new RegExp(`\\b${name}\\b`).test(code))
  return [...new Set(used.map((name) => imports[name]))]
    .map((from) => `import type { ${used.filter((name) => imports[name] === from).join(', ')} } from '${from}'\n`)
    .join('')
}

interface Writer {
  readonly resolve: Resolve
  /** Properties that renderers get are coerced to their role's type, arguments are not; agents write bindings and calls too. */
  readonly side: 'props' | 'written' | 'args'
  /** Schemas that this one stands in: of one that contains itself the inner type is not written out. */
  readonly within: readonly Schema[]
}

/** `top`: the properties of a component. At the top of it, and of arguments, defaults are filled in. */
function membersType(schema: Schema, writer: Writer, top: boolean): string {
  const parts = withAllOf(schema, writer.resolve)
  const required = parts.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : []))
  const members = grouped(parts)
  const lines = [...members].map(([name, properties]) => {
    const filled =
      writer.side !== 'written' &&
      writer.within.length === 0 &&
      properties.some((property) => property['default'] !== undefined)
    const mark = required.includes(name) || filled ? '' : '?'
    return memberLine(name, mark, properties, 'allOf', writer)
  })
  // Within a value alternatives are a union of their own.
  const alternatives =
    writer.within.length === 0 ? grouped(parts.flatMap((part) => optionsOf(part, writer.resolve))) : []
  for (const [name, properties] of alternatives)
    if (!members.has(name)) lines.push(memberLine(name, '?', properties, 'anyOf', writer))
  const value = top && writer.side === 'props' ? members.get('value') : undefined
  if (value && !members.has('onChange') && isBindable(value, writer))
    lines.push(`onChange(value: ${typeOf({ allOf: value }, writer).replace(/ \| undefined$/, '')}): void`)
  const shown = lines.filter((line) => !top || !/^readonly (?:id|component)\??:/.test(line))
  if (shown.length === 0) return 'Record<never, never>'
  return writer.within.length === 0 ? `{\n    ${shown.join('\n    ')}\n  }` : `{ ${shown.join('; ')} }`
}

/** Whether the user may enter another value: where it is bound it goes into the data. */
function isBindable(properties: readonly Schema[], writer: Writer): boolean {
  const shape =
    shapesOf({ type: 'object', properties: { it: { allOf: properties } } }, writer.resolve)['it'] ?? 'static'
  return shape !== 'static' && shape !== 'child' && shape !== 'children' && shape !== 'action'
}

function memberLine(name: string, mark: string, properties: readonly Schema[], join: string, writer: Writer): string {
  const [first = {}, second] = properties
  return `readonly ${keyOf(name)}${mark}: ${typeOf(second ? { [join]: properties } : first, writer)}`
}

/** What the parts say of each property, by its name. */
function grouped(parts: readonly Schema[]): ReadonlyMap<string, readonly Schema[]> {
  const members = new Map<string, Schema[]>()
  for (const [name, property] of parts.flatMap(propertiesOf))
    members.set(name, [...(members.get(name) ?? []), property])
  return members
}

function optionsOf(part: Schema, resolve: Resolve): readonly Schema[] {
  const options = [part['anyOf'], part['oneOf']].flat().filter(isObject)
  return options.flatMap((option) => withAllOf(option, resolve))
}

function propertiesOf(part: Schema): readonly (readonly [string, Schema])[] {
  return Object.entries(asSchema(part['properties'])).map(([name, property]) => [name, asSchema(property)] as const)
}

function typeOf(schema: Schema, outer: Writer): string {
  if (outer.within.includes(schema)) return 'JsonValue'
  const writer = { ...outer, within: [...outer.within, schema] }
  const shape = shapesOf({ type: 'object', properties: { it: schema } }, writer.resolve)['it'] ?? 'static'
  if (typeof shape === 'string' && shape !== 'static') return typeOfRole(shape, writer)
  const parts = withAllOf(schema, writer.resolve)
  const options = parts.map((part) => optionTypes(part, writer)).filter((types) => types.length > 0)
  const said = plainTypes(parts, writer)
  // Alternatives say which object it is.
  const plain = options.length > 0 ? said.filter((type) => type !== 'JsonObject') : said
  const bound = boundTypes(shape, writer)
  const [only = ['JsonValue'], second] = plain.length > 0 ? [plain, ...options] : options
  // A binding among the alternatives is named by itself.
  const unnamed = [written['value'], types['value']]
  const others = bound.length > 0 ? only.filter((type) => !unnamed.includes(type)) : only
  if (!second) return union([...others, ...bound])
  return union([intersection([plain, ...options].filter((types) => types.length > 0).map(union)), ...bound])
}

/** Where bindings are among the alternatives, what they give. */
function boundTypes(shape: Shape, writer: Writer): readonly string[] {
  const { path, call } = typeof shape === 'object' && 'forms' in shape ? shape.forms : {}
  const bound = path ?? call
  if (bound === undefined) return []
  if (writer.side === 'written') return [...(path ? ['DataBinding'] : []), ...(call ? ['FunctionCall'] : [])]
  return [typeOfRole(String(bound), writer)]
}

function typeOfRole(role: string, { side }: Writer): string {
  return String(side === 'written' ? written[role] : types[side === 'props' ? role : 'value'])
}

function optionTypes(part: Schema, writer: Writer): readonly string[] {
  for (const keyword of ['anyOf', 'oneOf']) {
    const options = Array.isArray(part[keyword]) ? part[keyword].map(asSchema) : []
    // Alternatives that demand properties change no type.
    if (options.some((option) => Object.keys(option).some((key) => key !== 'required')))
      return options.map((option) => typeOf(option, writer))
  }
  return []
}

/** What the parts say without alternatives: of several the first that says anything. */
function plainTypes(parts: readonly Schema[], writer: Writer): readonly string[] {
  const choices = parts.flatMap((part) =>
    'const' in part ? [[part['const']]] : Array.isArray(part['enum']) ? [part['enum']] : [],
  )
  const [first, ...others] = choices.map((list) => list.map((value) => JSON.stringify(value)))
  if (first) return first.filter((choice) => others.every((list) => list.includes(choice)))
  const declared = parts.find((part) => part['type'] !== undefined)?.['type']
  const guessed = parts.some((part) => isObject(part['properties'])) ? 'object' : undefined
  return [declared ?? guessed ?? []].flat().map((type) => plainType(String(type), parts, writer))
}

function plainType(type: string, parts: readonly Schema[], writer: Writer): string {
  if (type === 'integer') return 'number'
  if (type === 'array') {
    const items = parts.find((part) => part['items'] !== undefined)?.['items']
    const inner = items === undefined ? 'JsonValue' : typeOf(asSchema(items), writer)
    return `readonly ${/^\w+$/.test(inner) ? inner : `(${inner})`}[]`
  }
  return type === 'object' ? objectType(parts, writer) : type
}

function objectType(parts: readonly Schema[], writer: Writer): string {
  const rest = parts.map((part) => part['additionalProperties']).find(isObject)
  const types = [
    ...(parts.some((part) => isObject(part['properties'])) ? [membersType({ allOf: parts }, writer, false)] : []),
    ...(rest ? [`{ readonly [name: string]: ${typeOf(asSchema(rest), writer)} }`] : []),
  ]
  return types.length === 0 ? 'JsonObject' : intersection(types)
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function intersection(types: readonly string[]): string {
  const all = [...new Set(types)]
  return all.length === 1 ? String(all[0]) : all.map((type) => `(${type})`).join(' & ')
}

function keyOf(name: string): string {
  return isTypeName(name) ? name : JSON.stringify(name)
}

/** `travel_catalog.json` → `Travel`, for `TravelProps` and `TravelArgs`. Folders before the name count for nothing. */
export function typeNameOf(path: string): string {
  const file = path.replace(/^.*[/\\]/, '').replace(/\.json$/, '')
  const words = file.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const telling = words.length > 1 ? words.filter((word) => word.toLowerCase() !== 'catalog') : words
  return telling.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** Whether a name can begin the name of a type. */
export function isTypeName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name)
}
