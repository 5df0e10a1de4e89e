/** Lenient mode: lists of components, however they are written and called. */
import { parsedJson } from '../../json/parsed-json.ts'
import { describeValue, isList, isObject, type JsonObject, type JsonValue, type Maybe } from '../../json/value.ts'
import { partIn } from './component-form.ts'
import { type Around, warned } from './spoken.ts'

const componentNames = ['components', 'component', 'layout', 'elements', 'nodes']

/** A component that stands where a message is wanted: no call of a tool, which has an id and a type too. */
export function isComponent(value: Maybe): boolean {
  const { id, type = '' } = (isObject(value) && partIn(value as JsonObject)) || {}
  return id !== undefined && !/^(function|tool\W?\w*|data|message)$/.test(type)
}

/** The member that holds the components, whatever it is called. `isNamed`: the object is the payload of a message that is named. */
export function componentsName(wire: JsonObject, isNamed = false): string | undefined {
  const names = Object.keys(wire)
  return (
    componentNames.find((name) => Object.hasOwn(wire, name) && hasParts(wire[name] as JsonValue)) ??
    names.find(
      (name) =>
        (isNamed || !/^(child|children|items|body|content|tabs|options)$/.test(name)) &&
        isPartList(wire[name] as JsonValue),
    )
  )
}

/** A list of components, as JSON or as a text. */
function isPartList(sent: JsonValue): boolean {
  const value = typeof sent === 'string' && sent.includes('"') ? parsedJson(sent) : sent
  return isList(value) && value.length > 0 && value.every(isComponent)
}

/** Components in any form. */
function hasParts(value: JsonValue): boolean {
  return listIn(value)?.some((one) => partIn(one) !== undefined) === true
}

/** A list of components, however it is written: as JSON text, by their ids, in further lists and objects, or as one. */
export function componentsOf(sent: JsonValue, place: string, around: Around): readonly JsonValue[] | undefined {
  const list = listIn(sent)
  if (!list || isList(sent)) return list
  const [message, hint] =
    typeof sent === 'string'
      ? ['"components" is JSON in a text', 'Send a list.']
      : [`"components" cannot be ${describeValue(sent)}`, 'Send a list of components with an "id" each.']
  if (!isComponent(sent)) warned(around, 'ENVELOPE_INVALID', message, hint, `${place}/components`)
  return list
}

export function listIn(sent: JsonValue): readonly JsonValue[] | undefined {
  const value = typeof sent === 'string' ? parsedJson(sent) : sent
  if (isList(value)) return value.some(isList) ? value.flatMap((one) => (isList(one) ? one : [one])) : value
  if (!isObject(value)) return undefined
  const wire = value as JsonObject
  const [only, second] = Object.values(wire)
  if (isList(only) && second === undefined) return listIn(only)
  const part = partIn(wire)
  if (part && (part.id !== undefined || typeof (wire['component'] ?? wire['type']) === 'string'))
    return [{ id: 'root', ...wire }]
  const entries = Object.entries(wire).filter(([, one]) => isObject(one))
  return entries.length === 0 ? undefined : entries.map(([id, one]) => ({ id, ...(one as JsonObject) }))
}
