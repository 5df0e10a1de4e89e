// The literal texts of a stream, by a plain reading of its messages that knows no schema.
import { isObject } from '../../src/json/value.ts'

type Wire = { readonly [key: string]: unknown }

interface Surface {
  root: string | undefined
  readonly components: Map<string, Wire>
}

/** Properties that people read. */
const read = ['text', 'label', 'title']

/** What an action does and what a check says is not there to be read from the start. */
const unseen = ['action', 'checks']

/** Those of all components that can be reached from the roots of the surfaces that begin. */
export function literalsOf(messages: readonly unknown[]): readonly string[] {
  const surfaces = new Map<string, Surface>()
  for (const message of messages) {
    for (const payload of Object.values(isObject(message) ? message : {}))
      if (isObject(payload)) note(surfaces, payload)
  }
  return [...surfaces.values()].flatMap(({ root, components }) => (root === undefined ? [] : reach(root, components)))
}

function note(surfaces: Map<string, Surface>, payload: Wire): void {
  const id = String(payload['surfaceId'])
  const surface = surfaces.get(id) ?? { root: undefined, components: new Map() }
  surfaces.set(id, surface)
  if ('catalogId' in payload || 'root' in payload) surface.root = String(payload['root'] ?? 'root')
  const components: readonly unknown[] = Array.isArray(payload['components']) ? payload['components'] : []
  for (const component of components)
    if (isObject(component)) surface.components.set(String(component['id']), component)
}

function reach(root: string, components: ReadonlyMap<string, Wire>): readonly string[] {
  const seen = new Set<string>([root])
  const found: string[] = []
  for (const id of seen) {
    const { id: _id, ...component } = components.get(id) ?? {}
    walk(component, (key, value) => {
      if (components.has(value) && !read.includes(key)) seen.add(value)
      else if (read.includes(key)) found.push(value)
    })
  }
  return found
}

/** Each text with the name of the property that it is the value of, or the literal value of. */
function walk(value: unknown, visit: (key: string, text: string) => void, key = ''): void {
  if (typeof value === 'string') visit(key, value)
  if (Array.isArray(value)) for (const item of value) walk(item, visit, key)
  if (!isObject(value) || 'call' in value || ('path' in value && !('componentId' in value))) return
  for (const [name, inner] of Object.entries(value)) {
    if (!unseen.includes(name)) walk(inner, visit, name.startsWith('literal') ? key : name)
  }
}
