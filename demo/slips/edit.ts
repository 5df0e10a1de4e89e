/** Changes of components and messages that several slips make. */
import type { JsonObject, JsonValue } from 'surface-runtime'

export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}

/** The property keeps its place. */
export function renamed(object: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name === from ? to : name, value]))
}

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes the components of one type. */
export function eachOf(type: string, change: (component: JsonObject) => JsonObject) {
  return (components: readonly JsonObject[]): readonly JsonObject[] =>
    components.map((component) => (component['component'] === type ? change(component) : component))
}

/** Changes each binding, which is an object whose only member is `path`. */
export function eachBinding(write: (path: string) => JsonValue) {
  const changed = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(changed)
    if (!isObject(value)) return value
    const { path, ...rest } = value
    if (typeof path === 'string' && Object.keys(rest).length === 0) return write(path)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner)]))
  }
  return (components: readonly JsonObject[]): readonly JsonObject[] =>
    components.map((component) => changed(component) as JsonObject)
}

export type Kind = 'createSurface' | 'updateComponents' | 'updateDataModel'

/** The content of a message of this kind; `undefined` for other messages. */
export function contentOf(message: JsonObject, kind: Kind): JsonObject | undefined {
  const content = message[kind]
  return isObject(content) ? content : undefined
}

/** Changes the content of the messages of one kind. */
export function eachMessage(kind: Kind, change: (content: JsonObject) => JsonObject) {
  return (messages: readonly JsonObject[]): readonly JsonObject[] =>
    messages.map((message) => {
      const content = contentOf(message, kind)
      return content ? { ...message, [kind]: change(content) } : message
    })
}
