/** Lenient mode: reads the components of a surface whose catalog is unknown. */

import type { Dialect } from '../../catalog/dialect.ts'
import { isObject, type JsonValue } from '../../json/value.ts'

/**
 * All catalogs of one protocol version as one. A component is read by the chosen catalog; a type that it lacks, by the first
 * one that has it. `catalogs` are in the host's order, at least one.
 *
 * The first components choose the catalog: the first one that has all of their types, else the one that has most of them.
 */
export function anyCatalog(catalogs: readonly [Dialect, ...Dialect[]]): Dialect {
  let [chosen] = catalogs
  let components = typesOf(catalogs)

  function readerOf(wire: JsonValue): Dialect {
    const type = typeOf(wire)
    return [chosen, ...catalogs].find((dialect) => dialect.reads(type)) ?? chosen
  }

  return {
    ...chosen,
    ids: [],
    choose(wires) {
      const types = [...new Set(wires.map(typeOf))]
      const count = (dialect: Dialect): number => types.filter((type) => dialect.reads(type)).length
      chosen = [...catalogs].sort((a, b) => count(b) - count(a))[0] ?? chosen
      components = typesOf([chosen, ...catalogs])
    },
    reads: (type) => catalogs.some((dialect) => dialect.reads(type)),
    parseComponent: (wire, origin, options) => readerOf(wire).parseComponent(wire, origin, options),
    get components() {
      return components
    },
    parseExpression: (limits) => (wire) => chosen.parseExpression(limits)(wire),
  }
}

/** Where two catalogs have a type of one name, the first one counts. */
function typesOf(catalogs: readonly Dialect[]): Dialect['components'] {
  return Object.assign({}, ...catalogs.map(({ components }) => components).reverse())
}

/** The type of a component as either version writes it; empty where there is none. */
function typeOf(wire: JsonValue): string {
  const component = isObject(wire) ? wire['component'] : undefined
  if (typeof component === 'string') return component
  return isObject(component) ? (Object.keys(component)[0] ?? '') : ''
}
