/** Types → JSON Schemas that providers take for a model's answer, each with the way back from the answer to the protocol's JSON. */
import { define, getOwn, isList, isObject, type JsonObject, type JsonValue, sameJson } from '../json/value.ts'
import { type Member, type ObjectType, type Role, type Type, unionOf } from './type.ts'
import type { Vocabulary } from './vocabulary.ts'

/** How a provider wants schemas. */
export interface Style {
  /** Every property is required; an optional one may be null. */
  readonly nullable?: boolean
  /** No JSON of any form and no names of the model's: such values are JSON in a text, maps are lists of `{key, value}`. */
  readonly closed?: boolean
  /** How deep calls nest, where schemas may not contain themselves. */
  readonly depth?: number
  /** Keywords such as `pattern` that it knows; `minItems=1`: with this value alone. */
  readonly limits: readonly string[]
  /** Whether it knows `const`; else `enum`. */
  readonly constants: boolean
}

/** A schema, and what reads a value of it. */
export interface Coder {
  readonly schema: JsonObject
  readonly decode: (value: JsonValue) => JsonValue
  /** Whether a value is meant for this schema, among others. */
  readonly fits: (value: JsonValue) => boolean
}

const string: Type = { kind: 'scalar', type: 'string', limits: {} }
const number: Type = { kind: 'scalar', type: 'number', limits: {} }
const boolean: Type = { kind: 'scalar', type: 'boolean', limits: {} }
const any: Type = { kind: 'any' }

function object(members: { readonly [name: string]: Type }, optional: readonly string[] = []): ObjectType {
  const list = Object.entries(members).map(([name, type]) => ({ name, type, required: !optional.includes(name) }))
  return { kind: 'object', members: list }
}

function constant(value: string): Type {
  return { kind: 'values', values: [value] }
}

/** One message. In a closed style the host adds the version and the catalog. */
export function messageType(vocabulary: Vocabulary, { closed = false }: Style): Type {
  const { version, catalogId } = vocabulary
  const catalog: { readonly [name: string]: Type } = closed ? {} : { catalogId: constant(catalogId) }
  if (version === 'v0.8') return unionOf(messages(kindsV08(vocabulary, catalog), {}))
  return unionOf(messages(kindsV09(vocabulary, catalog), closed ? {} : { version: constant('v0.9') }))
}

type Members = { readonly [name: string]: Type }

function messages(kinds: Members, others: Members): readonly Type[] {
  return Object.entries(kinds).map(([kind, payload]) => object({ [kind]: payload, ...others }))
}

function listOf(items: Type, limits: { readonly [keyword: string]: unknown } = {}): Type {
  return { kind: 'list', items, limits }
}

/** Of a theme, or of v0.8's styles. */
function looks(name: string, { theme }: Vocabulary): Members {
  return theme.length > 0 ? { [name]: { kind: 'object', members: theme } } : {}
}

function kindsV09(vocabulary: Vocabulary, catalog: Members): Members {
  const surfaceId = string
  const types = vocabulary.components.map(({ name, members }): ObjectType => {
    const { members: first } = object({ component: constant(name), id: string })
    return { kind: 'object', members: [...first, ...members] }
  })
  const theme = looks('theme', vocabulary)
  return {
    createSurface: object({ surfaceId, ...catalog, ...theme, sendDataModel: boolean }, ['theme', 'sendDataModel']),
    updateComponents: object({ surfaceId, components: listOf(unionOf(types), { minItems: 1 }) }),
    updateDataModel: object({ surfaceId, path: string, value: any }, ['path', 'value']),
    deleteSurface: object({ surfaceId }),
  }
}

