/** Lenient mode: a component in whichever form agents write it: what its id, its type and its properties are. */
import { parsedJson } from '../../json/parsed-json.ts'
import { isObject, type JsonObject, type JsonValue, type Maybe } from '../../json/value.ts'
import { without } from '../../json/without.ts'

export interface Part {
  readonly id: string | undefined
  readonly type: string
  readonly bag: JsonObject
  readonly weight: Maybe
}

const idNames = ['id', 'componentId', 'component_id']
const typeNames = ['component', 'componentType', 'component_type', 'componentName', 'componentProperties', 'type']

/** `undefined`: it names no type. */
export function partIn(sent: JsonValue): Part | undefined {
  const wire = typeof sent === 'string' ? parsedJson(sent) : sent
  if (!isObject(wire)) return undefined
  const typeName = typeNameIn(wire as JsonObject)
  const idName = idNames.find((name) => name !== typeName && typeof wire[name] === 'string' && wire[name] !== '')
  const { weight, ...rest } = without(without(wire as JsonObject, [idName ?? '']), [typeName ?? '']) as JsonObject
  const id = idName === undefined ? undefined : (wire[idName] as string)
  const named = typeName === undefined ? undefined : (wire[typeName] as JsonValue)
  if (typeof named === 'string') return { id, type: named, bag: flat(rest), weight }
  const inner = named === undefined ? rest : (named as JsonObject)
  const beside = named === undefined ? {} : rest
  const [only, second] = Object.entries(inner)
  if (only && !second && isObject(only[1]) && (named !== undefined || /^[A-Z]/.test(only[0]))) {
    const { id: own, ...bag } = only[1] as JsonObject
    const isOwn = typeof own === 'string' && id === undefined
    return {
      id: isOwn ? own : id,
      type: only[0],
      bag: { ...beside, ...(isOwn ? bag : (only[1] as JsonObject)) },
      weight,
    }
  }
  const innerName = named === undefined ? undefined : [...typeNames, 'name'].find((name) => isType(inner[name]))
  if (innerName === undefined) return undefined
  const { id: own = id, ...bag } = { ...beside, ...(without(inner, [innerName]) as JsonObject) } as JsonObject
  return {
    id: id ?? (typeof own === 'string' ? own : undefined),
    type: inner[innerName] as string,
    bag: flat(bag),
    weight,
  }
}

/** The member that says the type, whatever it is called. */
export function typeNameIn(wire: JsonObject): string | undefined {
  return typeNames.find((name) => isType(wire[name]) || isObject(wire[name]))
}

/** Without the object that holds the properties. */
function flat(bag: JsonObject): JsonObject {
  const name = ['props', 'properties', 'attributes', 'attrs'].find((one) => isObject(bag[one]))
  if (name === undefined) return bag
  const { id: _, ...inner } = bag[name] as JsonObject
  return { ...inner, ...(without(bag, [name]) as JsonObject) }
}

function isType(value: Maybe): boolean {
  return typeof value === 'string' && /^[A-Za-z][\w.:/-]*$/.test(value)
}

/** The same in the form of its version. `old`: of v0.8. */
export function formed({ id, type, bag, weight }: Part, old: boolean): JsonObject {
  const beside = { ...(id !== undefined && { id }), ...(weight !== undefined && { weight }) }
  return old ? { ...beside, component: { [type]: bag } } : { ...bag, ...beside, component: type }
}
