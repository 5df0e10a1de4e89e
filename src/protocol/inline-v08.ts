/** A component's schema in the words of v0.9 → the schema of its properties as an agent of v0.8 writes them. */
import { getOwn, isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'

/** What every component has in v0.9. In v0.8 it stands beside the properties, or is not to be said. */
const common: ReadonlySet<string> = new Set(['id', 'component', 'weight', 'accessibility', 'checks'])

/** `schema` has no references within its file. */
export function propertiesV08(schema: JsonValue): JsonObject {
  const parts = subschemasOf(schema)
  const properties = parts.flatMap((part) => Object.entries(membersOf(part['properties'])))
  const required = parts.flatMap(({ required: names }) => (isList(names) ? names : []))
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.filter(([name]) => !common.has(name)).map(([name, inner]) => [name, inV08(inner)]),
    ),
    required: [...new Set(required)].filter((name) => !common.has(String(name))),
    additionalProperties: false,
  }
}

/** A schema and the schemas that it joins by `allOf`. */
function subschemasOf(schema: JsonValue): readonly JsonObject[] {
  const { allOf, ...own } = membersOf(schema)
  return [...(isList(allOf) ? allOf.flatMap(subschemasOf) : []), own]
}

function inV08(schema: JsonValue): JsonValue {
  if (isList(schema)) return schema.map(inV08)
  if (!isObject(schema)) return schema
  const { $ref, ...others } = schema as JsonObject
  const [, definition = ''] = /common_types\.json#\/\$defs\/(\w+)$/.exec(String($ref)) ?? []
  const form = getOwn(forms, definition)
  // A default is v0.9's value.
  if (form) return { ...form, ...('title' in others ? { title: others['title'] as JsonValue } : {}) }
  const inner = Object.entries(others).map(([name, value]) => [name, inV08(value)] as const)
  return { ...($ref === undefined ? {} : { $ref }), ...Object.fromEntries(inner) }
}

const text = { type: 'string' }
const literal = {
  literalString: text,
  literalNumber: { type: 'number' },
  literalBoolean: { type: 'boolean' },
  literalArray: { type: 'array' },
}
const closed = (properties: JsonObject): JsonObject => ({ type: 'object', properties, additionalProperties: false })
const bound = (literals: JsonObject): JsonObject => closed({ ...literals, path: text })

/** How v0.8 writes what `common_types.json` defines. */
const forms: { readonly [definition: string]: JsonObject } = {
  DynamicString: bound({ literalString: text }),
  DynamicNumber: bound({ literalNumber: literal.literalNumber }),
  DynamicBoolean: bound({ literalBoolean: literal.literalBoolean }),
  DynamicStringList: bound({ literalArray: { type: 'array', items: text } }),
  DynamicValue: bound(literal),
  ComponentId: text,
  ChildList: closed({
    explicitList: { type: 'array', items: text },
    template: { ...closed({ componentId: text, dataBinding: text }), required: ['componentId', 'dataBinding'] },
  }),
  Action: {
    ...closed({
      name: text,
      context: {
        type: 'array',
        items: { ...closed({ key: text, value: bound(literal) }), required: ['key', 'value'] },
      },
    }),
    required: ['name'],
  },
}

function membersOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? (value as JsonObject) : {}
}