function kindsV08(vocabulary: Vocabulary, catalog: Members): Members {
  const surfaceId = string
  const types = vocabulary.components.map(({ name, members }) => object({ [name]: { kind: 'object', members } }))
  const component = object({ id: string, weight: number, component: unionOf(types) }, ['weight'])
  return {
    surfaceUpdate: object({ surfaceId, components: listOf(component, { minItems: 1 }) }),
    dataModelUpdate: object({ surfaceId, path: string, contents: listOf({ kind: 'role', role: 'DataEntry' }) }, [
      'path',
    ]),
    beginRendering: object({ surfaceId, ...catalog, root: string, ...looks('styles', vocabulary) }, ['styles']),
    deleteSurface: object({ surfaceId }),
  }
}

/** `definitions` fills with what the schemas refer to. */
export function createCoder(
  { functions, version }: Pick<Vocabulary, 'functions' | 'version'>,
  style: Style,
): { readonly code: (type: Type) => Coder; readonly definitions: { readonly [name: string]: JsonObject } } {
  const definitions: { [name: string]: JsonObject } = {}
  const byName = new Map<string, Coder>()

  /** A schema that others refer to, made once. It may contain itself. */
  function shared(name: string, make: () => Coder): Coder {
    let made: Coder | undefined
    const reference: Coder = {
      schema: { $ref: `#/$defs/${name}` },
      decode: (value) => made?.decode(value) ?? value,
      fits: (value) => made?.fits(value) ?? false,
    }
    const known = byName.get(name)
    if (known) return known
    byName.set(name, reference)
    made = make()
    definitions[name] = made.schema
    return reference
  }

  function code(type: Type, level: number): Coder {
    switch (type.kind) {
      case 'role':
        if (version === 'v0.8')
          return type.literal ? union(oldForms(type.role, level, type.literal)) : byRole(type.role, level, oldForms)
        return type.literal
          ? union([code(type.literal, level), ...dynamic(type.role, level)])
          : byRole(type.role, level, formsOf)
      case 'values':
        return values(type.values)
      case 'scalar':
        return scalar(type.type, kept(type.limits))
      case 'list': {
        const items = code(type.items, level)
        return {
          schema: { type: 'array', items: items.schema, ...kept(type.limits) },
          decode: (value) => (isList(value) ? value.map(items.decode) : value),
          fits: isList,
        }
      }
      case 'object':
        return type.members.length === 0 && type.rest ? mapOf(type.rest, level) : objectOf(type, level)
      case 'union':
        return union(type.options.map((option) => code(option, level)))
      case 'any':
        return style.closed ? jsonText : { schema: {}, decode: (value) => value, fits: () => true }
    }
  }

  function byRole(role: Role, level: number, forms: (role: Role, level: number) => readonly Coder[]): Coder {
    return shared(`${role}${style.depth === undefined ? '' : level}`, () => union(forms(role, level)))
  }

  function kept(limits: { readonly [keyword: string]: unknown }): JsonObject {
    return Object.fromEntries(
      Object.entries(limits).filter(([name, value]) =>
        [name, `${name}=${value}`].some((limit) => style.limits.includes(limit)),
      ),
    ) as JsonObject
  }

  function values(list: readonly JsonValue[]): Coder {
    const [first = null] = list
    const type = typeof first === 'string' ? { type: 'string' } : {}
    const schema = list.length === 1 && style.constants ? { ...type, const: first } : { ...type, enum: list }
    return { schema, decode: (value) => value, fits: (value) => list.some((one) => sameJson(one, value)) }
  }

  function objectOf({ members, either }: ObjectType, level: number): Coder {
    // Of alternatives each begins with the names that it demands: providers tell them apart by their first key.
    if (either)
      return union(
        either.map((names) => {
          const demanded = members.filter(({ name }) => names.includes(name))
          const others = members.filter(({ name }) => !names.includes(name))
          return objectOf(
            { kind: 'object', members: [...demanded.map((one) => ({ ...one, required: true })), ...others] },
            level,
          )
        }),
      )
    // v0.8's way to say "a literal of these, or a path".
    if (
      version === 'v0.8' &&
      members.length === 2 &&
      /^literal\w+ path$/.test(members.map(({ name }) => name).join(' '))
    )
      return union(members.map(({ name, type }) => objectOf(object({ [name]: type }), level)))
    const parts = members.map((member) => ({ ...member, key: keyOf(member), coder: code(member.type, level) }))
    const required = parts.filter((part) => part.required || style.nullable).map(({ key }) => key)
    const properties = parts.map(({ key, coder, required: needed }) => {
      return [key, needed || !style.nullable ? coder.schema : union([coder, scalar('null', {})]).schema] as const
    })
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries(properties),
        ...(required.length > 0 ? { required } : {}),
        additionalProperties: false,
      },
      decode(value) {
        if (!isObject(value)) return value
        const result: { [name: string]: JsonValue } = {}
        for (const [key, inner] of Object.entries(value as JsonObject)) {
          const part = parts.find((one) => one.key === key)
          if (style.nullable && part && !part.required && inner === null) continue
          const decoded = part ? part.coder.decode(inner) : inner
          // A text that is not JSON stays where it is, so that the check finds it.
          define(result, part && decoded !== undefined ? part.name : key, decoded ?? inner)
        }
        return result
      },
      fits(value) {
        if (!isObject(value)) return false
        const known = Object.keys(value).every((key) => parts.some((part) => part.key === key))
        return known && parts.every((part) => !part.required || hasFitting(value as JsonObject, part))
      },
    }
  }

  function hasFitting(
    value: JsonObject,
    { key, type, coder }: { readonly key: string; readonly type: Type; readonly coder: Coder },
  ): boolean {
    const inner = getOwn(value, key)
    return inner !== undefined && ((type.kind !== 'values' && inner !== null) || coder.fits(inner))
  }

  function keyOf({ name, type }: Member): string {
    return style.closed && type.kind === 'any' ? `${name}Json` : name
  }

  function mapOf(rest: Type, level: number): Coder {
    const inner = code(rest, level)
    if (!style.closed)
      return {
        schema: { type: 'object', additionalProperties: inner.schema },
        decode: (value) => value,
        fits: isObject,
      }
    const entry = objectOf(object({ key: string, value: rest }), level)
    return {
      schema: { type: 'array', items: entry.schema },
      decode(value) {
        const map: { [name: string]: JsonValue } = {}
        if (!isList(value) || !value.every(entry.fits)) return value
        for (const one of value as readonly JsonObject[])
          define(map, String(one['key']), inner.decode(one['value'] ?? null))
        return map
      },
      fits: isList,
    }
  }

  /** What stands for a literal. */
  function dynamic(role: Role, level: number): readonly Coder[] {
    return [shared('Path', () => code(object({ path: string }), level)), ...calls(results[role], level)]
  }

  /** `result`: that of the function; functions whose schema does not say it are there too. */
  function calls(result: string | undefined, level: number): readonly Coder[] {
    if (style.depth !== undefined && level >= style.depth) return []
    const fitting = functions.filter(({ returns = 'any' }) =>
      result === undefined ? returns !== 'void' : result === 'every' || returns === result || returns === 'any',
    )
    return fitting.map(({ name, args }) =>
      shared(`${name}Call${style.depth === undefined ? '' : level}`, () =>
        code(object({ call: constant(name), args }), level + 1),
      ),
    )
  }

  function formsOf(role: Role, level: number): readonly Coder[] {
    const coded = (type: Type): Coder => code(type, level)
    switch (role) {
      case 'ComponentId':
        return [coded(string)]
      case 'ChildList':
        return [
          coded({ kind: 'list', items: string, limits: {} }),
          coded(object({ componentId: string, path: string })),
        ]
      case 'DataBinding':
        return [coded(object({ path: string }))]
      case 'FunctionCall':
        return calls('every', level)
      case 'CheckRule':
        return [coded(object({ condition: { kind: 'role', role: 'DynamicBoolean' }, message: string }))]
      case 'Action': {
        const context: Type = { kind: 'object', members: [], rest: { kind: 'role', role: 'DynamicValue' } }
        const event = object({ event: object({ name: string, context }, ['context']) })
        const call = object({ functionCall: { kind: 'role', role: 'FunctionCall' } })
        return [coded(event), ...(calls('every', level).length > 0 ? [coded(call)] : [])]
      }
      case 'DynamicStringList':
        return [coded({ kind: 'list', items: string, limits: {} }), ...dynamic(role, level)]
      case 'DynamicValue': {
        const array = style.closed ? [] : [coded({ kind: 'list', items: any, limits: {} })]
        return [...['string', 'number', 'boolean'].map((type) => scalar(type, {})), ...array, ...dynamic(role, level)]
      }
      default:
        return [scalar(results[role] ?? 'string', {}), ...dynamic(role, level)]
    }
  }

  /** In v0.8, which has no calls. `literal`: what a literal must be. */
  function oldForms(role: Role, level: number, literal?: Type): readonly Coder[] {
    const coded = (members: Members, optional?: readonly string[]): Coder => code(object(members, optional), level)
    const path = shared('Path', () => coded({ path: string }))
    switch (role) {
      case 'ComponentId':
        return [code(string, level)]
      case 'ChildList':
        return [
          coded({ explicitList: listOf(string) }),
          coded({ template: object({ componentId: string, dataBinding: string }) }),
        ]
      case 'Action': {
        const entry = object({ key: string, value: { kind: 'role', role: 'DynamicValue' } })
        return [coded({ name: string, context: listOf(entry) }, ['context'])]
      }
      case 'DataEntry': {
        const isDeepest = style.depth !== undefined && level >= style.depth
        return [
          coded({ valueString: string, key: string }),
          coded({ valueNumber: number, key: string }),
          coded({ valueBoolean: boolean, key: string }),
          ...(isDeepest ? [] : [code(object({ valueMap: listOf({ kind: 'role', role }), key: string }), level + 1)]),
        ]
      }
      default:
        return [
          ...Object.entries(literalsV08[role] ?? {}).map(([name, type]) => coded({ [name]: literal ?? type })),
          path,
        ]
    }
  }

  return { code: (type) => code(type, 0), definitions }
}

