/** Lenient mode: what reads the components of a surface whose catalog is unknown. */
import { isObject, type JsonValue } from '../json/value.ts'
import type { Door } from './door.ts'

export interface AnyCatalog extends Door {
  /**
   * Components of the surface have come. The first ones choose the catalog: the first one that has all of their types, else
   * the one that has most of them.
   */
  readonly choose: (components: readonly JsonValue[]) => void
}

/**
 * All catalogs of one protocol version as one. A component is read by the chosen catalog; a type that it lacks, by the first
 * one that has it. `catalogs` are in the host's order, at least one.
 */
export function anyCatalog(catalogs: readonly [Door, ...Door[]]): AnyCatalog {
  const [first] = catalogs
  let chosen: Door | undefined
  let components = typesOf(catalogs, first)

  function readerOf(wire: JsonValue): Door {
    const type = typeOf(wire)
    const preferred = chosen ?? first
    return [preferred, ...catalogs].find((door) => door.reads(type)) ?? preferred
  }

  return {
    ids: [],
    protocol: first.protocol,
    choose(wires) {
      if (chosen) return
      chosen = bestOf(catalogs, new Set(wires.map(typeOf)))
      components = typesOf(catalogs, chosen)
    },
    reads: (type) => catalogs.some((door) => door.reads(type)),
    parseComponent: (wire, origin, options) => readerOf(wire).parseComponent(wire, origin, options),
    get components() {
      return components
    },
    parseExpression: (limits) => (wire) => (chosen ?? first).parseExpression(limits)(wire),
    parseTheme: first.parseTheme,
  }
}

/** Where two catalogs have a type of one name, the preferred one counts. */
function typesOf(catalogs: readonly Door[], preferred: Door): Door['components'] {
  const types: { [type: string]: Door['components'][string] } = {}
  for (const door of [preferred, ...catalogs])
    for (const [type, component] of Object.entries(door.components)) types[type] ??= component
  return types
}

function bestOf(catalogs: readonly [Door, ...Door[]], types: ReadonlySet<string>): Door {
  const count = (door: Door): number => [...types].filter((type) => door.reads(type)).length
  return catalogs.reduce((best, door) => (count(door) > count(best) ? door : best))
}

/** The type of a component as either version writes it; empty where there is none. */
function typeOf(wire: JsonValue): string {
  const component = isObject(wire) ? wire['component'] : undefined
  if (typeof component === 'string') return component
  return isObject(component) ? (Object.keys(component)[0] ?? '') : ''
}
