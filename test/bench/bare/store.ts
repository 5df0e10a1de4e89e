/** The yardstick's state: a document that is changed in place, and who listens where. It checks nothing and copies nothing. */
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'

type Listener = () => void

/** A place that can be listened to. */
export interface Place {
  readonly subscribe: (listener: Listener) => Listener
}

interface Node extends Place {
  readonly listeners: Set<Listener>
  readonly below: Map<string, Node>
}

export interface Store {
  place(names: readonly string[]): Place
  read(names: readonly string[]): unknown
  write(names: readonly string[], value: unknown): void
  placeOf(id: string): Place
  component(id: string): JsonObject | undefined
  put(component: JsonObject): void
}

type Container = { [name: string]: unknown }

export function createStore(): Store {
  const components = new Map<string, JsonObject>()
  const [data, ids] = [createNode(), createNode()]
  let document: unknown = {}
  return {
    place: (names) => nodeAt(data, names),
    placeOf: (id) => nodeAt(ids, [id]),
    read: (names) => names.reduce((value, name) => (value as Container | undefined)?.[name], document),
    write(names, value) {
      const name = names.at(-1)
      if (name === undefined) document = value
      else write(document as Container, names, value)
      let node: Node | undefined = data
      for (const step of names) {
        // Only a list's length concerns who listens above, and who listens for that compares it.
        tell(node)
        node = node.below.get(step)
        if (!node) return
      }
      tellAll(node)
    },
    component: (id) => components.get(id),
    put(component) {
      const id = String(component['id'])
      components.set(id, component)
      tellAll(nodeAt(ids, [id]))
    },
  }
}

function write(document: Container, names: readonly string[], value: unknown): void {
  let container = document
  for (const name of names.slice(0, -1)) {
    container[name] ??= {}
    container = container[name] as Container
  }
  container[names.at(-1) ?? ''] = value
}

function createNode(): Node {
  const listeners = new Set<Listener>()
  const subscribe = (listener: Listener): Listener => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { listeners, below: new Map(), subscribe }
}

function nodeAt(top: Node, names: readonly string[]): Node {
  let node = top
  for (const name of names) {
    let next = node.below.get(name)
    if (!next) {
      next = createNode()
      node.below.set(name, next)
    }
    node = next
  }
  return node
}

function tell({ listeners }: Node): void {
  for (const listener of listeners) listener()
}

function tellAll(node: Node): void {
  tell(node)
  for (const child of node.below.values()) tellAll(child)
}

/** The names in a path, which this store takes to hold nothing escaped. */
export function namesOf(path: JsonValue | undefined): readonly string[] {
  return String(path).split('/').filter(Boolean)
}
