/**
 * Checks a value against a schema of a table, without generated code. Each keyword becomes a function when a value is
 * first checked.
 */
import { mapMembers } from '../json/value.ts'
import { eachFault } from './each-fault.ts'
import type { Node } from './node.ts'
import { joined, rulesOf } from './rules.ts'
import type { Check, Validator } from './validator.ts'

/** Schemas by name, as data. */
export interface SchemaTable {
  readonly nodes: readonly Node[]
  readonly schemas: { readonly [name: string]: Node }
}

/** A validator for each schema of a table, by its name. */
export function validatorsOf({ nodes, schemas }: SchemaTable): { readonly [name: string]: Validator } {
  const check = createCheck(nodes)
  return mapMembers(schemas, (node) => validatorOf(node, check))
}

export function validatorOf(node: Node, check: Check): Validator {
  return Object.assign((value: unknown) => check(node, value), {
    each: (value: unknown) => eachFault(node, value, check),
  })
}

/** Checks values against the schemas of one table. */
export function createCheck(nodes: readonly Node[]): Check {
  const checks = new Map<Node, Validator>()

  function checkOf(node: Node): Validator {
    const known = checks.get(node)
    if (known) return known
    const check = typeof node === 'number' ? referred(node) : joined(rulesOf(node, checkOf))
    checks.set(node, check)
    return check
  }

  /** Made when it is first asked, because it may refer to itself. */
  function referred(index: number): Validator {
    let check: Validator | undefined
    return (value) => {
      check ??= checkOf(nodes[index] as Node)
      return check(value)
    }
  }

  return Object.assign((node: Node, value: unknown) => checkOf(node)(value), { nodes })
}