/** The results of functions that may stand for a literal. */
const results: { readonly [role in Role]?: string } = {
  DynamicString: 'string',
  DynamicNumber: 'number',
  DynamicBoolean: 'boolean',
  DynamicStringList: 'array',
}

/** What stands for a literal in v0.8, by its key. */
const literalsV08: { readonly [role in Role]?: Members } = {
  DynamicString: { literalString: string },
  DynamicNumber: { literalNumber: number },
  DynamicBoolean: { literalBoolean: boolean },
  DynamicStringList: { literalArray: listOf(string) },
  DynamicValue: { literalString: string, literalNumber: number, literalBoolean: boolean },
}

/** JSON in a text. `decode` gives `undefined` in place of a value for a text that is not JSON. */
const jsonText: Coder = {
  schema: { type: 'string', description: 'JSON in a text' },
  decode(value) {
    try {
      return JSON.parse(String(value)) as JsonValue
    } catch {
      return undefined as unknown as JsonValue
    }
  },
  fits: (value) => typeof value === 'string',
}

function scalar(type: string, limits: JsonObject): Coder {
  return {
    schema: { type, ...limits },
    decode: (value) => value,
    fits: (value) => (value === null ? type === 'null' : typeof value === (type === 'integer' ? 'number' : type)),
  }
}

function union(options: readonly Coder[]): Coder {
  const [only, ...others] = options
  if (only && others.length === 0) return only
  const anyOf = options.flatMap(({ schema }) => (isList(schema['anyOf']) ? schema['anyOf'] : [schema]))
  return {
    schema: { anyOf },
    decode: (value) => options.find(({ fits }) => fits(value))?.decode(value) ?? value,
    fits: (value) => options.some(({ fits }) => fits(value)),
  }
}
